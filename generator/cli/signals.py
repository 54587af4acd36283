"""Signals: SIGTERM ends a command as the interrupt key does.

A run that lasts hours is ended by hand, by a shutdown, or by a queue of jobs; its results so far
count every time.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import current_thread, main_thread
from types import FrameType

from generator.base.errors import Fault

STOPPED = Fault("stopped", hint="no unfinished files were left behind", check="interrupted")
"""What is reported by a program that was stopped by either signal."""

PREFIX = "grimoire: "
"""Prefix of messages about the program and not about a kit."""

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was ended by SIGTERM."""


class TerminatedError(KeyboardInterrupt):
    """The program was ended by SIGTERM."""


def signal_of(error: KeyboardInterrupt) -> signal.Signals:
    """The signal that an interrupt stands for."""
    return signal.SIGTERM if isinstance(error, TerminatedError) else signal.SIGINT


class Interrupts:
    """Raises interrupts, and keeps the last one."""

    def __init__(self) -> None:
        self.last: KeyboardInterrupt | None = None
        """The last interrupt."""

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Signal handler for SIGTERM and SIGINT."""
        self.last = TerminatedError() if number == signal.SIGTERM else KeyboardInterrupt()
        raise self.last


@contextmanager
def terminable(*more: signal.Signals) -> Iterator[Interrupts]:
    """In this block SIGTERM raises TerminatedError; `more` signals are handled alike."""
    interrupts = Interrupts()
    if current_thread() is not main_thread():
        yield interrupts
        return
    numbers = (signal.SIGTERM, *more)
    before = [signal.signal(number, interrupts.handle) for number in numbers]
    try:
        yield interrupts
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def stoppable() -> AbstractContextManager[Interrupts]:
    """In this block SIGTERM raises TerminatedError, and the interrupt key KeyboardInterrupt."""
    return terminable(signal.SIGINT)
