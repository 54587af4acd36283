"""Booklet imposition: two pages of a rulebook on each side of a sheet, to fold and staple.

A sheet lies on its side and has two pages on each face.  Folded sheets lie inside each other, the
first outermost, so page 1 stands on the right of the first front, the last page to its left, and
page 2 behind page 1.  If there are more sheets than a stapler takes, they are split into booklets
of nearly equal thickness, stapled one by one and bound one behind the other.

**The back.**  A sheet on its side that is turned over by its left or right edge, the short ones,
keeps the back upright.  Turned by its top or bottom edge, the long ones, the back is upside down.
A printer does not know that the page lies on its side.  So for a printer that turns paper over the
long edge the backs are turned by 180 degrees; they are not for one that turns it over the short
edge, nor for a person who turns the stack by hand.

**Creep.**  The sheets around an inner sheet push it out at the fold, each by its own thickness.
Its pages are moved towards the fold by that much, so that the outer margin is the same on all
pages once the booklet is trimmed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect, Size
from generator.kit.words import UNTRANSLATED, Message, Translator
from generator.press.imposition.duplex import Backs, rotation_of
from generator.press.imposition.offset import NO_OFFSET, Offset, check_offset_applies
from generator.press.imposition.sheet import Side
from generator.press.marks.captions import INK
from generator.press.paper import Binding, Paper
from generator.press.pieces.piece import in_mm
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Group,
    Item,
    Path,
    Scene,
    Segment,
    Stroke,
    Tag,
    Use,
)
from generator.press.scene.paths import rectangle, transform_rect
from generator.press.text.fonts import Fonts

_SPARE = 2 * MM
"""Maximum excess of a sheet's width or height over two pages: A4 is 1 mm wider than two A5 pages."""
_FOLD_MARK = 3 * MM
_STAPLE = 12 * MM
_LINE = 0.15 * MM
_CAPTION = 5.5
_MIN_CAPTION = 4.5
_INSET = 8 * MM
"""Distance from the sides of a page to its caption."""


SHEET = {"front": "Sheet {n}, front", "back": "Sheet {n}, back"}
SHEET_OF_ALL, PAGE = "{sheet} of {of}", "Page {n}"
SHEET_CONTENT = ("{sheet}: empty", "{sheet}: page {page}", "{sheet}: pages {page} and {other}")
PRINT_HINTS = {
    "none": "print at 100 %, odd pages first, turn the stack over its short edge, then the even "
    "ones, fold in the middle, staple",
    "long-edge": "print at 100 %, two-sided, flip on long edge, fold in the middle, staple",
    "short-edge": "print at 100 %, two-sided, flip on short edge, fold in the middle, staple",
}
MESSAGES = tuple(
    map(Message, (*SHEET.values(), SHEET_OF_ALL, PAGE, *SHEET_CONTENT, *PRINT_HINTS.values()))
)
"""The messages along the edges of the sheets and in their bookmarks."""


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of the book (from 1) on a sheet: its box there, and its clockwise turn in degrees."""

    number: int
    rect: Rect
    rotation: int


@dataclass(frozen=True, slots=True)
class Spread:
    """One face of one sheet, as a page to print; blank pages are not among its `pages`.

    `part` is the number of the booklet, from 1, if there are several.
    """

    scene: Scene
    part: int
    sheet: int
    side: Side
    pages: tuple[BookPage, ...]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """The page numbers at the left and right of one face of a sheet; None is a blank page.

    `sheets_around` counts the sheets around it; `staple` is true for the outermost face.
    """

    part: int
    sheet: int
    side: Side
    left: int | None
    right: int | None
    sheets_around: int
    staple: bool


def booklet_paper(page: Size, paper: Paper, papers: Mapping[str, Paper]) -> Paper:
    """The paper that holds exactly two pages side by side: the given one, or else the smallest.

    Raises KitError if there is none.
    """
    fitting = [
        each
        for each in (paper, *sorted(papers.values(), key=lambda each: each.width * each.height))
        if 0 <= each.height - 2 * page.width + 0.01 <= _SPARE
        and 0 <= each.width - page.height + 0.01 <= _SPARE
    ]
    if not fitting:
        raise KitError(
            f"cannot make a booklet for {paper.title}: no paper fits two pages of the rulebook "
            f"({in_mm(page)}) side by side",
            hint="choose another paper, or change its `book` in papers.yaml",
            check="booklet-impossible",
        )
    return fitting[0]


def impose_booklet(
    pages: Sequence[Scene],
    paper: Paper,
    backs: Backs,
    *,
    title: str,
    font: Fonts,
    binding: Binding,
    back_cover: bool = False,
    offset: Offset = NO_OFFSET,
    words: Translator = UNTRANSLATED,
) -> tuple[Spread, ...]:
    """The faces of all sheets, in print order: for each sheet the front, then the back.

    `paper` is upright, as all papers are; the faces are landscape.  The number of pages is made a
    multiple of four by blank ones, which come before the last page if that is the back cover.
    `offset` moves what is on the backs.  Raises KitError for an offset without backs.
    """
    check_offset_applies(offset, backs)
    plain = [replace(page, items=_without_titles(page.items)) for page in pages]
    leaves = list(_leaves(len(pages), binding.sheets, back_cover))
    spreads: list[Spread] = []
    for leaf in leaves:
        face = _face_matrix(leaf, paper, backs, offset)
        placed = list(_placed_pages(leaf, plain, paper, binding.thickness))
        drawn_pages = tuple(
            _clipped(number, plain[number - 1], place, paper, words) for number, place in placed
        )
        label = words.text(SHEET[leaf.side], n=leaf.sheet)
        marks: list[Item] = [_marks(leaf, paper)]
        if leaf.side == "front":
            of_label = words.text(SHEET_OF_ALL, sheet=label, of=len(leaves) // 2)
            hint = words.text(PRINT_HINTS.get(backs, PRINT_HINTS["none"]))
            text = " · ".join((title, of_label, hint))
            marks.append(_caption(text, paper, font))
        anchor = Anchor(f"sheet-{leaf.sheet}-{leaf.side}", title=_title(leaf, label, words))
        items = (anchor, Group((*drawn_pages, *marks), face))
        scene = Scene(f"{leaf.sheet} {leaf.side}", paper.height, paper.width, items)
        book_pages = tuple(
            BookPage(
                number, transform_rect(_box(plain[number - 1], place), face), rotation_of(face)
            )
            for number, place in placed
        )
        spreads.append(Spread(scene, leaf.part, leaf.sheet, leaf.side, book_pages))
    return tuple(spreads)


def _face_matrix(leaf: _Leaf, paper: Paper, backs: Backs, offset: Offset) -> Matrix:
    """The matrix from an upright face to the face as printed."""
    if leaf.side == "front":
        return Matrix()
    half_turn = Matrix(-1.0, 0.0, 0.0, -1.0, paper.height, paper.width)
    return (half_turn if backs == "long-edge" else Matrix()).then(offset.sideways)


def _placed_pages(
    leaf: _Leaf, pages: Sequence[Scene], paper: Paper, thickness: float
) -> Iterator[tuple[int, Matrix]]:
    """The pages of an upright face with their places: at the fold, apart from creep."""
    creep = leaf.sheets_around * thickness
    for number, is_left in ((leaf.left, True), (leaf.right, False)):
        if number is not None:
            page = pages[number - 1]
            x = paper.height / 2 + (creep - page.width if is_left else -creep)
            yield number, Matrix.move(x, (paper.width - page.height) / 2)


def _box(page: Scene, place: Matrix) -> Rect:
    return Rect(place.e, place.f, page.width, page.height)


def _clipped(number: int, page: Scene, place: Matrix, paper: Paper, words: Translator) -> Item:
    """A page, clipped at the fold because creep may move it across."""
    half = Rect(0.0, 0.0, paper.height / 2, paper.width)
    if place.e + page.width / 2 > paper.height / 2:
        half = Rect(paper.height / 2, 0.0, paper.height / 2, paper.width)
    tag = Tag("Figure", words.text(PAGE, n=number))
    return Group((Use(page, place),), clip=rectangle(half), tags=(tag,))


def _leaves(pages: int, max_sheets: int, back_cover: bool) -> Iterator[_Leaf]:
    """The pages of each sheet, in as many booklets as are needed."""
    numbers = in_fours(pages, back_cover)
    sheets = len(numbers) // 4
    parts = math.ceil(sheets / max_sheets)
    first = 0
    for part in range(parts):
        count = sheets // parts + (part < sheets % parts)
        chunk = numbers[4 * first : 4 * (first + count)]
        for around in range(count):
            sheet = first + around + 1
            outer, inner = 2 * around, 2 * around + 1
            left, right = chunk[-1 - outer], chunk[outer]
            yield _Leaf(part + 1, sheet, "front", left, right, around, around == 0)
            yield _Leaf(part + 1, sheet, "back", chunk[inner], chunk[-1 - inner], around, False)
        first += count


def in_fours(pages: int, back_cover: bool) -> list[int | None]:
    """The page numbers of a booklet, a multiple of four; None is a blank page.

    Blank pages come last, or before the last page if that is the back cover.
    """
    numbers: list[int | None] = list(range(1, pages + 1))
    end = pages - 1 if back_cover else pages
    numbers[end:end] = [None] * (-pages % 4)
    return numbers


def _title(leaf: _Leaf, sheet: str, words: Translator) -> str:
    """The bookmark title of a face: its page numbers."""
    numbers = [number for number in (leaf.left, leaf.right) if number is not None]
    page, other = (*numbers, 0, 0)[:2]
    return words.text(SHEET_CONTENT[len(numbers)], sheet=sheet, page=page, other=other)


def _caption(text: str, paper: Paper, font: Fonts) -> GlyphRun:
    """The line at the foot of the left page, as low as a home printer reaches."""
    words, width = font.line(text)
    size = min(_CAPTION, (paper.height / 2 - 2 * _INSET) / width)
    if size < _MIN_CAPTION:
        raise KitError(
            f'the line "{text}" is too long for the edge of a page',
            hint="shorten the kit's title",
            check="line-too-long",
        )
    return GlyphRun(_INSET, paper.width - paper.margin - 1.5, size, INK, words, font.space * size)


def _marks(leaf: _Leaf, paper: Paper) -> Path:
    """Fold marks at both ends of the fold; on the outermost face also marks for the staples."""
    x, height = paper.height / 2, paper.width
    ends = [(paper.margin, paper.margin + _FOLD_MARK)]
    ends.append((height - paper.margin - _FOLD_MARK, height - paper.margin))
    if leaf.staple:
        ends += [(y - _STAPLE / 2, y + _STAPLE / 2) for y in (height / 4, height * 3 / 4)]
    lines: list[Segment] = []
    for start, end in ends:
        lines += [("M", x, start), ("L", x, end)]
    return Path(tuple(lines), stroke=Stroke(INK, _LINE))


def _without_titles(items: Sequence[Item]) -> tuple[Item, ...]:
    plain: list[Item] = []
    for item in items:
        if isinstance(item, Anchor):
            item = Anchor(item.name, item.y)
        elif isinstance(item, Group):
            item = replace(item, items=_without_titles(item.items))
        plain.append(item)
    return tuple(plain)
