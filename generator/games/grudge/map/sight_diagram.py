"""Sight diagrams: the squares hidden from a square, and the lines of sight to draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from generator.games.grudge.map.line_of_sight import ray, sight_lines
from generator.games.grudge.map.squares import ALL, NAMES, NUMBER
from generator.kit.tables.records import Table

DIGITS = 4
"""Decimal places of drawn coordinates."""


def hiding(placed: Iterable[Mapping[str, Any]], elements: Table) -> frozenset[int]:
    """The squares of the Elements that block sight.

    `placed`: rows with an `element` and the names of its `squares`; `elements`: the kit's table.
    """
    return frozenset(
        NUMBER[name]
        for each in placed
        if elements[each["element"]]["hides"]
        for name in each["squares"]
    )


def hidden(origin: str, hides: frozenset[int]) -> list[str]:
    """The squares without Tent or Fence that are not visible from the origin."""
    visible = sight_lines(hides).visible_from(NUMBER[origin])
    return [NAMES[each] for each in ALL if each not in visible and each not in hides]


def line(origin: str, other: str, hides: frozenset[int]) -> dict[str, Any] | None:
    """A line of sight to draw: its `tail`, in the middle of a square, and its `tip`, where it meets
    the other; both in squares east and north of the south-west corner.

    None if there is no such line, which can happen even between adjacent squares.
    """
    found = ray(NUMBER[origin], NUMBER[other], hides)
    if found is None:
        return None
    tail, tip = (list(map(_drawn, point)) for point in found)
    return {"tail": tail, "tip": tip}


def rays(origin: str, hides: frozenset[int]) -> list[dict[str, Any]]:
    """The lines to all other visible squares without Tent or Fence."""
    visible = sorted(sight_lines(hides).visible_from(NUMBER[origin]) - hides - {NUMBER[origin]})
    lines = [(NAMES[each], line(origin, NAMES[each], hides)) for each in visible]
    return [{"square": name, **drawn} for name, drawn in lines if drawn is not None]


def _drawn(length: Fraction) -> float:
    return round(float(length), DIGITS)
