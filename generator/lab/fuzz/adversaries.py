"""Adversaries: bots that choose moves likely to expose gaps in the rules.

They see the whole state, since they do not play to win.  Those that look a move ahead try only some
of the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.engine.bots import choose_move
from generator.engine.bots.baselines import greedy
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.lab.fuzz.monitored_game import flatten

SAMPLE_SIZE = 8
"""Most moves that are tried."""
GOAL_MOVES = 40
"""Moves after which a new position to return to is chosen."""


class Memory:
    """Memory that the adversaries of a game share."""

    def __init__(self, time_fields: Sequence[str]) -> None:
        self.time_fields = time_fields
        self.move_counts: Counter[str] = Counter()
        """Number of moves of each kind."""
        self.goal: Mapping[str, Any] = {}
        """An earlier position to return to."""
        self.goal_age = GOAL_MOVES
        """Moves since the goal was chosen."""

    def record(self, move: Any) -> None:
        self.move_counts[_kind(move)] += 1
        self.goal_age += 1


Adversary = Callable[[State[Any], Memory, Rng], Any]


def _kind(move: Any) -> str:
    return str(move).split()[0]


def _cheapest(
    state: State[Any], rng: Rng, cost: Callable[[State[Any], int], float], size: int
) -> Any:
    """Choose, from a random sample, the move with the least cost.

    `cost` gets the state after the move and its number of events.  A move that raises an error is
    chosen at once: the search looks for errors.
    """
    moves = state.legal_moves()
    sample = moves if len(moves) <= size else rng.shuffled(moves)[:size]
    best: list[Any] = []
    least = float("inf")
    for move in sample:
        after = state.copy()
        try:
            value = cost(after, len(after.apply(move)))
        except Exception:
            return move
        if value < least:
            best, least = [], value
        if value == least:
            best.append(move)
    return rng.pick(best)


def any_move(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose any move."""
    return rng.pick(state.legal_moves())


def rare_move(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a move of the kind that was made least often."""
    moves = state.legal_moves()
    least = min(memory.move_counts[_kind(move)] for move in moves)
    return rng.pick([move for move in moves if memory.move_counts[_kind(move)] == least])


def return_to_goal(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a move that makes the position more similar to an earlier one, chosen now and then."""
    if memory.goal_age >= GOAL_MOVES:
        memory.goal, memory.goal_age = flatten(state, memory.time_fields), 0
        return rng.pick(state.legal_moves())

    def distance(after: State[Any], events: int) -> float:
        here = flatten(after, memory.time_fields).items() ^ memory.goal.items()
        return len(here)

    return _cheapest(state, rng, distance, 2 * SAMPLE_SIZE)


def drain_supply(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose the move that leaves the least in piles and pools."""
    return _cheapest(
        state,
        rng,
        lambda after, events: sum(map(sum, after.remaining_supply().values())),
        SAMPLE_SIZE,
    )


def fewest_events(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose the move with the fewest events."""
    return _cheapest(state, rng, lambda after, events: events, SAMPLE_SIZE)


def good_move(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a good move, for situations that only good play reaches."""
    return choose_move(greedy, state, rng)


ADVERSARIES: tuple[Adversary, ...] = (
    any_move,
    rare_move,
    return_to_goal,
    drain_supply,
    fewest_events,
    good_move,
)
