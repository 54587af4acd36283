"""Row edits: a row is added, duplicated, moved or deleted, in words, with the bytes that come of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.base.errors import KitError, Place
from generator.kit.edit.tables import TableFile
from generator.kit.tables.field_types import (
    BooleanField,
    ChoiceField,
    ColorField,
    FieldSpec,
    IdField,
    LengthField,
    RefField,
    TextField,
)
from generator.kit.tables.fields import ListField


class RowEdit(NamedTuple):
    """What is done, the file with it done, and the row to look at next."""

    says: str
    content: bytes
    id: str


def add_row(table: TableFile, index: int) -> RowEdit:
    """A new row below another, filled so that it can be drawn at once."""
    _prove_rows(table)
    id = table.free_id("new")
    cells = {name: _first_value(spec, table) for name, spec in table.fields.items()}
    cells |= {"id": id} if "id" in table.fields else {}
    cells = {name: text for name, text in cells.items() if text}
    return RowEdit(f"add {id}", table.with_row(_below(table, index), cells), id)


def duplicate_row(table: TableFile, index: int) -> RowEdit:
    """The same row once more, with an id of its own, below it."""
    _prove_rows(table)
    row = table.rows[index]
    id = table.free_id(row.id) if row.id else ""
    cells = {name: text for name, text in row.cells.items() if name not in row.fixed}
    cells |= {"id": id} if id else {}
    content = table.with_row(_below(table, index), cells, index)
    return RowEdit(f"duplicate {row.id or index + 1}", content, id)


def move_row(table: TableFile, index: int, by: int) -> RowEdit:
    """A row moved up (-1) or down (1)."""
    _prove_rows(table)
    id, to = table.rows[index].id, index + by
    if not 0 <= to < len(table.rows):
        return RowEdit("", table.content, id)
    return RowEdit(f"move {id or index + 1}", table.with_row_moved(index, to), id)


def delete_row(table: TableFile, index: int) -> RowEdit:
    """A row deleted."""
    _prove_rows(table)
    if not table.rows:
        return RowEdit("", table.content, "")
    id = table.rows[index].id
    rest = [row for row in table.rows if row.index != index]
    near = rest[min(index, len(rest) - 1)].id if rest else ""
    return RowEdit(f"delete {id or index + 1}", table.without_row(index), near)


def _below(table: TableFile, index: int) -> int:
    return len(table.rows) if table.is_sheet else min(index + 1, len(table.rows))


def _prove_rows(table: TableFile) -> None:
    if table.spec.kind == "record":
        message = "is a single record, which has no rows"
        raise KitError(message, place=Place(table.shown), check="edit-impossible")


def _first_value(spec: FieldSpec, table: TableFile) -> str:
    """The text of a value that a field allows; "" where it may be left out."""
    if not spec.required or isinstance(spec, IdField):
        return ""
    given: Any = spec
    match spec:
        case TextField():
            return "New"
        case ChoiceField():
            return spec.of[0]
        case BooleanField():
            return "false"
        case LengthField():
            return "10mm"
        case ColorField():
            return "#888888"
        case ListField():
            return _first_value(spec.of, table)
    for row in table.rows if isinstance(spec, RefField) else ():
        name = next(name for name, each in table.fields.items() if each is spec)
        return row.cells[name]
    low = getattr(given, "low", None)
    return f"{low:.15g}" if isinstance(low, (int, float)) else "0"
