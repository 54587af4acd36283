"""Turns the signal that asks a program to end into an interrupt, as the interrupt key makes one.

A run that lasts hours is ended by hand, by whoever shuts the machine down, or by a queue of jobs
whose time is over; what it has done so far counts every time.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was asked to end."""


class TerminatedError(KeyboardInterrupt):
    """Somebody asked the program to end."""


class Stopping:
    """Whether an interrupt may come at once, or has to wait a moment."""

    def __init__(self) -> None:
        self._waits = False
        self.came: KeyboardInterrupt | None = None
        """The interrupt that came last."""

    @contextmanager
    def later(self) -> Iterator[None]:
        """What is done within is done as a whole: an interrupt comes after it."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False
            if self.came:
                raise self.came

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Handles a signal that asks the program to end."""
        self.came = TerminatedError() if number == signal.SIGTERM else KeyboardInterrupt()
        if not self._waits:
            raise self.came


@contextmanager
def terminable() -> Iterator[Stopping]:
    """Within this, SIGTERM raises TerminatedError; whoever it ends leaves nothing half-done behind."""
    with _handled(signal.SIGTERM) as stopping:
        yield stopping


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """Within this, SIGTERM raises TerminatedError, and the interrupt key KeyboardInterrupt."""
    with _handled(signal.SIGTERM, signal.SIGINT) as stopping:
        yield stopping


@contextmanager
def _handled(*numbers: signal.Signals) -> Iterator[Stopping]:
    stopping = Stopping()
    if current_thread() is not main_thread():
        yield stopping
        return
    before = [signal.signal(number, stopping.handle) for number in numbers]
    try:
        yield stopping
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
