"""Turns the making of something into a list of what it read, so that it need be made only once.

What was read is kept as inputs, each a kind and a name: ("table", "cards"), ("icon", "star").
Whoever wants to use the thing again asks them anew: if every answer is what it was, so is the
thing.  Making one thing inside another counts as reading for both.
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
    """What the making of one thing read, and the scenes that it made or used on its way.

    `scenes` are by the checksum of their markup.
    """

    inputs: set[Dependency] = field(default_factory=set)
    scenes: dict[str, MadeScene] = field(default_factory=dict)

    def add(self, other: DependencySet) -> None:
        self.inputs |= other.inputs
        for digest, scene in other.scenes.items():
            self.scenes.setdefault(digest, scene)


class MadeScene(NamedTuple):
    """A scene, the name that it was first asked for under, and what laying it out read."""

    scene: Scene
    name: str
    reading: DependencySet


class DependencyTracker:
    """Notes what is read, for every reading that is going on."""

    def __init__(self) -> None:
        self._open: list[DependencySet] = []

    @contextmanager
    def reading(self) -> Iterator[DependencySet]:
        """Notes into the `DependencySet` that it gives, and in the end into the one around it."""
        self._open.append(DependencySet())
        try:
            yield self._open[-1]
        finally:
            reading = self._open.pop()
            self.replay(reading)

    def record(self, kind: str, name: str = "") -> None:
        if self._open:
            self._open[-1].inputs.add((kind, name))

    def record_scene(self, digest: str, made: MadeScene) -> None:
        """Notes a scene that was made or used, and what laying it out read."""
        if self._open:
            self._open[-1].add(made.reading)
            self._open[-1].scenes.setdefault(digest, made)

    def replay(self, reading: DependencySet) -> None:
        """Notes all of a reading, because what it was for is used once more."""
        if self._open:
            self._open[-1].add(reading)


class TrackedTable:
    """A table for templates that notes which of its rows are read.

    That is ("row", "cards/gull") for a row by its id, ("nth", "cards/0") by its number, or all of
    ("table", "cards").
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
    """A mapping for templates that notes which of its values are read.

    Which names there are is a question of its own, of the kind `kind` and without a name.  A table
    notes by itself what is read of it.
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
    """The values themselves, for those whose reading is nothing to note; templates have no access."""
    return values._values if isinstance(values, TrackedMapping) else values
