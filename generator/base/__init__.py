"""Foundation: errors and their places, units, files, data formats."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from signal import raise_signal
from threading import Timer
from typing import Any

__version__ = "0.1.0"
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
