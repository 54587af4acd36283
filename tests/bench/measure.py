"""Runs a program and measures its cost: wall time, processor time, peak memory, and its output.

This module and its callers import little on purpose: until a new program takes over, the memory of
the process that started it counts as its own.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import dataclass

_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes; Linux counts in KiB
_MB = 1024 * 1024


class CannotRunError(Exception):
    """The program failed; the message is the last line of its output."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one run of a program."""

    wall: float
    """Seconds from start to end."""
    cpu: float
    """Seconds of processor time of all its threads and child processes."""
    memory: float
    """Largest resident memory, in MB."""


def run(command: list[str]) -> tuple[Cost, str]:
    """Run a program to its end; its cost and output, or CannotRunError if it fails."""
    with tempfile.TemporaryFile() as printed:
        streams = [(os.POSIX_SPAWN_DUP2, printed.fileno(), number) for number in (1, 2)]
        start = time.perf_counter()
        process = os.posix_spawnp(command[0], command, _environment(), file_actions=streams)
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - start
        printed.seek(0)
        text = printed.read().decode("utf-8", "replace")
    if os.waitstatus_to_exitcode(status) != 0:
        raise CannotRunError((text.strip().splitlines() or ["it said nothing"])[-1])
    memory = usage.ru_maxrss * _MAXRSS_UNIT / _MB
    return Cost(wall, usage.ru_utime + usage.ru_stime, memory), text


def _environment() -> dict[str, str]:
    """The environment of a measured program: Python keeps compiled modules, as it does for users."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
