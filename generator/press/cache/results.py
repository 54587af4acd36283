"""Results made from the faces of a kit: kept for later builds, and made by several processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar

from generator.base.errors import KitError
from generator.base.side_by_side import can_share, elsewhere
from generator.press.cache.artifacts import ArtifactCache, InputDigests, Key
from generator.press.cache.dependencies import DependencySet, DependencyTracker

T = TypeVar("T")
Result: TypeAlias = tuple[Any, DependencySet]
"""A result, and what was read for it."""


class Results:
    """The results made from one kit's faces in one style of drawing."""

    def __init__(
        self, artifacts: ArtifactCache, inputs: InputDigests, reads: DependencyTracker
    ) -> None:
        self._artifacts, self._inputs, self._reads = artifacts, inputs, reads
        self._made_ahead: dict[Key, Result] = {}
        """Results of `precompute` that have not been requested yet."""
        self._recording: dict[Key, Result] | None = None
        """Results that this process makes for another one; None if it works for itself."""

    def get_or_make(self, key: Key, make: Callable[[], Result], context: str = "") -> Any:
        """A result: from the cache if its inputs are unchanged, from another process, or made now."""
        return self._artifacts.get_or_make(
            key, self._inputs, lambda: self._result_of((*key, context), make)
        )

    def for_context(self, key: Key, context: str, make: Callable[[], T]) -> T:
        """Make something from faces, templates and that context, or take it from the cache."""
        dependency = (key[0], "context")
        self._inputs.set(dependency, context)

        def record() -> tuple[T, DependencySet]:
            with self._reads.reading() as reading:
                value = make()
            return value, DependencySet({*reading.inputs, dependency})

        result: T = self.get_or_make(key, record, context)
        return result

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Make something that is needed in this run only."""
        result: T = self._result_of((name,), lambda: (make(), DependencySet()))[0]
        return result

    def precompute(
        self, here: Callable[[], object], others: Sequence[Callable[[], object]]
    ) -> None:
        """Do independent work in several processes, if any are free: `others`, and `here` in this one.

        Afterwards their results are available here.  Work that fails is done again later, where its
        error can be reported.
        """
        if can_share():
            own, *rest = (partial(self._run_recorded, task) for task in (here, *others))
            for results in elsewhere(rest, lambda: self._made_ahead.update(own())) or ():
                self._made_ahead |= results

    def _run_recorded(self, task: Callable[[], object]) -> dict[Key, Result]:
        """Run some work and record the results it makes."""
        recorded: dict[Key, Result] = {}
        self._recording = recorded
        with suppress(KitError):
            task()
        self._recording = None
        return recorded

    def _result_of(self, key: Key, make: Callable[[], Result]) -> Result:
        """A result made ahead, or one made now."""
        result = self._made_ahead.pop(key, None) or make()
        if self._recording is not None:
            self._recording[key] = result
        return result
