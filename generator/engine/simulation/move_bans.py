"""Turns "nobody does this" into a game in which nobody does: moves that are held back.

A bar is some words of the notation of moves, `play horn-rush` or `shove`; it holds back each move
that has these words in this order, whatever stands between them.  It is a restriction of play, not
of the rules: who has nothing else to do does it after all, so every barred game is a legal game, and
all players know of the bar when they look ahead.  Games know nothing of it.

Played with the same seeds, a barred game and the same game without the bar tell what the barred
thing is good for, which no look at games in which it happened to be used can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.engine.game import State

FREE, HELD, FORCED = "free", "held back", "forced"


class MoveBan(NamedTuple):
    """The moves that nobody, or one seat, is to make."""

    words: tuple[str, ...]
    seat: int | None = None
    """The seat it is for, counted from 0; None: all."""

    def in_words(self, names: Sequence[str]) -> str:
        """As a person says it, with the names of the seats: `“shove”`, `“pull” for Red`."""
        words = f"“{' '.join(self.words)}”"
        return words if self.seat is None else f"{words} for {names[self.seat]}"

    def __str__(self) -> str:
        words = " ".join(self.words)
        return words if self.seat is None else f"{self.seat + 1}: {words}"

    def holds(self, seat: int | None, move: object) -> bool:
        """Whether it holds back this move of this seat."""
        if self.seat not in (None, seat):
            return False
        words = iter(str(move).split())
        return all(word in words for word in self.words)


def read_bar(text: str, players: int) -> MoveBan:
    """The bar that is written so: `shove` for all, `1: shove` for the first of so many players.

    Raises KitError.
    """
    seat, colon, words = text.rpartition(":")
    if not words.split():
        raise KitError(f'"{text}" bars nothing', hint='write words of a move: "play horn-rush"')
    if not colon:
        return MoveBan(tuple(words.split()))
    if seat.strip() not in map(str, range(1, players + 1)):
        says = f'"{text}" bars something for seat "{seat.strip()}", which is none of 1 to {players}'
        raise KitError(says, hint='write "1: shove" for the first seat, "shove" for all')
    return MoveBan(tuple(words.split()), int(seat) - 1)


def barred(state: State[Any], bars: Sequence[MoveBan]) -> State[Any]:
    """The state, and all copies made of it from now on, with these bars."""
    if bars:
        state.__class__ = _kind(type(state), tuple(bars))
        state.clear_legal_moves()
    return state


def bite(state: State[Any]) -> str:
    """Whether the decision that comes up is FREE of bars, some moves are HELD, or one is FORCED."""
    told: str = getattr(state, "bite", FREE)
    return told


@cache
def _kind(kind: type[State[Any]], bars: tuple[MoveBan, ...]) -> type[State[Any]]:
    """The states of a game, with bars: a state keeps its kind when it is copied."""

    class WithBans(kind):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def compute_legal_moves(self) -> Sequence[Any]:
            moves: Sequence[Any] = super().compute_legal_moves()
            return self._free(moves) or moves

        @property
        def bite(self) -> str:
            if not self.pending:
                return FREE
            moves = super().compute_legal_moves()
            free = len(self._free(moves))
            return FREE if free == len(moves) else HELD if free else FORCED

        def _free(self, moves: Sequence[Any]) -> Sequence[Any]:
            seat = self.to_act
            return [move for move in moves if not any(bar.holds(seat, move) for bar in bars)]

    return WithBans
