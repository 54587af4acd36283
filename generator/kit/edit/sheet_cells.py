"""Spreadsheet edits: one cell of an XLSX or ODS file changes; formulas, styles and all else stay.

Both kinds are packed folders of XML.  The element of the cell is replaced in the bytes of its file;
all other files are copied unchanged.  A library that reads and writes the whole workbook would lose
the stored results of its formulas, which kits need.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from xml.parsers.expat import ParserCreate
from xml.sax.saxutils import escape, quoteattr

from generator.base.errors import KitError, Place
from generator.base.formats.spreadsheet import column_letters

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_TAG = re.compile(rb"""<[^"'<>]*+(?:"[^"<]*+"[^"'<>]*+|'[^'<]*+'[^"'<>]*+)*+>""")
_REPEATED = re.compile(r'\s[\w-]+:number-(?:columns|rows)-repeated="(\d+)"')
_VALUE = re.compile(
    r'\s(?:office:(?:value|value-type|boolean-value|string-value|currency)|calcext:value-type)="[^"]*"'
)


@dataclass(slots=True)
class SheetElement:
    """Position of an element in the bytes of its file, with its cells if it is a row."""

    start: int
    attributes: dict[str, str]
    end: int = 0
    inside: list[SheetElement] = field(default_factory=list)

    def repeats(self, what: str) -> int:
        return int(self.attributes.get(f"table:number-{what}-repeated", 1))


def with_cell(content: bytes, sheet: str, row: int, column: int, value: str, shown: str) -> bytes:
    """A spreadsheet with another value in one cell; `row` and `column` count from 1.

    Raises KitError for a cell with a formula, and for a cell that the file does not have.
    """
    package = _Package(content)
    edit = _in_xlsx if "xl/workbook.xml" in package.names else _in_ods
    where = Place(shown, row, f'sheet "{sheet}", row {row}, column {column_letters(column - 1)}')
    try:
        name, xml = edit(package, sheet, row, column, value, where)
    except (KeyError, IndexError, StopIteration, zipfile.BadZipFile):
        message = "the file has no such cell"
        raise KitError(message, place=where, hint=_ELSEWHERE, check="edit-impossible") from None
    return package.with_file(name, xml)


_ELSEWHERE = "change it in your spreadsheet program"


class _Package:
    """A packed folder in which a file can be replaced."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        with zipfile.ZipFile(BytesIO(content)) as packed:
            self.names = packed.namelist()

    def read(self, name: str) -> bytes:
        with zipfile.ZipFile(BytesIO(self._content)) as packed:
            return packed.read(name)

    def with_file(self, name: str, new: bytes) -> bytes:
        out = BytesIO()
        with zipfile.ZipFile(BytesIO(self._content)) as old, zipfile.ZipFile(out, "w") as packed:
            packed.comment = old.comment
            for entry in old.infolist():
                packed.writestr(entry, new if entry.filename == name else old.read(entry))
        return out.getvalue()


def _in_xlsx(
    package: _Package, sheet: str, row: int, column: int, value: str, where: Place
) -> tuple[str, bytes]:
    name = _sheet_file(package, sheet)
    xml = package.read(name)
    rows = _rows(xml, "sheetData", "row", "c")
    prefix = _prefix(xml, "sheetData")
    reference = f"{column_letters(column - 1)}{row}"
    found = next((each for each in rows if int(each.attributes.get("r", 0)) == row), None)
    if found is None:
        cell = _xlsx_cell(prefix, reference, "", value, True)
        text = f'<{prefix}row r="{row}">{cell}</{prefix}row>'.encode()
        after = next((each.start for each in rows if int(each.attributes["r"]) > row), None)
        return name, _inside(xml, f"{prefix}sheetData", after, text)
    cell_found = next((each for each in found.inside if each.attributes["r"] == reference), None)
    if cell_found is None:
        words = _xlsx_cell(prefix, reference, "", value, True).encode()
        order = [(len(each.attributes["r"]), each.attributes["r"], each) for each in found.inside]
        later = [each for size, ref, each in order if (size, ref) > (len(reference), reference)]
        if later:
            return name, _spliced(xml, later[0].start, later[0].start, words)
        return name, _at_end(xml, found, f"{prefix}row", words)
    old = xml[cell_found.start : cell_found.end].decode()
    if re.search(r"<(?:\w+:)?f[\s/>]", old):
        raise _formula(where)
    style = cell_found.attributes.get("s", "")
    number = cell_found.attributes.get("t", "n") == "n"
    words = _xlsx_cell(prefix, reference, style, value, number).encode()
    return name, _spliced(xml, cell_found.start, cell_found.end, words)


def _xlsx_cell(prefix: str, reference: str, style: str, value: str, number: bool) -> str:
    head = f"<{prefix}c r={quoteattr(reference)}" + (f" s={quoteattr(style)}" if style else "")
    if not value:
        return f"{head}/>"
    if number and _NUMBER.fullmatch(value):
        return f"{head}><{prefix}v>{value}</{prefix}v></{prefix}c>"
    text = f'<{prefix}t xml:space="preserve">{escape(value)}</{prefix}t>'
    return f'{head} t="inlineStr"><{prefix}is>{text}</{prefix}is></{prefix}c>'


def _in_ods(
    package: _Package, sheet: str, row: int, column: int, value: str, where: Place
) -> tuple[str, bytes]:
    name = "content.xml"
    xml = package.read(name)
    rows = _rows(xml, "table:table", "table:table-row", "table:table-cell", sheet)
    found, before = _element_at(rows, row, "rows")
    cell, index = _element_at(found.inside, column, "columns")
    old = xml[cell.start : cell.end].decode()
    if "table:formula=" in old:
        raise _formula(where)
    edit = partial(_ods_cell, value=value)
    cells = _split_repeated(old, index, cell.repeats("columns"), edit)
    line = xml[found.start : found.end].decode()
    tail = len(xml[cell.start : found.end].decode())

    def changed(single: str) -> str:
        position = len(single) - tail
        return single[:position] + cells + single[position + len(old) :]

    edited_row = _split_repeated(line, before, found.repeats("rows"), changed)
    return name, _spliced(xml, found.start, found.end, edited_row.encode())


def _ods_cell(old: str, value: str) -> str:
    """A cell with another value, keeping its style."""
    head = _split(old)[0].rstrip("/")
    number = 'value-type="float"' in head or "value-type=" not in head
    head = _VALUE.sub("", head)
    if not value:
        return f"{head}/>"
    if number and _NUMBER.fullmatch(value):
        head += f' office:value-type="float" office:value="{value}"'
    else:
        head += ' office:value-type="string"'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in value.split("\n"))
    return f"{head}>{lines}</table:table-cell>"


def _split_repeated(old: str, index: int, repeats: int, change: Callable[[str], str]) -> str:
    """Split a repeated element so that only the one at `index` is changed."""

    def repeated(number: int) -> str:
        if not number:
            return ""
        head, rest = _split(old)
        if number == 1:
            return _REPEATED.sub("", head, count=1) + rest
        return _REPEATED.sub(lambda m: m[0].replace(m[1], str(number)), head, count=1) + rest

    if repeats == 1:
        return change(old)
    return repeated(index) + change(repeated(1)) + repeated(repeats - index - 1)


def _split(element: str) -> tuple[str, str]:
    """An element as its first tag without its end, and the rest."""
    found = _TAG.match(element.encode())
    assert found
    end = len(element.encode()[: found.end()].decode()) - 1
    return element[:end], element[end:]


def _element_at(elements: list[SheetElement], number: int, what: str) -> tuple[SheetElement, int]:
    """The element that contains the one with this number, and the offset within it."""
    offset = 0
    for each in elements:
        repeats = each.repeats(what)
        if offset + repeats >= number:
            return each, number - offset - 1
        offset += repeats
    raise IndexError(number)


def _rows(
    xml: bytes, around: str, row: str, cell: str, table: str | None = None
) -> list[SheetElement]:
    """The rows of a sheet and their cells, with their positions in the bytes."""
    found: list[SheetElement] = []
    open_elements: list[tuple[str, SheetElement]] = []
    parser = ParserCreate()
    plain = ":" not in row

    def own(name: str) -> str:
        return name.rpartition(":")[2] if plain else name

    def begin(name: str, attributes: dict[str, str]) -> None:
        element = SheetElement(parser.CurrentByteIndex, attributes)
        names = [each for each, _ in open_elements]
        sheets = [each for each_name, each in open_elements if each_name == around]
        titles = [each.attributes.get("table:name") for each in sheets]
        in_sheet = table in titles if table else bool(sheets)
        if own(name) == row and in_sheet:
            found.append(element)
        elif own(name) in (cell, "table:covered-table-cell") and row in names and in_sheet:
            found[-1].inside.append(element)
        open_elements.append((own(name), element))

    def end(name: str) -> None:
        _, element = open_elements.pop()
        tag = _TAG.match(xml, element.start)
        if tag is None or not tag[0].endswith(b"/>"):
            tag = _TAG.match(xml, parser.CurrentByteIndex)
        element.end = tag.end() if tag else len(xml)

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.Parse(xml, True)
    return found


def _sheet_file(package: _Package, sheet: str) -> str:
    """The file of a sheet in an XLSX package.  Raises StopIteration if there is none."""
    sheets = _attributes(package.read("xl/workbook.xml"), "sheet")
    link = next(each for each in sheets if each.get("name") == sheet)
    id = next(value for name, value in link.items() if name.endswith(":id"))
    relations = _attributes(package.read("xl/_rels/workbook.xml.rels"), "Relationship")
    target = next(each["Target"] for each in relations if each["Id"] == id)
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _attributes(xml: bytes, element: str) -> Iterator[dict[str, str]]:
    found: list[dict[str, str]] = []
    parser = ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] == element:
            found.append(attributes)

    parser.StartElementHandler = begin
    parser.Parse(xml, True)
    return iter(found)


def _prefix(xml: bytes, element: str) -> str:
    """Prefix of the elements of a file: "x:", or ""."""
    found = re.search(rb"<(\w+:)?" + element.encode() + rb"[\s/>]", xml)
    return found[1].decode() if found and found[1] else ""


def _inside(xml: bytes, element: str, at: int | None, words: bytes) -> bytes:
    """The file with text inserted at `at`, or at the end of an element, which may be empty."""
    if at is not None:
        return _spliced(xml, at, at, words)
    closing = f"</{element}>".encode()
    if closing in xml:
        position = xml.rindex(closing)
        return _spliced(xml, position, position, words)
    return re.sub(f"<{element}\\s*/>".encode(), lambda _: closing.replace(b"/", b"") + words
                  + closing, xml, count=1)  # fmt: skip


def _at_end(xml: bytes, element: SheetElement, name: str, words: bytes) -> bytes:
    """The file with text at the end of an element, which may be written as an empty one."""
    old = xml[element.start : element.end]
    closing = f"</{name}>".encode()
    if old.endswith(b"/>"):
        new = old[:-2].rstrip() + b">" + words + closing
    else:
        new = old[: -len(closing)] + words + closing
    return _spliced(xml, element.start, element.end, new)


def _spliced(xml: bytes, start: int, end: int, new: bytes) -> bytes:
    return xml[:start] + new + xml[end:]


def _formula(where: Place) -> KitError:
    message = "this cell contains a formula"
    return KitError(message, place=where, hint=_ELSEWHERE, check="edit-impossible")
