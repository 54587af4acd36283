"""Observation: what the seat to act knows of a state, which is all that a bot is given.

A cheating bot is given an open observation instead, in which nothing on the table is hidden.  Its
only use is to measure what hidden information is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng

MAX_MOVES = 250
"""How many moves a bot that tries them looks at for one decision; no game of the five kits has as many."""
SAMPLE = 30
"""How many it looks at where there are more: one of them is among the best tenth, 95 times of 100."""


def worth_trying(moves: Sequence[Any], rng: Rng, tries: int = MAX_MOVES) -> Sequence[Any]:
    """The legal moves; where there are more than `MAX_MOVES` or `tries`, some of them, drawn."""
    if len(moves) <= min(tries, MAX_MOVES):
        return moves
    return rng.sample(moves, min(tries, SAMPLE))


class Observation:
    """A game in progress as the seat to act knows it."""

    __slots__ = ("__open", "__state", "seat")

    def __init__(self, state: State[Any], open: bool = False) -> None:
        """An `open` observation reveals all but the future random numbers."""
        assert state.to_act is not None
        self.__state = state
        self.__open = open
        self.seat: int = state.to_act

    @property
    def determinizations(self) -> int:
        """The number of possible states worth trying a move in."""
        return self.__state.determinizations

    @property
    def tries(self) -> int:
        """How often a bot that is given no budget tries moves for this decision."""
        return self.__state.game.tries(self.__state)

    def legal_moves(self) -> Sequence[Any]:
        """The legal moves of the seat."""
        return self.__state.legal_moves()

    def view(self) -> dict[str, JsonValue]:
        """What the seat knows, as plain data."""
        return self.__state.view(self.seat)

    def determinize(self, rng: Rng) -> State[Any]:
        """A state that is consistent with what the seat knows."""
        if not self.__open:
            return self.__state.determinize(self.seat, rng)
        world = self.__state.copy()
        world.rng = rng.fork()
        return world


Bot: TypeAlias = Callable[[Observation, Rng], Any]
"""Picks one of the legal moves; takes any random numbers it needs from its own generator."""


def choose_move(bot: Bot, state: State[Any], rng: Rng) -> Any:
    """The move that a bot makes in a state; a cheating bot (`bot.open`) sees all of it."""
    return bot(Observation(state, getattr(bot, "open", False)), rng)
