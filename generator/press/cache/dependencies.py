"""Dependency tracking: records what is read while something is made, so that it is made only once.

A dependency is a kind and a name: ("table", "cards"), ("icon", "star").  While the digests of all
dependencies are unchanged, so is the result.  What is read while one thing is made inside another
counts for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from generator.kit.tables.records import Record, Table
from generator.press.scene.items import Scene

Dependency: TypeAlias = tuple[str, str]
"""A kind ("template", "table", "icon", "picture", "size", "piece", "variable", ...) and a name."""


@dataclass(slots=True)
class DependencySet:
    """What was read while one thing was made, and the scenes made or used for it.

    `scenes` are keyed by the checksum of their markup.
    """

    inputs: set[Dependency] = field(default_factory=set)
    scenes: dict[str, MadeScene] = field(default_factory=dict)

    def add(self, other: DependencySet) -> None:
        self.inputs |= other.inputs
        for digest, scene in other.scenes.items():
            self.scenes.setdefault(digest, scene)


class MadeScene(NamedTuple):
    """A scene of some markup, and what was read to lay it out."""

    scene: Scene
    reading: DependencySet


NOTHING = DependencySet()
"""Placeholder for a dependency set while nothing is recorded."""


class DependencyTracker:
    """Records what is read, for everything that is being made, unless nothing will be kept."""

    def __init__(self) -> None:
        self.recording = True
        """Whether anything is recorded: recording takes time, and memory for each face."""
        self._open: list[DependencySet] = []

    @contextmanager
    def reading(self) -> Iterator[DependencySet]:
        """Record into the `DependencySet` that it yields, and at the end into the enclosing one."""
        if not self.recording:
            yield NOTHING
            return
        self._open.append(DependencySet())
        try:
            yield self._open[-1]
        finally:
            reading = self._open.pop()
            self.replay(reading)

    def record(self, kind: str, name: str = "") -> None:
        if self._open:
            self._open[-1].inputs.add((kind, name))

    def record_scene(self, digest: str, scene: MadeScene) -> None:
        """Record a scene that was made or used, and what its layout read."""
        if self._open:
            self._open[-1].add(scene.reading)
            self._open[-1].scenes.setdefault(digest, scene)

    def replay(self, reading: DependencySet) -> None:
        """Record all of a set again, because the result that it belongs to is used again."""
        if self._open:
            self._open[-1].add(reading)


class TrackedTable:
    """A table for templates that records which of its rows are read:

    ("row", "cards/gull") for a row by its id, ("nth", "cards/0") by its number, or ("table",
    "cards") for all of them.
    """

    def __init__(self, table: Table, reads: DependencyTracker) -> None:
        self._table, self._reads = table, reads

    @property
    def name(self) -> str:
        return self._all().name

    @property
    def one(self) -> str:
        return self._all().one

    def label(self, row: Record) -> str:
        return self._all().label(row)

    def __getitem__(self, id: str) -> Record:
        self._reads.record("row", f"{self._table.name}/{id}")
        return self._table[id]

    def __contains__(self, id: object) -> bool:
        self._reads.record("row", f"{self._table.name}/{id}")
        return id in self._table

    def __iter__(self) -> Iterator[Record]:
        for number, row in enumerate(self._table):
            self._reads.record("nth", f"{self._table.name}/{number}")
            yield row
        self._reads.record("table", self._table.name)

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Table:
        self._reads.record("table", self._table.name)
        return self._table


class TrackedMapping(Mapping[str, Any]):
    """A mapping for templates that records which of its values are read.

    Reading all its names is a dependency too: one of the kind `kind`, with an empty name.  Tables
    among the values record their own reads.
    """

    def __init__(self, values: Mapping[str, Any], kind: str, reads: DependencyTracker) -> None:
        self._values, self._kind, self._reads = values, kind, reads

    def __getitem__(self, name: str) -> Any:
        value = self._values.get(name)
        if isinstance(value, Table):
            return TrackedTable(value, self._reads)
        self._reads.record(self._kind, str(name))
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        self._reads.record(self._kind)
        return iter(self._values)

    def __len__(self) -> int:
        self._reads.record(self._kind)
        return len(self._values)


def untracked(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values themselves, to be read without recording; templates have no access to them."""
    return values._values if isinstance(values, TrackedMapping) else values
