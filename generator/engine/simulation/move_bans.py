"""Move bans: moves that players hold back from, for ablation studies.

A ban is some words of move notation, `play horn-rush` or `shove`; it holds back every move that
contains these words in this order, with any words between them.  It restricts play, not the rules:
a player without any other move makes a banned one, so every restricted game is a legal game.  All
players take the ban into account when they look ahead; the game itself is unaware of it.

Games played with the same seeds, with and without a ban, show what the banned moves are worth.  A
comparison of games in which they happened to be made cannot show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.engine.game import State

FREE, HELD, FORCED = "free", "held back", "forced"


class MoveBan(NamedTuple):
    """Moves that no seat, or one seat, may make while it has others."""

    words: tuple[str, ...]
    seat: int | None = None
    """The banned seat, counted from 0; None for all."""

    def in_words(self, names: Sequence[str]) -> str:
        """The ban in words, with the names of the seats: `“shove”`, `“pull” for Red`."""
        words = f"“{' '.join(self.words)}”"
        return words if self.seat is None else f"{words} for {names[self.seat]}"

    def __str__(self) -> str:
        words = " ".join(self.words)
        return words if self.seat is None else f"{self.seat + 1}: {words}"

    def forbids(self, seat: int | None, move: object) -> bool:
        """Whether a move of a seat is banned."""
        if self.seat not in (None, seat):
            return False
        words = iter(str(move).split())
        return all(word in words for word in self.words)


def read_ban(text: str, players: int) -> MoveBan:
    """Parse a ban: `shove` for all, `1: shove` for the first of `players` seats.

    Raises KitError.
    """
    seat, colon, words = text.rpartition(":")
    if not words.split():
        hint = 'write words of a move: "play horn-rush"'
        raise KitError(f'"{text}" bars nothing', hint=hint, check="option-value")
    if not colon:
        return MoveBan(tuple(words.split()))
    if seat.strip() not in map(str, range(1, players + 1)):
        message = f'"{text}" bars moves of seat "{seat.strip()}", but the seats are 1 to {players}'
        hint = 'write "1: shove" for the first seat, "shove" for all'
        raise KitError(message, hint=hint, check="option-value")
    return MoveBan(tuple(words.split()), int(seat) - 1)


def with_bans(state: State[Any], bans: Sequence[MoveBan]) -> State[Any]:
    """Put bans on a state and all its later copies."""
    if bans:
        state.__class__ = _restricted_class(type(state), tuple(bans))
        state.clear_legal_moves()
    return state


def ban_effect(state: State[Any]) -> str:
    """Classify the next decision: FREE of bans, some moves HELD back, or a banned move FORCED."""
    effect: str = getattr(state, "ban_effect", FREE)
    return effect


@cache
def _restricted_class(kind: type[State[Any]], bans: tuple[MoveBan, ...]) -> type[State[Any]]:
    """The class of states with these bans: copies of a state keep its class."""

    class WithBans(kind):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def compute_legal_moves(self) -> Sequence[Any]:
            moves: Sequence[Any] = super().compute_legal_moves()
            return self._free(moves) or moves

        def set_legal_moves(self, moves: Sequence[Any]) -> None:
            super().set_legal_moves(self._free(moves) or moves)

        @property
        def ban_effect(self) -> str:
            if not self.pending:
                return FREE
            moves = super().compute_legal_moves()
            free = len(self._free(moves))
            return FREE if free == len(moves) else HELD if free else FORCED

        def _free(self, moves: Sequence[Any]) -> Sequence[Any]:
            seat = self.to_act
            return [move for move in moves if not any(ban.forbids(seat, move) for ban in bans)]

    return WithBans
