"""Minimal XLSX and ODS files made from rows of plain values."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

Cell: TypeAlias = str | int | float | bool | date | None
Sheets: TypeAlias = Mapping[str, Sequence[Sequence[Cell]]]

_SPACES = (
    " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"))
    )
    + ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)
_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


def xlsx(sheets: Sheets) -> bytes:
    """A workbook as spreadsheet programs write it."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    content = BytesIO()
    workbook.save(content)
    return content.getvalue()


def ods(sheets: Sheets) -> bytes:
    """The same sheets as an OpenDocument file."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>{''.join(map(_row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    return packed(
        {
            "mimetype": _ODS,
            "content.xml": f"<office:document-content {_SPACES}><office:body><office:spreadsheet>"
            f"{tables}</office:spreadsheet></office:body></office:document-content>",
            "META-INF/manifest.xml": _MANIFEST,
        }
    )


def packed(files: Mapping[str, str]) -> bytes:
    """A zip file with these texts as its members."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def _row(cells: Sequence[Cell]) -> str:
    return f"<table:table-row>{''.join(map(_cell, cells))}</table:table-row>"


def _cell(value: Cell) -> str:
    shown = f"<text:p>{escape(str(value))}</text:p>"
    match value:
        case None:
            return "<table:table-cell/>"
        case bool():
            kind, stated = "boolean", f'office:boolean-value="{str(value).lower()}"'
        case int() | float():
            kind, stated = "float", f'office:value="{value}"'
        case date():
            kind, stated = "date", f'office:date-value="{value.isoformat()}"'
        case str():
            error = value.startswith("#")
            kind, stated = "string", 'calcext:value-type="error"' if error else ""
    return f'<table:table-cell office:value-type="{kind}" {stated}>{shown}</table:table-cell>'
