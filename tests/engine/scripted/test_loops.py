"""Tests of loops that a step ends before their time: `end: loop`."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from tests.engine.scripted.small import TURNS, after, small

BUY = """\
turn:
  - while: coins
    do:
      - {pick-number: [1, 2], as: paid, where: it <= coins, may-pass: true}
      - {if: not paid, then: [{end: loop}]}
      - {lose: coins, by: paid}
  - {gain: score, by: 1}
"""


@pytest.mark.parametrize(
    ("moves", "coins"), [(["pass"], 2), (["1", "pass"], 1), (["2"], 0), (["1", "1"], 0)]
)
def test_passing_ends_a_loop_and_the_turn_goes_on(
    tmp_path: Path, moves: list[str], coins: int
) -> None:
    state, _ = after(small(tmp_path, BUY), *moves)
    there = state.position
    assert (there["coins"][0], there["score"][0], state.to_act) == (coins, 1, 1)
    assert there["loops"] == []


def test_the_innermost_loop_ends_and_counts_of_others_go_on(tmp_path: Path) -> None:
    turns = """\
turn:
  - repeat: 3
    do:
      - repeat: 3
        do: [{gain: score, by: 1}, {end: loop}]
      - {lose: pool, by: 1}
"""
    state, _ = after(small(tmp_path, turns), "turn")
    there = state.position
    assert (there["score"][0], there["pool"], there["loops"]) == (3, 0, [])


def test_a_loop_over_players_returns_to_whose_turn_it_is(tmp_path: Path) -> None:
    turns = """\
turn:
  - each: others
    do:
      - choose: {stay: {do: [{gain: score, by: 5}]}, leave: {do: [{end: loop}]}}
  - {gain: score, by: 1}
"""
    game = small(tmp_path, turns)
    state, _ = after(game, "stay", "leave", players=3)
    assert state.position["score"] == [1, 5, 0]
    assert state.to_act == 2  # the turn of player 2 begins, and asks the others
    assert (state.position["turn"], state.position["loops"]) == (2, [{"owner": 1, "left": [0]}])


def test_an_effect_may_end_the_loop_in_which_it_is_performed(tmp_path: Path) -> None:
    turns = """\
effects: {stop: [{end: loop}]}
turn:
  - repeat: 3
    do: [{gain: score, by: 1}, {pick: hand, as: card}, {perform: card, column: name}]
"""
    state, _ = after(small(tmp_path, turns, cards="gull,stop,2,4\n"), "turn", "gull")
    assert state.position["score"][0] == 1


def test_without_a_loop_there_is_nothing_to_end(tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r"no loop is here to end; write it under the do of a loop"):
        small(tmp_path, "turn: [{repeat: 2, do: [{gain: score, by: 1}]}, {end: loop}]\n", TURNS)
