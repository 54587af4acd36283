"""Tests of spreadsheets written by Excel, LibreOffice and openpyxl: a cell's value is what it shows."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from generator.base.errors import KitError
from generator.base.formats.spreadsheet import parse_sheet
from generator.base.formats.spreadsheet_scan import scan_sheets
from tests.kit.sheet_files import ods, packed, xlsx


def test_formulas_without_results_are_one_fault_of_the_sheet() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Cards"
    for row in (["id", "cost", "text"], ["a", "=1+1", '=""'], ["b", "=2*3", "x"]):
        sheet.append(row)
    content = BytesIO()
    book.save(content)
    with pytest.raises(KitError) as caught:
        parse_sheet(content.getvalue(), "cards.xlsx")
    assert str(caught.value) == (
        'cards.xlsx, sheet "Cards", row 2, column B: this and 2 more formulas have no stored '
        "result: the program that saved the file does not calculate formulas; open the file in "
        "Excel or LibreOffice and save it, or enter values instead (wrong-type)"
    )


CELLS = (
    '<c r="A1" t="str"><f>"n"</f><v>n</v></c><c r="B1" t="inlineStr"><is><t>cost</t></is></c></row>'
    '<row r="2"><c r="A2" t="str"><f>IF(1,"","")</f><v></v></c><c r="B2"><f>1+1</f>{}</c></row>'
)


@pytest.mark.parametrize("result", ["<v>2</v>", "<v/>", "<v></v>", ""])
def test_a_formula_written_by_excel_has_its_result_as_value(result: str) -> None:
    rows = f'<row r="1">{CELLS.format(result)}'
    (scan,) = scan_sheets(packed({"xl/worksheets/sheet1.xml": f"<sheetData>{rows}</sheetData>"}))
    assert scan.uncalculated == (() if "2" in result else ((2, 1),))


def test_a_formula_written_by_libreoffice_has_its_result_as_value() -> None:
    stored = ods({"Cards": [["id", "cost"], ["a", 2]]})
    formula = 'table:formula="of:=1+1" office:value-type="float" office:value="2"'
    with_result = replaced(stored, 'office:value-type="float" office:value="2"', formula)
    assert parse_sheet(with_result, "c.ods").data == [{"id": "a", "cost": "2"}]
    without = replaced(
        stored, 'office:value-type="float" office:value="2"', 'table:formula="of:=1"'
    )
    with pytest.raises(KitError, match="row 2, column B: this formula has no stored result"):
        parse_sheet(without, "c.ods")


def replaced(content: bytes, old: str, new: str) -> bytes:
    """An ODS file with the text of its cells replaced."""
    with zipfile.ZipFile(BytesIO(content)) as packed_file:
        files = {name: packed_file.read(name).decode() for name in packed_file.namelist()}
    assert old in files["content.xml"]
    return packed({**files, "content.xml": files["content.xml"].replace(old, new)})


MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
EXCEL = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": f'<Relationships {PACKAGE}><Relationship Id="rId1" Type="{RELATED}/officeDocument"'
    ' Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f"<Relationships {PACKAGE}>"
    f'<Relationship Id="rId1" Type="{RELATED}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{RELATED}/sharedStrings" Target="sharedStrings.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{RELATED}"><sheets>'
    '<sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/sharedStrings.xml": f"<sst {MAIN}><si><t>id</t></si><si><t>cost</t></si>"
    '<si><r><t>cr</t></r><r><rPr><b/></rPr><t xml:space="preserve">ab </t></r></si></sst>',
    "xl/worksheets/sheet1.xml": f'<worksheet {MAIN}><dimension ref="A1:B2"/><sheetData>'
    '<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2" spans="1:2"><c r="A2" s="3" t="s"><v>2</v></c><c r="B2"><f>1+2</f><v>3</v></c></row>'
    "</sheetData></worksheet>",
}
"""A workbook as Excel writes it: shared strings, some partly bold, and formulas with results."""


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("excel.xlsx", packed(EXCEL)),
        ("openpyxl.xlsx", xlsx({"Cards": [["id", "cost"], ["crab", 3]]})),
        ("libreoffice.ods", ods({"Cards": [["id", "cost"], ["crab", 3.0]]})),
    ],
)
def test_a_sheet_is_the_same_from_every_program(file: str, content: bytes) -> None:
    assert parse_sheet(content, file).data == [{"id": "crab", "cost": "3"}]


STYLES = (
    f'<styleSheet {MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="0&quot; gold&quot;"/>'
    '</numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>'
    '<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


@pytest.mark.parametrize(
    ("cell", "shared", "value"),
    [
        ('t="s"><v>1</v></c>', '<si><t>a</t><rPh sb="0" eb="1"><t>said so</t></rPh></si>', "a"),
        ('t="s"><v>1</v></c>', "<si><t>one_x000D_\ntwo</t></si>", "one\ntwo"),
        ('t="inlineStr"><is><r><t>in</t></r><r><t>ner</t></r></is></c>', "", "inner"),
        ('t="b"><v>1</v></c>', "", "true"),
        ('t="b"><f>1=2</f><v>0</v></c>', "", "false"),
        ('t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', "", "ab"),
        ('><f t="shared" si="0"/><v>2</v></c>', "", "2"),
        ('s="2"><v>3</v></c>', "", "3"),
        ("><v>0.30000000000000004</v></c>", "", "0.3"),
        ('s="1"><v>46115</v></c>', "", "contains the date or time 2026-04-03"),
        ('s="1"><f>TODAY()</f><v>46115</v></c>', "", "contains the date or time 2026-04-03"),
        ('t="e"><f>1/0</f><v>#DIV/0!</v></c>', "", "contains a formula error"),
    ],
)
def test_the_value_of_an_excel_cell_is_what_it_shows(cell: str, shared: str, value: str) -> None:
    relations = EXCEL["xl/_rels/workbook.xml.rels"]
    style = f'<Relationship Id="rId3" Type="{RELATED}/styles" Target="styles.xml"/></Relationships>'
    content = packed({
        **EXCEL,
        "xl/_rels/workbook.xml.rels": relations.replace("</Relationships>", style),
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f"<sst {MAIN}><si><t>v</t></si>{shared}</sst>",
        "xl/worksheets/sheet1.xml": f'<worksheet {MAIN}><sheetData><row r="1"><c r="A1" t="s">'
        f'<v>0</v></c></row><row r="2"><c r="A2" {cell}</row></sheetData></worksheet>',
    })  # fmt: skip
    assert read_or_refused(content, "c.xlsx") == value


WORDS = 'office:value-type="string" calcext:value-type="string"'
NOTE = "<office:annotation><text:p>ask Ann</text:p></office:annotation>"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (f'{WORDS} table:number-columns-repeated="2"><text:p>a</text:p>', "a, a"),
        (f'{WORDS}><text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p>', "a  b\nc"),
        (f"{WORDS}><text:p>a<text:line-break/>b<text:tab/>c</text:p>", "a\nb c"),
        (f'{WORDS}><text:p>a <text:span text:style-name="T1">b</text:span></text:p>', "a b"),
        (f"{WORDS}>{NOTE}<text:p>a</text:p>", "a"),
        (f'office:value-type="float" office:value="3">{NOTE}<text:p>3,0</text:p>', "3"),
        ('office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p>', "true"),
        ('office:value-type="percentage" office:value="0.25"><text:p>25%</text:p>', "0.25"),
        ('office:value-type="currency" office:value="3"><text:p>3 EUR</text:p>', "3"),
        (f'table:formula="of:=A1" {WORDS} office:string-value="v"><text:p>v</text:p>', "v"),
        (
            'office:value-type="date" office:date-value="2026-04-03">',
            "contains the date or time 2026-04-03",
        ),
        (
            'office:value-type="time" office:time-value="PT03H04M00S">',
            "contains the date or time 03:04:00",
        ),
    ],
)
def test_the_value_of_a_libreoffice_cell_is_what_it_shows(cell: str, value: str) -> None:
    rest = '<table:table-cell table:number-columns-repeated="16380"/></table:table-row>'
    last = (
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row></table:table>'
    )
    row = f"<table:table-row><table:table-cell {cell}</table:table-cell>{rest}"
    content = replaced(ods({"Cards": [["v", "w"]]}), "</table:table>", row + last)
    assert read_or_refused(content, "c.ods") == value


def test_repeated_rows_are_expanded() -> None:
    row = '<table:table-row table:number-rows-repeated="2"><table:table-cell '
    row += f"{WORDS}><text:p>a</text:p></table:table-cell></table:table-row></table:table>"
    content = replaced(ods({"Cards": [["v"]]}), "</table:table>", row)
    assert parse_sheet(content, "c.ods").data == [{"v": "a"}] * 2


def read_or_refused(content: bytes, file: str) -> str:
    """The values of the only row, or the beginning of the fault's message."""
    try:
        (row,) = parse_sheet(content, file).data
    except KitError as error:
        return error.faults[0].message.partition(",")[0]
    return ", ".join(filter(None, row.values()))
