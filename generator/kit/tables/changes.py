"""Changes of tables in memory: other values, rows removed or doubled; places are kept.

Unchanged parts are shared with the original tables, so a change takes microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from generator.base.errors import KitError, did_you_mean
from generator.kit.tables.records import Record, Table, Tables, with_plain, with_values

ValuePath: TypeAlias = tuple[str | int, ...]
"""Fields and indices that lead from a row to a value in it."""


def with_rows(tables: Tables, table: Table, rows: Sequence[Record]) -> Tables:
    """The tables with other rows in one of them."""
    return {**tables, table.name: Table(table.name, tuple(rows), table.place, table.one)}


def with_row(tables: Tables, name: str, index: int, row: Record) -> Tables:
    """The tables with another row at an index, or in place of a single record."""
    table = tables[name]
    if isinstance(table, Record):
        return {**tables, name: row}
    return with_rows(tables, table, [*table.rows[:index], row, *table.rows[index + 1 :]])


def without_row(tables: Tables, table: Table, index: int) -> Tables:
    """The tables without a row."""
    return with_rows(tables, table, [*table.rows[:index], *table.rows[index + 1 :]])


def value_at(value: Any, path: ValuePath) -> Any:
    """The value at a path in a row."""
    for step in path:
        value = value[step]
    return value


def with_value(value: Any, path: ValuePath, new: Any) -> Any:
    """The row, or a value in it, with another value at a path."""
    if not path:
        return new
    step, *rest = path
    inner = with_value(value[step], tuple(rest), new)
    if isinstance(value, Record):
        return with_values(value, {str(step): inner})
    assert isinstance(step, int)
    return (*value[:step], inner, *value[step + 1 :])


def with_changes(tables: Tables, changes: Any) -> Tables:
    """The tables with changes given as plain data.

    `{cards: {ace: {cost: 9}, king: null}, board: {rows: 8}}`: fields by table and id, null to remove
    a row; a table that is a single record has no ids.  Raises KitError for an unknown name.
    """
    for name, rows in changes.items():
        table = tables.get(name)
        if table is None:
            raise _unknown("table", name, list(tables))
        if isinstance(table, Record):
            tables = {**tables, name: _with_fields(table, rows)}
            continue
        for id, fields in rows.items():
            found = [index for index, row in enumerate(table.rows) if row.get("id") == id]
            if not found:
                raise _unknown(table.one, id, [str(row.get("id")) for row in table.rows])
            if fields is None:
                tables = without_row(tables, table, found[0])
            else:
                tables = with_row(tables, name, found[0], _with_fields(table[id], fields))
            changed = tables[name]
            assert isinstance(changed, Table)
            table = changed
    return tables


def _with_fields(row: Record, fields: Any) -> Record:
    for field, value in fields.items():
        if field not in row:
            raise _unknown("field", field, list(row))
        row = with_plain(row, field, value)
    return row


def _unknown(what: str, name: object, known: Sequence[str]) -> KitError:
    hint = did_you_mean(str(name), known)
    return KitError(f'there is no {what} "{name}"', hint=hint, check="example-syntax")
