"""Garbage collection: how often this process looks for objects that hold one another in a circle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM, _HARDLY_EVER = 100_000, 250_000
"""New objects from one look to the next; Python itself looks after 700."""


def collect_seldom() -> None:
    """From now on: scenes and records hold no circles, so frequent looks only cost time (a sixth)."""
    gc.set_threshold(max(_SELDOM, gc.get_threshold()[0]))


@contextmanager
def hardly_ever_collecting() -> Iterator[None]:
    """In this block, and in processes started in it: most of what a build makes lives to its end."""
    before = gc.get_threshold()
    gc.set_threshold(_HARDLY_EVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
