"""Filled texts: puts the values of a kit's tables into the texts of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.base.errors import Fault, KitError, Place, collected, raise_faults
from generator.kit.expressions.evaluate import TextTemplate
from generator.kit.tables.field_types import LooseText, TextField
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField
from generator.kit.tables.records import Record, Table, Tables, with_values

MAX_LETTERS = 400_000
"""Most letters of all texts with expressions: their compilation takes four seconds at worst."""
EACH = 30
"""Letters that every text with expressions counts as, on top of its own."""
ROW = "row"
"""The variable for the row that a text belongs to, as in checks and templates."""


def with_filled_texts(tables: Tables, fields: Mapping[str, Mapping[str, AnyField]]) -> Tables:
    """The tables with every `{{ expression }}` in a text replaced by its value.

    `fields` are those of each table.  Text in `loose` markup is nobody's expression and stays as it
    is.  Raises KitError with every text that cannot be filled in, and for too many of them.
    """
    filler = _Filler(tables)
    result: dict[str, Table | Record] = {}
    for name, table in tables.items():
        if isinstance(table, Record):
            result[name] = filler.record(table, fields[name], table, "")
        else:
            labelled = table.with_labels()
            rows = tuple(filler.record(row, fields[name], row, label) for row, label in labelled)
            result[name] = replace(table, rows=rows)
    raise_faults(filler.faults)
    return result


class _Filler:
    """Fills in the texts of records; `faults` collects those of expressions."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.faults: list[Fault] = []
        self._letters = 0
        """Letters of all texts with expressions so far."""

    def record(
        self, found: Record, specs: Mapping[str, AnyField], row: Record, item: str
    ) -> Record:
        """A record of a row, or in one, with its texts filled in."""
        changed = {
            name: new
            for name, value in found.items()
            if name in specs
            and (new := self._filled(value, specs[name], found.place_of(name), row, item))
            is not value
        }
        return with_values(found, changed) if changed else found

    def _filled(self, value: Any, spec: AnyField, place: Place, row: Record, item: str) -> Any:
        match spec, value:
            case TextField(), str() if "{{" in value and not isinstance(value, LooseText):
                self._count(value, place, item)
                with collected(self.faults, item=item):
                    template = TextTemplate(value, [*self._tables, ROW], place)
                    return template({**self._tables, ROW: row})
            case ListField(), tuple():
                return tuple(self._filled(part, spec.of, place, row, item) for part in value)
            case RecordField(), Record():
                return self.record(value, spec.fields, row, item)
            case MapField(), Record():
                return self.record(value, dict.fromkeys(value, spec.values), row, item)
        return value

    def _count(self, text: str, place: Place, item: str) -> None:
        """Count a text with expressions.  Raises KitError if there are too many."""
        self._letters += len(text) + EACH
        if self._letters > MAX_LETTERS:
            message = (
                f"the texts with expressions up to here have more than {MAX_LETTERS:,} letters"
            )
            hint = "write values that never change as plain text"
            raise KitError(message, place=place, item=item, hint=hint, check="file-too-large")
