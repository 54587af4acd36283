"""Table edits: the rows of a kit's table as cells of text, and edits of the table's file.

Every kind of file is treated alike: the bytes of the file are edited, and the result is read back
before it is accepted.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.base.document import Document, Key
from generator.base.errors import KitError, Place, did_you_mean, some_of
from generator.base.formats.csv import parse_csv
from generator.base.formats.yaml import parse_yaml
from generator.base.load_document import shown_name
from generator.base.text_files import check_visible, inside, read_bytes
from generator.kit.edit.csv_cells import CsvText
from generator.kit.edit.line_ends import decoded, plain
from generator.kit.edit.sheet_cells import with_cell
from generator.kit.edit.yaml_values import YamlText
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.columns import named_by_fields
from generator.kit.tables.field_types import BooleanField, ChoiceField, FieldSpec, IdField, RefField
from generator.kit.tables.fields import ListField
from generator.kit.tables.load import TableSpec

MAX_KNOWN = 200
"""Most characters for the known names in a hint."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row as cells of text; `fixed` are the fields that do not fit in a cell."""

    index: int
    id: str
    cells: Mapping[str, str]
    fixed: frozenset[str]
    place: Place


class TableFile:
    """Table file: a table of a kit as in its file, even if the kit cannot be built from it."""

    def __init__(self, name: str, spec: TableSpec, folder: Path) -> None:
        """Read the file.  Raises KitError if it cannot be read as a table."""
        self.name, self.spec = name, spec
        self.path = inside(folder, spec.file)
        self.shown = shown_name(self.path)
        self._read(read_bytes(self.path, self.shown))

    def _read(self, content: bytes) -> None:
        self.content = content
        self.document = self._parsed(content)
        """Content of the file; ids made from it are only in `rows`."""
        self._whole = self.spec.with_ids(self.document)
        self.rows = tuple(map(self._row, range(self._count)))

    def with_content(self, content: bytes) -> TableFile:
        """The table with this content of its file.  Raises KitError if it cannot be read."""
        edited = copy.copy(self)
        edited._read(content)
        return edited

    @property
    def fields(self) -> Mapping[str, FieldSpec]:
        return self.spec.fields

    @property
    def is_sheet(self) -> bool:
        """Whether rows can only be added at the end, and not moved."""
        return self.spec.is_spreadsheet

    @property
    def _program(self) -> str:
        return "your spreadsheet program" if self.is_sheet else "the editor"

    def find(self, index: int, id: str) -> int:
        """The current index of the row that was at this index.  Raises KitError if it is gone."""
        if index < len(self.rows) and self.rows[index].id == id:
            return index
        for row in self.rows:
            if id and row.id == id:
                return row.index
        message = f'the row "{id or index + 1}" is no longer there'
        hint = "another window or program has changed the file"
        raise KitError(message, place=Place(self.shown), hint=hint, check="edit-conflict")

    def id_after(self, before: TableFile, id: str) -> str:
        """The id that a row has here which had `id` before: another one if only names have changed."""
        ids, earlier = [row.id for row in self.rows], [row.id for row in before.rows]
        if id in ids or id not in earlier or len(ids) != len(earlier):
            return id
        return ids[earlier.index(id)]

    def with_cell(self, index: int, field: str, text: str) -> bytes:
        """The bytes of the file with another text in one cell.  Raises KitError."""
        return self.with_cells({(index, field): text})

    def with_cells(self, texts: Mapping[tuple[int, str], str]) -> bytes:
        """The bytes of the file with other texts in cells, by row and field.  Raises KitError."""
        texts = {
            cell: text.replace("\r\n", "\n").replace("\r", "\n").strip()
            for cell, text in texts.items()
        }
        for (index, _), text in texts.items():
            check_visible(text, self.rows[index].place)
        if not self.spec.has_cells:
            edited = self
            for (index, field), text in texts.items():
                edited = edited.with_content(edited._with_yaml_value(index, field, text))
            return edited.content
        expected = [dict(row) for row in self.document.data]
        content = self.content
        for (index, field), text in texts.items():
            if field not in expected[index]:
                message = f'has no column "{field}"'
                hint = f"add it in {self._program}"
                raise KitError(message, place=Place(self.shown), hint=hint, check="missing-column")
            expected[index][field] = text
            if self.is_sheet:
                line = self.document.lines.at(index).line or 0
                content = self._with_sheet_cell(line, field, text, content)
        if not self.is_sheet:
            by_heading = {(row, self._heading(name)): text for (row, name), text in texts.items()}
            content = self._csv().with_cells(by_heading).encode()
        return self._checked(content, expected)

    def with_row(self, at: int, cells: Mapping[str, str], like: int | None = None) -> bytes:
        """The bytes with a row added at an index, formatted like the row `like`, if given."""
        if self.spec.has_cells:
            return self.with_rows(at, [cells])
        self._check_visible(cells.values())
        values = {name: self._value(name, text) for name, text in cells.items()}
        return self._yaml().with_item(at, values, like).encode()

    def with_rows(self, at: int, rows: Sequence[Mapping[str, str]]) -> bytes:
        """The bytes with rows added, the first of them at an index.  Raises KitError."""
        if not self.spec.has_cells:
            file = self
            for index, cells in enumerate(rows, at):
                file = file.with_content(file.with_row(index, cells))
            return file.content
        self._check_visible(text for cells in rows for text in cells.values())
        data = self.document.data
        columns = list(data[0]) if data else self._stated_fields
        new = [{name: cells.get(name, "") for name in columns} for cells in rows]
        if self.is_sheet:
            line = 1 + max((row.place.line or 0 for row in self.rows), default=1)
            edited = self.content
            for below, cells in enumerate(new):
                for name, text in cells.items():
                    if text:
                        edited = self._with_sheet_cell(line + below, name, text, edited)
            return self._checked(edited, [*data, *new])
        edited = self._csv().with_rows(at, [list(cells.values()) for cells in new]).encode()
        return self._checked(edited, [*data[:at], *new, *data[at:]])

    def without_row(self, index: int) -> bytes:
        """The bytes without a row; in a spreadsheet its cells are cleared."""
        if not self.spec.has_cells:
            return self._yaml().without_item(index).encode()
        expected = [row for number, row in enumerate(self.document.data) if number != index]
        if self.is_sheet:
            edited, line = self.content, self.document.lines.at(index).line or 0
            for name, text in self.document.data[index].items():
                edited = self._with_sheet_cell(line, name, "", edited) if text else edited
            return self._checked(edited, expected)
        return self._checked(self._csv().without_row(index).encode(), expected)

    def with_row_moved(self, index: int, to: int) -> bytes:
        """The bytes with a row moved to an index.  Raises KitError for a spreadsheet."""
        if self.is_sheet:
            message = "rows of a spreadsheet cannot be moved here: formulas may refer to them"
            hint = f"move it in {self._program}"
            raise KitError(message, place=Place(self.shown), hint=hint, check="edit-impossible")
        if not self.spec.has_cells:
            return self._yaml().with_item_moved(index, to).encode()
        expected = list(self.document.data)
        expected.insert(to, expected.pop(index))
        return self._checked(self._csv().with_row_moved(index, to).encode(), expected)

    def with_column(self, field: str, heading: str, spec: FieldSpec, texts: Sequence[str]) -> bytes:
        """The bytes with a new column, and these texts in its rows; "" is no value.

        Raises KitError for a spreadsheet.
        """
        self._check_visible([heading, *texts])
        if not self.spec.has_cells:
            edited = self
            for row, text in zip(self.rows, texts, strict=True):
                if text:
                    key = (*self._key(row.index), field)
                    now = edited._yaml().with_value(key, spec.from_cell(text))
                    edited = edited.with_content(now.encode())
            return edited.content
        self._check_has_free_columns()
        rows = zip(self.document.data, texts, strict=True)
        expected = [{**row, heading: text} for row, text in rows]
        return self._checked(self._csv().with_column(heading, texts).encode(), expected)

    def without_column(self, field: str) -> bytes:
        """The bytes without the column of a field.  Raises KitError for a spreadsheet."""
        if not self.spec.has_cells:
            edited = self
            for row in self.rows:
                if row.cells[field] or field in row.fixed:
                    now = edited._yaml().with_value((*self._key(row.index), field), None)
                    edited = edited.with_content(now.encode())
            return edited.content
        if field not in self.document.columns:
            return self.content
        self._check_has_free_columns()
        expected = [
            {n: text for n, text in row.items() if n != field} for row in self.document.data
        ]
        return self._checked(self._csv().without_column(self._heading(field)).encode(), expected)

    def _check_visible(self, texts: Iterable[str]) -> None:
        """Raise KitError if a new text has a character that nobody can see."""
        for text in texts:
            check_visible(text, Place(self.shown))

    def _check_has_free_columns(self) -> None:
        """Raise KitError for a spreadsheet: what its other columns hold may refer to their places."""
        if self.is_sheet:
            message = "columns of a spreadsheet cannot be changed here: formulas may refer to them"
            hint = f"change it in {self._program}"
            raise KitError(message, place=Place(self.shown), hint=hint, check="edit-impossible")

    def free_id(self, like: str, others: Collection[str] = ()) -> str:
        """An id that neither a row nor `others` have yet: "gull" -> "gull-2"."""
        taken = {row.id for row in self.rows} | {*others}
        stem = re.sub(r"-\d+$", "", like)
        number = 2
        while f"{stem}-{number}" in taken:
            number += 1
        return stem if stem not in taken else f"{stem}-{number}"

    def _heading(self, field: str) -> str:
        """The name of a field's column in the file."""
        return self.fields[field].column or field if field in self.fields else field

    def _parsed(self, content: bytes) -> Document:
        if self.spec.is_spreadsheet:
            from generator.base.formats.spreadsheet import parse_sheet  # few kits have one

            sheet = parse_sheet(content, self.shown, self.spec.sheet)
            return named_by_fields(sheet, self.fields)
        text = plain(decoded(content, self.shown))
        if self.spec.has_cells:
            return named_by_fields(parse_csv(text, self.shown), self.fields)
        return parse_yaml(text, self.shown)

    @property
    def _stated_fields(self) -> list[str]:
        """The fields that have a column, for a file without rows."""
        generated = isinstance(spec := self.fields.get("id"), IdField) and spec.from_field
        return [name for name in self.fields if name != "id" or not generated]

    @property
    def _count(self) -> int:
        if self.spec.kind == "record":
            return 1
        return len(self.document.data) if isinstance(self.document.data, (list, dict)) else 0

    def _key(self, index: int) -> tuple[Key, ...]:
        """The path of a row in its document."""
        if self.spec.kind == "record":
            return ()
        data = self.document.data
        return (list(data)[index],) if isinstance(data, dict) else (index,)

    def _row(self, index: int) -> TableRow:
        key = self._key(index)
        values: Any = self._whole.data[key[0]] if key else self._whole.data
        if not isinstance(values, dict):
            return TableRow(index, "", {}, frozenset(self.fields), self.document.place(*key))
        if key and isinstance(key[0], str):
            values = {"id": key[0], **values}
        cells = {name: shown_value(values.get(name)) for name in self.fields}
        fixed = frozenset(
            name
            for name, spec in self.fields.items()
            if not self.spec.has_cells and not _survives_cell(spec, values.get(name))
        )
        return TableRow(index, str(values.get("id", "")), cells, fixed, self.document.place(*key))

    def _with_yaml_value(self, index: int, field: str, text: str) -> bytes:
        key = self._key(index)
        if field == "id" and isinstance(self.document.data, dict):
            return self._yaml().with_key(str(key[0]), text).encode()
        return self._yaml().with_value((*key, field), self._value(field, text)).encode()

    def _value(self, field: str, text: str) -> Any:
        """The value of a cell's text in YAML; None for no value."""
        spec = self.fields[field]
        if not text and not (isinstance(spec, ListField) and spec.required):
            return None if not spec.required else ""
        return spec.from_cell(text) if text else []

    def _with_sheet_cell(self, line: int, field: str, text: str, content: bytes) -> bytes:
        mark = self.document.lines.at(0, field).cell
        found = re.fullmatch(r'sheet "(.*)", row \d+, column ([A-Z]+)', mark, re.DOTALL)
        if found is None:
            message = "has no rows yet, so its columns are unknown"
            raise KitError(message, place=Place(self.shown), check="edit-impossible")
        column = 0
        for letter in found[2]:
            column = column * 26 + ord(letter) - ord("A") + 1
        return with_cell(content, found[1], line, column, text, self.shown)

    def _csv(self) -> CsvText:
        return CsvText(decoded(self.content, self.shown))

    def _yaml(self) -> YamlText:
        return YamlText(decoded(self.content, self.shown), self.shown)

    def _checked(self, content: bytes, expected: list[dict[str, str]]) -> bytes:
        """Return the content if it reads back as expected, else raise KitError."""
        if self._parsed(content).data != expected:
            message = "this change would affect other parts of the file"
            hint = f"make it in {self._program}"
            raise KitError(message, place=Place(self.shown), hint=hint, check="edit-impossible")
        return content


def shown_value(value: object) -> str:
    """A plain value as the text of a cell; a value too complex for a cell is abbreviated."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case list() if not any(isinstance(part, (list, dict)) for part in value):
            return "; ".join(map(shown_value, value))
    return json.dumps(value, ensure_ascii=False)


def choices_of(spec: FieldSpec, ids: Mapping[str, list[str]]) -> list[str] | None:
    """The possible texts of a cell of a field, if they are few enough to choose from."""
    match spec:
        case ChoiceField():
            found = list(spec.of)
        case BooleanField():
            found = ["true", "false"]
        case RefField():
            found = ids.get(spec.to, [])
        case _:
            return None
    return found if spec.required else ["", *found]


def _survives_cell(spec: FieldSpec, value: object) -> bool:
    """Whether a value of YAML survives being read back from its text."""
    if value is None:
        return spec.in_cell
    if not spec.in_cell:
        return False
    if isinstance(value, str) and not isinstance(spec, ListField):
        return True
    return spec.from_cell(shown_value(value)) == value


def find_cell(
    manifest: KitFile, data: Path, table: str, id: str, field: str
) -> tuple[TableFile, TableRow]:
    """The table and row of an editable cell.  Raises KitError, which lists the alternatives."""
    spec = manifest.tables.get(table)
    if spec is None:
        raise unknown(f'no table "{table}"', table, manifest.tables)
    file = TableFile(table, spec, data)
    rows = {row.id: row for row in file.rows}
    row = rows.get(id)
    if row is None:
        raise unknown(f'no row "{id}" in {file.shown}', id, rows)
    if field not in file.fields:
        raise unknown(f'no field "{field}" in {file.shown}', field, file.fields)
    if field in row.fixed or field == "id":
        message = f"{field} is not a single value"
        hint = "name a field with a number or a choice: TABLE.ROW.FIELD"
        raise KitError(message, place=row.place, hint=hint, check="option-value")
    return file, row


def unknown(message: str, word: str, known: Iterable[str]) -> KitError:
    """The error for an unknown name, with the nearest name or the known ones as hint."""
    found = list(known)
    hint = did_you_mean(word, found) or f"known: {some_of(found, MAX_KNOWN)}"
    return KitError(message, hint=hint, check="option-value")
