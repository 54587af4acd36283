"""Memoization per scene: a result is worked out once, and forgotten with its scene.

Many builds may follow each other in one process (`watch`), so nothing may keep their scenes alive.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from generator.press.scene.items import Scene

T = TypeVar("T")


def memoize_per_scene(work: Callable[[Scene], T]) -> Callable[[Scene], T]:
    """Wrap a function so that its result for a scene is kept as long as that scene exists.

    The result must not refer to the scene itself, or both would stay for ever.
    """
    known: WeakKeyDictionary[Scene, T] = WeakKeyDictionary()

    @wraps(work)
    def remembered(scene: Scene) -> T:
        try:
            return known[scene]
        except KeyError:
            known[scene] = made = work(scene)
            return made

    return remembered
