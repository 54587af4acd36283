"""Tests of Shelter: from where Monsters can Strike at a corner, and how near they can come."""

from __future__ import annotations

import pytest

from generator.games.grudge.heuristic.shelter import (
    FAR,
    UNGUARDED,
    best_entry,
    guarded,
    sides,
    steps_to,
)
from generator.games.grudge.map.squares import NUMBER, bits, square

CORNERS: dict[tuple[str, ...], tuple[int, int, int]] = {
    ("...", "...", "W.."): (3, 3, 3),
    ("...", "##.", "W.."): (1, 1, 1),
    ("...", "#..", "W#."): (1, 1, 1),
    # No Monster reaches the Warrior, who has a gate to fight from, and needs a Bow.
    ("#..", ".#.", "W#."): (0, UNGUARDED, 0),
    # No fight is possible from here.
    ("...", "##.", "W#."): (0, UNGUARDED, UNGUARDED),
}
"""The south-west corner of the board, and from how many squares it can be struck: in total, guarded
by melee Weapons, and with a Bow."""


def enclosed_squares(rows: tuple[str, ...]) -> int:
    """The squares that are enclosed in a drawing."""
    return bits(
        square(file, rank)
        for rank, row in enumerate(reversed(rows))
        for file, sign in enumerate(row)
        if sign == "#"
    )


@pytest.mark.parametrize("rows", CORNERS, ids="/".join)
def test_a_corner_can_be_struck_from_few_squares(rows: tuple[str, ...]) -> None:
    corner, shut = NUMBER["a1"], enclosed_squares(rows)
    found = sides(corner, shut), guarded(corner, shut, False), guarded(corner, shut, True)
    assert found == CORNERS[rows]


def test_paths_lead_around_enclosed_squares() -> None:
    steps = steps_to(NUMBER["a1"], enclosed_squares(("...", "##.", "W..")))
    assert [steps[NUMBER[each]] for each in ("b1", "c1", "c2", "h8")] == [0, 1, 2, 13]
    hidden = steps_to(NUMBER["a1"], enclosed_squares(("#..", ".#.", "W#.")))
    assert hidden[NUMBER["h8"]] == FAR


def test_the_best_entry_is_guarded_or_leads_to_the_pig() -> None:
    """Fences guard a1 on the south edge; on the north edge every corner has three sides."""
    shut, pig = enclosed_squares(("...", "##.", "W..")), NUMBER["g2"]
    north, south = (best_entry(each, shut, -1, False, 1.0, 9.0) for each in ("north", "south"))
    assert (north, south) == (-3, -1)
    to_pig = best_entry("south", shut | 1 << pig, pig, False, 0.0, 9.0)
    assert to_pig == 9.0  # next to it
