"""Reads: which values of the tables a check looks at, noted while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.base.errors import Fault
from generator.kit.checks.mutants import DROP, Change
from generator.kit.decks import deal
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.changes import Way
from generator.kit.tables.records import Record, Table, Tables

Finder = Callable[[Tables, Mapping[str, int]], Iterable[Fault]]
"""Finds the faults in tables; how many pieces there are is counted when it is asked for."""


class Pieces(Mapping[str, int]):
    """How many pieces each component of a kit has, counted when that is asked for."""

    def __init__(self, kit: KitFile, tables: Tables) -> None:
        self._tables = tables
        self._components = {each.id: each for each in kit.components}

    def __getitem__(self, id: str) -> int:
        component = self._components[id]
        if component.each:
            list(self._tables[component.each])  # so that the rows are noted as looked at
        return sum(each.copies for each in deal(component, self._tables))

    def __iter__(self) -> Iterator[str]:
        return iter(self._components)

    def __len__(self) -> int:
        return len(self._components)


class Reads:
    """The values that were looked at, and the tables whose rows were."""

    def __init__(self) -> None:
        self.rows: set[str] = set()
        self.values: set[tuple[str, int, Way]] = set()

    def touches(self, change: Change) -> bool:
        """Whether something that was looked at is changed."""
        if not change.way:
            one = (change.table, change.row, ()) in self.values
            return change.table in self.rows or (one and change.kind == DROP)
        rows = (change.row, *(() if change.other is None else (change.other,)))
        return any((change.table, row, change.way) in self.values for row in rows)


class Watch:
    """Tables that note what is looked at, for one check after the other."""

    def __init__(self, kit: KitFile, tables: Tables) -> None:
        self._kit, self._noted = kit, Reads()
        self._tables = {name: _watched(table, name, self._noted) for name, table in tables.items()}

    def reads(self, find: Finder) -> Reads:
        """What a check looks at in these tables, which pass it."""
        self._noted.rows.clear()
        self._noted.values.clear()
        for _ in find(self._tables, Pieces(self._kit, self._tables)):
            pass
        found = Reads()
        found.rows, found.values = {*self._noted.rows}, {*self._noted.values}
        return found


class _WatchedRecord(Record):
    """A record that notes which of its values are looked at."""

    __slots__ = ("_parts", "_where")
    _where: tuple[Reads, str, int, Way]
    _parts: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        if name not in self._parts:
            noted, table, row, way = self._where
            self._parts[name] = _part(self._values[name], noted, table, row, (*way, name))
        noted, table, row, way = self._where
        _note(noted, table, row, (*way, name), self._values[name])
        return self._parts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for key in (name, name.replace("_", "-")):
                if key in self._values:
                    return self[key]
        return super().__getattr__(name)


def _note(noted: Reads, table: str, row: int, way: Way, value: Any) -> None:
    """A list is looked at with all that is in it."""
    noted.values.add((table, row, way))
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            if not isinstance(part, Record):
                _note(noted, table, row, (*way, index), part)


def _part(value: Any, noted: Reads, table: str, row: int, way: Way) -> Any:
    if isinstance(value, Record):
        watched = _WatchedRecord(value._values, value._file, value._mark)
        object.__setattr__(watched, "_where", (noted, table, row, way))
        object.__setattr__(watched, "_parts", {})
        return watched
    if isinstance(value, tuple):
        return tuple(_part(part, noted, table, row, (*way, n)) for n, part in enumerate(value))
    return value


class _WatchedTable(Table):
    """A table that notes that its rows are looked at; their labels do not count."""

    __slots__ = ("_labels", "_noted")
    _labels: dict[int, str]
    _noted: Reads

    def label(self, row: Record) -> str:
        return self._labels[id(row)]

    def with_labels(self) -> Iterator[tuple[Record, str]]:
        for row in self:
            yield row, self._labels[id(row)]

    def __getitem__(self, id: str) -> Record:
        row = self._by_id[id]
        noted, table, index, _ = row._where
        noted.values.add((table, index, ()))
        return row

    def __contains__(self, id: object) -> bool:
        if (self.name, len(self.rows) - 1, ("id",)) not in self._noted.values:
            self.column("id")
        return id in self._by_id

    def column(self, key: str) -> dict[str, Any]:
        return {row["id"]: row[key] for row in self}

    def __iter__(self) -> Iterator[Record]:
        self._noted.rows.add(self.name)
        return iter(self.rows)

    def __len__(self) -> int:
        self._noted.rows.add(self.name)
        return len(self.rows)


def _watched(table: Table | Record, name: str, noted: Reads) -> Table | Record:
    if isinstance(table, Record):
        part: Record = _part(table, noted, name, 0, ())
        return part
    rows = tuple(_part(row, noted, name, index, ()) for index, row in enumerate(table.rows))
    watched = _WatchedTable(name, rows, table.place, table.one)
    labels = [label for _, label in table.with_labels()]
    object.__setattr__(watched, "_labels", dict(zip(map(id, rows), labels, strict=True)))
    object.__setattr__(watched, "_noted", noted)
    return watched
