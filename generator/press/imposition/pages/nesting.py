"""Nesting: pieces of several sizes on as few pages as straight cuts allow.

Each page begins as one free rectangle.  A block of pieces goes into its corner, and the rest is
split by a straight cut into two free rectangles.  So cuts from edge to edge (a guillotine) separate
all blocks.  Pieces lie upright or turned, whichever holds more, and one size may make several
blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from generator.base.units import MM, Rect, Size
from generator.press.imposition.pages.grid import Grid
from generator.press.imposition.tiles.tiling import SLACK

_INNER_BLEED = 1.5 * MM
"""Bleed between blocks, where two bleeds and the marks of both share the room."""
_MARKS = 2 * MM
KNIFE_ROOM = 4 * MM
"""Distance between blocks without bleed, and between tiles, if that takes no extra sheet."""


def nest_gap(bleed: float) -> float:
    """The distance between nested blocks with this bleed: room for a crop mark."""
    return 2 * min(bleed, _INNER_BLEED) + _MARKS


def reach(block: Rect, all_blocks: Rect, area: Rect) -> Rect:
    """The box that the art of a block may fill: outward to the area's edge, inward as the gap allows."""
    inner = block.grown(_INNER_BLEED)
    left = area.x if block.x <= all_blocks.x + SLACK else inner.x
    top = area.y if block.y <= all_blocks.y + SLACK else inner.y
    right = area.right if block.right >= all_blocks.right - SLACK else inner.right
    bottom = area.bottom if block.bottom >= all_blocks.bottom - SLACK else inner.bottom
    return Rect(left, top, right - left, bottom - top)


_PagesForWholeLot: TypeAlias = Literal["no", "begun", "any"]
_PAGES_FOR_WHOLE_LOT: tuple[_PagesForWholeLot, ...] = get_args(_PagesForWholeLot)
"""Pages on which room for a whole lot is sought before it is split: none, those begun, or any."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Pieces of one size to be placed: their size, their number, and their distance within a block.

    A lot that `turns` may lie on its side.
    """

    size: Size
    count: int
    gutter: float
    turns: bool = True

    @property
    def cells(self) -> Iterator[tuple[Size, bool]]:
        """The ways in which a piece can lie on the page: its cell, and whether it is turned."""
        yield self.size, False
        if self.turns:
            yield Size(self.size.height, self.size.width), True


class NestedBlock(NamedTuple):
    """A block on a nested page: its lot, the first of its copies there, their number, and its place."""

    lot: int
    first: int
    copies: int
    grid: Grid
    rect: Rect


class _Fill(NamedTuple):
    """A block in a corner of a free rectangle, and the two rectangles that remain."""

    grid: Grid
    copies: int
    rect: Rect
    rest: tuple[Rect, Rect]
    more_fit: int
    """How many more pieces of the lot the remaining rectangles could hold."""

    @property
    def score(self) -> tuple[int, int, float]:
        """Sort key: more pieces, then a larger block, then a larger remaining rectangle."""
        largest = max(max(0.0, each.width) * max(0.0, each.height) for each in self.rest)
        return self.copies + self.more_fit, self.copies, largest


def nest(lots: Sequence[Lot], room: Size, gap: float) -> list[list[NestedBlock]]:
    """Place all lots on pages of size `room`, blocks `gap` apart; no pages if a piece is too large.

    Of several orders of lots, the best is the one with the fewest pages, then the fewest blocks,
    then the largest free rectangle.
    """
    return [list(page) for page in _nest_in_best_order(tuple(lots), room, gap)]


def room_beside(block: Size, room: Size, lots: Sequence[Lot], gap: float) -> bool:
    """Whether a page with that block still has room for a piece of one of the lots, `gap` apart."""
    whole, placed = Rect(0.0, 0.0, *room), Rect(0.0, 0.0, *block)
    free = [rest for rests in _splits(whole, placed, gap) for rest in rests if min(rest[2:]) > 0]
    return any(_capacity(rest, lot) for rest in free for lot in lots)


@lru_cache(maxsize=512)  # cached: a kit asks the same for its cards alone and for all pieces
def _nest_in_best_order(lots: tuple[Lot, ...], room: Size, gap: float) -> list[list[NestedBlock]]:
    if not all(_capacity(Rect(0.0, 0.0, *room), lot) for lot in lots):
        return []
    by_area = sorted(range(len(lots)), key=lambda i: -lots[i].size.width * lots[i].size.height)
    by_side = sorted(range(len(lots)), key=lambda i: -max(lots[i].size))
    by_all = sorted(
        range(len(lots)), key=lambda i: -lots[i].count * lots[i].size.width * lots[i].size.height
    )
    orders = dict.fromkeys(map(tuple, (by_area, by_side, by_all)))
    results = [
        _nest_in_order(lots, order, room, gap, unsplit)
        for unsplit in _PAGES_FOR_WHOLE_LOT
        for order in orders
    ]
    return min(results, key=lambda each: (len(each[0]), sum(map(len, each[0])), -each[1]))[0]


def _nest_in_order(
    lots: Sequence[Lot], order: Sequence[int], room: Size, gap: float, unsplit: _PagesForWholeLot
) -> tuple[list[list[NestedBlock]], float]:
    """The pages in one order of the lots, and the largest rectangle that is left free.

    A lot goes to the first page with room for one of it, or, if it should stay `unsplit` there, to
    the first page, already begun or any, with room for all of it in one block.
    """
    pages: list[list[NestedBlock]] = []
    free: list[list[Rect]] = []
    for index in order:
        lot, placed = lots[index], 0
        while placed < lot.count:
            count = lot.count - placed
            new = [Rect(0.0, 0.0, *room)]
            end = {"no": 0, "begun": len(pages), "any": len(pages) + 1}[unsplit]
            page, at, fill = _find_room([*free, new], lot, count, gap, end)
            if page == len(pages):
                pages.append([])
                free.append(new)
            pages[page].append(NestedBlock(index, placed, fill.copies, fill.grid, fill.rect))
            free[page][at : at + 1] = [each for each in fill.rest if min(each[2:]) > 0]
            placed += fill.copies
    largest = max((rect.width * rect.height for rects in free for rect in rects), default=0.0)
    return pages, largest


def _find_room(
    pages: Sequence[Sequence[Rect]], lot: Lot, count: int, gap: float, end: int
) -> tuple[int, int, _Fill]:
    """The page before `end` with room for a whole lot in one block, or the first with room for any.

    Gives the page, its free rectangle and the block to put there.
    """
    first: tuple[int, int, _Fill] | None = None
    for page, free in enumerate(pages):
        if first and page >= end:
            break
        if best := _best_free_rect(free, lot, count, gap):
            first = first or (page, *best)
            if page < end and best[1].copies == count:
                return page, *best
    assert first, "each lot fits into a page of its own"
    return first


def _best_free_rect(
    free: Sequence[Rect], lot: Lot, count: int, gap: float
) -> tuple[int, _Fill] | None:
    """The index of the free rectangle that takes the most pieces of a lot, and the block to put there."""
    fills = [
        (index, fill)
        for index, rect in enumerate(free)
        if (fill := _best_fill(rect, lot, count, gap))
    ]
    return max(fills, key=lambda each: each[1].score, default=None)


@lru_cache(maxsize=4_096)  # cached: a free rectangle is tried for every lot, in every order
def _best_fill(rect: Rect, lot: Lot, count: int, gap: float) -> _Fill | None:
    return max(_fills(rect, lot, count, gap), key=lambda fill: fill.score, default=None)


def _fills(rect: Rect, lot: Lot, count: int, gap: float) -> Iterator[_Fill]:
    """All blocks of a lot that fit into a rectangle, with either straight cut of the rest."""
    for cell, turned in lot.cells:
        columns, rows = _fits(rect.width, cell.width, lot), _fits(rect.height, cell.height, lot)
        for across in range(1, min(columns, count) + 1):
            for down in range(1, min(rows, math.ceil(count / across)) + 1):
                grid = Grid(across, down, cell, lot.gutter, turned)
                placed = min(count, grid.capacity)
                width, height = grid.size(placed)
                block = Rect(rect.x, rect.y, width, height)
                for rest in _splits(rect, block, gap):
                    more_fit = max((_capacity(each, lot) for each in rest), default=0)
                    yield _Fill(grid, placed, block, rest, min(more_fit, count - placed))


def _splits(rect: Rect, block: Rect, gap: float) -> Iterator[tuple[Rect, Rect]]:
    """The two ways to split the rest beside and below a block: first cut vertical, or horizontal."""
    right, below = block.right + gap, block.bottom + gap
    width, height = rect.right - right, rect.bottom - below
    yield Rect(right, rect.y, width, rect.height), Rect(rect.x, below, block.width, height)
    yield Rect(right, rect.y, width, block.height), Rect(rect.x, below, rect.width, height)


def _capacity(rect: Rect, lot: Lot) -> int:
    """How many pieces of a lot a rectangle holds in one grid."""
    return max(
        _fits(rect.width, cell.width, lot) * _fits(rect.height, cell.height, lot)
        for cell, _ in lot.cells
    )


def _fits(room: float, length: float, lot: Lot) -> int:
    """How many pieces of this length fit in a row, with the lot's gutter between them."""
    return max(0, math.floor((room + lot.gutter + SLACK) / (length + lot.gutter)))
