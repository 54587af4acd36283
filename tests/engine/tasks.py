"""Tasks for the tests of batches, in a module that worker processes can import."""

from __future__ import annotations

import time


def double(plan: int, seed: int) -> int:
    """A result that identifies its task."""
    return plan * seed * 2


def slow(plan: int, seed: int) -> int:
    """A task of a moment; with seed 0, of a minute."""
    time.sleep(0.05 if seed else 60)
    return seed


def interrupted(plan: int, seed: int) -> int:
    """A task that is interrupted at the seed that is the plan."""
    if seed == plan:
        raise KeyboardInterrupt
    return seed
