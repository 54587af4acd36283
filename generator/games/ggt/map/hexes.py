"""Hexes in axial coordinates: steps, distances, arcs and rings (`hex-geometry`).

A cell is a pair (q, r). Hexes stand on a corner ("pointy top"), q grows to the right along a row,
r grows downwards, and each row lies half a hex to the right of the one above. The plane is unbounded:
this module knows no map.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r)."""

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Offset of one step in the directions 0 to 5: right, then clockwise by 60 degrees."""


def step(cell: Cell, direction: int, count: int = 1) -> Cell:
    """The cell `count` steps away in a direction; directions are taken modulo 6."""
    dq, dr = DIRECTIONS[direction % 6]
    return cell[0] + count * dq, cell[1] + count * dr


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six adjacent cells, in the order of the directions."""
    q, r = cell  # unrolled, since this is the most frequent call
    return (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)


def distance(one: Cell, other: Cell) -> int:
    """The distance between two cells in steps, ignoring obstacles."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def in_front(cell: Cell, facing: int, other: Cell) -> bool:
    """Whether another cell is in the front arc (`front-arc`), at any distance.

    The arc is two sixths of the plane with their borders: all sums of steps ahead and steps to
    one side of ahead.
    """
    dq, dr = other[0] - cell[0], other[1] - cell[1]
    for _ in range(facing % 6):  # turn the plane back until the facing is direction 0
        dq, dr = dq + dr, -dq
    return (dq, dr) != (0, 0) and dq >= 0 and dq + dr >= 0


def ring(cell: Cell, radius: int) -> list[Cell]:
    """The cells at exactly `radius` steps, clockwise from direction 4; 0: the cell itself."""
    if radius == 0:
        return [cell]
    corner, found = step(cell, 4, radius), []
    for direction in range(6):
        for _ in range(radius):
            found.append(corner)
            corner = step(corner, direction)
    return found


def disc(cell: Cell, radius: int) -> list[Cell]:
    """The cells within `radius` steps, itself included, nearest first."""
    return [found for far in range(radius + 1) for found in ring(cell, far)]


@cache
def name(cell: Cell) -> str:
    """The name of a cell in data: `3,-1`."""
    return f"{cell[0]},{cell[1]}"


DATA = re.compile(r"(-?(?:0|[1-9][0-9]{0,2})),(-?(?:0|[1-9][0-9]{0,2}))")
SAID = re.compile(r"([A-Za-z])([1-9][0-9]{0,2})")
"""Patterns of the two names of a cell: in data, and for people."""


@cache
def said(name: str) -> str:
    """The name for people, printed on the map, from the name in data: `C4`, the third hex of row 4.

    A cell without a letter keeps its name in data.
    """
    q, r = map(int, name.split(","))
    column = q + r // 2
    return f"{chr(ord('A') + column)}{r + 1}" if 0 <= column < 26 and r >= 0 else name


def read_name(word: str) -> str:
    """The name of a cell in data, from either of its names; "" if the word is neither."""
    if DATA.fullmatch(word):
        return word
    if not (found := SAID.fullmatch(word)):
        return ""
    column, r = ord(found[1].upper()) - ord("A"), int(found[2]) - 1
    return name((column - r // 2, r))
