"""Cells of a map: how squares and hexes are named, where they lie, and the steps between them."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from generator.base.errors import KitError

CellNames: TypeAlias = Literal["a1", "0101", "q,r", "odd", "even"]
"""How cells are named: squares by letters or numbers; hexes by axes, or by numbers with the odd or the
even columns (rows, if a corner is on top) shifted by half a cell."""
Point: TypeAlias = tuple[float, float]
SQUARES = ("a1", "0101")
"""The names that squares have; hexes have the others."""
MAX_NUMBERED = 99
"""Most columns, and most rows, of numbered cells: two digits each."""


def cell_number(column: int, row: int) -> str:
    """The number of a cell: 0312.  Raises KitError if it has none."""
    if max(column, row) > MAX_NUMBERED:
        message = f"a map has at most {MAX_NUMBERED} numbered columns and rows"
        raise KitError(message, check="unknown-cell")
    return f"{column:02}{row:02}"


def column_and_row(at: str) -> tuple[int, int]:
    """Column and row, from 1, of "0312" or "3,12".  Raises KitError."""
    match = re.fullmatch(r"([0-9]{2})([0-9]{2})|([0-9]{1,2}),\s*([0-9]{1,2})", at)
    column, row = (int(part) for part in match.groups() if part) if match else (0, 0)
    if not match or min(column, row) < 1:
        message = f'"{at}" is not a numbered cell'
        raise KitError(message, hint='write "0312" or "3,12"', check="unknown-cell")
    return column, row


def coordinates(at: str, names: str, flat: bool = False) -> Point:
    """Column and row of a square, from 1, or the axes q and r of a hex.  Raises KitError for no cell."""
    if names == "a1":
        return _lettered(at)
    if names == "q,r":
        return _axes(at)
    column, row = column_and_row(at)
    if names in SQUARES:
        return column, row
    along, across = (column, row) if flat else (row, column)
    half = 0.5 if along % 2 == (1 if names == "odd" else 0) else 0.0
    main, other = along - 1.0, across - 1 + half - (along - 1) / 2
    return (main, other) if flat else (other, main)


def _lettered(at: str) -> tuple[int, int]:
    """Column and row, from 1 at the lower left, of "c4"."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", at)
    if not match:
        raise KitError(f'"{at}" is not a square', hint='write "c4"', check="unknown-cell")
    return ord(match[1]) - ord("a") + 1, int(match[2])


def _axes(at: str) -> tuple[int, int]:
    match = re.fullmatch(r"(-?[0-9]{1,3}),\s*(-?[0-9]{1,3})", at)
    if not match:
        message = f'"{at}" is not a cell of a hex map'
        raise KitError(message, hint='write q,r: "0,-3"', check="unknown-cell")
    return int(match[1]), int(match[2])


def steps_between(one: Point, other: Point, names: str, diagonal: bool = False) -> int:
    """The number of steps from one cell to another, over sides; of squares also over corners."""
    x, y = abs(other[0] - one[0]), abs(other[1] - one[1])
    if names in SQUARES:
        return int(max(x, y) if diagonal else x + y)
    return int(x + y + abs(other[0] - one[0] + other[1] - one[1])) // 2


_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_HEX_STEPS = (*_STEPS, (1, -1), (-1, 1))


def neighbours(cell: Point, names: str, diagonal: bool = False) -> list[Point]:
    """The cells one step away, whether or not the map has them."""
    steps = _HEX_STEPS if names not in SQUARES else _STEPS + _CORNERS * diagonal
    return [(cell[0] + x, cell[1] + y) for x, y in steps]
