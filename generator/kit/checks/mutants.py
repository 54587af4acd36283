"""Mutants: every small change of a kit's tables that its schema allows.

Rows are dropped and doubled, values swapped with other rows, numbers changed by one, words and ids
renamed, list entries dropped and doubled.  A change that the loader rejects (a number outside its
limits, a dangling reference, a duplicate id) is not a mutant, since no check ever sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from math import gcd
from typing import Any, NamedTuple, TypeVar

from generator.base.errors import Place
from generator.kit.checks.other_values import DOUBLE, DROP, Column, other_data, other_values
from generator.kit.tables.changes import (
    ValuePath,
    value_at,
    with_row,
    with_rows,
    with_value,
    without_row,
)
from generator.kit.tables.field_types import DataField, IdField
from generator.kit.tables.fields import references_in
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Record, Table, Tables, rows_of, with_values

T = TypeVar("T")
SWAP = "swap"


class Change(NamedTuple):
    """Change of a row: its kind, its path in the row, and the new value."""

    kind: str
    table: str
    row: int
    path: ValuePath = ()
    value: Any = None
    other: int | None = None
    """Index of the row with which a value is swapped."""

    @property
    def field(self) -> str:
        """The changed field: `cards.cost`; only the table for a whole row."""
        return ".".join([self.table, *(str(step) for step in self.path if isinstance(step, str))])

    def of(self, tables: Tables) -> Tables:
        """The tables with this change."""
        table = tables[self.table]
        if isinstance(table, Record):
            return {**tables, self.table: with_value(table, self.path, self.value)}
        row = table.rows[self.row]
        if self.kind == DROP and not self.path:
            return without_row(tables, table, self.row)
        if self.kind == DOUBLE and not self.path:
            doubled = with_values(row, {"id": f"{row['id']}-2"}) if "id" in row else row
            return with_rows(tables, table, [*table.rows, doubled])
        changed = with_row(tables, self.table, self.row, with_value(row, self.path, self.value))
        if self.other is None:
            return changed
        own = value_at(row, self.path)
        other = with_value(table.rows[self.other], self.path, own)
        return with_row(changed, self.table, self.other, other)

    def places(self, tables: Tables) -> Iterator[Place]:
        """Yield the places of the changed values and of their rows."""
        table = tables[self.table]
        for index in (self.row, *(() if self.other is None else (self.other,))):
            value: Any = rows_of(table)[index]
            yield value.place
            for step in self.path:
                if isinstance(value, Record):
                    yield value.place_of(str(step))
                value = value[step]


def changes(tables: Tables, specs: Mapping[str, TableSpec]) -> Iterator[Change]:
    """Yield every change that the schema of the tables allows.

    The tables take turns, and the rows of each are spread over the table, so that the first changes
    are a fair sample of all.
    """
    referenced = _named_ids(tables, specs)
    found = [
        _TableChanges(tables, name, spec, referenced.get(name, set()))
        for name, spec in specs.items()
    ]
    turns = zip_longest(*(spread(range(len(each.rows))) for each in found))
    for indexes in turns:
        for table, index in zip(found, indexes, strict=True):
            if index is not None:
                yield from table.of_row(index)


def spread(found: Sequence[T]) -> list[T]:
    """Reorder a sequence so that any first part of it is spread over the whole."""
    size = len(found)
    step = next(step for step in range(max(1, int(size * 0.618)), size + 2) if gcd(step, size) == 1)
    return [found[number * step % size] for number in range(size)]


def _named_ids(tables: Tables, specs: Mapping[str, TableSpec]) -> dict[str, set[str]]:
    """The ids of each table that references name; their rows must stay."""
    referenced: dict[str, set[str]] = {}
    for name, spec in specs.items():
        table = tables[name]
        for row in rows_of(table):
            for reference in references_in(spec.fields, row):
                referenced.setdefault(reference.table, set()).add(reference.id)
    return referenced


class _TableChanges:
    """The changes of a table's rows, or of a table that is a single record."""

    def __init__(self, tables: Tables, name: str, spec: TableSpec, referenced: set[str]) -> None:
        """`referenced` are the ids that references name."""
        self._tables, self._name, self._spec, self._referenced = tables, name, spec, referenced
        self._table = table = tables[name]
        self.rows = rows = rows_of(table)
        self._columns = {field: Column([row[field] for row in rows]) for field in spec.fields}
        self._words = {
            field: _words(rows, field)
            for field, each in spec.fields.items()
            if isinstance(getattr(each, "of", each), DataField)
        }

    def of_row(self, index: int) -> Iterator[Change]:
        """Yield every change of a row."""
        row, name, in_table = self.rows[index], self._name, isinstance(self._table, Table)
        is_needed = row.get("id") in self._referenced
        if in_table:
            if not is_needed:
                yield Change(DROP, name, index)
            yield Change(DOUBLE, name, index)
        for field, each in self._spec.fields.items():
            if isinstance(each, IdField) and is_needed:
                continue
            column, words = self._columns[field], self._words.get(field)
            inside = other_data(row[field], words) if words is not None else ()
            others = other_values(each, row[field], self._tables, column)
            for kind, path, value in chain(others, inside):
                yield Change(kind, name, index, (field, *path), value)
            other = column.next_other[index]
            if in_table and other is not None and not isinstance(each, IdField):
                yield Change(SWAP, name, index, (field,), self.rows[other][field], other)


def _words(rows: Sequence[Record], field: str) -> dict[str, list[str]]:
    """The words in plain data by the name they are under, in all rows."""
    found: dict[str, dict[str, None]] = {}

    def note(value: Any, name: str) -> None:
        if isinstance(value, str):
            found.setdefault(name, {})[value] = None
        elif isinstance(value, tuple):
            for part in value:
                note(part, name)
        elif isinstance(value, Record):
            for inner, part in value.items():
                note(part, inner)

    for row in rows:
        note(row[field], field)
    return {name: [*words] for name, words in found.items()}
