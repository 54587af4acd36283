"""Turns a state into as much of it as the seat to act may know, which is all that a bot gets.

A bot that cheats gets an open glimpse instead, in which nothing on the table is hidden.  It is there
to measure what secrecy is worth, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng


class Observation:
    """A game in progress as one seat knows it."""

    __slots__ = ("__open", "__state", "seat")

    def __init__(self, state: State[Any], open: bool = False) -> None:
        """An `open` glimpse is of the true state, but for what its chance has not yet thrown."""
        assert state.to_act is not None
        self.__state = state
        self.__open = open
        self.seat: int = state.to_act

    @property
    def worlds(self) -> int:
        """In how many possible states it is worth while to try a move out."""
        return self.__state.determinizations

    def legal_moves(self) -> Sequence[Any]:
        """What the seat may do."""
        return self.__state.legal_moves()

    def view(self) -> dict[str, JsonValue]:
        """What the seat knows, as plain data."""
        return self.__state.view(self.seat)

    def determinize(self, rng: Rng) -> State[Any]:
        """A state that might be the true one for all the seat knows."""
        if not self.__open:
            return self.__state.determinize(self.seat, rng)
        world = self.__state.copy()
        world.rng = rng.fork()
        return world


Bot: TypeAlias = Callable[[Observation, Rng], Any]
"""Picks one of the legal moves, with what randomness it needs from its own chance."""


def ask(bot: Bot, state: State[Any], rng: Rng) -> Any:
    """The move that a bot makes in this state; one that cheats (`bot.open`) sees all of it."""
    return bot(Observation(state, getattr(bot, "open", False)), rng)
