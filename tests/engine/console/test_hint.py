"""Tests of hints: legal, based only on what the seat knows, and within the time limit."""

from __future__ import annotations

from itertools import count
from typing import Any

from generator.engine.bots import Observation
from generator.engine.console.hint import hint
from generator.engine.game import Game
from generator.engine.rng import Rng

STILL = float("inf")


def test_with_enough_time_the_hint_is_always_the_same(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start(2)
    moves = [hint(Observation(state), Rng(4), STILL) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in state.legal_moves()


def test_at_the_time_limit_the_best_tried_move_is_used(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start(2)
    clock = count()
    move = hint(Observation(state), Rng(4), 2, lambda: float(next(clock)))
    assert move in state.legal_moves()
    assert next(clock) == 4


def test_a_hint_does_not_depend_on_hidden_information(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start(2)
    for _ in range(8):
        state.apply(state.legal_moves()[0])
    seat = state.to_act
    assert seat is not None
    other = state.determinize(seat, Rng(9))
    assert other != state
    assert hint(Observation(other), Rng(4), STILL) == hint(Observation(state), Rng(4), STILL)
