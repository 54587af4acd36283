"""Reads: the values of the tables that a check reads, recorded while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.base.errors import Fault
from generator.kit.checks.mutants import Change
from generator.kit.checks.other_values import DROP
from generator.kit.decks import deal
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.changes import ValuePath
from generator.kit.tables.records import Record, Table, Tables

Finder = Callable[[Tables, Mapping[str, int]], Iterable[Fault]]
"""Finds the faults in tables; the second argument is the number of pieces of each component."""


class Pieces(Mapping[str, int]):
    """The number of pieces of each component of a kit, counted on demand."""

    def __init__(self, kit: KitFile, tables: Tables) -> None:
        self._tables = tables
        self._components = kit.components_by_id

    def __getitem__(self, id: str) -> int:
        component = self._components[id]
        if component.each:
            list(self._tables[component.each])  # records the rows as read
        return sum(each.copies for each in deal(component, self._tables))

    def __iter__(self) -> Iterator[str]:
        return iter(self._components)

    def __len__(self) -> int:
        return len(self._components)


class Reads:
    """The values that were read, and the tables whose rows were iterated."""

    def __init__(self) -> None:
        self.rows: set[str] = set()
        self.values: set[tuple[str, int, ValuePath]] = set()

    def touches(self, change: Change) -> bool:
        """Whether a change affects anything that was read."""
        if not change.path:
            one = (change.table, change.row, ()) in self.values
            return change.table in self.rows or (one and change.kind == DROP)
        rows = (change.row, *(() if change.other is None else (change.other,)))
        return any((change.table, row, change.path) in self.values for row in rows)


class ReadTracker:
    """Read tracker: tables that record reads, for one check after another."""

    def __init__(self, kit: KitFile, tables: Tables) -> None:
        self._kit, self._reads = kit, Reads()
        self.tables = {name: _watched(table, name, self._reads) for name, table in tables.items()}

    def reads(self, find: Finder) -> Reads:
        """Run a check, and return what it reads in the tables."""
        self._reads.rows.clear()
        self._reads.values.clear()
        for _ in find(self.tables, Pieces(self._kit, self.tables)):
            pass
        found = Reads()
        found.rows, found.values = {*self._reads.rows}, {*self._reads.values}
        return found


class _WatchedRecord(Record):
    """A record that records which of its values are read."""

    __slots__ = ("_parts", "_where")
    _where: tuple[Reads, str, int, ValuePath]
    _parts: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        if name not in self._parts:
            reads, table, row, path = self._where
            self._parts[name] = _part(self._values[name], reads, table, row, (*path, name))
        reads, table, row, path = self._where
        _record(reads, table, row, (*path, name), self._values[name])
        return self._parts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for key in (name, name.replace("_", "-")):
                if key in self._values:
                    return self[key]
        return super().__getattr__(name)


def _record(reads: Reads, table: str, row: int, path: ValuePath, value: Any) -> None:
    """Record a value as read, with all items of a list."""
    reads.values.add((table, row, path))
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            if not isinstance(part, Record):
                _record(reads, table, row, (*path, index), part)


def _part(value: Any, reads: Reads, table: str, row: int, path: ValuePath) -> Any:
    if isinstance(value, Record):
        watched = _WatchedRecord(value._values, value._file, value._mark)
        object.__setattr__(watched, "_where", (reads, table, row, path))
        object.__setattr__(watched, "_parts", {})
        return watched
    if isinstance(value, tuple):
        return tuple(_part(part, reads, table, row, (*path, n)) for n, part in enumerate(value))
    return value


class _WatchedTable(Table):
    """A table that records reads of its rows; reading labels does not count."""

    __slots__ = ("_labels", "_reads")
    _labels: dict[int, str]
    _reads: Reads

    def label(self, row: Record) -> str:
        return self._labels[id(row)]

    def with_labels(self) -> Iterator[tuple[Record, str]]:
        for row in self:
            yield row, self._labels[id(row)]

    def __getitem__(self, id: str) -> Record:
        row = self._by_id[id]
        reads, table, index, _ = row._where
        reads.values.add((table, index, ()))
        return row

    def __contains__(self, id: object) -> bool:
        if (self.name, len(self.rows) - 1, ("id",)) not in self._reads.values:
            self.column("id")
        return id in self._by_id

    def column(self, key: str) -> dict[str, Any]:
        return {row["id"]: row[key] for row in self}

    def __iter__(self) -> Iterator[Record]:
        self._reads.rows.add(self.name)
        return iter(self.rows)

    def __len__(self) -> int:
        self._reads.rows.add(self.name)
        return len(self.rows)


def _watched(table: Table | Record, name: str, reads: Reads) -> Table | Record:
    if isinstance(table, Record):
        part: Record = _part(table, reads, name, 0, ())
        return part
    rows = tuple(_part(row, reads, name, index, ()) for index, row in enumerate(table.rows))
    watched = _WatchedTable(name, rows, table.place, table.one)
    labels = [label for _, label in table.with_labels()]
    object.__setattr__(watched, "_labels", dict(zip(map(id, rows), labels, strict=True)))
    object.__setattr__(watched, "_reads", reads)
    return watched
