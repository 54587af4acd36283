"""Turns a part's pieces into pages: full grids first, then what is left over on shared pages.

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
from generator.press.imposition.paper import Paper
from generator.press.imposition.slots import (
    MARK_ROOM,
    STRIP,
    Page,
    Parted,
    Parting,
    Slot,
    areas,
    centred,
    edges,
    placed,
)
from generator.press.imposition.tiling import MOST, SLACK
from generator.press.marks.bleed_color import plain_rims
from generator.press.pieces.piece import Part, Piece, in_mm, is_straight, same_size


@dataclass(frozen=True, slots=True)
class _Block:
    """Copies of pieces of one size that stand in one grid."""

    grid: Grid
    copies: tuple[tuple[Piece, int], ...]
    close: bool = False
    """They stand edge to edge, for their rims are alike."""

    @property
    def size(self) -> Size:
        return self.grid.size(len(self.copies))

    @property
    def bleed(self) -> float:
        return self.copies[0][0].bleed


_Shelf: TypeAlias = list[_Block]
"""Blocks side by side."""


def lay_pages(part: Part, paper: Paper, parting: Parting = areas) -> list[Page]:
    """The pages of a part, in print order; `parting` says which area of a page the pieces get.

    Raises KitError naming every piece that would take too many sheets, or whose faces differ in
    size.
    """
    faults: list[Fault] = []
    pages: list[Page] = []
    left_over: list[_Block] = []
    rooms = tuple(parted.area for parted in parting(paper))
    for pieces in alike(part):
        first = pieces[0]
        copies = [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]
        if same_size(first.size, Size(paper.width, paper.height)):
            pages += [_whole_page(part, paper, *copy) for copy in copies]
            continue
        close = plain_rims(pieces)
        grid = best_grid(first, rooms, len(copies) if paper.roll else 0, close=close)
        if grid is None:
            large = large_pages(part, paper, first, copies)
            pages += large or []
            faults += [_too_large(piece, paper) for piece in pieces if large is None]
            continue
        full = len(copies) - len(copies) % grid.capacity
        for start in range(0, full, grid.capacity):
            block = _Block(grid, tuple(copies[start : start + grid.capacity]), close)
            pages.append(_page(part, paper, parting, [[block]], first.bleed, 0.0))
        if copies[full:]:
            few = grid.balanced(len(copies) - full)
            left_over.append(_Block(few, tuple(copies[full:]), close))
    faults += [fault for piece in part.pieces for fault in piece.faults()]
    if faults:
        raise KitError(faults)
    # A gutter between the last few is welcome, unless it takes another sheet.
    tight, apart = (
        _share(part, paper, parting, blocks) for blocks in (left_over, _spread(left_over, rooms))
    )
    return pages + (apart if len(apart) <= len(tight) else tight)


def lay_apart(part: Part, paper: Paper) -> list[Page]:
    """The pages of a part on a roll, those whose second faces are played before all others.

    A page of second faces is as long as that of their fronts, which no other piece should lengthen.
    """
    two, one = (
        replace(part, pieces=tuple(piece for piece in part.pieces if piece.two_sided is wanted))
        for wanted in (True, False)
    )
    return lay_pages(two, paper) + lay_pages(one, paper)


def alike(part: Part) -> list[list[Piece]]:
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
        f"{in_mm(piece.size)} is too large for {paper.title}: it would take more than {MOST} sheets",
        item=piece.name,
        hint="make it smaller or choose a larger paper",
        check="piece-too-large",
    )


def _whole_page(part: Part, paper: Paper, piece: Piece, copy: int) -> Page:
    """A piece that is the sheet itself; it keeps the strip at the bottom free of its own accord."""
    strip = areas(paper)[0].strip
    slot = Slot(piece, copy, Matrix(), paper.box, paper.box)
    return Page(part, paper, strip, ((slot,),), marked=False)


def _share(part: Part, paper: Paper, parting: Parting, blocks: list[_Block]) -> list[Page]:
    """Blocks that do not fill a page, on shelves: highest first, each on the first page it fits."""
    bleed = max((block.bleed for block in blocks), default=0.0)
    gap = 2 * bleed + MARK_ROOM
    started: list[list[_Shelf]] = []
    for block in sorted(blocks, key=lambda block: -block.size.height):
        if not any(_put(block, shelves, parting(paper), gap) for shelves in started):
            started.append([[block]])
    return [_page(part, paper, parting, shelves, bleed, gap) for shelves in started]


def _spread(blocks: list[_Block], rooms: tuple[Rect, ...]) -> list[_Block]:
    """The blocks with their pieces two bleeds apart, where that still fits a page and is of use."""
    return [
        block
        if block.close
        else replace(block, grid=block.grid.spread(len(block.copies), 2 * block.bleed, rooms))
        for block in blocks
    ]


def _put(block: _Block, shelves: list[_Shelf], ways: Sequence[Parted], gap: float) -> bool:
    """Puts the block at the end of a shelf or on a new one; false if there is no room for it."""
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


def _way_for(shelves: list[_Shelf], ways: Sequence[Parted], gap: float) -> Parted | None:
    """The first way to part the usable area that leaves room for these shelves."""
    width = max(_shelf_width(shelf, gap) for shelf in shelves)
    height = _stack_height(shelves, gap)
    for way in ways:
        if width <= way.area.width + SLACK and height <= way.area.height + SLACK:
            return way
    return None


def _shelf_width(shelf: _Shelf, gap: float) -> float:
    return sum(block.size.width for block in shelf) + gap * (len(shelf) - 1)


def _stack_height(shelves: list[_Shelf], gap: float) -> float:
    """The first block of a shelf is its highest."""
    return sum(shelf[0].size.height for shelf in shelves) + gap * (len(shelves) - 1)


def _page(
    part: Part, paper: Paper, parting: Parting, shelves: list[_Shelf], bleed: float, gap: float
) -> Page:
    """Shelves of blocks in the middle of the paper, or as near to it as the strip allows.

    Beside a fold the middle is out of reach, so that they stand as near to the fold as they may.
    """
    high = _stack_height(shelves, gap)
    paper = paper.cut(high + 2 * (bleed + MARK_ROOM) + STRIP)
    parted = _way_for(shelves, parting(paper), gap)
    assert parted, "shelves are only filled as far as a page holds them"
    area = parted.area
    blocks: list[tuple[Slot, ...]] = []
    y = centred(high, area.y, area.height, bleed, paper.height)
    for shelf in shelves:
        x = centred(_shelf_width(shelf, gap), area.x, area.width, bleed, paper.width)
        for block in shelf:
            blocks.append(tuple(_slots(block, area, x, y)))
            x += block.size.width + gap
        y += shelf[0].size.height + gap
    return Page(part, paper, parted.strip, tuple(blocks), fold=parted.fold)


def _slots(block: _Block, area: Rect, x: float, y: float) -> Iterator[Slot]:
    grid = block.grid
    for (piece, copy), (rect, limit) in zip(
        block.copies, grid.spots(len(block.copies), area, x, y), strict=True
    ):
        outlined = piece.front.trim is not None and grid.gutter >= CUT_ROOM
        yield Slot(
            piece,
            copy,
            placed(rect, grid.turned),
            rect,
            limit,
            cut_line=outlined,
            cuts=() if outlined else edges(rect),
        )
