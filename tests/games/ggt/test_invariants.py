"""Tests of the invariants: each limb is in one place."""

from __future__ import annotations

from generator.games.ggt.invariants import invariants
from tests.shipped import shipped_game


def test_a_limb_in_two_places_is_reported() -> None:
    state, _ = shipped_game("ggt").start(3)
    assert [*invariants(state)] == []
    state.lying = [(0, 0)]
    (fault,) = invariants(state)
    assert fault[2] == 'the limb "strangler" occurs 2 times'
