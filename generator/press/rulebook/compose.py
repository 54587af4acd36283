"""Compose the Markdown of a rulebook into a `Book`: pages as scenes, with links and bookmarks.

1. **read** the Markdown into blocks, every fault of it at once;
2. **lay out** each block as fragments, the pieces that no page break may cut;
3. **flow** the fragments into pages;
4. **draw** each page, with its number and running title.

The book prints page numbers of its own (in its contents, in "see page 7"), so the first three are
repeated until those numbers are right; blocks without such a number are laid out only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.base.errors import Fault, KitError, Place, did_you_mean
from generator.base.units import Size
from generator.press.rulebook.blocks import (
    Block,
    Box,
    Contents,
    Cover,
    Figures,
    Heading,
    ListBlock,
    Paragraph,
    Rules,
    TableBlock,
)
from generator.press.rulebook.inline import Prose
from generator.press.rulebook.layout.blocks import BlockLayout, BookParts, FragmentPool
from generator.press.rulebook.layout.fragments import anchors
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.layout.pages import cover_scene, page_scene
from generator.press.rulebook.layout.pagination import Page, has_back_cover, paginate
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.parser import parse_blocks
from generator.press.rulebook.source_map import Manuscript, read_manuscript
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Renderer

MOST_ROUNDS = 6
"""How often the blocks are flowed into pages before the page numbers are said not to settle."""


class Bookmark(NamedTuple):
    """A line of the book's outline: level 0 is a chapter, pages count from 1."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class Book:
    """The pages in reading order, the outline, and the page of everything that links lead to."""

    pages: tuple[Scene, ...]
    outline: tuple[Bookmark, ...]
    anchors: Mapping[str, int]
    back_cover: bool = False
    """The last page is the back of a booklet."""


def compose(
    source: str,
    style: BookStyle,
    *,
    page: Size,
    renderer: Renderer,
    place: Place,
    pieces: Sequence[Entry] = (),
) -> Book:
    """Markdown (rendered, with or without the notes of `markdown_templates`) -> a book.

    `page` is the size of a page in points, `place` the file the Markdown comes from, and `pieces`
    what a ```components block lists.  Raises KitError with all faults found, each with the line of
    the template it stands on.
    """
    manuscript = read_manuscript(source, place, renderer.words)
    parts = BookParts(pieces)
    pool = FragmentPool()
    setter = BlockLayout(renderer, style, parts, pool)
    for _ in range(MOST_ROUNDS):
        pool.begin()
        draft = _lay_out(manuscript, style, page, renderer, parts, setter)
        found, outline = draft.anchors()
        if found == parts.pages:
            scenes = draft.scenes(page, style, renderer, manuscript.place(0))
            return Book(tuple(scenes), tuple(outline), found, has_back_cover(draft.flown))
        parts.pages = found
    raise KitError(
        "the page numbers do not settle: whatever they are, printing them moves the pages",
        place=place, hint="put a page-break before a chapter", check="page-numbers")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Draft:
    """A book whose fragments are on pages, but whose pages are not drawn yet."""

    cover: Cover | None
    front: Scene | None
    """The cover, drawn."""
    flown: list[Page]

    def anchors(self) -> tuple[dict[str, int], list[Bookmark]]:
        """The page of everything that links lead to, and the outline."""
        found: dict[str, int] = {}
        outline: list[Bookmark] = []
        for number, page in enumerate(self.flown, 2 if self.front else 1):
            for anchor in (each for placed in page for each in anchors(placed.fragment.items)):
                found.setdefault(anchor.name, number)
                if anchor.title:
                    outline.append(Bookmark(anchor.title, anchor.level, number))
        return found, outline

    def scenes(
        self, size: Size, style: BookStyle, renderer: Renderer, place: Place
    ) -> Iterator[Scene]:
        """The pages, with their numbers and running titles."""
        setter = ParagraphLayout(renderer)
        chapter = ""
        if self.front:
            yield self.front
        for index, page in enumerate(self.flown):
            for anchor in (each for placed in page for each in anchors(placed.fragment.items)):
                chapter = anchor.title if anchor.title and anchor.level == 0 else chapter
            titles = (self.cover.spec.title if self.cover else "", chapter)
            number = index + (2 if self.front else 1)
            yield page_scene(self.flown, index, number, titles, size, style, setter, place)


def _lay_out(
    manuscript: Manuscript,
    style: BookStyle,
    size: Size,
    renderer: Renderer,
    parts: BookParts,
    setter: BlockLayout,
) -> _Draft:
    """The book with the page numbers of its `parts` in its words.

    Raises KitError with all faults found.
    """
    blocks, faults = parse_blocks(manuscript, parts.pages)
    faults += _broken_links(blocks)
    cover = next((block for block in blocks[:1] if isinstance(block, Cover)), None)
    parts.headings = _headings_to_list(blocks)
    front = None
    try:
        front = cover_scene(cover, size, renderer) if cover else None
    except KitError as error:
        faults += error.faults
    try:
        fragments = setter.fragments(blocks[1:] if cover else blocks, size.width - 2 * style.margin)
        flown = paginate(fragments, size.height - style.margin - style.foot)
    except KitError as error:
        faults += error.faults
    if faults:
        raise KitError(dict.fromkeys(faults))  # a loop makes the same fault many times
    return _Draft(cover, front, flown)


def _headings_to_list(blocks: Sequence[Block]) -> list[Heading]:
    """The headings that the table of contents tells of: those that come after it."""
    start = next((i for i, block in enumerate(blocks) if isinstance(block, Contents)), 0)
    return [block for block in blocks[start:] if isinstance(block, Heading)]


def _broken_links(blocks: Sequence[Block]) -> list[Fault]:
    """A fault for each link to an anchor that is not in the book."""
    known = {block.anchor for block in _all(blocks) if isinstance(block, Heading)}
    known |= {f"rule-{r.slug}" for b in _all(blocks) if isinstance(b, Rules) for r in b.rules}
    return [
        Fault(
            f'the link to "{link.target}" leads nowhere', link.place,
            hint=did_you_mean(link.target[1:], known), check="broken-link")
        for block in _all(blocks)
        for prose in _prose(block)
        for passage in prose.passages
        for link in passage.links
        if link.target.startswith("#") and link.target[1:] not in known
    ]  # fmt: skip


def _all(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, and those inside them."""
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from _all(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _all(item)


def _prose(block: Block) -> Iterator[Prose]:
    """All prose that stands in a block itself."""
    match block:
        case Heading(prose=prose) | Paragraph(prose=prose):
            yield prose
        case TableBlock(rows=rows):
            yield from (cell for row in rows for cell in row)
        case Figures(figures=figures):
            yield from (figure.caption for figure in figures if figure.caption)
        case Rules(rules=rules):
            yield from (rule.prose for rule in rules)
