"""Turns a story into what the person at the screen may hear of it, and knows who is at the screen.

As long as persons have no secrets from each other, all of them look at the screen and hear all.
From the first secret on it is for one of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.engine.console.history import History
from generator.engine.console.wrapping import Kind, Line
from generator.engine.events import Event
from generator.engine.game import State


class Viewpoint:
    """The persons at one screen."""

    def __init__(self, human_seats: Sequence[int], heard: int) -> None:
        """`heard` is how much of the story all of them know already."""
        self.human_seats = tuple(human_seats)
        self.private = len(self.human_seats) == 1
        """Whether the screen is for one person alone."""
        self.viewer: int | None = self.human_seats[0] if self.private else None
        """The seat of the person who is at the screen, or decided last; None: nobody."""
        self._heard = dict.fromkeys(self.human_seats, heard)

    def may_act_now(self, seat: int, state: State[Any]) -> bool:
        """Whether the person who has to decide can do so at once, at the screen as it is."""
        if not self.private and self._secrets_ahead(state):
            self.private = True
            self.viewer = None if self.viewer == seat else self.viewer
        return not self.private or self.viewer == seat

    def viewers(self, state: State[Any]) -> Sequence[int]:
        """The seats that are told what happens: the one at the screen, or all without secrets."""
        if self.private:
            return [] if self.viewer is None else [self.viewer]
        return [] if self._secrets(state) else self.human_seats

    def rewind(self, length: int) -> None:
        """The story is no longer than that any more."""
        self._heard = {seat: min(heard, length) for seat, heard in self._heard.items()}

    def unread(self, history: History, announced: bool = False) -> Iterator[Line]:
        """What has happened since those who listen last heard of it; not broken into lines yet.

        The text of a move is for who made it: it may be a secret, which its events do not tell.
        `announced`: they know already whose doing the last of it was.
        """
        viewers = self.viewers(history.state)
        if not viewers:
            return
        heard = self._heard[viewers[0]]
        before: int | None = None
        for step in history.steps[heard:]:
            last = step is history.steps[-1]
            again = step.seat == before and step.seat not in viewers
            before = step.seat
            if step.seat is not None and not again and not (announced and last):
                move = f" {step.move}" if step.seat in viewers else ""
                yield Line(Kind.HEAD, f"{history.names[step.seat]}:{move}")
            for event in step.events:
                if _may_hear(viewers, event):
                    yield Line(Kind.EVENT, f"    {history.game.describe(event)}  ({event.rule})")
        self._heard |= dict.fromkeys(viewers, len(history.steps))

    def _secrets(self, state: State[Any]) -> bool:
        """Whether one of the persons knows anything in this position that not everybody knows."""
        common = state.view(None)
        return any(state.view(seat) != common for seat in self.human_seats)

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


def _may_hear(viewers: Sequence[int], event: Event) -> bool:
    """What is for one seat only is told where nobody else listens."""
    return event.only is None or [event.only] == [*viewers]
