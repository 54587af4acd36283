"""Turns what is worked out of a scene into what is worked out only once, and forgotten with the scene.

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
    """The same function, which remembers what came of each scene as long as there is that scene.

    What comes of it must not hold the scene itself, or both would stay for ever.
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
