"""Viewpoint: who is at the screen, and which events they may read.

As long as people have no secrets from each other, all of them share the screen and read everything.
From the first secret on, only one of them at a time may look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.base.errors import KitError
from generator.engine.console.history import History
from generator.engine.console.wrapping import Kind, ScreenLine
from generator.engine.events import Event
from generator.engine.game import State
from generator.engine.text.move_sentences import is_told

ALL = "all"
"""Every seat, on the command line."""


class Viewpoint:
    """The people at one screen."""

    def __init__(self, human_seats: Sequence[int], read: int) -> None:
        """`read` is the number of steps that all of them already know."""
        self.human_seats = tuple(human_seats)
        self.private = len(self.human_seats) == 1
        """Whether the screen is for one person only."""
        self.viewer: int | None = self.human_seats[0] if self.private else None
        """The seat of the person at the screen, or of the last one who decided; None if there is none."""
        self._read = dict.fromkeys(self.human_seats, read)

    def may_act_now(self, seat: int, state: State[Any]) -> bool:
        """Whether the person to decide can do so at once, without a handover."""
        if not self.private and self._secrets_ahead(state):
            self.private = True
            self.viewer = None if self.viewer == seat else self.viewer
        return not self.private or self.viewer == seat

    def viewers(self, state: State[Any]) -> Sequence[int]:
        """The seats that see the screen: the person at it, or everybody if there are no secrets."""
        if self.private:
            return [] if self.viewer is None else [self.viewer]
        return [] if self._secrets(state) else self.human_seats

    def rewind(self, length: int) -> None:
        """Note that the history was cut to this number of steps."""
        self._read = {seat: min(count, length) for seat, count in self._read.items()}

    def unread(self, history: History, announced: bool = False) -> Iterator[ScreenLine]:
        """Return what has happened since the viewers last read, not wrapped yet.

        The sentence of a move is only for the person who made it: it may be a secret that its events
        do not show.  If they show it all, it is left out.  `announced`: the viewers already know who
        made the last move.
        """
        viewers = self.viewers(history.state)
        if not viewers:
            return
        read = self._read[viewers[0]]
        before: int | None = None
        for step in history.steps[read:]:
            last = step is history.steps[-1]
            seen = [event for event in step.events if _may_read(viewers, event)]
            sentences = history.game.narrate(seen)
            same = step.seat == before and step.seat not in viewers
            before = step.seat
            if step.seat is not None and not same and not (announced and last):
                told = is_told(step.sentence, step.seat, seen, sentences)
                move = f": {step.sentence}" if step.seat in viewers and not told else ""
                yield ScreenLine(Kind.HEAD, f"{history.names[step.seat]}{move}")
            for sentence in sentences:
                yield ScreenLine(Kind.EVENT, f"    {sentence.text}  ({', '.join(sentence.rules)})")
        self._read |= dict.fromkeys(viewers, len(history.steps))

    def _secrets(self, state: State[Any]) -> bool:
        """Whether some person knows more of this position than everybody does."""
        common = state.view(None)
        return any(state.view(seat) != common for seat in self.human_seats)

    def _secrets_ahead(self, state: State[Any]) -> bool:
        """Whether there are secrets, or the pending decision creates some.

        Only a few moves are tried, since the moves of one decision hardly differ in this.
        """
        moves = state.legal_moves()
        positions = [state]
        for move in moves[:: max(1, len(moves) // 3)]:
            positions.append(state.copy())
            positions[-1].apply(move)
        return any(map(self._secrets, positions))


def _may_read(viewers: Sequence[int], event: Event) -> bool:
    """Whether all viewers may read an event: one for a single seat is private to it."""
    return event.only is None or [event.only] == [*viewers]


def read_human_seats(words: str, players: int) -> tuple[int, ...]:
    """Parse the seats in `1`, `1,3` or `all`: counted from 0 and in order.

    Raises KitError for a seat that this number of players does not have.
    """
    if words.strip().lower() == ALL:
        return tuple(range(players))
    seats = set()
    for word in words.split(","):
        name = word.strip()
        if name not in map(str, range(1, players + 1)):
            raise _missing(name, players)
        seats.add(int(name) - 1)
    return tuple(sorted(seats))


def seats_exist(human_seats: Sequence[int], players: int) -> None:
    """Raise KitError for a seat that this number of players does not have."""
    if max(human_seats) >= players:
        raise _missing(str(max(human_seats) + 1), players)


def _missing(name: str, players: int) -> KitError:
    known = "is seat 1" if players == 1 else f"are seats 1 to {players}"
    return KitError(f'there is no seat "{name}"', hint=f"there {known}, or write {ALL}")
