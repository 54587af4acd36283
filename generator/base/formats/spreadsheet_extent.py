"""Turns a spreadsheet into the size of its largest sheet, before a reader makes all its cells.

The library that reads spreadsheets makes room for every cell up to the last one that is filled, and
a single value in the last cell a sheet can have would need more memory than any machine has.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from lxml import etree

_CELL = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\br\s*=\s*["']([A-Za-z]+)([0-9]+)["'][^>]*?(/?)>""")


def extents(content: bytes) -> Iterator[tuple[str, int, int]]:
    """Each sheet of an XLSX or ODS file: its name or its part's, its cells and its letters.

    Cells are counted up to the last row and column that hold something.  Raises whatever zipfile,
    lxml or int() raise for a damaged file.
    """
    with zipfile.ZipFile(BytesIO(content)) as packed:
        names = packed.namelist()
        if "content.xml" in names:
            parser = etree.XMLParser(resolve_entities=False, huge_tree=True)
            for page in etree.fromstring(packed.read("content.xml"), parser).iterfind(
                ".//{*}table"
            ):
                yield _of_table(page)
            return
        for name in names:
            if name.startswith("xl/worksheets/"):
                yield name, _area(packed.read(name)), 0


def _area(xml: bytes) -> int:
    rows = columns = 0
    for letters, row, empty in _CELL.findall(xml):
        if not empty:
            rows = max(rows, int(row))
            columns = max(columns, _number(letters))
    return rows * columns


def _number(letters: bytes) -> int:
    """The number of a column, from 1: that of "AA" is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def _of_table(page: etree._Element) -> tuple[str, int, int]:
    rows = last = width = letters = 0
    for row in page.iterfind(".//{*}table-row"):
        times = _repeated(row, "rows")
        columns = filled = 0
        for cell in row:
            many = _repeated(cell, "columns")
            columns += many
            if len(cell) or any("value" in str(key) for key in cell.attrib):
                filled = columns
                letters += times * many * _length(cell)
        rows += times
        if filled:
            last, width = rows, max(width, filled)
    return str(_given(page, "name") or ""), last * width, letters


def _length(cell: etree._Element) -> int:
    blanks = [int(_given(mark, "c") or 1) for mark in cell.iterfind(".//{*}s")]
    return sum(map(len, map(str, cell.itertext()))) + sum(blanks)


def _repeated(element: etree._Element, what: str) -> int:
    return max(1, int(_given(element, f"number-{what}-repeated") or 1))


def _given(element: Any, name: str) -> str | None:
    """An attribute, in whatever namespace."""
    return next((value for key, value in element.attrib.items() if key.endswith(f"}}{name}")), None)
