"""Turns a story into what the person at the screen may hear of it, and knows who is at the screen.

As long as persons have no secrets from each other, all of them look at the screen and hear all.
From the first secret on it is for one of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.engine.console.history import Table
from generator.engine.console.wrapping import Kind, Line
from generator.engine.events import Event
from generator.engine.game import State


class Viewpoint:
    """The persons at one screen."""

    def __init__(self, persons: Sequence[int], heard: int) -> None:
        """`heard` is how much of the story all of them know already."""
        self.persons = tuple(persons)
        self.private = len(self.persons) == 1
        """Whether the screen is for one person alone."""
        self.viewer: int | None = self.persons[0] if self.private else None
        """The seat of the person who is at the screen, or decided last; None: nobody."""
        self._heard = dict.fromkeys(self.persons, heard)

    def meets(self, seat: int, state: State[Any]) -> bool:
        """Whether the person who has to decide can do so at once, at the screen as it is."""
        if not self.private and self._secrets_ahead(state):
            self.private = True
            self.viewer = None if self.viewer == seat else self.viewer
        return not self.private or self.viewer == seat

    def listening(self, state: State[Any]) -> Sequence[int]:
        """The seats that are told what happens: the one at the screen, or all without secrets."""
        if self.private:
            return [] if self.viewer is None else [self.viewer]
        return [] if self._secrets(state) else self.persons

    def forget(self, length: int) -> None:
        """The story is no longer than that any more."""
        self._heard = {seat: min(heard, length) for seat, heard in self._heard.items()}

    def hear(self, table: Table, announced: bool = False) -> Iterator[Line]:
        """What has happened since those who listen last heard of it; not broken into lines yet.

        The text of a move is for who made it: it may be a secret, which its events do not tell.
        `announced`: they know already whose doing the last of it was.
        """
        listening = self.listening(table.state)
        if not listening:
            return
        heard = self._heard[listening[0]]
        before: int | None = None
        for told in table.story[heard:]:
            last = told is table.story[-1]
            again = told.seat == before and told.seat not in listening
            before = told.seat
            if told.seat is not None and not again and not (announced and last):
                move = f" {told.move}" if told.seat in listening else ""
                yield Line(Kind.HEAD, f"{table.names[told.seat]}:{move}")
            for event in told.events:
                if _may_hear(listening, event):
                    yield Line(Kind.EVENT, f"    {table.game.describe(event)}  ({event.rule})")
        self._heard |= dict.fromkeys(listening, len(table.story))

    def _secrets(self, state: State[Any]) -> bool:
        """Whether one of the persons knows anything in this position that not everybody knows."""
        common = state.view(None)
        return any(state.view(seat) != common for seat in self.persons)

    def _secrets_ahead(self, state: State[Any]) -> bool:
        """Whether there are secrets, or the decision that is due makes some.

        For this a few moves are tried, since the moves of one decision are alike in this.
        """
        moves = state.legal_moves()
        positions = [state]
        for move in moves[:: max(1, len(moves) // 3)]:
            positions.append(state.copy())
            positions[-1].apply(move)
        return any(map(self._secrets, positions))


def _may_hear(listening: Sequence[int], event: Event) -> bool:
    """What is for one seat only is told where nobody else listens."""
    return event.only is None or [event.only] == [*listening]
