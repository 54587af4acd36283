"""Turns the legal moves into the one after which the position looks best for the seat."""

from __future__ import annotations

from typing import Any

from generator.engine.bots.observation import Observation
from generator.engine.rng import Rng


def greedy(glimpse: Observation, rng: Rng) -> Any:
    """The move with the best position right after it, on average; equals are picked from at random.

    It looks no further than its own move.
    """
    moves = glimpse.legal_moves()
    if len(moves) == 1:
        return moves[0]
    worlds = [glimpse.determinize(rng) for _ in range(glimpse.worlds)]
    for world in worlds:
        world.legal_moves()  # found once here, and not in each copy anew
    values = [0.0] * len(moves)
    for number, move in enumerate(moves):
        for world in worlds:
            after = world.copy()
            after.apply(move)
            values[number] += after.evaluate()[glimpse.seat]
    best = max(values) - 1e-9
    return rng.pick([move for move, value in zip(moves, values, strict=True) if value >= best])
