"""Cell of a kit by its name: its table and its row, or what there is instead."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.base.errors import KitError, did_you_mean
from generator.kit.edit.tables import Row, TableFile
from generator.kit.manifest.spec import KitFile


def find_cell(
    manual: KitFile, data: Path, table: str, id: str, field: str
) -> tuple[TableFile, Row]:
    """The table and the row of a cell that can be changed.  Raises KitError with what there is instead."""
    spec = manual.tables.get(table)
    if spec is None:
        raise unknown(f'no table "{table}"', table, manual.tables)
    file = TableFile(table, spec, data)
    rows = {row.id: row for row in file.rows}
    row = rows.get(id)
    if row is None:
        raise unknown(f'no row "{id}" in {file.shown}', id, rows)
    if field not in file.fields:
        raise unknown(f'no field "{field}" in {file.shown}', field, file.fields)
    if field in row.fixed or field == "id":
        message = f"{file.shown}: {field} is no single value"
        hint = "name a number or a choice of a row: TABLE.ROW.FIELD"
        raise KitError(message, place=row.place, hint=hint, check="option-value")
    return file, row


def unknown(message: str, word: str, known: Iterable[str]) -> KitError:
    """The error for a name that is not there, with the nearest one, or those that are."""
    found = list(known)
    hint = did_you_mean(word, found) or f"there are {', '.join(found[:12])}"
    return KitError(message, hint=hint, check="option-value")
