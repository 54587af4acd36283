"""Turns what was made for a kit before into what need not be made now, as far as it is still right.

Everything on the shelf lies there with the questions that its making asked and the answers that it
got.  It is taken again only if the kit of today gives all the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from generator.press.cache.dependencies import Dependency, DependencySet
from generator.press.cache.input_digests import InputDigests
from generator.press.cache.store import Store

Key: TypeAlias = tuple[str, ...]
"""What a thing is: ("face", "card/gull", "front")."""
Kept: TypeAlias = tuple[Any, DependencySet, dict[Dependency, str]]

MOST_OF_ONE = 4
"""How many are kept of one thing: it may be another one on other paper."""


class ArtifactCache:
    """The faces and files of one kit in one ink that were made before."""

    def __init__(self, store: Store | None = None, name: str = "", base: str = "") -> None:
        """`base` is the checksum of what all depend on: if it is another, the shelf is empty.

        Without a store it is always empty.
        """
        self._store, self._name, self._base = store, name, base
        self._things: dict[Key, list[Kept]] = {}
        kept = store.get(name) if store else None
        if isinstance(kept, tuple) and kept[0] == base:
            self._things = kept[1]
        self._changed = False

    @classmethod
    def of(cls, store: Store, name: str, base: str) -> ArtifactCache:
        """The shelf of that name, from this process if it has been used in it."""
        return store.in_memory(name, base, lambda: cls(store, name, base))

    def take(
        self,
        key: Key,
        answers: InputDigests,
        make: Callable[[], tuple[Any, DependencySet]],
        fits: Callable[[DependencySet], bool] = lambda reading: True,
    ) -> Any:
        """A thing from the shelf if it is still right and `fits`; else made now, and kept."""
        if self._store is None:
            return make()[0]
        for value, reading, then in self._things.get(key, ()):
            if answers.unchanged(then) and fits(reading):
                self._store.hit = True
                return value
        value, reading = make()
        then = {question: answers(question) for question in sorted(reading.questions)}
        before = [each for each in self._things.get(key, ()) if each[2] != then]
        self._things[key] = [(value, reading, then), *before][:MOST_OF_ONE]
        self._changed = True
        return value

    def save(self, wanted: Collection[str]) -> None:
        """Keep the shelf for the next process, without what belongs to pieces not `wanted`."""
        if self._store and self._changed:
            self._things = {key: kept for key, kept in self._things.items() if key[1] in wanted}
            self._store.put(self._name, (self._base, self._things))
            self._changed = False
