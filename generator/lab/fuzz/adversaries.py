"""Turns a position into a move that looks for trouble: players who do what nobody would.

They see the whole state, for they want to find gaps in the rules and not to win.  Those that look a
move ahead try no more than a few of the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.engine.bots import ask
from generator.engine.bots.greedy import greedy
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.lab.fuzz.monitored_game import leaves

LOOKED_AT = 8
"""How many moves are tried out at most."""
PATIENCE = 40
"""After so many moves whoever wants to get back somewhere tries another place."""


class Memory:
    """What has been done in a game so far, and where it has been."""

    def __init__(self, clocks: Sequence[str]) -> None:
        self.clocks = clocks
        self.done: Counter[str] = Counter()
        """How often each kind of move was made."""
        self.goal: Mapping[str, Any] = {}
        """An earlier position that somebody wants to get back to."""
        self.since = PATIENCE
        """How many moves ago that was."""

    def note(self, move: Any) -> None:
        self.done[_kind(move)] += 1
        self.since += 1


Adversary = Callable[[State[Any], Memory, Rng], Any]


def _kind(move: Any) -> str:
    return str(move).split()[0]


def _least(
    state: State[Any], rng: Rng, cost: Callable[[State[Any], int], float], sample: int
) -> Any:
    """Of some moves the one with the least cost, which is that of the state and events after it.

    A move that cannot be made is taken at once: that is what is looked for.
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
    """Any move."""
    return rng.pick(state.legal_moves())


def rare(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """A move of a kind that was made seldom."""
    moves = state.legal_moves()
    least = min(memory.done[_kind(move)] for move in moves)
    return rng.pick([move for move in moves if memory.done[_kind(move)] == least])


def again(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """A move that makes the position more like an earlier one; now and then the goal is a new one."""
    if memory.since >= PATIENCE:
        memory.goal, memory.since = leaves(state, memory.clocks), 0
        return rng.pick(state.legal_moves())

    def unlike(after: State[Any], events: int) -> float:
        here = leaves(after, memory.clocks).items() ^ memory.goal.items()
        return len(here)

    return _least(state, rng, unlike, 2 * LOOKED_AT)


def drain(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """A move that leaves the least in piles and pools."""
    return _least(
        state,
        rng,
        lambda after, events: sum(map(sum, after.remaining_supply().values())),
        LOOKED_AT,
    )


def idle(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """A move of which little comes."""
    return _least(state, rng, lambda after, events: events, LOOKED_AT)


def well(state: State[Any], memory: Memory, rng: Rng) -> Any:
    """A good move, for what happens only in games that are played well."""
    return ask(greedy, state, rng)


ADVERSARIES: tuple[Adversary, ...] = (anything, rare, again, drain, idle, well)
