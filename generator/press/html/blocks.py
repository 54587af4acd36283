"""Blocks of a rulebook as HTML, in the order of the book."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markupsafe import Markup

from generator.base.errors import Fault, KitError
from generator.press.html.pictures import Pictures
from generator.press.html.prose import ProseWriter
from generator.press.rulebook.blocks import (
    Appendix,
    Block,
    Box,
    Contents,
    Cover,
    Divider,
    Figure,
    Figures,
    Heading,
    ListBlock,
    PageBreak,
    Paragraph,
    PieceList,
    Rule,
    Rules,
    TableBlock,
)
from generator.press.rulebook.layout.figures import NO_CAPTION, FigureLayout
from generator.press.rulebook.layout.generated_lists import MAX_PICTURES, Entry

NOTHING = Markup("")
BREAK = Markup("\n")
_TALLEST = 62.0
"""Greatest height, in points, of a piece in the list of components."""


class BlockWriter:
    """Writes the blocks of one book."""

    def __init__(
        self,
        prose: ProseWriter,
        pictures: Pictures,
        figures: FigureLayout,
        pieces: Sequence[Entry],
        chapters: Sequence[Heading],
    ) -> None:
        self._prose = prose
        self._pictures = pictures
        self._figures = figures
        self._pieces = pieces
        self._chapter_headings = chapters
        self.faults: list[Fault] = []
        """The faults of figures, gathered while blocks are written."""

    def html(self, blocks: Sequence[Block]) -> Markup:
        """The blocks, one after another; a figure with text beside it takes the next block in."""
        parts: list[Markup] = []
        rest = deque(blocks)
        while rest:
            block = rest.popleft()
            try:
                markup = self._block(block)
                if isinstance(block, Figures) and block.beside:
                    markup = self._float(markup, rest)
            except KitError as error:
                self.faults += error.within(place=block.place).faults
                continue
            if markup:
                parts.append(markup)
        return BREAK.join(parts)

    def _float(self, figure: Markup, rest: deque[Block]) -> Markup:
        """A figure with the paragraphs and lists that follow it at its side."""
        words: list[Markup] = []
        while rest and isinstance(rest[0], Paragraph | ListBlock | TableBlock):
            words.append(self._block(rest.popleft()))
        return Markup('<div class="beside">{}<div>{}</div></div>').format(figure, BREAK.join(words))

    def _block(self, block: Block) -> Markup:
        match block:
            case Heading():
                return self._heading(block)
            case Paragraph(prose=prose):
                return Markup("<p>{}</p>").format(self._prose.html(prose))
            case ListBlock():
                return self._list(block)
            case TableBlock():
                return self._table(block)
            case Box(blocks=inner):
                return Markup('<div class="box" role="note">{}</div>').format(self.html(inner))
            case Divider():
                return Markup("<hr>")
            case Figures(figures=figures):
                shown = BREAK.join(map(self._figure, figures))
                kind = "row" if len(figures) > 1 else "alone"
                return Markup('<div class="figures {}">{}</div>').format(kind, shown)
            case PieceList():
                entries = BREAK.join(map(self._entry, self._pieces))
                return Markup('<ul class="pieces">{}</ul>').format(entries)
            case Rules(rules=rules):
                return self._rules(rules)
            case Appendix():
                return self._appendix(block)
            case Contents():
                return self._chapters()
            case Cover() | PageBreak():
                return NOTHING  # the cover precedes the text

    def _chapters(self) -> Markup:
        """Links to the chapters; their sections are in the table of contents beside the text."""
        links = BREAK.join(
            Markup('<li><a href="#{}">{}</a></li>').format(chapter.anchor, chapter.prose.plain)
            for chapter in self._chapter_headings
        )
        return Markup('<ul class="chapters">{}</ul>').format(links)

    def _heading(self, heading: Heading) -> Markup:
        self._prose.chapter = heading.anchor, heading.prose.plain
        words = self._prose.html(heading.prose)
        level = heading.depth + 1  # the title of the page is the first
        return Markup('<h{} id="{}" tabindex="-1">{}</h{}>').format(
            level, heading.anchor, words, level
        )

    def _list(self, block: ListBlock) -> Markup:
        items = BREAK.join(Markup("<li>{}</li>").format(self._item(item)) for item in block.items)
        if block.start is None:
            return Markup("<ul>{}</ul>").format(items)
        return Markup('<ol start="{}">{}</ol>').format(block.start, items)

    def _item(self, blocks: Sequence[Block]) -> Markup:
        """The content of a list item; a paragraph alone needs no tags of its own."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._prose.html(blocks[0].prose)
        return self.html(blocks)

    def _table(self, table: TableBlock) -> Markup:
        header, *rows = table.rows
        head = NOTHING.join(
            Markup('<th scope="col" class="{}">{}</th>').format(align, self._prose.html(cell))
            for cell, align in zip(header, table.aligns, strict=True)
        )
        body = BREAK.join(
            Markup("<tr>{}</tr>").format(
                NOTHING.join(
                    Markup('<td class="{}">{}</td>').format(align, self._prose.html(cell))
                    for cell, align in zip(row, table.aligns, strict=True)
                )
            )
            for row in rows
        )
        return Markup(
            '<div class="table"><table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>'
        ).format(head, body)

    def _figure(self, figure: Figure) -> Markup:
        drawn = self._figures.draw(figure)
        words = figure.caption.plain if figure.caption else ""
        alt = drawn.alt or words or self._prose.words.text(NO_CAPTION)
        picture = self._pictures.picture(
            drawn.items, drawn.width, drawn.height, alt, figure.spec.width or 0.0
        )
        caption = NOTHING
        if figure.caption:
            caption = Markup("<figcaption>{}</figcaption>").format(self._prose.html(figure.caption))
        return Markup("<figure>{}{}</figure>").format(picture, caption)

    def _entry(self, entry: Entry) -> Markup:
        """A component: its pictures, its number, its title and a note."""
        scenes = [entry.picture, *entry.others][:MAX_PICTURES]
        pictures = NOTHING.join(
            self._pictures.scene(scene, "", scene.width * min(1.0, _TALLEST / scene.height))
            for scene in scenes
        )
        note = Markup("<p>{}</p>").format(entry.note) if entry.note else NOTHING
        return Markup(
            '<li><div class="shown">{}</div><div><strong>{} × {}</strong>{}</div></li>'
        ).format(pictures, entry.copies, entry.title, note)

    def _rules(self, rules: Sequence[Rule]) -> Markup:
        items = (
            Markup('<li id="rule-{}">{} <span class="slug">{}</span></li>').format(
                rule.slug, self._prose.html(rule.prose), rule.slug
            )
            for rule in rules
        )
        return Markup('<ul class="rules">{}</ul>').format(BREAK.join(items))

    def _appendix(self, appendix: Appendix) -> Markup:
        """All rules by section, and an index of the places that cite them."""
        parts = [self._heading(appendix.heading)]
        parts.append(Markup("<p>{}</p>").format(self._prose.html(appendix.intro.prose)))
        starts = [*appendix.sections, ("", len(appendix.rules))]
        for (title, start), (_, end) in pairwise(starts):
            rules = BREAK.join(map(self._referee_rule, appendix.rules[start:end]))
            parts.append(Markup('<h3>{}</h3><ul class="rules">{}</ul>').format(title, rules))
        if self._prose.cited:
            entries = BREAK.join(self._cited())
            parts.append(
                Markup('<h3>{}</h3><dl class="index">{}</dl>').format(appendix.index, entries)
            )
        return Markup('<section class="appendix">{}</section>').format(BREAK.join(parts))

    def _referee_rule(self, rule: Rule) -> Markup:
        return Markup('<li id="rule-{}"><b>{}</b> {}</li>').format(
            rule.slug, rule.slug, self._prose.html(rule.prose)
        )

    def _cited(self) -> Iterator[Markup]:
        for slug, places in sorted(self._prose.cited.items()):
            links = Markup(", ").join(
                Markup('<a href="#{}">{}</a>').format(id, title) for id, title in places
            )
            yield Markup('<div><dt><a href="#rule-{}">{}</a></dt><dd>{}</dd></div>').format(
                slug, slug, links
            )
