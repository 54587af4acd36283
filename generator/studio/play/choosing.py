"""Choice of a move: people point at things on the table one after another until one move is left.

No rule of any game is known here: the legal moves come from the state, and the things of each from
`State.things`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from generator.engine.console.menu import choices
from generator.engine.console.refusal import Refusal, refusal_of
from generator.engine.game import Game, State


class OfferedMove(NamedTuple):
    """A legal move with its label."""

    text: str
    """Its notation."""
    sentence: str
    gloss: str
    """What it leads to: the forecast of a fight, the text of a card."""
    things: tuple[str, ...]
    """The things to point at, one after another."""


class Choosing:
    """The decision of a seat: the things pointed at so far, and the moves that are left."""

    def __init__(self, game: Game[Any], state: State[Any], on_table: Collection[str]) -> None:
        """`on_table` are the names of all things on the table."""
        self._game, self._state = game, state
        moves = {str(move): move for move in state.legal_moves()}
        self.options = [
            OfferedMove(
                each.text,
                each.words,
                each.gloss,
                tuple(name for name in state.things(moves[each.text]) if name in on_table),
            )
            for each in choices(state)
        ]
        self.pointed: list[str] = []

    @property
    def remaining(self) -> list[OfferedMove]:
        """The moves that continue what has been pointed at."""
        count = len(self.pointed)
        return [each for each in self.options if each.things[:count] == tuple(self.pointed)]

    @property
    def lit(self) -> set[str]:
        """The things that can be pointed at next."""
        count = len(self.pointed)
        return {each.things[count] for each in self.remaining if len(each.things) > count}

    def point(self, names: Sequence[str]) -> str | Refusal | None:
        """Point at a thing; return the only remaining move, a refusal, or None if several remain."""
        for name in names:
            if name in self.lit:
                self.pointed.append(name)
                return self._chosen_move()
        if self.pointed and self.pointed[-1] in names:
            self.pointed.pop()
            return None
        before, self.pointed = self.pointed, []
        for name in names:
            if name in self.lit:
                self.pointed = [name]
                return self._chosen_move()
        self.pointed = before
        return self.refusal(names)

    def _chosen_move(self) -> str | None:
        remaining = self.remaining
        complete = len(remaining) == 1 and len(remaining[0].things) == len(self.pointed)
        return remaining[0].text if complete else None

    def refusal(self, names: Sequence[str]) -> Refusal | None:
        """Why the thing with these names cannot be used; None if no move is about it."""
        return refusal_of(self._game, self._state, names)
