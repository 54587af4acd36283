"""Turns a spreadsheet into the cells of one sheet whose formulas have come to nothing.

The library that reads spreadsheets gives such a cell as an empty one, and what a designer believes
to be printed would get lost in silence.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

from lxml import etree

_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_NAME = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}name"
_KINDS = tuple(
    f"{{urn:org:documentfoundation:names:experimental:{spec}:xmlns:calcext:1.0}}value-type"
    for spec in ("office", "calc")
)


def error_cells(content: bytes, sheet: str) -> Iterator[tuple[int, int]]:
    """Row (from 1) and column (from 0) of each cell of that sheet that holds an error.

    `content` is an XLSX or ODS file that can be read.
    """
    with zipfile.ZipFile(BytesIO(content)) as packed:
        if "content.xml" in packed.namelist():
            yield from _in_ods(_parsed(packed.read("content.xml")), sheet)
        else:
            yield from _in_xlsx(packed, sheet)


def _parsed(xml: bytes) -> etree._Element:
    return etree.fromstring(xml, etree.XMLParser(resolve_entities=False, huge_tree=True))


def _in_xlsx(packed: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int]]:
    for page in _parsed(packed.read("xl/workbook.xml")).iterfind(".//{*}sheet"):
        if page.get("name") == sheet:
            links = _parsed(packed.read("xl/_rels/workbook.xml.rels"))
            target = {link.get("Id"): link.get("Target") for link in links}[page.get(_RELATED)]
            path = str(target).lstrip("/")
            cells = _parsed(packed.read(path if path.startswith("xl/") else f"xl/{path}"))
            for cell in cells.iterfind(".//{*}c[@t='e']"):
                yield _row_and_column(str(cell.get("r")))


def _in_ods(content: etree._Element, sheet: str) -> Iterator[tuple[int, int]]:
    for page in content.iterfind(".//{*}table"):
        if page.get(_NAME) != sheet:
            continue
        rows = _counted(page.iterfind(".//{*}table-row"), "rows", 1)
        for number, row in rows:
            for column, cell in _counted(iter(row), "columns", 0):
                if "error" in (cell.get(kind) for kind in _KINDS):
                    yield number, column


def _counted(
    elements: Iterator[etree._Element], what: str, start: int
) -> Iterator[tuple[int, etree._Element]]:
    """Rows or cells with their numbers; one that is repeated stands for several."""
    repeated = _NAME.replace("}name", f"}}number-{what}-repeated")
    number = start
    for element in elements:
        yield number, element
        number += int(element.get(repeated, "1"))


def _row_and_column(reference: str) -> tuple[int, int]:
    """Of a cell that is called B7, say: (7, 1)."""
    letters, row = re.match(r"([A-Z]+)([0-9]+)", reference).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(row), column - 1
