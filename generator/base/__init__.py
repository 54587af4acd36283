"""Foundation: errors and their places, units, files, data formats, and interrupts.

Interrupts are here, and in no module of their own, since every command needs them when it starts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from signal import SIGINT, SIGTERM, raise_signal, signal
from threading import Timer, current_thread, main_thread
from typing import Any

__version__ = "0.2.0"
GC_THRESHOLD = 250_000
"""Allocations between two garbage collections in processes of the command.  Scenes and records hold
no reference cycles, so Python's default of 700 only costs time (a sixth)."""
_AGAIN = 0.01
"""Seconds after which an interrupt that could not be raised comes again."""


def repeat_interrupts(signal_of: Callable[[KeyboardInterrupt], int]) -> None:
    """Let an interrupt come again that Python had to ignore, as in a callback of a weak reference.

    `signal_of` gives the signal to send.
    """

    def hook(ignored: Any) -> None:
        if isinstance(ignored.exc_value, KeyboardInterrupt):
            number = signal_of(ignored.exc_value)
            send = partial(os.kill, os.getpid()) if os.name == "posix" else raise_signal
            Timer(_AGAIN, send, (number,)).start()
        else:
            sys.__unraisablehook__(ignored)

    sys.unraisablehook = hook


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Hold an interrupt back until the block has ended.

    For a step that must be complete, and for a library that takes every exception for an error of
    its input, interrupts too.
    """
    if current_thread() is not main_thread():  # only this one is interrupted
        yield
        return
    numbers: list[int] = []
    before = {
        each: signal(each, lambda number, _: numbers.append(number)) for each in (SIGINT, SIGTERM)
    }
    try:
        yield
    finally:
        for each, handler in before.items():
            signal(each, handler)
        if numbers:
            raise_signal(numbers[-1])
