"""Observation: the knowledge of the seat to act, which is all that a bot gets.

A cheating bot gets an open observation instead, in which nothing on the table is hidden.  Its only
use is to measure the value of hidden information.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import KitError, Place
from generator.engine.events import JsonValue
from generator.engine.game import Game, State
from generator.engine.rng import Rng

MAX_MOVES = 250
"""Most moves of a decision that a bot tries one by one; no game of the five kits has as many."""
SAMPLE = 30
"""Sample size if there are more: one of the sample is among the best tenth 95 times in 100."""


def worth_trying(moves: Sequence[Any], rng: Rng, tries: int = MAX_MOVES) -> Sequence[Any]:
    """The legal moves, or a random sample if there are more than `MAX_MOVES` or `tries`."""
    if len(moves) <= min(tries, MAX_MOVES):
        return moves
    return rng.sample(moves, min(tries, SAMPLE))


class Observation:
    """A game in progress as the seat to act knows it."""

    __slots__ = ("__open", "__state", "seat")

    def __init__(self, state: State[Any], open: bool = False) -> None:
        """An `open` observation reveals everything except future random numbers."""
        assert state.to_act is not None
        self.__state = state
        self.__open = open
        self.seat: int = state.to_act

    @property
    def game(self) -> Any:
        """The game: its rules and the records of its kit, which everybody knows."""
        return self.__state.game

    @property
    def determinizations(self) -> int:
        """Number of possible states in which a move is worth trying."""
        return self.__state.game.determinizations

    @property
    def tries(self) -> int:
        """Number of moves that a bot without a budget tries for this decision."""
        return self.__state.game.tries(self.__state)

    def legal_moves(self) -> Sequence[Any]:
        """The legal moves of the seat."""
        return self.__state.legal_moves()

    def view(self) -> dict[str, JsonValue]:
        """The seat's view, as plain data."""
        return self.__state.view(self.seat)

    def determinize(self, rng: Rng) -> State[Any]:
        """Return a state that is consistent with the seat's knowledge."""
        if not self.__open:
            return self.__state.determinize(self.seat, rng)
        world = self.__state.copy()
        world.rng = rng.fork()
        return world


Bot: TypeAlias = Callable[[Observation, Rng], Any]
"""Chooses one of the legal moves; takes any random numbers it needs from its own generator."""


def choose_move(bot: Bot, state: State[Any], rng: Rng) -> Any:
    """Return the move of a bot in a state; a cheating bot (`bot.open`) sees all of it.

    The collector of cyclic garbage pauses meanwhile: a search makes many objects, and no cycles.
    Raises KitError if no position can be judged by the weights of the kit.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return bot(Observation(state, getattr(bot, "open", False)), rng)
    except (ArithmeticError, LookupError, ValueError) as error:
        if not state.legal_moves():
            message = "nobody has a legal move, but the game is not over"
            raise KitError(message, hint="add a move to pass", check="game-package") from error
        game = state.game
        if not isinstance(error, ArithmeticError) or not (
            isinstance(game, Game) and game.records.weights and game.kit_file
        ):
            raise
        from generator.engine.weights import WEIGHTS  # slow to import

        place = Place(Path(game.kit_file.place().file).with_name(WEIGHTS).as_posix())
        message = f"no position can be judged by these weights: {error}"
        hint = "train them again, or delete the file"
        raise KitError(message, place=place, hint=hint, check="out-of-range") from None
    finally:
        if collects:
            gc.enable()
