"""Tests of rerolls: their number is bounded, and so is the length of a game."""

from __future__ import annotations

from typing import Any

import pytest

from generator.games.grudge.game import Grudge
from generator.games.grudge.state import GrudgeState

MOST = 20


def waiting(game: Grudge, pending: str, **position: Any) -> GrudgeState:
    """A decision before any pieces are on the board."""
    return game.load({"warrior": {"at": ""}, "cards": [], **position, "pending": [pending]})


@pytest.mark.parametrize("seed", range(12))
def test_luckstones_for_the_edge_are_offered_a_limited_number_of_times(
    game: Grudge, seed: int
) -> None:
    """`starting-edge`"""
    state = waiting(game, "spend edge 5", luckstones=9, rerolls=MOST - 2, chance=seed)
    decisions = 0
    while (moves := state.legal_moves())[0].what == "spend":
        decisions += 1
        number = int(state.pending[-1].about[1])
        raised = [each for each in moves if number + int(each.one) in (5, 6)]
        if not raised:
            return
        state.apply(raised[0])
    assert decisions == 2
    assert moves[0].what == "warrior"


def test_luckstones_for_other_rolls_are_always_offered(game: Grudge) -> None:
    at = {"at": "d1"}
    state = waiting(game, "again 3", warrior=at, luckstones=1, rerolls=MOST - 1, experienced=[3])
    state.apply(game.read_move("reroll"))
    assert state.legal_moves()[0].what == "spend"


def test_an_encounter_is_rerolled_a_limited_number_of_times(game: Grudge) -> None:
    """`encounter-reroll`"""
    every = list(range(1, 7))
    state = waiting(game, "again 3", warrior={"at": "d1"}, experienced=every, rerolls=MOST - 2)
    state.apply(game.read_move("reroll"))
    assert [move.what for move in state.legal_moves()] == ["keep", "reroll"]
    state.apply(game.read_move("reroll"))
    assert state.rerolls == MOST
    assert state.legal_moves()[0].what == "spawn"


def test_the_rules_state_the_limits_of_the_engine(game: Grudge) -> None:
    number = game.usual_config.number
    assert number["rerolls"] == MOST
    for slug, figures in (
        ("starting-edge", ("rerolls",)),
        ("encounter-reroll", ("rerolls",)),
        ("sim-cap", ("rounds", "challenges")),
    ):
        assert all(f" {number[figure]} " in game.rules[slug].text for figure in figures)


def test_a_game_is_no_longer_than_its_bound(game: Grudge) -> None:
    """The bound counts every possible reroll, and the Rounds of every Challenge."""
    number = game.usual_config.number
    rounds = number["challenges"] * number["rounds"]
    longest = game.max_decisions(game.read_options({}))
    assert longest > rounds * 155 + number["challenges"] * (17 + 2 * number["rerolls"])
