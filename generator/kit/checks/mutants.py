"""Mutants: every small change of a kit's tables that its schema allows.

Rows are dropped and doubled, values swapped with other rows, numbers changed by one, words and ids
renamed, list entries dropped and doubled.  A change that the loader rejects (a number outside its
limits, a dangling reference, a duplicate id) is not a mutant, since no check ever sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from math import gcd
from typing import Any, NamedTuple, TypeVar

from generator.base.errors import Place
from generator.kit.tables.changes import (
    ValuePath,
    value_at,
    with_row,
    with_rows,
    with_value,
    without_row,
)
from generator.kit.tables.field_types import (
    BooleanField,
    ChoiceField,
    DataField,
    IdField,
    IntegerField,
    NumberField,
    RefField,
    TextField,
)
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField, references_in
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Record, Table, Tables, table_named, with_values

T = TypeVar("T")
MAX_WORDS = 3
"""Most words found elsewhere under the same name that are substituted for one."""
MAX_OTHERS = 200
"""Most ids that are substituted for one, and parts of a list that are changed; sampled evenly."""
DROP, DOUBLE, SWAP = "drop", "double", "swap"


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
            value: Any = table if isinstance(table, Record) else table.rows[index]
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
    remaining = [
        (rows, iter(spread(range(len(rows.rows)))))
        for rows in (
            _TableChanges(tables, name, spec, referenced.get(name, set()))
            for name, spec in specs.items()
        )
    ]
    while remaining:
        unfinished = []
        for rows, indexes in remaining:
            for index in islice(indexes, 1):
                yield from rows.of_row(index)
                unfinished.append((rows, indexes))
        remaining = unfinished


def spread(found: Sequence[T]) -> list[T]:
    """Reorder a sequence so that any first part of it is spread over the whole."""
    size = len(found)
    step = next(step for step in range(max(1, int(size * 0.618)), size + 2) if gcd(step, size) == 1)
    return [found[number * step % size] for number in range(size)]


def _sample(found: Sequence[T]) -> Sequence[T]:
    """At most `MAX_OTHERS` of them, evenly spaced."""
    return found[:: -(-len(found) // MAX_OTHERS) or 1]


def _named_ids(tables: Tables, specs: Mapping[str, TableSpec]) -> dict[str, set[str]]:
    """The ids of each table that references name; their rows must stay."""
    referenced: dict[str, set[str]] = {}
    for name, spec in specs.items():
        table = tables[name]
        for row in (table,) if isinstance(table, Record) else table.rows:
            for reference in references_in(spec.fields, row):
                referenced.setdefault(reference.table, set()).add(reference.id)
    return referenced


class _Column:
    """The values of a field in all rows, and substitutes for one of them."""

    def __init__(self, values: Sequence[Any] = ()) -> None:
        self.values = values

    @cached_property
    def all(self) -> frozenset[Any]:
        """The values, which must be hashable."""
        return frozenset(self.values)

    def other_than(self, value: Any) -> Any:
        """The first value that is not None and differs from this one; None if there is none."""
        return next((each for each in self._first_two if each != value), None)

    @cached_property
    def _first_two(self) -> Sequence[Any]:
        """The first value that is not None, and the first other one that differs from it."""
        first = [value for value in self.values if value is not None][:1]
        return [*first, *islice((v for v in self.values if v not in (None, *first)), 1)]

    @cached_property
    def next_other(self) -> Sequence[int | None]:
        """For each row, the index of the next one with another value; None if there is none."""
        found: list[int | None] = [None] * len(self.values)
        for index in range(len(found) - 2, -1, -1):
            same = self.values[index] == self.values[index + 1]
            found[index] = found[index + 1] if same else index + 1
        return found


class _TableChanges:
    """The changes of a table's rows, or of a table that is a single record."""

    def __init__(self, tables: Tables, name: str, spec: TableSpec, referenced: set[str]) -> None:
        """`referenced` are the ids that references name."""
        self._tables, self._name, self._spec, self._referenced = tables, name, spec, referenced
        self._table = table = tables[name]
        self.rows = rows = (table,) if isinstance(table, Record) else table.rows
        self._columns = {field: _Column([row[field] for row in rows]) for field in spec.fields}
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
            inside = _other_data(row[field], words) if words is not None else ()
            for kind, path, value in chain(_others(row[field], each, self._tables, column), inside):
                yield Change(kind, name, index, (field, *path), value)
            other = column.next_other[index]
            if in_table and other is not None and not isinstance(each, IdField):
                yield Change(SWAP, name, index, (field,), self.rows[other][field], other)


def _others(
    value: Any, spec: AnyField, tables: Tables, column: _Column
) -> Iterator[tuple[str, ValuePath, Any]]:
    """Yield other values that a field allows: the kind of change, the path in the value, the new value.

    `column`: all values of the field; empty for a value inside another.
    """
    if value is None:
        if (first := column.other_than(None)) is not None:
            yield "add", (), first
        return
    if spec.optional:
        yield "leave out", (), None
    if isinstance(spec, BooleanField):
        yield "turn", (), not value
    elif isinstance(spec, (IntegerField, NumberField)):
        for new in (value - 1, value + 1):
            if spec.allow(new):
                yield f"{new - value:+}", (), new
    elif isinstance(spec, ChoiceField):
        yield from (("rename", (), word) for word in spec.of if word != value)
    elif isinstance(spec, RefField):
        target = table_named(tables, spec.to)
        for row in _sample(target.rows):
            if row["id"] != value:
                yield "rename", (), row["id"]
    elif isinstance(spec, IdField):
        others = [each for each in tables.values() if isinstance(each, Table) and each.rows]
        ids = [each.rows[0]["id"] for each in others if "id" in each.rows[0]]
        yield from (("rename", (), id) for id in [f"{value}x", *ids] if id not in column.all)
    elif isinstance(spec, TextField):
        yield "rename", (), f"{value}x"
        if (same := column.other_than(value)) is not None:
            yield "copy", (), same
        if number := re.search(r"[0-9]+$", value):
            for step in (-1, 1):
                near = f"{value[: number.start()]}{int(number.group()) + step}"
                yield f"{step:+}", (), near
    elif isinstance(spec, ListField):
        yield from _other_lists(value, spec, tables)
    elif isinstance(spec, RecordField):
        for inner, each in spec.fields.items():
            for kind, path, new in _others(value[inner], each, tables, _Column()):
                yield kind, (inner, *path), new
    elif isinstance(spec, MapField):
        for inner in _sample([*value]):
            for kind, path, new in _others(value[inner], spec.values, tables, _Column()):
                yield kind, (inner, *path), new


def _other_lists(
    value: tuple[Any, ...], spec: ListField, tables: Tables
) -> Iterator[tuple[str, ValuePath, Any]]:
    size = spec.length
    for index, part in _sample([*enumerate(value)]):
        if not size or size.allow(len(value) - 1):
            yield DROP, (), (*value[:index], *value[index + 1 :])
        if not size or size.allow(len(value) + 1):
            yield DOUBLE, (), (*value, part)
        for kind, path, new in _others(part, spec.of, tables, _Column()):
            yield kind, (index, *path), new


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


def _other_data(
    value: Any, words: Mapping[str, Sequence[str]], name: str = ""
) -> Iterator[tuple[str, ValuePath, Any]]:
    """Yield other plain data, by the type of each value, since there is no schema."""
    if isinstance(value, Record):
        for inner, part in value.items():
            for kind, path, new in _other_data(part, words, inner):
                yield kind, (inner, *path), new
    elif isinstance(value, tuple):
        for index, part in _sample([*enumerate(value)]):
            yield DROP, (), (*value[:index], *value[index + 1 :])
            for kind, path, new in _other_data(part, words, name):
                yield kind, (index, *path), new
    elif isinstance(value, bool):
        yield "turn", (), not value
    elif isinstance(value, int):
        yield from ((f"{step:+}", (), value + step) for step in (-1, 1))
    elif isinstance(value, str):
        yield "rename", (), f"{value}x"
        others = [word for word in words.get(name, ()) if word != value]
        yield from (("copy", (), word) for word in others[:MAX_WORDS])
