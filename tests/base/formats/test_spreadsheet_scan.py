"""Tests of the spreadsheet scan: small files that expand to enormous numbers of cells are refused."""

from __future__ import annotations

import io
import zipfile

import pytest

from generator.base.errors import KitError
from generator.base.formats.spreadsheet import parse_sheet
from generator.base.formats.spreadsheet_scan import SheetScan, scan_sheets

CONTENT = (
    '<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><o:body><o:spreadsheet>'
    '<t:table t:name="Cards">{}</t:table></o:spreadsheet></o:body></o:document-content>'
)
ROW = '<t:table-row t:number-rows-repeated="{}">{}</t:table-row>'
CELL = '<t:table-cell t:number-columns-repeated="{}" o:value="1"><x:p>{}</x:p></t:table-cell>'
BLANK = '<t:table-cell t:number-columns-repeated="{}"/>'


def packed(name: str, text: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        folder.writestr(name, text)
    return file.getvalue()


def ods(rows: str) -> bytes:
    return packed("content.xml", CONTENT.format(rows))


def test_cells_are_counted_up_to_the_last_filled_one() -> None:
    rows = ROW.format(2, CELL.format(3, "ab") + BLANK.format(16_000)) + ROW.format(10**6, "")
    assert list(scan_sheets(ods(rows))) == [SheetScan("Cards", 6, 12, ())]


def test_cell_references_of_a_sheet_are_read() -> None:
    xml = '<sheetData><c r="A1"><v>1</v></c><c s="1" r="AB3"><v>1</v></c><c r="XFD9"/></sheetData>'
    name = "xl/worksheets/sheet1.xml"
    assert list(scan_sheets(packed(name, xml))) == [SheetScan(name, 3 * 28, 0, ())]


@pytest.mark.parametrize(
    "rows",
    [
        ROW.format(10**6, CELL.format(16_000, "1")),
        ROW.format(1, CELL.format(4 * 10**9, "1")),
        ROW.format(1000, CELL.format(400, "x" * 1000)),
        ROW.format(1, CELL.format(1, '<x:s x:c="4000000000"/>')),
    ],
)
def test_a_sheet_that_would_expand_is_refused(rows: str) -> None:
    with pytest.raises(KitError, match="more than 500,000 cells"):
        parse_sheet(ods(rows), "cards.ods")


def test_a_value_in_the_last_possible_cell_is_refused() -> None:
    xml = '<sheetData><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></sheetData>'
    with pytest.raises(KitError, match="more than 500,000 cells"):
        parse_sheet(packed("xl/worksheets/sheet1.xml", xml), "cards.xlsx")
