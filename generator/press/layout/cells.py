"""Cells of a map: where each lies, by its name or its number, with its sides and corners."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.kit.cells import MAX_NUMBERED, Point, cell_number, column_and_row, coordinates
from generator.press.scene import paths
from generator.press.scene.items import Outline


class MapCells(Protocol):
    """The cells of one map."""

    def box(self, at: str) -> Rect:
        """The box around a cell.  Raises KitError for a name that no cell has."""

    def outline(self, box: Rect) -> Outline:
        """The outline of the cell in a box."""

    def side(self, box: Rect, name: str) -> tuple[Point, Point]:
        """The ends of a side, clockwise.  Raises KitError for a side that such cells do not have."""

    def corner(self, box: Rect, name: str) -> Point:
        """A corner.  Raises KitError for a corner that such cells do not have."""

    def canonical_name(self, at: str) -> str:
        """The canonical name of a cell that has two spellings: "0312", not "3,12"."""

    def numbered(self, column: int, row: int) -> str:
        """The number of a cell, counted from 1.  Raises KitError if cells have other names."""


class _Polygon:
    """The sides and corners of cells of one shape, by name."""

    def __init__(self, corners: Mapping[str, Point], sides: Sequence[str], numbers: bool) -> None:
        """`corners` run clockwise in a box of 1 by 1; each of `sides` starts at its own corner."""
        self._corners, self._sides, self._numbers = corners, sides, numbers

    def side(self, box: Rect, name: str) -> tuple[Point, Point]:
        if name not in self._sides:
            message = f'these cells have no side "{name}"'
            hint = f"they have: {', '.join(self._sides)}"
            raise KitError(message, hint=hint, check="unknown-cell")
        points, index = list(self._corners.values()), self._sides.index(name)
        return _point_in(box, points[index]), _point_in(box, points[(index + 1) % len(points)])

    def corner(self, box: Rect, name: str) -> Point:
        if name not in self._corners:
            message = f'these cells have no corner "{name}"'
            hint = f"they have: {', '.join(self._corners)}"
            raise KitError(message, hint=hint, check="unknown-cell")
        return _point_in(box, self._corners[name])

    def canonical_name(self, at: str) -> str:
        return self.numbered(*column_and_row(at)) if self._numbers else at

    def numbered(self, column: int, row: int) -> str:
        if not self._numbers:
            message = "terrain needs numbered cells"
            hint = 'give the grid names="0101" (squares), "odd" or "even" (hexes)'
            raise KitError(message, hint=hint, check="unknown-cell")
        return cell_number(column, row)


def _point_in(box: Rect, point: Point) -> Point:
    return box.x + box.width * point[0], box.y + box.height * point[1]


class SquareCells(_Polygon):
    """Cells "a1" from the lower left, or "0101" from the upper left."""

    def __init__(
        self, left: float, top: float, side: float, names: str, columns: int, rows: int
    ) -> None:
        corners = {"nw": (0.0, 0.0), "ne": (1.0, 0.0), "se": (1.0, 1.0), "sw": (0.0, 1.0)}
        super().__init__(corners, ("n", "e", "s", "w"), names != "a1")
        self._names = names
        self._left, self._top, self._side = left, top, side
        self._columns, self._rows = columns, rows

    def box(self, at: str) -> Rect:
        columns, rows, side = self._columns, self._rows, self._side
        column, row = coordinates(at, self._names)
        across, down = column - 1, row - 1 if self._numbers else rows - row
        if self._numbers:
            last = f"0101 to {min(columns, MAX_NUMBERED):02}{min(rows, MAX_NUMBERED):02}"
        else:
            last = f"a1 to {chr(ord('a') + min(columns, 26) - 1)}{rows}"
        if not (0 <= across < columns and 0 <= down < rows):
            message = f'the map has no cell "{at}"'
            raise KitError(message, hint=f"its cells are {last}", check="unknown-cell")
        return Rect(self._left + across * side, self._top + down * side, side, side)

    def outline(self, box: Rect) -> Outline:
        return paths.rectangle(box)


class HexCells(_Polygon):
    """Cells "q,r" around 0,0 in the middle; or "0101", with odd or even ones shifted by half a cell."""

    def __init__(self, left: float, top: float, side: float, names: str, flat: bool) -> None:
        if flat:
            corners = {"nw": (0.25, 0.0), "ne": (0.75, 0.0), "e": (1.0, 0.5), "se": (0.75, 1.0),
                       "sw": (0.25, 1.0), "w": (0.0, 0.5)}  # fmt: skip
            sides = ("n", "ne", "se", "s", "sw", "nw")
        else:
            corners = {"n": (0.5, 0.0), "ne": (1.0, 0.25), "se": (1.0, 0.75), "s": (0.5, 1.0),
                       "sw": (0.0, 0.75), "nw": (0.0, 0.25)}  # fmt: skip
            sides = ("ne", "e", "se", "sw", "w", "nw")
        super().__init__(corners, sides, names != "q,r")
        across = side * 2 / math.sqrt(3)
        self._width, self._height = (across, side) if flat else (side, across)
        self._left, self._top, self._flat = left, top, flat
        self._names = names

    def box(self, at: str) -> Rect:
        q, r = coordinates(at, self._names, self._flat)
        width, height = self._width, self._height
        if self._flat:
            x, y = self._left + 0.75 * width * q, self._top + height * (r + q / 2)
        else:
            x, y = self._left + width * (q + r / 2), self._top + 0.75 * height * r
        return Rect(x - width / 2, y - height / 2, width, height)

    def outline(self, box: Rect) -> Outline:
        return paths.hexagon(box, flat_top=self._flat)
