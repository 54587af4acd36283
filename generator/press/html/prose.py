"""Prose as HTML: spans, icons, links and marks of cited rules, with everything from a kit escaped."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from generator.kit.words import Translator
from generator.press.html.pictures import Pictures
from generator.press.rulebook.inline import (
    CITED_ANCHOR,
    Citation,
    LinkMark,
    Passage,
    Prose,
    visible_length,
)
from generator.press.scene.alt_text import icon_alt_text
from generator.press.text.inline import Icon, Span


@dataclass
class ProseWriter:
    """Writes the prose of one book."""

    pictures: Pictures
    words: Translator
    titles: Mapping[str, str]
    """The words of each heading, by its anchor; a link without words shows them."""
    slugs: bool = False
    """Whether the slugs of cited rules follow the words."""
    linked: Container[str] = ()
    """The slugs that a mark can link to."""
    chapter: tuple[str, str] = ("", "")
    """The anchor and the words of the current heading."""
    cited: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """By slug, the places that cite the rule: the id of each, and the words of the heading above it."""

    def html(self, prose: Prose) -> Markup:
        """The prose, each passage on its own line."""
        return Markup("<br>").join(
            Markup("").join(_PassageWalk(self, passage).written()) for passage in prose.passages
        )

    def opening(self, link: LinkMark) -> Markup:
        """The start tag of a link; links that leave the book send no more than their origin."""
        rest = Markup("") if link.target.startswith("#") else Markup(' rel="noreferrer noopener"')
        kind = Markup(' class="rule"') if link.cites else Markup("")
        slug = link.target.removeprefix(f"#{CITED_ANCHOR}")
        target = link.target if slug == link.target else f"#cited-{slug}-1"
        return Markup('<a href="{}"{}{}>').format(target, kind, rest)

    def mark(self, cite: Citation) -> Markup:
        """The mark of a cited rule: its slug, or only the target of the index."""
        places = self.cited.setdefault(cite.slug, [])
        id = f"cited-{cite.slug}-{len(places) + 1}"
        places.append((id, self.chapter[1]))
        if not self.slugs:
            return Markup('<span id="{}"></span>').format(id)
        if cite.slug not in self.linked:
            return Markup(' <span class="slug" id="{}">{}</span>').format(id, cite.slug)
        return Markup(' <a class="slug" id="{}" href="#rule-{}">{}</a>').format(
            id, cite.slug, cite.slug
        )

    def icon(self, name: str) -> Markup:
        return self.pictures.icon(name, icon_alt_text(name, self.words))


class _PassageWalk:
    """A walk over the pieces of a passage that counts visible characters."""

    def __init__(self, writer: ProseWriter, passage: Passage) -> None:
        self._writer = writer
        self._spans = passage.spans
        self._links = list(passage.links)
        self._cites = list(passage.cites)
        self._open: LinkMark | None = None
        self._seen = 0

    def written(self) -> Iterator[Markup]:
        for piece in self._spans:
            if isinstance(piece, Icon):
                yield from self._opening_tags()
                if not (self._open and self._open.without_words):
                    yield self._writer.icon(piece.name)
                self._seen += 1
                yield from self._closing_tags()
            else:
                yield from self._span(piece)
        yield from self._closing_tags()

    def _span(self, span: Span) -> Iterator[Markup]:
        """The letters of a span, split where links begin and end and where rules are cited."""
        letters: list[str] = []
        for letter in span.text:
            if visible_length(letter):
                if self._begins():
                    yield from _styled(letters, span)
                    letters = []
                    yield from self._opening_tags()
                self._seen += 1
            if not (self._open and self._open.without_words):
                letters.append(letter)
            if self._ends():
                yield from _styled(letters, span)
                letters = []
                yield from self._closing_tags()
        yield from _styled(letters, span)

    def _begins(self) -> bool:
        return bool(self._links) and self._links[0].start == self._seen and not self._open

    def _ends(self) -> bool:
        ends = self._open is not None and self._open.end == self._seen
        return ends or bool(self._cites and self._cites[0].after <= self._seen)

    def _opening_tags(self) -> Iterator[Markup]:
        if self._begins():
            self._open = self._links.pop(0)
            yield self._writer.opening(self._open)

    def _closing_tags(self) -> Iterator[Markup]:
        """The end of a link, with the title in place of a page number, and marks of cited rules."""
        if self._open and self._open.end <= self._seen:
            if self._open.without_words:
                anchor = self._open.target[1:]
                yield Markup("{}").format(self._writer.titles.get(anchor, anchor))
            self._open = None
            yield Markup("</a>")
        while self._cites and self._cites[0].after <= self._seen and not self._open:
            yield self._writer.mark(self._cites.pop(0))


def _styled(letters: list[str], span: Span) -> Iterator[Markup]:
    text = "".join(letters)
    if not text:
        return
    shown = Markup("{}").format(text)
    if span.italic:
        shown = Markup("<em>{}</em>").format(shown)
    yield Markup("<strong>{}</strong>").format(shown) if span.bold else shown
