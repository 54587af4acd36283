"""Composition of a rulebook: its Markdown as a `Book`, pages as scenes with links and bookmarks.

1. **read** the Markdown into blocks, with all faults at once;
2. **lay out** each block as fragments, the pieces that no page break may cut;
3. **flow** the fragments into pages;
4. **draw** each page, with its number and running title.

The book prints its own page numbers (in its contents, in "see page 7"), so the first three steps
are repeated until those numbers are right; blocks without such a number are laid out only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from generator.base.errors import KitError, Place, collected, raise_faults
from generator.base.units import Size
from generator.engine.text.rule_texts import Rule as KitRule
from generator.press.rulebook.blocks import Appendix, Block, Contents, Cover, Heading
from generator.press.rulebook.layout.blocks import BlockLayout, BookParts, FragmentPool
from generator.press.rulebook.layout.fragments import anchors
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.layout.margins import cited_rules
from generator.press.rulebook.layout.pages import cover_scene, page_scene
from generator.press.rulebook.layout.pagination import Page, has_back_cover, page_fill, paginate
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.reading import NO_RULES, printed_rules, read_blocks
from generator.press.rulebook.source_map import Manuscript, read_manuscript
from generator.press.scene.items import Scene
from generator.press.scene.text_extraction import extract_text
from generator.press.templates.renderer import Renderer

MAX_ROUNDS = 6
"""Maximum number of rounds of flowing blocks into pages; then the page numbers count as unstable."""


HEADINGS = ("H1", "H2", "H3")


class Bookmark(NamedTuple):
    """A line of the book's outline: level 0 is a chapter, pages count from 1."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class Book:
    """The pages in reading order, the outline, and the page of every link target."""

    pages: tuple[Scene, ...]
    outline: tuple[Bookmark, ...]
    anchors: Mapping[str, int]
    back_cover: bool = False
    """Whether the last page before the appendix is the back cover of a booklet."""
    cited: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The pages that cite each rule, by its slug."""
    printed: frozenset[str] = frozenset()
    """The slugs of the rules that a ```rules block prints."""
    appendix: int = 0
    """The page on which the referee's appendix begins; 0: there is none."""
    fill: tuple[float | None, ...] = ()
    """How full each column of the players' part is, from 0 to 1; None for the last of a chapter."""
    stranded: tuple[str, ...] = ()
    """The headings at the foot of a column."""

    @property
    def players(self) -> int:
        """The number of pages of the players' part: all before the appendix."""
        return self.appendix - 1 if self.appendix else len(self.pages)

    def min_type_size(self) -> float | None:
        """The smallest type in the figures of the players' part, in points; None without figures."""
        words = (one for page in self.pages[: self.players] for one in extract_text(page)[0])
        return min((one.size for one in words if one.depth), default=None)


def compose(
    source: str,
    style: BookStyle,
    *,
    page: Size,
    renderer: Renderer,
    place: Place,
    pieces: Sequence[Entry] = (),
    rules: Mapping[str, KitRule] = NO_RULES,
    appendix: bool = True,
    players_only: bool = False,
    differing: int = 0,
) -> Book:
    """Markdown (rendered, with or without the notes of `markdown_templates`) -> a book.

    `page` is the size of a page in points, `place` the file that the Markdown comes from, and
    `pieces` are the entries of a ```components block.  `rules` are those that may be cited.  If the
    book does not print them all, an `appendix` for referees does; a book for `players_only` has the
    same pages, but without the appendix.  `differing` is the number of different pieces of the kit,
    which raises the limits of the book's size.  Raises KitError with all faults found, each with
    its template line.
    """
    tables = renderer.style.tables
    manuscript = read_manuscript(source, place, renderer.words, differing, tables)
    parts = BookParts(pieces, height=page.height - style.margin - style.foot)
    pool = FragmentPool()
    layout = BlockLayout(renderer, style, parts, pool)
    for _ in range(MAX_ROUNDS):
        pool.begin()
        draft = _lay_out(
            manuscript, style, page, renderer, layout, parts, rules, appendix, players_only
        )
        pages, _ = draft.anchors()
        cited = draft.cited()
        if (pages, cited) == (parts.pages, parts.cited):
            return draft.book(page, renderer, manuscript.place(0))
        parts.pages, parts.cited = pages, cited
    raise KitError(
        "the page numbers do not settle: printing them changes the page breaks each time",
        place=place, hint="put a page-break before a chapter", check="page-numbers")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Draft:
    """A book whose fragments are in columns, but whose pages are not drawn yet."""

    blocks: tuple[Block, ...]
    cover: Cover | None
    front: Scene | None
    """The cover as a scene, if there is one."""
    columns: list[Page]
    style: BookStyle
    height: float

    def number(self, index: int) -> int:
        """The page number of a column of the flow, given by its index."""
        return (index + bool(self.front)) // self.style.columns + 1

    def anchors(self) -> tuple[dict[str, int], list[Bookmark]]:
        """The page of every link target, and the outline."""
        pages: dict[str, int] = {}
        outline: list[Bookmark] = []
        for index, column in enumerate(self.columns):
            for anchor in (each for placed in column for each in anchors(placed.fragment.items)):
                pages.setdefault(anchor.name, self.number(index))
                if anchor.title:
                    outline.append(Bookmark(anchor.title, anchor.level, self.number(index)))
        return pages, outline

    def cited(self) -> dict[str, tuple[int, ...]]:
        """The pages that cite each rule."""
        pages_of_rules: dict[str, dict[int, None]] = {}
        for index, column in enumerate(self.columns):
            for placed in column:
                for rule in cited_rules(placed.fragment.items):
                    pages_of_rules.setdefault(rule.slug, {})[self.number(index)] = None
        return {slug: tuple(pages) for slug, pages in pages_of_rules.items()}

    def book(self, page: Size, renderer: Renderer, place: Place) -> Book:
        """The finished book."""
        anchor_pages, outline = self.anchors()
        appendix = next((b for b in self.blocks if isinstance(b, Appendix)), None)
        appendix_page = anchor_pages[appendix.heading.anchor] if appendix else 0
        players = [
            column
            for index, column in enumerate(self.columns)
            if not appendix_page or self.number(index) < appendix_page
        ]
        has_back = has_back_cover(players)
        return Book(
            tuple(self._scenes(page, renderer, place, back=len(players) - 1 if has_back else -1)),
            tuple(outline),
            anchor_pages,
            has_back,
            self.cited(),
            printed_rules(self.blocks),
            appendix_page,
            tuple(page_fill(players, self.height)),
            tuple(_stranded(players)),
        )

    def _scenes(self, size: Size, renderer: Renderer, place: Place, back: int) -> Iterator[Scene]:
        """The pages, with their numbers and running titles; `back` is the column on the back."""
        paragraphs = ParagraphLayout(renderer)
        chapter = ""
        if self.front and self.style.columns == 1:
            yield self.front
        pages = groupby(range(len(self.columns)), self.number)
        for number, columns in pages:
            indexes = list(columns)
            for placed in (placed for index in indexes for placed in self.columns[index]):
                for anchor in anchors(placed.fragment.items):
                    chapter = anchor.title if anchor.title and anchor.level == 0 else chapter
            titles = (self.cover.spec.title if self.cover else "", chapter)
            front = self.front if number == 1 and self.style.columns > 1 else None
            yield page_scene(
                self.columns, indexes, number, titles, size, self.style, paragraphs, place,
                front=front, on_the_back=back in indexes,
            )  # fmt: skip


def _stranded(pages: Sequence[Page]) -> Iterator[str]:
    """The titles of headings with nothing under them on their page."""
    for page in pages:
        last = page[-1].fragment if page else None
        if last and any(tag.role in HEADINGS for tag in last.tags):
            yield next((a.title for a in anchors(last.items) if a.title), "")


def _lay_out(
    manuscript: Manuscript,
    style: BookStyle,
    size: Size,
    renderer: Renderer,
    layout: BlockLayout,
    parts: BookParts,
    rules: Mapping[str, KitRule],
    appendix: bool,
    players_only: bool,
) -> _Draft:
    """The book with the page numbers of its `parts` filled in.  Raises KitError with all faults found."""
    blocks, faults = read_blocks(manuscript, parts.pages, rules, appendix)
    parts.headings = _headings_to_list(blocks)
    if players_only:
        blocks = tuple(block for block in blocks if not isinstance(block, Appendix))
    cover = next((block for block in blocks[:1] if isinstance(block, Cover)), None)
    front = None
    width = size.width / style.columns
    with collected(faults):
        front = cover_scene(cover, Size(width, size.height), renderer) if cover else None
    with collected(faults):
        fragments = layout.fragments(blocks[1:] if cover else blocks, width - 2 * style.margin)
        # Page 1 is a right-hand page: the cover, or else the first column of the flow.
        first_left = (bool(front) + (style.columns == 1)) % 2
        columns = paginate(fragments, parts.height, first_left)
    raise_faults(dict.fromkeys(faults))  # a loop makes the same fault many times
    return _Draft(blocks, cover, front, columns, style, parts.height)


def _headings_to_list(blocks: Sequence[Block]) -> list[Heading]:
    """The headings that the table of contents lists: those after it."""
    start = next((i for i, block in enumerate(blocks) if isinstance(block, Contents)), 0)
    headings = (b.heading if isinstance(b, Appendix) else b for b in blocks[start:])
    return [head for head in headings if isinstance(head, Heading)]
