"""Row edits: adds, duplicates, moves or deletes a row; gives a description and the new bytes."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from generator.base.errors import KitError, Place
from generator.kit.edit.tables import TableFile
from generator.kit.tables.columns import slug_of
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
from generator.kit.tables.guess import NAMES

MAX_PASTED, MAX_PASTED_SLOWLY = 20_000, 300
"""Most cells pasted at once: into CSV, and into files in which each needs a separate search."""


class RowEdit(NamedTuple):
    """A description of the edit, the file with it, and the row to show next."""

    says: str
    content: bytes
    id: str


def add_row(table: TableFile, index: int) -> RowEdit:
    """A new row below another, filled in so that it can be drawn."""
    _check_has_rows(table)
    id = table.free_id("new")
    cells = {name: first_value(spec, table) for name, spec in table.fields.items()}
    cells |= {"id": id} if "id" in table.fields else {}
    cells = {name: text for name, text in cells.items() if text}
    return RowEdit(f"add {id}", table.with_row(_below(table, index), cells), id)


def duplicate_row(table: TableFile, index: int) -> RowEdit:
    """A copy of the row with a new id, below it."""
    _check_has_rows(table)
    row = table.rows[index]
    id = table.free_id(row.id) if row.id else ""
    cells = {name: text for name, text in row.cells.items() if name not in row.fixed}
    cells |= {"id": id} if id else {}
    content = table.with_row(_below(table, index), cells, index)
    return RowEdit(f"duplicate {row.id or index + 1}", content, id)


def move_row(table: TableFile, index: int, by: int) -> RowEdit:
    """A row moved up (-1) or down (1)."""
    _check_has_rows(table)
    id, to = table.rows[index].id, index + by
    if not 0 <= to < len(table.rows):
        return RowEdit("", table.content, id)
    return RowEdit(f"move {id or index + 1}", table.with_row_moved(index, to), id)


def delete_row(table: TableFile, index: int) -> RowEdit:
    """A row deleted."""
    _check_has_rows(table)
    if not table.rows:
        return RowEdit("", table.content, "")
    id = table.rows[index].id
    rest = [row for row in table.rows if row.index != index]
    near = rest[min(index, len(rest) - 1)].id if rest else ""
    return RowEdit(f"delete {id or index + 1}", table.without_row(index), near)


def paste_block(table: TableFile, rows: Sequence[int], fields: Sequence[str], text: str) -> RowEdit:
    """A block from a spreadsheet pasted over these rows and fields; extra lines become new rows.

    A first line that names fields determines the columns.  Raises KitError.
    """
    block = _block(text)
    named = _headings(table)
    if len(block) > 1 and any(block[0]) and {each.lower() for each in block[0]} <= named.keys():
        fields = [named[each.lower()] for each in block[0]]
        block = block[1:]
    width, cells = max(map(len, block), default=0), sum(map(len, block))
    most = MAX_PASTED if table.spec.has_cells and not table.is_sheet else MAX_PASTED_SLOWLY
    if width > len(fields) or cells > most:
        message = f"{width} columns were copied, but only {len(fields)} fit to the right of here"
        hint = "start further to the left, or also copy the row with the names of the columns"
        if cells > most:
            message = f"{cells} cells are more than the {most} that can be pasted at once"
            hint = "paste fewer, or change the file itself"
        raise KitError(message, place=Place(table.shown), hint=hint, check="edit-impossible")
    texts: dict[tuple[int, str], str] = {}
    for index, values in zip(rows, block, strict=False):
        row = table.rows[index]
        pasted = {name: value for name, value in zip(fields, values, strict=False) if name}
        for name in pasted.keys() & row.fixed:
            message = f"{name} holds more than a cell can show"
            hint = "change it in the editor"
            raise KitError(message, place=row.place, hint=hint, check="edit-impossible")
        texts |= {(index, n): v for n, v in pasted.items() if v.strip() != row.cells.get(n)}
    edited = table.with_content(table.with_cells(texts)) if texts else table
    new = _new_rows(edited, fields, block[len(rows) :])
    content = edited.with_rows(len(edited.rows), new) if new else edited.content
    says = f"paste {len(block)} × {width}"
    return RowEdit(says, content, new[0].get("id", "") if new else edited.rows[rows[0]].id)


def _headings(table: TableFile) -> dict[str, str]:
    """The fields by the names that the first line of a block may use; "" is none."""
    headings = {(spec.column or name).lower(): name for name, spec in table.fields.items()}
    return headings | {name.lower(): name for name in table.fields} | {"": ""}


def _block(text: str) -> list[list[str]]:
    """The cells of a block as spreadsheets copy it: tabs between them, quotes around long ones."""
    try:
        lines = list(csv.reader(StringIO(text, newline=""), delimiter="\t"))
    except csv.Error as error:
        raise KitError(f"this cannot be pasted: {error}", check="edit-impossible") from None
    while lines and not any(lines[-1]):
        lines.pop()
    return lines


def _new_rows(
    table: TableFile, fields: Sequence[str], block: Sequence[Sequence[str]]
) -> list[dict[str, str]]:
    """The rest of a pasted block as rows below the last, filled in so that they can be drawn."""
    found: list[dict[str, str]] = []
    if block:
        _check_has_rows(table)
    for values in block:
        cells = {name: first_value(spec, table) for name, spec in table.fields.items()}
        block_cells = zip(fields, values, strict=False)
        pasted = {name: value.strip() for name, value in block_cells if name and value.strip()}
        cells |= pasted
        if "id" in table.fields and not cells["id"]:
            stem = slug_of(_name_in(table, pasted), slug_of(table.spec.one or "", "row"))
            cells["id"] = table.free_id(stem, [row["id"] for row in found])
        found.append({name: text for name, text in cells.items() if text})
    return found


def _name_in(table: TableFile, cells: Mapping[str, str]) -> str:
    """What the row with these cells is called, if a column of names is among them."""
    named = {slug_of(spec.column or name): name for name, spec in table.fields.items()}
    return next((cells[named[slug]] for slug in NAMES if named.get(slug) in cells), "")


def _below(table: TableFile, index: int) -> int:
    return len(table.rows) if table.is_sheet else min(index + 1, len(table.rows))


def _check_has_rows(table: TableFile) -> None:
    if table.spec.kind == "record":
        message = "is a single record, which has no rows"
        raise KitError(message, place=Place(table.shown), check="edit-impossible")


def first_value(spec: FieldSpec, table: TableFile) -> str:
    """The text of a value that a field allows; "" if it may be left out."""
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
            return first_value(spec.of, table)
    for row in table.rows if isinstance(spec, RefField) else ():
        name = next(name for name, each in table.fields.items() if each is spec)
        return row.cells[name]
    low = getattr(given, "low", None)
    return f"{low:.15g}" if isinstance(low, (int, float)) else "0"
