"""Tiling: a piece larger than the paper as a grid of overlapping tiles.

Tiles are named like the cells of a spreadsheet with rows and columns exchanged: A1, A2, ... in the
top row, B1 below A1.  All tiles of a piece have one size, and each shows 6 mm more of the piece
than it must: what it shows beyond the edge of its right and lower neighbours is a flap on which
those are glued.  So every tile is cut at its left and upper edges, and covers the flaps of the
tiles before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from generator.base.units import MM, Rect, Size

OVERLAP = 6 * MM
"""What neighbours both show: the width of a flap."""
MAX_TILES = 64
"""More sheets for one piece are taken for a mistake."""
SLACK = 1e-6
"""Points by which rounding may make a sum of lengths too long."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of a face: its row and column, counted from 0, and of how many.

    `shown` is the part of the face, in points from the upper left corner of its trim.  `mirrored`
    is a tile of a second face: its columns run from right to left, as seen from that side.
    """

    row: int
    column: int
    rows: int
    columns: int
    shown: Rect
    mirrored: bool = False

    @property
    def name(self) -> str:
        return tile_name(self.row, self.column)

    @property
    def has_right(self) -> bool:
        """Whether there is a tile after it in its row."""
        return self.column + 1 < self.columns

    @property
    def has_lower(self) -> bool:
        """Whether there is a tile below it."""
        return self.row + 1 < self.rows

    def for_back(self, width: float) -> Tile:
        """The tile of the second face that lies behind this one, on a piece of that width."""
        x = width - self.shown.right
        return replace(self, shown=self.shown._replace(x=x), mirrored=not self.mirrored)


def tile_name(row: int, column: int) -> str:
    """The name of a tile by its row and column, counted from 0."""
    return f"{ascii_uppercase[row]}{column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A piece of `size` in rows and columns of tiles, each on a page split into `strip` and `area`.

    A `turned` tile lies on the page on its side, a quarter turn clockwise.
    """

    size: Size
    rows: int
    columns: int
    turned: bool
    strip: Rect
    area: Rect

    @property
    def cell(self) -> Size:
        """The size of one tile, upright."""
        return Size(
            (self.size.width + (self.columns - 1) * OVERLAP) / self.columns,
            (self.size.height + (self.rows - 1) * OVERLAP) / self.rows,
        )

    def tiles(self) -> Iterator[Tile]:
        """All tiles, row by row."""
        width, height = self.cell
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = column * (width - OVERLAP), row * (height - OVERLAP)
                shown = Rect(x, y, width, height)
                yield Tile(row, column, self.rows, self.columns, shown)


def best_tiling(size: Size, bleed: float, pages: Sequence[tuple[Rect, Rect]]) -> Tiling | None:
    """The tiling that takes the fewest sheets; None if it takes more than `MAX_TILES`.

    `pages` are the ways to split a page into a strip and an area for the tile.  Of tilings with as
    few sheets one that leaves room for the bleed is taken, then the first way, upright before
    turned.
    """
    best: Tiling | None = None
    fewest: tuple[int, bool] = (MAX_TILES, True)
    for strip, area in pages:
        for turned in (False, True):
            room = Size(area.height, area.width) if turned else Size(area.width, area.height)
            if min(room) <= OVERLAP:
                continue
            rows, columns = _count(size.height, room.height), _count(size.width, room.width)
            tiling = Tiling(size, rows, columns, turned, strip, area)
            width, height = tiling.cell
            tight = width + 2 * bleed > room.width or height + 2 * bleed > room.height
            cost = rows * columns, tight
            if rows <= len(ascii_uppercase) and (cost < fewest if best else cost <= fewest):
                best, fewest = tiling, cost
    return best


def _count(length: float, room: float) -> int:
    """How many tiles of at most `room` cover a length."""
    return max(1, math.ceil((length - OVERLAP - SLACK) / (room - OVERLAP)))
