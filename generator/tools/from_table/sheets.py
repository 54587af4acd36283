"""Sheets of a designer's file: reads those that can become decks, and explains why others cannot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place
from generator.base.load_document import SPREADSHEETS, load_csv, load_sheet, load_sheet_names
from generator.base.text_files import shown_name

SUFFIXES = (".csv", *SPREADSHEETS)


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
    if path.suffix.lower() not in SUFFIXES:
        hint = f"save it as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise KitError("is not a table", place=Place(shown), hint=hint, check="table-shape")
    if path.suffix.lower() == ".csv":
        cells = SheetCells("", load_csv(path))
        if not cells.document.data:
            raise _empty(shown)
        return [cells], []
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
    return found, skipped


def _empty(shown: str) -> KitError:
    hint = "write a card in each row below the headings"
    return KitError("has no cards", place=Place(shown), hint=hint, check="file-empty")
