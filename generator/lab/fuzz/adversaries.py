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
from generator.lab.fuzz.monitored_game import flattened

LOOKED_AT = 8
"""Most moves that are tried."""
PATIENCE = 40
"""Moves after which a new position to return to is chosen."""


class Memory:
    """Memory that the adversaries of a game share."""

    def __init__(self, time_fields: Sequence[str]) -> None:
        self.time_fields = time_fields
        self.done: Counter[str] = Counter()
        """Number of moves of each kind."""
        self.goal: Mapping[str, Any] = {}
        """An earlier position to return to."""
        self.since = PATIENCE
        """Moves since the goal was chosen."""

    def note(self, move: Any) -> None:
        self.done[_kind(move)] += 1
        self.since += 1


Adversary = Callable[[State[Any], Memory, Rng], Any]


def _kind(move: Any) -> str:
    return str(move).split()[0]


def _least(
    state: State[Any], rng: Rng, cost: Callable[[State[Any], int], float], sample: int
) -> Any:
    """Choose, from a random sample, the move with the least cost.

    `cost` gets the state after the move and its number of events.  A move that raises an error is
    chosen at once: the search looks for errors.
    """
    moves = state.legal_moves()
    few = moves if len(moves) <= sample else rng.shuffled(moves)[:sample]
    best: list[Any] = []
    least = float("inf")
    for move in few:
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


def anything(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose any move."""
    return rng.pick(state.legal_moves())


def rare(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a move of the kind that was made least often."""
    moves = state.legal_moves()
    least = min(memory.done[_kind(move)] for move in moves)
    return rng.pick([move for move in moves if memory.done[_kind(move)] == least])


def again(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a move that makes the position more similar to an earlier one, chosen now and then."""
    if memory.since >= PATIENCE:
        memory.goal, memory.since = flattened(state, memory.time_fields), 0
        return rng.pick(state.legal_moves())

    def unlike(after: State[Any], events: int) -> float:
        here = flattened(after, memory.time_fields).items() ^ memory.goal.items()
        return len(here)

    return _least(state, rng, unlike, 2 * LOOKED_AT)


def drain(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose the move that leaves the least in piles and pools."""
    return _least(
        state,
        rng,
        lambda after, events: sum(map(sum, after.remaining_supply().values())),
        LOOKED_AT,
    )


def idle(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose the move with the fewest events."""
    return _least(state, rng, lambda after, events: events, LOOKED_AT)


def well(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """Choose a good move, for situations that only good play reaches."""
    return choose_move(greedy, state, rng)


ADVERSARIES: tuple[Adversary, ...] = (anything, rare, again, drain, idle, well)
