"""Loader of a kit's tables, which checks them by the fields that `game.yaml` defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import PrivateAttr, ValidationError, model_validator

from generator.base.document import Document, Key
from generator.base.errors import (
    Fault,
    KitError,
    Place,
    collected,
    describe_value,
    did_you_mean,
    nearest,
    short,
)
from generator.base.load_document import SPREADSHEETS, load_csv, load_sheet, load_yaml
from generator.base.schema import ClosedModel, InnerPath, Words, validation_error
from generator.base.text_files import inside
from generator.base.validation_errors import explain
from generator.kit.tables.columns import named_by_fields, with_made_ids
from generator.kit.tables.field_types import IdField, Reference
from generator.kit.tables.fields import FieldTable, references_in, row_model
from generator.kit.tables.filled_texts import with_filled_texts
from generator.kit.tables.guess import guess_field
from generator.kit.tables.records import Record, Table, Tables, freeze, row_label


class DanglingReferences(KitError):
    """Some references name no row; otherwise the tables are sound and can be examined."""

    def __init__(self, faults: Iterable[Fault], tables: Tables | None = None) -> None:
        super().__init__(faults)
        self.tables = tables or {}


class TableSpec(ClosedModel):
    """A table as `game.yaml` defines it: its file and the fields of its rows.

    A YAML table is a list of records, or a mapping from ids to records; with `kind: record` it is
    one record by itself.  A CSV table, or the `sheet` of a spreadsheet, has a row for each record.
    """

    file: InnerPath
    """The file in the kit's data folder: .yaml, .csv, .xlsx or .ods."""
    sheet: Words | None = None
    """The sheet of a spreadsheet, needed if there are several."""
    source: Words | None = None
    """The address of a sheet published as CSV, which `grimoire pull` fetches into the file."""
    kind: Literal["table", "record"] = "table"
    """`record`: the file is a single record, not a table of rows."""
    one: Words | None = None
    """What messages call one row: `gruff`; the table's name if left out."""
    fields: FieldTable
    """The fields of a row, by name."""
    _place: Place | None = PrivateAttr(None)
    """Where `game.yaml` names the file."""

    @property
    def is_spreadsheet(self) -> bool:
        return self.file.lower().endswith(SPREADSHEETS)

    @property
    def has_cells(self) -> bool:
        """Whether every value comes from a cell, as text."""
        return self.file.endswith(".csv") or self.is_spreadsheet

    def load(self, folder: Path) -> Document:
        """The table's file, read; `folder` is the kit's data.  Raises KitError."""
        path = inside(folder, self.file)
        with self._naming_its_line():
            return self._read(path)

    def _read(self, path: Path) -> Document:
        if not self.has_cells:
            return load_yaml(path)
        cells = load_sheet(path, self.sheet) if self.is_spreadsheet else load_csv(path)
        return self.by_fields(cells)

    @contextmanager
    def _naming_its_line(self) -> Iterator[None]:
        """Say of a missing file where `game.yaml` names it: that is where a misspelling is."""
        try:
            yield
        except KitError as error:
            if self._place is None or error.faults[0].check != "file-not-found":
                raise
            message = f'there is no file "{self.file}"'
            fault = replace(error.faults[0], message=message, place=self._place)
            raise KitError([fault]) from None

    def by_fields(self, cells: Document) -> Document:
        """Rows of cells by their fields' names instead of their headings, each with its id."""
        return self.with_ids(named_by_fields(cells, self.fields))

    def with_ids(self, document: Document) -> Document:
        """Rows of cells by their fields' names, each with its id."""
        spec = self.fields.get("id")
        if not isinstance(spec, IdField) or not spec.from_field:
            return document
        return with_made_ids(document, spec.from_field, self.one or "row")

    @property
    def has_id(self) -> bool:
        return "id" in self.fields

    def model(self) -> type[ClosedModel]:
        """The pydantic model of one row; its `model_json_schema()` is for editors."""
        return row_model(Path(self.file).stem, self.fields)

    @model_validator(mode="after")
    def _check_file(self) -> Self:
        if not (self.has_cells or self.file.endswith((".yaml", ".yml"))):
            known = " or ".join([".yaml", ".csv", *SPREADSHEETS])
            message = f'has the file "{self.file}", whose type is not supported'
            raise validation_error(message, f"use {known}")
        if self.source and not self.file.endswith(".csv"):
            raise validation_error(f'has a source, but "{self.file}" is not a CSV file')
        if self.sheet and not self.is_spreadsheet:
            raise validation_error(f'names a sheet, but "{self.file}" is not a spreadsheet')
        if not self.has_cells:
            self._check_no_cells()
            return self
        if self.kind == "record":
            message = "is a single record, which a CSV file or spreadsheet cannot hold"
            raise validation_error(message, "use a YAML file")
        for name, spec in self.fields.items():
            if not spec.in_cell:
                message = f'has the field "{name}", which does not fit in a cell'
                raise validation_error(message, "use a YAML file")
            sources = spec.from_field if isinstance(spec, IdField) else ()
            if missing := next((each for each in sources if each not in self.fields), ""):
                hint = did_you_mean(missing, self.fields)
                message = f'makes ids from "{missing}", which is not one of its fields'
                raise validation_error(message, hint)
        return self

    def _check_no_cells(self) -> None:
        """Raise a validation error for a key that only a table of cells can have."""
        for name, spec in self.fields.items():
            if spec.column:
                message = f'has a column for "{name}", but "{self.file}" has no columns'
                raise validation_error(message)
            if isinstance(spec, IdField) and spec.from_field:
                message = "makes ids, which needs a CSV file or spreadsheet"
                raise validation_error(message, "write the ids in the file")


@dataclass
class _Read:
    """Result of reading one table: rows or faults, and every id and reference found."""

    name: str
    spec: TableSpec
    document: Document
    rows: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    ids: dict[str, Place] = field(default_factory=dict)
    references: list[tuple[Reference, Place, str]] = field(default_factory=list)

    @property
    def one(self) -> str:
        return self.spec.one or self.name

    @property
    def result(self) -> Table | Record:
        if self.spec.kind == "record":
            return self.rows[0]
        return Table(self.name, tuple(self.rows), Place(self.document.file), self.one)


def load_tables(
    specs: Mapping[str, TableSpec], folder: Path, added: Mapping[str, Document] | None = None
) -> Tables:
    """Every table of a kit, read from the kit's data folder, in the order they are stated.

    Expressions in texts are filled in.  Otherwise like `read_tables`.
    """
    tables = read_tables(specs, folder, added)
    return with_filled_texts(tables, {name: spec.fields for name, spec in specs.items()})


def read_tables(
    specs: Mapping[str, TableSpec], folder: Path, added: Mapping[str, Document] | None = None
) -> Tables:
    """Every table with its texts as they are written.

    `added` are lists of further rows by their tables' names; each is read like a row at the end of
    its table's file, but keeps its own place.

    Raises KitError with all faults of all files: a file that cannot be read, unknown and missing
    fields, values of the wrong type or outside their range, ids used twice, references to nothing,
    texts that cannot be filled in.
    """
    read: list[_Read] = []
    faults: list[Fault] = []
    for name, spec in specs.items():
        with collected(faults):
            read.append(_read_table(name, spec, folder))
            if added and name in added:
                _add_rows(read[-1], added[name])
            faults += read[-1].faults
    dangling = _broken_references(read)
    if faults:
        raise KitError([*faults, *dangling])
    tables = {table.name: table.result for table in read}
    if dangling:
        raise DanglingReferences(dangling, tables)
    return tables


def table_ids(specs: Mapping[str, TableSpec], folder: Path) -> dict[str, list[str]]:
    """The ids of every table that can be read, whatever other faults it has."""
    found: dict[str, list[str]] = {}
    for name, spec in specs.items():
        with suppress(KitError):
            found[name] = list(_read_table(name, spec, folder).ids)
    return found


def missing_columns(specs: Mapping[str, TableSpec], folder: Path) -> list[Fault]:
    """A fault for every missing column of those tables of cells that can be read."""
    found: list[Fault] = []
    for name, spec in specs.items():
        if spec.has_cells:
            with suppress(KitError):
                found += _header_faults(_Read(name, spec, spec.load(folder)))
    return [fault for fault in found if fault.check == "missing-column"]


def table_faults(name: str, spec: TableSpec, document: Document) -> list[Fault]:
    """The faults of the rows of a table, except references to other tables."""
    return _read_rows(_Read(name, spec, document)).faults


def _read_table(name: str, spec: TableSpec, folder: Path) -> _Read:
    return _read_rows(_Read(name, spec, spec.load(folder)))


def _read_rows(table: _Read) -> _Read:
    spec = table.spec
    if spec.has_cells:
        table.faults += _header_faults(table)
        if table.faults:
            return table  # every row would repeat the same
    model = spec.model()
    for index, (path, values) in enumerate(_raw_rows(table)):
        _read_row(table, model, index, path, values)
    return table


def _add_rows(table: _Read, document: Document) -> None:
    more = replace(table, document=document)  # it shares the lists of the table
    model = table.spec.model()
    for index, values in enumerate(document.data):
        _read_row(more, model, len(table.rows), (index,), values)


def _read_row(
    table: _Read, model: type[ClosedModel], index: int, path: tuple[Key, ...], values: Any
) -> None:
    """Check one row, and add it or its faults to the table."""
    document, fields = table.document, table.spec.fields
    single = table.spec.kind == "record"
    if not isinstance(values, dict):
        what = "" if single else f"{table.one} {index + 1} "
        message = f"{what}must be a mapping, but is {describe_value(values)}"
        table.faults.append(
            Fault(message, document.place(*path), "", 'write "name: value" lines', "wrong-type")
        )
        return
    item = "" if single else row_label(table.one, values, index)
    _note_id(table, values.get("id"), document.place(*path, "id"), item)
    try:
        checked = model.model_validate(values).model_dump(by_alias=True)
    except ValidationError as error:
        table.faults += map(_with_hint, explain(error, values, document, path, item))
        return
    for reference in references_in(fields, checked):
        table.references.append((reference, document.place(*path, *reference.path), item))
    table.rows.append(freeze(checked, document.file, document.lines.at(*path)))


def _raw_rows(table: _Read) -> Iterator[tuple[tuple[Key, ...], Any]]:
    """Each row's path in the document, and its plain values."""
    document, spec = table.document, table.spec
    data = document.data
    if spec.kind == "record":
        yield (), data
    elif spec.has_cells:
        for index, cells in enumerate(data):
            filled = {name: cell for name, cell in cells.items() if cell}
            values = {name: spec.fields[name].from_cell(cell) for name, cell in filled.items()}
            yield (index,), values
    elif isinstance(data, list):
        yield from (((index,), values) for index, values in enumerate(data))
    elif isinstance(data, dict) and spec.has_id:
        for id, values in data.items():
            if isinstance(values, dict) and "id" in values:
                message = f'"{short(id)}" is already the id of this record'
                place, hint = document.place(id, "id"), 'delete its line "id"'
                table.faults.append(Fault(message, place, hint=hint, check="duplicate-id"))
            yield (id,), {**values, "id": id} if isinstance(values, dict) else values
    else:
        message = f"must be a list of records, but is {describe_value(data)}"
        hint = 'start each record with "- "'
        table.faults.append(Fault(message, document.place(), "", hint, "table-shape"))


def _with_hint(fault: Fault) -> Fault:
    """A fault of a row; if a value is missing or a field unknown, with what to do about it."""
    if fault.check == "unknown-field":
        if fault.hint.startswith("did you mean"):
            return fault
        others = f"{fault.hint}; or " * bool(fault.hint)
        return replace(fault, hint=f"{others}add it to the fields in game.yaml")
    if fault.check != "missing-field" or fault.hint:
        return fault
    return replace(fault, hint="fill it in, or write `optional: true` for it in game.yaml")


def _header_faults(table: _Read) -> list[Fault]:
    columns = table.document.columns
    fields = table.spec.fields
    place = table.document.place()
    missing = [
        name for name, spec in fields.items() if columns and spec.required and name not in columns
    ]
    unknown = [name for name in columns if name not in fields]
    faults = [
        Fault(
            f'the column "{fields[name].column or name}" is missing',
            place,
            hint=_id_hint(columns) if name == "id" else "",
            check="missing-column",
        )
        for name in sorted(missing, key=lambda name: name != "id")
    ]
    return faults + [
        Fault(f'unknown column "{name}"', place, "", _column_hint(name, table), "unknown-column")
        for name in unknown
    ]


def _id_hint(columns: Iterable[str]) -> str:
    """The hint for a table without a column of ids."""
    name = next((name for name in columns if name.lower() in ("name", "title")), "name")
    return f"add it, or make ids from names in game.yaml: id: {{type: id, from-field: {name}}}"


def _column_hint(name: str, table: _Read) -> str:
    """The hint for an unknown column: the intended field, or the line that adds a new one."""
    fields = table.spec.fields
    if near := nearest(name, [each for each in fields if each not in table.document.columns]):
        return near
    cells = [row.get(name, "") for row in table.document.data]
    return f"add to its fields in game.yaml: {guess_field(name, cells, fields).line}"


def _note_id(table: _Read, id: object, place: Place, item: str) -> None:
    if not table.spec.has_id or not isinstance(id, str):
        return
    first = table.ids.setdefault(id, place)
    if first is not place:
        message = f'the id "{id}" appears twice; first {first.in_file}'
        table.faults.append(Fault(message, place, item, check="duplicate-id"))


def _broken_references(read: Iterable[_Read]) -> list[Fault]:
    tables = {table.name: table for table in read}
    faults = []
    for table in tables.values():
        for reference, place, item in table.references:
            target = tables.get(reference.table)  # None: that file could not be read at all
            if target is not None and reference.id not in target.ids:
                message = f'{reference.path[0]} "{short(reference.id)}" is not in {reference.table}'
                hint = did_you_mean(reference.id, target.ids)
                faults.append(Fault(message, place, item, hint, "unknown-reference"))
    return faults
