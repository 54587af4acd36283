"""Other values that a field allows in place of one: the changes within a row of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, singledispatch
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from generator.kit.tables.changes import ValuePath
from generator.kit.tables.field_types import (
    BooleanField,
    ChoiceField,
    FieldSpec,
    IdField,
    IntegerField,
    NumberField,
    RefField,
    TextField,
)
from generator.kit.tables.fields import ListField, MapField, RecordField
from generator.kit.tables.records import Record, Table, Tables, table_named

T = TypeVar("T")
MAX_WORDS = 3
"""Most words found elsewhere under the same name that are substituted for one."""
MAX_OTHERS = 200
"""Most ids that are substituted for one, and parts of a list that are changed; sampled evenly."""
DROP, DOUBLE = "drop", "double"

Others: TypeAlias = Iterator[tuple[str, ValuePath, Any]]
"""For each change: its kind, the path in the value, and the new value there."""


class Column:
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


def other_values(
    spec: FieldSpec, value: Any, tables: Tables, column: Column | None = None
) -> Others:
    """Yield the other values that a field allows in place of one.

    `column`: all values of the field; none for a value inside another.
    """
    column = column or Column()
    if value is None:
        if (first := column.other_than(None)) is not None:
            yield "add", (), first
        return
    if spec.optional:
        yield "leave out", (), None
    yield from _others(spec, value, tables, column)


@singledispatch
def _others(spec: FieldSpec, value: Any, tables: Tables, column: Column) -> Others:
    """Yield the other values that a kind of field allows; those without a function here, none."""
    yield from ()


@_others.register
def _(spec: BooleanField, value: bool, tables: Tables, column: Column) -> Others:
    yield "turn", (), not value


@_others.register(IntegerField)
@_others.register(NumberField)
def _(spec: IntegerField | NumberField, value: Any, tables: Tables, column: Column) -> Others:
    for new in (value - 1, value + 1):
        if spec.allow(new):
            yield f"{new - value:+}", (), new


@_others.register
def _(spec: ChoiceField, value: str, tables: Tables, column: Column) -> Others:
    yield from (("rename", (), word) for word in spec.of if word != value)


@_others.register
def _(spec: RefField, value: str, tables: Tables, column: Column) -> Others:
    for row in _sample(table_named(tables, spec.to).rows):
        if row["id"] != value:
            yield "rename", (), row["id"]


@_others.register
def _(spec: IdField, value: str, tables: Tables, column: Column) -> Others:
    others = [each for each in tables.values() if isinstance(each, Table) and each.rows]
    ids = [each.rows[0]["id"] for each in others if "id" in each.rows[0]]
    yield from (("rename", (), id) for id in [f"{value}x", *ids] if id not in column.all)


@_others.register
def _(spec: TextField, value: str, tables: Tables, column: Column) -> Others:
    yield "rename", (), f"{value}x"
    if (same := column.other_than(value)) is not None:
        yield "copy", (), same
    if number := re.search(r"[0-9]+$", value):
        for step in (-1, 1):
            near = f"{value[: number.start()]}{int(number.group()) + step}"
            yield f"{step:+}", (), near


@_others.register
def _(spec: ListField, value: tuple[Any, ...], tables: Tables, column: Column) -> Others:
    size = spec.length
    for index, part in _sample([*enumerate(value)]):
        if not size or size.allow(len(value) - 1):
            yield DROP, (), (*value[:index], *value[index + 1 :])
        if not size or size.allow(len(value) + 1):
            yield DOUBLE, (), (*value, part)
        yield from _within(index, other_values(spec.of, part, tables))


@_others.register
def _(spec: RecordField, value: Record, tables: Tables, column: Column) -> Others:
    for inner, each in spec.fields.items():
        yield from _within(inner, other_values(each, value[inner], tables))


@_others.register
def _(spec: MapField, value: Record, tables: Tables, column: Column) -> Others:
    for inner in _sample([*value]):
        yield from _within(inner, other_values(spec.values, value[inner], tables))


def other_data(value: Any, words: Mapping[str, Sequence[str]], name: str = "") -> Others:
    """Yield other plain data, by the type of each value, since there is no schema.

    `words` are the words found under each name; `name` is the one of this value.
    """
    if isinstance(value, Record):
        for inner, part in value.items():
            yield from _within(inner, other_data(part, words, inner))
    elif isinstance(value, tuple):
        for index, part in _sample([*enumerate(value)]):
            yield DROP, (), (*value[:index], *value[index + 1 :])
            yield from _within(index, other_data(part, words, name))
    elif isinstance(value, bool):
        yield "turn", (), not value
    elif isinstance(value, int):
        yield from ((f"{step:+}", (), value + step) for step in (-1, 1))
    elif isinstance(value, str):
        yield "rename", (), f"{value}x"
        others = [word for word in words.get(name, ()) if word != value]
        yield from (("copy", (), word) for word in others[:MAX_WORDS])


def _within(key: str | int, others: Others) -> Others:
    """Other values of a part, as those of the value that has it under a key."""
    return ((kind, (key, *path), new) for kind, path, new in others)


def _sample(found: Sequence[T]) -> Sequence[T]:
    """At most `MAX_OTHERS` of them, evenly spaced."""
    return found[:: -(-len(found) // MAX_OTHERS) or 1]
