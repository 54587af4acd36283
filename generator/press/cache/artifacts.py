"""Artifact cache: faces and files of earlier builds, each with the inputs that it was made from.

An artifact is kept with the dependencies recorded while it was made, and their digests.  It is used
again only if the current kit has the same digest for every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain
from typing import Any, TypeAlias

from generator.press.cache.dependencies import Dependency, DependencySet, MadeScene
from generator.press.cache.input_digests import InputDigests
from generator.press.cache.store import Store

Key: TypeAlias = tuple[str, ...]
"""What an artifact is: ("face", "card/gull", "front"); the second word is the piece, or ""."""
Version: TypeAlias = tuple[Any, DependencySet, dict[Dependency, str]]

MAX_VERSIONS = 4
"""Most artifacts under one key: on another paper it may be a different one."""


class ArtifactCache:
    """The artifacts of one kit in one ink and language; empty without a store."""

    def __init__(self, store: Store | None = None, name: str = "", base: str = "") -> None:
        """Read what is stored under that name, unless the digest `base` of it all has changed."""
        self.pieces: Collection[str] = ()
        """The ids of the current pieces: nothing of others is saved."""
        self._store, self._name, self._base = store, name, base
        self._artifacts: dict[Key, list[Version]] = {}
        stored = store.get(name) if store else None
        if isinstance(stored, tuple) and stored[0] == base:
            self._artifacts = stored[1]
        self._changed = False
        self._scenes: dict[str, list[tuple[MadeScene, dict[Dependency, str]]]] | None = None

    @classmethod
    def from_store(cls, store: Store, name: str, base: str) -> ArtifactCache:
        """The artifacts of that name, from memory if this process has read them already."""
        artifacts = store.in_memory(name, base, lambda: cls(store, name, base))
        artifacts._scenes = None  # those made since must be found, too
        return artifacts

    @property
    def is_persistent(self) -> bool:
        """Whether anything is kept for another build."""
        return self._store is not None

    def has(self, key: Key, inputs: InputDigests) -> bool:
        """Whether there is an artifact for that key whose inputs are unchanged."""
        return any(inputs.unchanged(digests) for _, _, digests in self._artifacts.get(key, ()))

    def get_or_make(
        self,
        key: Key,
        inputs: InputDigests,
        make: Callable[[], tuple[Any, DependencySet]],
        is_valid: Callable[[DependencySet], bool] = lambda dependencies: True,
    ) -> Any:
        """The artifact for that key if its inputs are unchanged and it `is_valid`; otherwise a new one."""
        if self._store is None:
            return make()[0]
        for value, dependencies, digests in self._artifacts.get(key, ()):
            if inputs.unchanged(digests) and is_valid(dependencies):
                self._store.hit = True
                return value
        value, dependencies = make()
        digests = {each: inputs(each) for each in sorted(dependencies.inputs)}
        others = [each for each in self._artifacts.get(key, ()) if each[2] != digests]
        self._artifacts[key] = [(value, dependencies, digests), *others][:MAX_VERSIONS]
        self._changed = True
        return value

    def scene(self, digest: str, inputs: InputDigests) -> MadeScene | None:
        """The scene of the markup with that digest, if what its layout read is unchanged.

        So a changed card still shares with its neighbours what it shared before: its back, say.
        """
        if self._scenes is None:
            self._scenes = {}
            for kept in chain.from_iterable(self._artifacts.values()):
                for key, made in kept[1].scenes.items():
                    candidates = self._scenes.setdefault(key, [])
                    if all(made.scene is not other.scene for other, _ in candidates):
                        candidates.append((made, kept[2]))
        for made, digests in self._scenes.get(digest, ()):
            if inputs.unchanged({each: digests[each] for each in made.reading.inputs}):
                return made
        return None

    def save(self) -> None:
        """Store the artifacts for other processes."""
        if self._store and self._changed:
            current = {"", *self.pieces}
            self._artifacts = {
                key: kept for key, kept in self._artifacts.items() if key[1] in current
            }
            self._store.put(self._name, (self._base, self._artifacts))
            self._changed = False
