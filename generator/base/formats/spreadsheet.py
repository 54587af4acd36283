"""Spreadsheet reader (XLSX, ODS): one sheet as records of text, like those of a CSV file.

A cell becomes the text that a person would have typed into a CSV file, so a table means the same in
either format: 3 and not 3.0, "true" for a tick.  Formulas count as their results when the file was
saved.  Dates are refused, since nobody types them on purpose: the program made them from "3-4".
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import TYPE_CHECKING

from generator.base.document import Document, Mark
from generator.base.errors import Fault, KitError, Place, counted, did_you_mean, raise_faults
from generator.base.formats.spreadsheet_scan import SheetScan, scan_sheets
from generator.base.text_files import INVISIBLE

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

MAX_UNPACKED = 64 * 1024 * 1024
"""Most bytes that a spreadsheet, a zip archive, may unpack to."""

MAX_CELLS = 500_000
"""Most cells of one sheet."""

_ODS_CONTENT = "content.xml"
_ODS_BREAK = re.compile(rb"<text:(line-break|tab)\s*/>")


def parse_sheet(
    content: bytes, file: str, sheet: str | None = None, collected: list[Fault] | None = None
) -> Document:
    """Return a list of one dict[str, str] per row, by the names in the first row that is not empty.

    `file` is its name in messages, `sheet` the sheet's.  Raises KitError as `load_sheet` does.
    With `collected`, faults of cells and columns are appended there instead: such a cell is empty, and
    of columns with the same name the last one counts.
    """
    workbook, scans = _open(content, file)
    name = _choose_sheet(workbook, sheet, file)
    try:
        page = workbook.get_sheet_by_name(name)
        if page.height * page.width > MAX_CELLS:
            raise _too_large(name, file)
        rows = page.to_python(skip_empty_area=False)
    except KitError:
        raise
    except Exception:  # the reader raises several exceptions for damaged files
        raise _unreadable(file) from None
    builder = _Sheet(file, name, collected)
    for scan in (scan for scan in scans if scan.name == name):
        for row, column in scan.errors:
            builder.complain("contains a formula error", row, column, "correct the formula")
        if scan.uncalculated:
            more = len(scan.uncalculated) - 1
            which = f"this and {counted(more, 'more formula')} have" if more else "this formula has"
            builder.complain(
                f"{which} no stored result: the program that saved the file does not calculate"
                " formulas",
                *min(scan.uncalculated),
                "open the file in Excel or LibreOffice and save it, or enter values instead",
            )
    return builder.document(rows)


def sheet_names(content: bytes, file: str) -> list[str]:
    """Return the names of the sheets, in order.  Raises KitError if the file is no spreadsheet."""
    return list(_open(content, file)[0].sheet_names)


def _open(content: bytes, file: str) -> tuple[CalamineWorkbook, list[SheetScan]]:
    from python_calamine import CalamineWorkbook  # slow to import

    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
        if unpacked > MAX_UNPACKED:
            message = f"unpacks to more than {MAX_UNPACKED // 1024**2} MB"
            hint = "delete what is not data, or split the file"
            raise KitError(message, place=Place(file), hint=hint, check="file-too-large")
        scans = list(scan_sheets(content))
        for scan in scans:
            if scan.cells > MAX_CELLS or scan.letters > MAX_UNPACKED:
                raise _too_large(scan.name, file)
        return CalamineWorkbook.from_filelike(BytesIO(_with_breaks(content))), scans
    except KitError:
        raise
    except Exception:  # not a zip archive, a damaged one, or one with other content
        raise _unreadable(file) from None


def _with_breaks(content: bytes) -> bytes:
    """Return the file with line breaks and tabs in its text as characters: the reader drops those of ODS."""
    with zipfile.ZipFile(BytesIO(content)) as packed:
        content_xml = packed.read(_ODS_CONTENT) if _ODS_CONTENT in packed.namelist() else b""
        replaced = _ODS_BREAK.sub(
            lambda found: b"\n" if found[1] == b"line-break" else b" ", content_xml
        )
        if replaced == content_xml:
            return content
        buffer = BytesIO()
        with zipfile.ZipFile(buffer, "w") as copy:
            for name in packed.namelist():
                copy.writestr(name, replaced if name == _ODS_CONTENT else packed.read(name))
    return buffer.getvalue()


def _too_large(name: str, file: str) -> KitError:
    message = (
        f'the sheet "{name}" spans more than {MAX_CELLS:,} cells, from A1 to the last filled one'
    )
    return KitError(
        message, place=Place(file), hint="delete the empty rows and columns", check="file-too-large"
    )


def _unreadable(file: str) -> KitError:
    message = "is damaged, has a password, or is no spreadsheet"
    hint = "save it again as .xlsx or .ods, without a password"
    return KitError(message, place=Place(file), hint=hint, check="spreadsheet-file")


def _choose_sheet(workbook: CalamineWorkbook, sheet: str | None, file: str) -> str:
    names = workbook.sheet_names
    if sheet is not None:
        if sheet not in names:
            message = f'has no sheet "{sheet}"'
            raise KitError(
                message, place=Place(file), hint=did_you_mean(sheet, names), check="unknown-sheet"
            )
        return sheet
    if len(names) != 1:
        message = f"has {len(names)} sheets: {', '.join(names)}"
        hint = 'name one of them in game.yaml: "sheet: NAME"'
        raise KitError(message, place=Place(file), hint=hint, check="unknown-sheet")
    return names[0]


class _Sheet:
    """Builder of the document of one sheet."""

    def __init__(self, file: str, name: str, collected: list[Fault] | None = None) -> None:
        self.file = file
        self.name = name
        self.collected = collected
        self.faults: list[Fault] = []
        self.dates: list[tuple[object, int, int]] = []

    def document(self, rows: Sequence[Sequence[object]]) -> Document:
        read = list(self._rows(rows))
        if self.dates:
            (value, row, column), count = self.dates[0], len(self.dates)
            message = f"contains the date or time {value}, not text or a number"
            hint = 'format the column as text and type the value again, such as "3-4"'
            if count > 1:
                message += f" (and {counted(count - 1, 'more cell')} like it)"
            self.complain(message, row, column, hint)
        if not read and not self.faults:
            place = Place(self.file, None, f'sheet "{self.name}"')
            raise KitError(
                "is empty", place=place, hint="begin with a row of column names", check="file-empty"
            )
        if self.faults:  # further faults of those rows would mislead
            raise KitError(self.faults)
        (top, names), *below = read
        columns = self._columns(top, names, below)
        data: list[dict[str, str]] = []
        marks: dict[str | int, Mark] = {}
        for row, cells in below:
            inside: dict[str | int, Mark] = {
                name: self._mark(row, column) for column, name in columns.items()
            }
            marks[len(data)] = Mark(row, inside, cell=self._cell(row))
            data.append({name: cells[column] for column, name in columns.items()})
        raise_faults(self.faults)
        lines = Mark(top, marks, cell=self._cell(top))
        return Document(data, self.file, lines, tuple(columns.values()))

    def _rows(self, rows: Sequence[Sequence[object]]) -> Iterator[tuple[int, list[str]]]:
        """Yield every row that is not empty, as text, with its number."""
        for number, values in enumerate(rows, start=1):
            cells = [self._text(value, number, column) for column, value in enumerate(values)]
            if any(cells):
                yield number, cells

    def _columns(
        self, top: int, names: Sequence[str], below: Sequence[tuple[int, Sequence[str]]]
    ) -> dict[int, str]:
        """The columns with a name; a column without one must be empty."""
        columns: dict[int, str] = {}
        filled = sum(1 for cells in zip(*(cells for _, cells in below), strict=False) if any(cells))
        if filled > 2 and len([name for name in names if name]) == 1:
            hint = "name every column in the first row, and delete any title above it"
            message = f"names only one of its {filled} columns"
            self.complain(message, top, 0, hint, "column-name")
            return columns
        for column, name in enumerate(names):
            if name in columns.values():
                self.complain(f'two columns are named "{name}"', top, column, "", "column-name")
                columns = {at: other for at, other in columns.items() if other != name}
            if name:
                columns[column] = name
            elif any(cells[column] for _, cells in below):
                hint = "name it, or delete the column"
                self.complain("the column has no name", top, column, hint, "column-name")
        return columns

    def _text(self, value: object, row: int, column: int) -> str:
        """Return the text that a person would have typed to get this value."""
        match value:
            case bool():
                return "true" if value else "false"
            case int():
                return str(value)
            case float():
                return _number(value)
            case datetime() | date() | time() | timedelta():
                self.dates.append((value, row, column))
            case str():
                unseen = INVISIBLE.search(value)
                if unseen:
                    message = f"contains the invisible character U+{ord(unseen[0]):04X}"
                    self.complain(message, row, column, "delete it", "file-encoding")
                return value.replace("\r\n", "\n").replace("\r", "\n").strip()
        return ""

    def complain(
        self, message: str, row: int, column: int, hint: str = "", check: str = "wrong-type"
    ) -> None:
        """Record a fault of a cell; rows count from 1, columns from 0."""
        faults = self.faults if self.collected is None else self.collected
        faults.append(Fault(message, self._mark(row, column).place(self.file), "", hint, check))

    def _mark(self, row: int, column: int) -> Mark:
        return Mark(row, cell=self._cell(row, column))

    def _cell(self, row: int, column: int | None = None) -> str:
        where = f'sheet "{self.name}", row {row}'
        return where if column is None else f"{where}, column {column_letters(column)}"


def _number(value: float) -> str:
    """A number as a spreadsheet shows it: 15 digits, no ".0", no exponent."""
    text = f"{float(f'{value:.15g}'):.15f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def column_letters(column: int) -> str:
    """The name of a column counted from 0: A to Z, then AA and so on."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters
