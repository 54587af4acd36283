"""Spreadsheet scan: the size of each sheet and its failed formulas, before cells are read.

The library that reads spreadsheets allocates every cell up to the last one used, so a single value
in the last possible cell would need more memory than any machine has.  It also returns cells whose
formulas failed or were never calculated as empty, so text that a designer expects in print would
silently be lost.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from lxml import etree

_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHEETS = "xl/worksheets/"
_CELL = re.compile(
    rb"""<(?:\w+:)?c\s(?=[^>]*?\br\s*=\s*["']([A-Za-z]+)([0-9]+)["'])"""
    rb"""(?=([^>]*?\bt\s*=\s*["']e["'])?)[^>]*?(/?)>"""
)
_UNCALCULATED = re.compile(
    rb"""<(?:\w+:)?c\s(?=[^>]*?\br\s*=\s*["']([A-Za-z]+)([0-9]+)["'])(?![^>]*\bt\s*=\s*["']str["'])[^>]*>"""
    rb"""\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f\s*>)"""
    rb"""\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v\s*>\s*</(?:\w+:)?v\s*>)?\s*</(?:\w+:)?c\s*>"""
)
"""A cell with a formula but no result; an empty text is a result, and has the type `str`."""


class SheetScan(NamedTuple):
    """What is known of a sheet before its cells are read."""

    name: str
    """The sheet's name, or that of its part of the file."""
    cells: int
    """Number of cells up to the last row and column in use."""
    letters: int
    """Number of characters of all cells, repeated ones included; 0 for XLSX, which repeats none."""
    errors: tuple[tuple[int, int], ...]
    """Row (from 1) and column (from 0) of each cell whose formula failed."""
    uncalculated: tuple[tuple[int, int], ...] = ()
    """Row and column of each cell whose formula has no stored result."""


def scan_sheets(content: bytes) -> Iterator[SheetScan]:
    """Scan every sheet of an XLSX or ODS file.

    Raises the exceptions of zipfile, lxml and int() for a damaged file.
    """
    with zipfile.ZipFile(BytesIO(content)) as packed:
        names = packed.namelist()
        if "content.xml" in names:
            for page in _parsed(packed.read("content.xml")).iterfind(".//{*}table"):
                yield _ods_sheet(page)
            return
        titles = _xlsx_titles(packed) if "xl/workbook.xml" in names else {}
        for name in names:
            if name.startswith(_SHEETS):
                yield _xlsx_sheet(titles.get(name, name), packed.read(name))


def _parsed(xml: bytes) -> etree._Element:
    return etree.fromstring(xml, etree.XMLParser(resolve_entities=False, huge_tree=True))


def _xlsx_titles(packed: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the name of each sheet by the part of the file that holds it."""
    links = _parsed(packed.read("xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id"): str(link.get("Target")).lstrip("/") for link in links}
    sheets = _parsed(packed.read("xl/workbook.xml")).iterfind(".//{*}sheet")
    parts = ((targets.get(sheet.get(_RELATED), ""), str(sheet.get("name"))) for sheet in sheets)
    return {part if part.startswith("xl/") else f"xl/{part}": name for part, name in parts}


def _xlsx_sheet(name: str, xml: bytes) -> SheetScan:
    rows = columns = 0
    errors = []
    for letters, row, error, empty in _CELL.findall(xml):
        if not empty:
            column = _column(letters)
            rows, columns = max(rows, int(row)), max(columns, column)
            if error:
                errors.append((int(row), column - 1))
    uncalculated = ((int(row), _column(letters) - 1) for letters, row in _UNCALCULATED.findall(xml))
    return SheetScan(name, rows * columns, 0, tuple(errors), tuple(uncalculated))


def _column(letters: bytes) -> int:
    """The number of a column, from 1: that of "AA" is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def _ods_sheet(page: etree._Element) -> SheetScan:
    rows = last = width = letters = 0
    errors, uncalculated = [], []
    for row in page.iterfind(".//{*}table-row"):
        times = _repeated(row, "rows")
        columns = filled = 0
        for cell in row:
            if "error" in _attributes(cell, "value-type"):
                errors.append((rows + 1, columns))
            if any(_attributes(cell, "formula")) and not any(_attributes(cell, "value-type")):
                uncalculated.append((rows + 1, columns))
            many = _repeated(cell, "columns")
            columns += many
            if len(cell) or any("value" in str(key) for key in cell.attrib):
                filled = columns
                letters += times * many * _length(cell)
        rows += times
        if filled:
            last, width = rows, max(width, filled)
    name = next(_attributes(page, "name"), "")
    return SheetScan(name, last * width, letters, tuple(errors), tuple(uncalculated))


def _length(cell: etree._Element) -> int:
    blanks = [int(next(_attributes(mark, "c"), "") or 1) for mark in cell.iterfind(".//{*}s")]
    return sum(map(len, map(str, cell.itertext()))) + sum(blanks)


def _repeated(element: etree._Element, what: str) -> int:
    return max(1, int(next(_attributes(element, f"number-{what}-repeated"), "") or 1))


def _attributes(element: etree._Element, name: str) -> Iterator[str]:
    """The attributes with that name, in any namespace."""
    return (str(value) for key, value in element.attrib.items() if str(key).endswith(f"}}{name}"))
