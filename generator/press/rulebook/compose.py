"""Turns the Markdown of a rulebook into a `Book`: pages as finished scenes, with links and bookmarks.

`compose` reads as the steps, which are taken again until the page numbers that the book itself
prints (in its contents, in "see page 7") are those at which things stand:

1. **read** the Markdown into blocks, every fault of it at once;
2. **set** each block as strips, the pieces that no page break may cut;
3. **flow** the strips into pages;
4. **dress** each page with its number and running title.
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
from generator.press.rulebook.layout.blocks import BlockLayout, BookParts
from generator.press.rulebook.layout.fragments import anchors
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.layout.pages import cover_scene, page_scene
from generator.press.rulebook.layout.pagination import has_back_cover, paginate
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.parser import parse_blocks
from generator.press.rulebook.source_map import Manuscript, read_manuscript
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Renderer

MOST_ROUNDS = 6
"""How often a book is made anew before its page numbers are said not to settle."""


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
    pages: Mapping[str, int] = {}
    for _ in range(MOST_ROUNDS):
        book = _composed(manuscript, style, page, renderer, pieces, pages)
        if book.anchors == pages:
            return book
        pages = book.anchors
    raise KitError(
        "the page numbers do not settle: whatever they are, printing them moves the pages",
        place=place, hint="put a page-break before a chapter", check="page-numbers")  # fmt: skip


def _composed(
    manuscript: Manuscript,
    style: BookStyle,
    size: Size,
    renderer: Renderer,
    pieces: Sequence[Entry],
    pages: Mapping[str, int],
) -> Book:
    """The book, printing the page numbers it is told."""
    blocks, faults = parse_blocks(manuscript, pages)
    faults += _broken_links(blocks)
    cover = next((block for block in blocks[:1] if isinstance(block, Cover)), None)
    headings = _headings_to_list(blocks)
    block_layout = BlockLayout(renderer, style, BookParts(pieces, headings, dict(pages)))
    scenes: list[Scene] = []
    try:
        scenes += [cover_scene(cover, size, renderer)] if cover else []
    except KitError as error:
        faults += error.faults
    try:
        fragments = block_layout.fragments(
            blocks[1:] if cover else blocks, size.width - 2 * style.margin
        )
        flown = paginate(fragments, size.height - style.margin - style.foot)
    except KitError as error:
        faults += error.faults
    if faults:
        raise KitError(dict.fromkeys(faults))  # a loop makes the same fault many times
    outline: list[Bookmark] = []
    found: dict[str, int] = {}
    chapter = ""
    typesetter = ParagraphLayout(renderer)
    for index, strips_of_page in enumerate(flown):
        number = len(scenes) + 1
        for anchor in (a for placed in strips_of_page for a in anchors(placed.fragment.items)):
            found.setdefault(anchor.name, number)
            if anchor.title:
                outline.append(Bookmark(anchor.title, anchor.level, number))
                chapter = anchor.title if anchor.level == 0 else chapter
        titles = (cover.spec.title if cover else "", chapter)
        scenes.append(
            page_scene(flown, index, number, titles, size, style, typesetter, manuscript.place(0))
        )
    return Book(tuple(scenes), tuple(outline), found, has_back_cover(flown))


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
