"""Tests of hex geometry: compared with its definitions and with pictures."""

from __future__ import annotations

from itertools import product

import pytest

from generator.games.ggt.map import hexes
from generator.games.ggt.map.hexes import DIRECTIONS, Cell

NEAR: list[Cell] = [(q, r) for q in range(-5, 6) for r in range(-5, 6)]
"""Every cell within a small distance of (0, 0)."""


def in_arc_by_definition(facing: int, cell: Cell) -> bool:
    """`front-arc`, literally: a·D(f) + b·D(f±1), a and b from 0 up, not both 0."""
    ahead = DIRECTIONS[facing]
    for side in (DIRECTIONS[(facing - 1) % 6], DIRECTIONS[(facing + 1) % 6]):
        for a, b in product(range(12), repeat=2):
            if (a or b) and cell == (a * ahead[0] + b * side[0], a * ahead[1] + b * side[1]):
                return True
    return False


def test_the_directions_are_those_of_the_rule() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    assert [hexes.step((2, 3), f) for f in range(6)] == list(hexes.neighbours((2, 3)))
    assert hexes.step((2, 3), 7, 4) == (2, 7)


def test_the_distance_is_the_number_of_steps() -> None:
    reached = {(0, 0): 0}
    front = [(0, 0)]
    while front:
        cell = front.pop(0)
        for near in hexes.neighbours(cell):
            if near not in reached and reached[cell] < 6:
                reached[near] = reached[cell] + 1
                front.append(near)
    assert len(reached) == 127
    assert all(hexes.distance((0, 0), cell) == far for cell, far in reached.items())
    assert hexes.distance((3, -2), (-1, 4)) == hexes.distance((-1, 4), (3, -2)) == 6


@pytest.mark.parametrize("facing", range(6))
def test_the_front_arc_is_that_of_the_ruling(facing: int) -> None:
    expected = {cell for cell in NEAR if in_arc_by_definition(facing, cell)}
    assert {cell for cell in NEAR if hexes.in_front((0, 0), facing, cell)} == expected
    rings = [[cell for cell in expected if hexes.distance((0, 0), cell) == r] for r in (1, 2, 3)]
    assert list(map(len, rings)) == [3, 5, 7]


def test_the_front_arc_as_a_picture() -> None:
    """Facing right, to distance two: `#` is the monster."""
    rows = []
    for r in range(-2, 3):
        line = [" "] * 11
        for q in range(-3, 4):
            if hexes.distance((0, 0), (q, r)) <= 2:
                line[2 * q + r + 5] = "x" if hexes.in_front((0, 0), 0, (q, r)) else "."
        rows.append("".join(line).rstrip())
    rows[2] = rows[2][:5] + "#" + rows[2][6:]
    assert rows == ["   . . x", "  . . x x", " . . # x x", "  . . x x", "   . . x"]


def test_rings_and_discs() -> None:
    assert hexes.ring((4, 4), 0) == [(4, 4)]
    for radius in range(1, 6):
        ring = hexes.ring((1, -2), radius)
        assert len(ring) == len(set(ring)) == 6 * radius
        assert {hexes.distance((1, -2), cell) for cell in ring} == {radius}
        assert all(
            hexes.distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        )
    assert len(set(hexes.disc((0, 0), 3))) == 37


def test_names_are_the_two_coordinates() -> None:
    assert hexes.name((3, -1)) == "3,-1"
    assert len({hexes.name(cell) for cell in NEAR}) == len(NEAR)


def test_a_printed_name_is_column_and_row() -> None:
    picture = ["A1 B1 C1", " A2 B2", "A3 B3 C3"]
    for r, row in enumerate(picture):
        for column, printed_name in enumerate(row.split()):
            assert hexes.printed_name(hexes.name((column - r // 2, r))) == printed_name
    assert len({hexes.printed_name(hexes.name(cell)) for cell in NEAR}) == len(NEAR)
    assert all(
        hexes.read_name(hexes.printed_name(hexes.name(cell))) == hexes.name(cell) for cell in NEAR
    )
    assert hexes.printed_name("-1,0") == "-1,0"
    assert [hexes.read_name(word) for word in ("C0", "01,2", "", "CC4", "4C")] == [""] * 5
