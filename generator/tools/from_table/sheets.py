"""Sheets of a designer's file: reads those that can become decks, and explains why others cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, raise_faults, short, some_of
from generator.base.formats.csv import parse_csv
from generator.base.load_document import SPREADSHEETS, load_sheet, load_sheet_names
from generator.base.text_files import UTF16_MARKS, decoded_text, read_bytes, shown_name

SUFFIXES = (".csv", *SPREADSHEETS)
WINDOWS = "cp1252"
_WORDS = re.compile(r"[^\s,;\"]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_FORMATS = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
_SAVE = f"save the table as {_FORMATS}"
_OTHER_FILES = {
    b"%pdf": ("a PDF file, whatever its name says", _SAVE),
    b"<html": ("a web page, whatever its name says", _SAVE),
    b"<!doctype html": ("a web page, whatever its name says", _SAVE),
    b"pk\x03\x04": (
        "a workbook or an archive, not a CSV file", "give a workbook its own ending, .xlsx or .ods",
    ),
    b"\xd0\xcf\x11\xe0": (
        "an old Excel file (.xls), or has a password", "open it, and save it as .xlsx without a password",
    ),
}  # fmt: skip
"""How files begin that are no tables, in lower case; what they are, and what to do."""


@dataclass(frozen=True, slots=True)
class SheetCells:
    """The rows of a sheet; a CSV file is a single sheet without a name."""

    name: str
    document: Document

    @property
    def headings(self) -> list[str]:
        return list(self.document.columns)

    def column(self, heading: str) -> list[str]:
        return [row[heading] for row in self.document.data]


def read_sheets(path: Path) -> tuple[list[SheetCells], list[str]]:
    """Read the sheets of a file that have rows, with a message about each that is left out.

    Raises KitError if the file cannot be read, and with the faults of all sheets if none can.
    """
    shown = shown_name(path)
    if path.name.startswith(("~$", ".~lock.")):
        message = "is only the note that another program has the table open"
        hint = "name the table itself, without ~$ or .~lock"
        raise KitError(message, place=Place(shown), hint=hint, check="spreadsheet-file")
    if path.suffix.lower() not in SUFFIXES:
        hint = f"save it as {_FORMATS}"
        raise KitError("is not a table", place=Place(shown), hint=hint, check="table-shape")
    _check_kind_of_file(path)
    if path.suffix.lower() == ".csv":
        content = kit_bytes(path)
        cells = SheetCells("", parse_csv(decoded_text(content, shown), shown))
        if not cells.document.data:
            raise _empty(shown)
        return [cells], [*_encoding_note(path, content), *_headings_note(cells)]
    names = load_sheet_names(path)
    found: list[SheetCells] = []
    skipped: list[str] = []
    faults: list[Fault] = []
    for name in names:
        try:
            cells = SheetCells(name, load_sheet(path, name))
        except KitError as error:
            faults += error.faults
            first = error.faults[0]
            why = "it is empty" if first.check == "file-empty" else str(first)
            skipped.append(f'the sheet "{name}" is left out: {why}')
            continue
        if not cells.document.data or (len(cells.headings) == 1 and len(names) > 1):
            why = "one column alone" if cells.document.data else "no rows below its headings"
            skipped.append(f'the sheet "{name}" is left out: it has {why}')
        else:
            found.append(cells)
    if not found:
        raise KitError(faults) if faults else _empty(shown)
    return found, [*skipped, *(note for cells in found for note in _headings_note(cells))]


def kit_bytes(path: Path) -> bytes:
    """The content of a table's file for a kit: a CSV file in Windows-1252 becomes UTF-8.

    Raises KitError if the file cannot be read.
    """
    content = read_bytes(path, shown_name(path))
    if path.suffix.lower() != ".csv" or content.startswith(UTF16_MARKS):
        return content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        if content.decode("utf-8", "ignore").isascii():  # otherwise it is UTF-8 with some damage
            with suppress(UnicodeDecodeError):
                return content.decode(WINDOWS).encode()
    return content


def _encoding_note(path: Path, content: bytes) -> Iterator[str]:
    """Say that a file was not UTF-8, with a word by which people see whether it was understood."""
    shown = shown_name(path)
    if content != read_bytes(path, shown):
        word = next(each for each in _WORDS.findall(content.decode()) if not each.isascii())
        yield (
            f"{shown} is not UTF-8 but Windows-1252, as Excel saves CSV files: "
            f'it is read so ("{short(word)}"), and the copy in the kit is UTF-8'
        )


def _check_kind_of_file(path: Path) -> None:
    """Raise KitError for a file that is something else than its name says."""
    shown = Place(shown_name(path))
    start = read_bytes(path, shown.file).lstrip()[:64].lower()
    if path.suffix.lower() != ".csv" and start.startswith(b"pk"):  # as workbooks do
        return
    for mark, (what, hint) in _OTHER_FILES.items():
        if start.startswith(mark):
            raise KitError(f"is {what}", place=shown, hint=hint, check="spreadsheet-file")


def _headings_note(cells: SheetCells) -> Iterator[str]:
    """Say what the headings are if one is a number, as where the first card takes their place."""
    if any(map(_NUMBER.fullmatch, cells.headings)):
        of = f' of the sheet "{cells.name}"' if cells.name else ""
        said = some_of(cells.headings, 60)
        yield f"the first row{of} is taken as headings ({said}): if it is a card, write headings above it"


def check_headings(cells: SheetCells) -> None:
    """Raise KitError for rows that say the headings again."""
    headings = {heading: heading for heading in cells.headings}
    rows = [row for row, said in enumerate(cells.document.data) if said == headings]
    message, hint = "the row repeats the headings", "delete it"
    if len(headings) > 1:  # a single word may well be said again
        places = map(cells.document.place, rows)
        raise_faults(Fault(message, place, hint=hint, check="table-shape") for place in places)


def _empty(shown: str) -> KitError:
    hint = "write a card in each row below the headings"
    return KitError("has no cards", place=Place(shown), hint=hint, check="file-empty")
