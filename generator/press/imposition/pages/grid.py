"""Grids: how many pieces of one size fit an area of paper, how far apart and in which orientation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from generator.base.units import MM, Rect, Size
from generator.press.imposition.tiles.tiling import SLACK
from generator.press.pieces.piece import Piece, is_straight

DOUBLE_CUT = 1 * MM
"""Gutter between neighbours of different colours when there is no room for all their bleed.  Two
cuts separate them, so that neither keeps a rim of the other's colour."""
CUT_ROOM = 0.6 * MM
"""Minimum gutter between rounded corners that each have a cut line: room for both lines."""
SCISSORS = 4 * MM
"""Minimum gutter between outlines cut with scissors: room for the blades."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size in columns and rows, `gutter` points apart and at least a machine's `gap`.

    `cell` is the trim as it lies on the paper: width and height are swapped when `turned`.  Joined
    columns and rows touch the one before them: one cut separates the two.
    """

    columns: int
    rows: int
    cell: Size
    gutter: float
    turned: bool
    joined_columns: frozenset[int] = frozenset()
    joined_rows: frozenset[int] = frozenset()
    gap: float = 0.0

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    def score(self, count: int) -> int:
        """Sort key for grids: how many pieces one holds or, given a `count`, how few rows it needs."""
        return -math.ceil(count / self.columns) if count else self.capacity

    def balanced(self, count: int) -> Grid:
        """The narrowest grid with the same number of rows for `count` cells: its last row is fullest."""
        rows = math.ceil(count / self.columns)
        return replace(self, columns=math.ceil(count / rows), rows=rows)

    def with_gutter(self, count: int, gutter: float, areas: Sequence[Rect]) -> Grid:
        """The same cells `gutter` points apart, if `count` of them still fit one of the areas."""
        widened = replace(self, gutter=gutter)
        width, height = widened.size(count)
        fits = any(width <= area.width + SLACK and height <= area.height + SLACK for area in areas)
        return widened if fits and gutter > self.gutter else self

    def joined(self, rims: Sequence[object]) -> Grid:
        """The same grid for cells with these rims, joined wherever all neighbours have the same rim.

        A rim of None matches no other; a machine cuts along each outline.
        """
        if self.gap:
            return self
        count, columns = len(rims), self.columns
        apart = [rim is None or rim != other for rim, other in pairwise(rims)]
        open_columns = {at % columns for at, cut in enumerate(apart, start=1) if cut}
        below = zip(rims, rims[columns:], strict=False)
        open_rows = {
            at // columns + 1
            for at, (rim, other) in enumerate(below)
            if rim is None or rim != other
        }
        return replace(
            self,
            joined_columns=frozenset(range(1, min(count, columns))) - open_columns,
            joined_rows=frozenset(range(1, math.ceil(count / columns))) - open_rows,
        )

    def _gutters(self, before: int, joined: frozenset[int]) -> float:
        """The total width of the gutters before a column or row."""
        return self.gutter * (before - sum(at <= before for at in joined))

    def size(self, count: int) -> Size:
        """The size of the block that `count` cells make, filled row by row."""
        columns, rows = min(count, self.columns), math.ceil(count / self.columns)
        return Size(
            columns * self.cell.width + self._gutters(columns - 1, self.joined_columns),
            rows * self.cell.height + self._gutters(rows - 1, self.joined_rows),
        )

    def cells(self, count: int, area: Rect, x: float, y: float) -> Iterator[tuple[Rect, Rect]]:
        """The places of `count` cells of a block that starts at (x, y), row by row.

        Gives each trim and the box that its bleed may fill: half the gutter towards a neighbour, if
        there is a gutter, and up to the edge of `area` where there is no neighbour.
        """
        half = self.gutter / 2
        width, height = self.cell
        columns, rows = self.joined_columns, self.joined_rows
        for index in range(count):
            row, column = divmod(index, self.columns)
            trim = Rect(
                x + column * width + self._gutters(column, columns),
                y + row * height + self._gutters(row, rows),
                width,
                height,
            )
            last = column + 1 == self.columns or index + 1 == count
            left = trim.x - half * (column not in columns) if column else area.x
            top = trim.y - half * (row not in rows) if row else area.y
            right = area.right if last else trim.right + half * (column + 1 not in columns)
            lowest = index + self.columns >= count
            bottom = area.bottom if lowest else trim.bottom + half * (row + 1 not in rows)
            yield trim, Rect(left, top, right - left, bottom - top)


def min_gutter(piece: Piece, gap: float = 0.0) -> float:
    """The minimum distance of copies of a piece: 0 for rectangles, unless a machine needs a `gap`."""
    return gap or (0.0 if is_straight(piece.front.trim, piece.size) else SCISSORS)


def best_grid(
    piece: Piece, areas: tuple[Rect, ...], count: int = 0, gap: float = 0.0
) -> Grid | None:
    """The grid that puts the most pieces of this size into one of the areas; None if not even one fits.

    With a `count`, as for a roll, it is the grid with the fewest rows for that many.  Of equal
    grids, upright wins over turned.  The gutter is twice the bleed if the page still holds as many
    pieces.  Otherwise straight-cut pieces have a narrow gutter, or none, and other pieces are as
    close as scissors, or a cutting machine's `gap`, allow.
    """
    smallest = min_gutter(piece, gap)
    narrow = min(DOUBLE_CUT, 2 * piece.bleed) if piece.front.trim is None else CUT_ROOM
    gutters = [max(gutter, smallest) for gutter in (max(2 * piece.bleed, narrow), narrow, smallest)]
    upright = piece.size
    best: Grid | None = None
    for turned in (False, True):
        cell = Size(upright.height, upright.width) if turned else upright
        for area in areas:
            fullest = _fill_area(cell, smallest, area, turned)
            if fullest.capacity and (best is None or fullest.score(count) > best.score(count)):
                candidates = (_fill_area(cell, gutter, area, turned) for gutter in gutters)
                best = next(
                    grid for grid in candidates if grid.score(count) == fullest.score(count)
                )
    return replace(best, gap=gap) if best and gap else best


def _fill_area(cell: Size, gutter: float, area: Rect, turned: bool) -> Grid:
    """The grid with as many columns and rows as the area holds."""
    columns = math.floor((area.width + gutter + SLACK) / (cell.width + gutter))
    rows = math.floor((area.height + gutter + SLACK) / (cell.height + gutter))
    return Grid(columns, rows, cell, gutter, turned)
