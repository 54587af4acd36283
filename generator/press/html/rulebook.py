"""Rulebook for screens: the book as one page to read, search and print anywhere.

It has the same Markdown, figures and rules as the printed book.  The page is complete in itself: it
loads nothing and works from a disk.  Every heading, every rule and every citation of a rule has an
address of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from generator.base.errors import Fault, KitError, Place, collected, errors_at, raise_faults
from generator.engine.text.rule_texts import Rule
from generator.press.html.frame import STATIC, Look, frame, html_template, render
from generator.press.html.pictures import Pictures
from generator.press.html.prose import ProseWriter
from generator.press.pieces.faces import FaceSet
from generator.press.rulebook.blocks import (
    Appendix,
    Block,
    Cover,
    Figure,
    Figures,
    Heading,
    ListBlock,
    PageBreak,
    Paragraph,
    TableBlock,
)
from generator.press.rulebook.layout.figures import NO_CAPTION, FigureLayout
from generator.press.rulebook.layout.generated_lists import MAX_PICTURES, Entry
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.of_kit import RulebookContext, record_entries
from generator.press.rulebook.reading import all_blocks, cited_under, printed_rules, read_blocks
from generator.press.rulebook.source_map import read_manuscript
from generator.press.templates.renderer import Renderer

NO_LINKS = Markup("")
COVER = STATIC / "cover.html.j2"
"""The template of the opening of a book or a site."""
DEEPEST = 2
"""The deepest level of headings in the contents."""


@dataclass(frozen=True, slots=True)
class ScreenBook:
    """What a book for screens consists of, besides its Markdown."""

    renderer: Renderer
    style: BookStyle
    title: str
    """Its title if it has no cover."""
    language: str
    pieces: Sequence[Entry] = ()
    """The entries of a ```components block."""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    appendix: bool = True
    """Whether an appendix for referees follows, unless the book prints all rules."""
    links: Markup = NO_LINKS
    """Links to other pages, for the bar at the top."""
    differing: int = 0
    """Number of different pieces of the kit."""

    def page(self, source: str, place: Place) -> bytes:
        """Markdown (rendered, with or without the notes of `markdown_templates`) -> an HTML file.

        Raises KitError with all faults found, each with the line of the template it stands on.
        """
        words, tables = self.renderer.words, self.renderer.style.tables
        manuscript = read_manuscript(source, place, words, self.differing, tables)
        blocks, faults = read_blocks(manuscript, {}, self.rules, self.appendix)
        pictures = Pictures(self.renderer)
        writer = self._writer(blocks, pictures)
        text = writer.html(blocks)
        cover = next((block for block in blocks[:1] if isinstance(block, Cover)), None)
        title, front = self.title, Markup("")
        with collected(faults):
            title, front = self.cover(cover, pictures) if cover else (title, front)
        raise_faults(dict.fromkeys([*faults, *writer.faults]))
        body = render(
            STATIC / "rulebook.html.j2", words, shared=pictures.shared(), title=title, links=self.links,
            slugs=self.style.slugs, chapters=_chapters(blocks), cover=front, content=text,
        )  # fmt: skip
        look = Look(self.style.emphasis, self.style.ink)
        page = frame(
            title, self.language, look, body, words,
            kind="rulebook", scripts=(STATIC / "rulebook.js",),
        )  # fmt: skip
        return pictures.fill(page).encode()

    def _writer(self, blocks: Sequence[Block], pictures: Pictures) -> BlockWriter:
        headings = [block for block in all_blocks(blocks) if isinstance(block, Heading)]
        titles = {heading.anchor: heading.prose.plain for heading in headings} | cited_under(blocks)
        appendix = next((block for block in blocks if isinstance(block, Appendix)), None)
        linked = printed_rules(blocks) | {
            rule.slug for rule in (appendix.rules if appendix else ())
        }
        prose = ProseWriter(pictures, self.renderer.words, titles, self.style.slugs, linked)
        figures = FigureLayout(self.renderer, ParagraphLayout(self.renderer), self.style)
        top = [heading for heading in headings if heading.level == 1]
        return BlockWriter(prose, pictures, figures, self.pieces, top)

    def cover(self, cover: Cover, pictures: Pictures) -> tuple[str, Markup]:
        """The title and the opening of a book, also the picture of its front page."""
        spec = cover.spec
        picture = Markup("")
        if spec.picture is not None:
            arguments = tuple((name, str(value)) for name, value in spec.arg.items())
            with errors_at(cover.place):
                picture = pictures.scene(self.renderer.template(spec.picture, arguments), "")
        return spec.title, render(
            COVER, self.renderer.words, title=spec.title, summary=spec.summary,
            facts=spec.facts, picture=picture,
        )  # fmt: skip


def front_page(faces: FaceSet, context: RulebookContext, pictures: Pictures) -> Markup:
    """The opening of a kit's rulebook; empty if it has no cover."""
    book = _book_of(faces, context, NO_LINKS)
    manuscript = read_manuscript(context.source, context.place, faces.kit.words, context.differing)
    blocks, _ = read_blocks(manuscript, {}, context.rules, appendix=False)
    cover = next((block for block in blocks[:1] if isinstance(block, Cover)), None)
    return book.cover(cover, pictures)[1] if cover else Markup("")


def rulebook_page(faces: FaceSet, context: RulebookContext, links: Markup = NO_LINKS) -> bytes:
    """The rulebook of a kit as an HTML file.  Raises KitError as `ScreenBook.page` does."""
    record_entries(faces, context)
    return _book_of(faces, context, links).page(context.source, context.place)


def _book_of(faces: FaceSet, context: RulebookContext, links: Markup) -> ScreenBook:
    file, renderer = faces.kit.file, faces.renderer
    style = replace(BookStyle.from_style(renderer.style), slugs=context.slugs or context.appendix)
    entries = [entry for entry, _ in context.entries]
    return ScreenBook(
        renderer, style, file.title, file.language, entries, context.rules, context.appendix, links,
        context.differing,
    )  # fmt: skip


def _chapters(blocks: Sequence[Block]) -> list[tuple[Heading, list[Heading]]]:
    """The chapters, each with its sections."""
    chapters: list[tuple[Heading, list[Heading]]] = []
    for block in blocks:
        heading = block.heading if isinstance(block, Appendix) else block
        if not isinstance(heading, Heading) or heading.level > DEEPEST:
            continue
        if heading.level == 1 or not chapters:
            chapters.append((heading, []))
        else:
            chapters[-1][1].append(heading)
    return chapters


BREAK = Markup("\n")
_TALLEST = 62.0
"""Maximum height, in points, of a piece in the list of components."""


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
        self._prose, self._pictures, self._figures = prose, pictures, figures
        functions = {
            "prose": prose.html, "blocks": self.html, "content": self._item, "figure": self._figure,
            "pieces": pieces, "shown": self._shown, "chapters": chapters, "cited": prose.cited,
        }  # fmt: skip
        self._macros = html_template(STATIC / "blocks.html.j2").make_module(functions)
        self.faults: list[Fault] = []
        """The faults of figures, gathered while blocks are written."""

    def html(self, blocks: Sequence[Block]) -> Markup:
        """The blocks, one after another; a figure with text beside it takes in the blocks after it."""
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
        if isinstance(block, Cover | PageBreak):
            return Markup("")  # the cover precedes the text
        if isinstance(block, Heading):
            self._prose.chapter = block.anchor, block.prose.plain
        written: Markup = getattr(self._macros, type(block).__name__)(block)
        return written

    def _item(self, blocks: Sequence[Block]) -> Markup:
        """The content of a list item; a paragraph alone needs no tags of its own."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._prose.html(blocks[0].prose)
        return self.html(blocks)

    def _figure(self, figure: Figure) -> Markup:
        drawn = self._figures.draw(figure)
        words = figure.caption.plain if figure.caption else ""
        alt = drawn.alt or words or self._prose.words.text(NO_CAPTION)
        width = figure.spec.width or 0.0
        return self._pictures.picture(drawn.items, drawn.width, drawn.height, alt, width)

    def _shown(self, entry: Entry) -> Markup:
        """The pictures of a component."""
        scenes = [entry.picture, *entry.others][:MAX_PICTURES]
        return Markup("").join(
            self._pictures.scene(scene, "", scene.width * min(1.0, _TALLEST / scene.height))
            for scene in scenes
        )
