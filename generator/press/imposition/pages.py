"""Page layout: full grids of a part's pieces first, then the rest on shared pages.

A page is the front of a sheet before anything is drawn: which copy of which piece lies where, how
far its art may reach, and which strip along the edge is kept for the caption.  A piece that is too
large for a page has a page for each of its tiles.  A page on a roll is as long as it needs to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.base.errors import Fault, KitError
from generator.base.units import Matrix, Rect, Size
from generator.press.imposition.grid import CUT_ROOM, Grid, best_grid
from generator.press.imposition.oversize import large_pages
from generator.press.imposition.slots import (
    MARK_ROOM,
    STRIP,
    Page,
    Slot,
    Split,
    SplitPage,
    centered,
    edges,
    placement_matrix,
    split_page,
)
from generator.press.imposition.tiling import MAX_TILES, SLACK
from generator.press.marks.bleed import uniform_edges
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece, in_mm, is_straight, same_size


@dataclass(frozen=True, slots=True)
class _Block:
    """Copies of pieces of one size that stand in one grid."""

    grid: Grid
    copies: tuple[tuple[Piece, int], ...]
    close: bool = False
    """The pieces stand edge to edge, since they share one edge colour."""

    @property
    def size(self) -> Size:
        return self.grid.size(len(self.copies))

    @property
    def bleed(self) -> float:
        return self.copies[0][0].bleed


_Shelf: TypeAlias = list[_Block]
"""Blocks side by side."""


def lay_pages(part: Part, paper: Paper, split: Split = split_page) -> list[Page]:
    """The pages of a part, in print order; `split` says which area of a page the pieces get.

    Raises KitError naming every piece that would take too many sheets, or whose faces differ in
    size.
    """
    faults: list[Fault] = []
    pages: list[Page] = []
    left_over: list[_Block] = []
    rooms = tuple(page_split.area for page_split in split(paper))
    for pieces in group_for_grids(part):
        first = pieces[0]
        copies = [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]
        if same_size(first.size, Size(paper.width, paper.height)):
            pages += [_whole_page(part, paper, *copy) for copy in copies]
            continue
        close = uniform_edges(pieces)
        grid = best_grid(first, rooms, len(copies) if paper.roll else 0, close=close)
        if grid is None:
            large = large_pages(part, paper, first, copies)
            pages += large or []
            faults += [_too_large(piece, paper) for piece in pieces if large is None]
            continue
        full = len(copies) - len(copies) % grid.capacity
        for start in range(0, full, grid.capacity):
            block = _Block(grid, tuple(copies[start : start + grid.capacity]), close)
            pages.append(_page(part, paper, split, [[block]], first.bleed, 0.0))
        if copies[full:]:
            few = grid.balanced(len(copies) - full)
            left_over.append(_Block(few, tuple(copies[full:]), close))
    faults += [fault for piece in part.pieces for fault in piece.faults()]
    if faults:
        raise KitError(faults)
    # A gutter between the last few is welcome, unless it takes another sheet.
    tight, apart = (
        _share(part, paper, split, blocks) for blocks in (left_over, _spread(left_over, rooms))
    )
    return pages + (apart if len(apart) <= len(tight) else tight)


def lay_two_sided_first(part: Part, paper: Paper) -> list[Page]:
    """The pages of a part on a roll, those whose second faces are played before all others.

    A page of second faces is as long as that of their fronts, which no other piece should lengthen.
    """
    two, one = (
        replace(part, pieces=tuple(piece for piece in part.pieces if piece.two_sided is wanted))
        for wanted in (True, False)
    )
    return lay_pages(two, paper) + lay_pages(one, paper)


def group_for_grids(part: Part) -> list[list[Piece]]:
    """The pieces that share grids: grouped by size, bleed and kind of outline, in order."""
    groups: dict[tuple[float | bool, ...], list[Piece]] = {}
    for piece in part.pieces:
        lengths = (round(length, 2) for length in (*piece.size, piece.bleed))
        trim = piece.front.trim
        key = (*lengths, trim is None, is_straight(trim, piece.size))
        groups.setdefault(key, []).append(piece)
    return list(groups.values())


def _too_large(piece: Piece, paper: Paper) -> Fault:
    return Fault(
        f"{in_mm(piece.size)} is too large for {paper.title}: it would take more than {MAX_TILES} sheets",
        item=piece.name,
        hint="make it smaller or choose a larger paper",
        check="piece-too-large",
    )


def _whole_page(part: Part, paper: Paper, piece: Piece, copy: int) -> Page:
    """A piece that is the sheet itself; its own layout keeps the bottom strip free."""
    strip = split_page(paper)[0].strip
    slot = Slot(piece, copy, Matrix(), paper.box, paper.box)
    return Page(part, paper, strip, ((slot,),), marked=False)


def _share(part: Part, paper: Paper, split: Split, blocks: list[_Block]) -> list[Page]:
    """Pack blocks that do not fill a page on shelves (first fit, decreasing height)."""
    bleed = max((block.bleed for block in blocks), default=0.0)
    gap = 2 * bleed + MARK_ROOM
    started: list[list[_Shelf]] = []
    for block in sorted(blocks, key=lambda block: -block.size.height):
        if not any(_put(block, shelves, split(paper), gap) for shelves in started):
            started.append([[block]])
    return [_page(part, paper, split, shelves, bleed, gap) for shelves in started]


def _spread(blocks: list[_Block], rooms: tuple[Rect, ...]) -> list[_Block]:
    """The blocks with their pieces two bleeds apart, where that still fits a page."""
    return [
        block
        if block.close
        else replace(block, grid=block.grid.with_gutter(len(block.copies), 2 * block.bleed, rooms))
        for block in blocks
    ]


def _put(block: _Block, shelves: list[_Shelf], ways: Sequence[SplitPage], gap: float) -> bool:
    """Put the block at the end of a shelf or on a new one; false if there is no room."""
    trials = [
        [*shelves[:i], [*shelf, block], *shelves[i + 1 :]]
        for i, shelf in enumerate(shelves)
        if block.size.height <= shelf[0].size.height
    ]
    for trial in [*trials, [*shelves, [block]]]:
        if _way_for(trial, ways, gap):
            shelves[:] = trial
            return True
    return False


def _way_for(shelves: list[_Shelf], ways: Sequence[SplitPage], gap: float) -> SplitPage | None:
    """The first split of the page that leaves room for these shelves."""
    width = max(_shelf_width(shelf, gap) for shelf in shelves)
    height = _stack_height(shelves, gap)
    for way in ways:
        if width <= way.area.width + SLACK and height <= way.area.height + SLACK:
            return way
    return None


def _shelf_width(shelf: _Shelf, gap: float) -> float:
    return sum(block.size.width for block in shelf) + gap * (len(shelf) - 1)


def _stack_height(shelves: list[_Shelf], gap: float) -> float:
    """The height of shelves; the first block of a shelf is its highest."""
    return sum(shelf[0].size.height for shelf in shelves) + gap * (len(shelves) - 1)


def _page(
    part: Part, paper: Paper, split: Split, shelves: list[_Shelf], bleed: float, gap: float
) -> Page:
    """Shelves of blocks in the middle of the paper, or as near to it as the strip allows.

    Beside a fold the middle is out of reach, so that they stand as near to the fold as they may.
    """
    high = _stack_height(shelves, gap)
    paper = paper.cut(high + 2 * (bleed + MARK_ROOM) + STRIP)
    page_split = _way_for(shelves, split(paper), gap)
    assert page_split, "shelves are only filled as far as a page holds them"
    area = page_split.area
    blocks: list[tuple[Slot, ...]] = []
    y = centered(high, area.y, area.height, bleed, paper.height)
    for shelf in shelves:
        x = centered(_shelf_width(shelf, gap), area.x, area.width, bleed, paper.width)
        for block in shelf:
            blocks.append(tuple(_slots(block, area, x, y)))
            x += block.size.width + gap
        y += shelf[0].size.height + gap
    return Page(part, paper, page_split.strip, tuple(blocks), fold=page_split.fold)


def _slots(block: _Block, area: Rect, x: float, y: float) -> Iterator[Slot]:
    grid = block.grid
    for (piece, copy), (rect, limit) in zip(
        block.copies, grid.cells(len(block.copies), area, x, y), strict=True
    ):
        outlined = piece.front.trim is not None and grid.gutter >= CUT_ROOM
        yield Slot(
            piece,
            copy,
            placement_matrix(rect, grid.turned),
            rect,
            limit,
            cut_line=outlined,
            cuts=() if outlined else edges(rect),
        )
