"""Baseline bots: one plays at random, one looks a single move ahead."""

from __future__ import annotations

from typing import Any

from generator.engine.bots.observation import Observation, worth_trying
from generator.engine.rng import Rng


def random(observation: Observation, rng: Rng) -> Any:
    """Any legal move, each with the same probability."""
    return rng.pick(observation.legal_moves())


def greedy(observation: Observation, rng: Rng) -> Any:
    """The move whose resulting position has the best mean value; ties are broken at random.

    If there are very many moves, or the game allows few tries, it looks at a sample of them (see
    `worth_trying`), and in fewer possible states.
    """
    legal, tries = observation.legal_moves(), observation.tries
    moves = worth_trying(legal, rng, tries)
    if len(moves) == 1:
        return moves[0]
    draws = min(observation.determinizations, max(1, tries // len(legal)))
    states = [observation.determinize(rng) for _ in range(draws)]
    for state in states:
        state.legal_moves()  # computed once here, not again in each copy
    values = [0.0] * len(moves)
    for number, move in enumerate(moves):
        for state in states:
            after = state.copy()
            after.apply(move)
            value = after.evaluate()[observation.seat]
            if after.is_certain_after(state):
                values[number] = value * len(states)
                break
            values[number] += value
    best = max(values) - 1e-9
    return rng.pick([move for move, value in zip(moves, values, strict=True) if value >= best])
