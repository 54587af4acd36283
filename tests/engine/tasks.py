"""Things to do for the tests of batches, where other processes find them too."""

from __future__ import annotations

import time


def double(plan: int, seed: int) -> int:
    """What comes of a task and of no other."""
    return plan * seed * 2


def slow(plan: int, seed: int) -> int:
    """Takes a moment; with seed 0, a minute."""
    time.sleep(0.05 if seed else 60)
    return seed


def interrupted(plan: int, seed: int) -> int:
    """Is interrupted at the seed that is the plan."""
    if seed == plan:
        raise KeyboardInterrupt
    return seed
