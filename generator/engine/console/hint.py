"""Hint: the best move that a searching bot finds in about a second."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from generator.engine.bots.mcts import Mcts, Node
from generator.engine.bots.observation import Observation
from generator.engine.rng import Rng

SECONDS = 1.0


def hint(
    observation: Observation,
    rng: Rng,
    seconds: float = SECONDS,
    clock: Callable[[], float] = monotonic,
) -> Any:
    """Return a good move, found with the seat's knowledge alone.

    The search ends after its usual number of simulations or when time runs out; only in the latter
    case can a slower machine give another hint for the same position.
    """
    moves = observation.legal_moves()
    bot, root, end = Mcts(), Node(), clock() + seconds
    for number, _ in enumerate(bot.simulated(root, observation, rng), 1):
        if number == bot.simulations or clock() > end:
            break
    return bot.best(root, moves)
