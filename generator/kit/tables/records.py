"""Records and tables: immutable rows for templates and rules engines.

Every value in them is text, a number, true or false, None (an optional field left out), a tuple
of such values, or a `Record`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from generator.base.document import Mark
from generator.base.errors import KitError, Place, UnknownNameError, did_you_mean, short


class Record(Mapping[str, Any]):
    """Named values that know their lines: `row.name`, `row["name"]`, `row.place_of("name")`.

    A name with a hyphen is reached as `row["last-chance"]` or `row.last_chance`.
    """

    __slots__ = ("_file", "_mark", "_values")
    _file: str
    _mark: Mark
    _values: dict[str, Any]

    def __init__(self, values: Mapping[str, Any], file: str, mark: Mark) -> None:
        object.__setattr__(self, "_values", dict(values))
        object.__setattr__(self, "_file", file)
        object.__setattr__(self, "_mark", mark)

    @property
    def place(self) -> Place:
        """The line on which the record begins."""
        return self._mark.place(self._file)

    def place_of(self, name: str) -> Place:
        """The line of a value, or of the record if the value is not written in it."""
        return self._mark.at(name).place(self._file)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for key in (name, name.replace("_", "-")):
                if key in self._values:
                    return self._values[key]
            hint = did_you_mean(name, self._values)
            raise AttributeError(f'the record has no field "{name}"; {hint}', name=name, obj=self)
        raise AttributeError(name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f'a record cannot be changed: "{name}"')

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f'a record cannot be changed: "{name}"')

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownNameError("field", name, self._values) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Record({self._values!r})"

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, Any], str, Mark]]:
        return Record, (self._values, self._file, self._mark)


class Located(NamedTuple):
    """A value from a table, with its place."""

    value: Any
    it: Record
    """The value itself if it is a record, else the record that contains it."""
    place: Place
    item: str
    """The row of the table that it belongs to, as messages name it."""

    def fields(self, names: Sequence[str]) -> tuple[Any, ...]:
        """The values of these fields in its record.  Raises KitError if a field is missing."""
        for name in names:
            if name not in self.it:
                message = f'there is no field "{name}"'
                raise KitError(message, place=self.place, item=self.item, check="check-data")
        return tuple(self.it[name] for name in names)


def with_values(record: Record, values: Mapping[str, Any]) -> Record:
    """The record with other values for some names; places are kept."""
    return Record({**record._values, **values}, record._file, record._mark)


def with_plain(record: Record, name: str, value: Any) -> Record:
    """The record with plain data for one name, at the place of the old value."""
    return with_values(record, {name: freeze(value, record._file, record._mark.at(name))})


RESERVED = frozenset(name for name in dir(Record) if not name.startswith("_"))
"""Names of a record's own attributes (`items`, `place`, ...), which no field can have."""


def field_of(record: Record, name: str, missing: object) -> Any:
    """The value of a field, or `missing`: as fast as a dictionary."""
    return missing if name in RESERVED else record._values.get(name, missing)


SIGNS = ("id", "sign")
"""Fields by which positions of a game name a row."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """Table: the records of a data file, in its order; `table["push"]` is the one with that id."""

    name: str
    rows: tuple[Record, ...]
    place: Place
    one: str
    """The word for a row: "gruff"."""
    _by_id: dict[str, Record] = field(init=False)

    def __post_init__(self) -> None:
        by_id = {row["id"]: row for row in self.rows if "id" in row}
        object.__setattr__(self, "_by_id", by_id)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows)} rows, {self.place}>"

    def label(self, row: Record) -> str:
        """The name of a row in messages: `gruff "Old Nan"`."""
        named = _named(self.one, row)
        return named or next(label for each, label in self.with_labels() if each is row)

    def with_labels(self) -> Iterator[tuple[Record, str]]:
        """Yield every row with its label, without the search that `label` may need."""
        for index, row in enumerate(self.rows):
            yield row, row_label(self.one, row, index)

    def column(self, key: str) -> dict[str, Any]:
        """The values of a key in all rows, by the row's id."""
        return {id: row[key] for id, row in self._by_id.items()}

    def __getitem__(self, id: str) -> Record:
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownNameError(self.one, id, self._by_id) from None

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Record]:
        return iter(self.rows)

    def __reversed__(self) -> Iterator[Record]:
        return reversed(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


Tables: TypeAlias = Mapping[str, Table | Record]
"""All tables of a kit by name; a Record for a file that holds a single one."""


class NamedTables(dict[str, Table | Record]):
    """The tables of a kit by name; an error for an unknown name suggests a known one."""

    def __missing__(self, name: str) -> Table | Record:
        raise UnknownNameError("table", name, self)


def table_named(tables: Tables, name: str) -> Table:
    """The table of that name.

    Raises KitError if it is a single record, and KeyError if there is none.
    """
    found = tables[name]
    if isinstance(found, Table):
        return found
    message = f'"{name}" must be a table of rows, but is a single record'
    raise KitError(message, place=found.place, check="table-shape")


def rows_of(table: Table | Record) -> tuple[Record, ...]:
    """The rows of a table; a single record is its own only row."""
    return (table,) if isinstance(table, Record) else table.rows


def record_named(tables: Tables, name: str) -> Record:
    """The single record of that name.

    Raises KitError if it is a table of rows, and KeyError if there is none.
    """
    found = tables[name]
    if isinstance(found, Record):
        return found
    message = f'"{name}" must be a single record, but is a table of rows'
    raise KitError(message, place=found.place, check="table-shape")


def row_label(one: str, row: Mapping[str, object], index: int) -> str:
    """`gruff "Old Nan"`, or `gruff 3` for a row (the third) with neither a name nor an id."""
    return _named(one, row) or f"{one} {index + 1}"


def _named(one: str, row: Mapping[str, object]) -> str:
    """`gruff "Old Nan"`; "" for a row without a name."""
    name = row.get("name") or row.get("id")
    return f'{one} "{short(name)}"' if isinstance(name, str) else ""


def freeze(value: Any, file: str, mark: Mark) -> Any:
    """Turn plain data into records and tuples; `mark` has the lines of the values in it."""
    if isinstance(value, dict):
        values = {key: freeze(part, file, mark.at(key)) for key, part in value.items()}
        return Record(values, file, mark)
    if isinstance(value, (list, tuple)):
        return tuple(freeze(part, file, mark.at(index)) for index, part in enumerate(value))
    return value
