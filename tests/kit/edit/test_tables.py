"""Tests of table edits: one value changes, and no other byte of the file."""

from __future__ import annotations

import difflib
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from generator.base.errors import KitError
from generator.base.formats.csv import parse_csv
from generator.kit.edit.csv_cells import CsvText
from generator.kit.edit.line_ends import merged, plain, with_plain_text
from generator.kit.edit.tables import TableFile, find_cell
from generator.kit.load import load_manifest
from generator.kit.locate import KitSearchPath
from generator.kit.tables.load import TableSpec
from tests.kit.sheet_files import Cell, ods, packed, xlsx

KITS = Path(__file__).parents[2] / "kits"
FIELDS = {
    "id": {"type": "id"},
    "name": {"type": "text"},
    "fat": {"type": "integer", "optional": True},
    "tags": {"type": "list", "of": {"type": "text"}, "optional": True},
    "tame": {"type": "boolean", "optional": True},
}


def table(folder: Path, file: str, content: str | bytes, **more: object) -> TableFile:
    (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    spec = TableSpec.model_validate({"file": file, "fields": FIELDS, **more})
    return TableFile("goats", spec, folder)


def diff(before: bytes, after: bytes) -> list[str]:
    """The lines that differ, with their original line ends."""
    old, new = (content.decode().splitlines(keepends=True) for content in (before, after))
    return [line for line in difflib.ndiff(old, new) if line[0] in "+-"]


def test_a_row_is_followed_to_its_new_id_unless_rows_were_added(tmp_path: Path) -> None:
    made = {**FIELDS, "id": {"type": "id", "from-field": "name"}}
    before = table(tmp_path, "before.csv", "name,fat\nNan,3\nBo,1\n", fields=made)
    named = table(tmp_path, "named.csv", "name,fat\nNan,3\nOld Bo,1\n", fields=made)
    more = table(tmp_path, "more.csv", "name,fat\nNan,3\nOld Bo,1\nLu,1\n", fields=made)
    assert (named.id_after(before, "bo"), before.id_after(named, "old-bo")) == ("old-bo", "bo")
    assert named.id_after(before, "nan") == "nan"
    assert more.id_after(before, "bo") == "bo"


CSV = 'id,name,fat,tags,tame\nnan,"Nan, old",3, a; b ,true\nbo,Bo,,,\n'


def test_a_cell_of_a_csv_file_is_one_line_of_a_diff(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.csv", CSV)
    assert diff(goats.content, goats.with_cell(0, "fat", "4")) == [
        '- nan,"Nan, old",3, a; b ,true\n',
        '+ nan,"Nan, old",4, a; b ,true\n',
    ]
    assert b'\nnan,"Say ""hi""",3,' in goats.with_cell(0, "name", 'Say "hi"')
    assert b"\nbo,Bo,,c; d,\n" in goats.with_cell(1, "tags", "c; d")
    assert b'\nbo,"Bo, young",,,\n' in goats.with_cell(1, "name", "Bo, young")
    assert b",3, x ,true" in goats.with_cell(0, "tags", "x")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("head", ["", "sep=;\n"])
def test_line_ends_byte_order_marks_and_separators_of_a_csv_file_are_kept(
    tmp_path: Path, end: str, mark: str, head: str
) -> None:
    separator = ";" if head else ","
    text = (mark + head + CSV.rstrip().replace(",", separator)).replace("\n", end)
    text = text.replace("Nan;", "Nan,").replace(" a; b ", " a ") if head else text
    goats = table(tmp_path, "goats.csv", text)
    after = goats.with_cell(1, "name", "Two\nlines")
    assert after.decode() == text.replace(f"bo{separator}Bo", f'bo{separator}"Two{end}lines"')
    more = table(tmp_path, "more.csv", goats.with_row(2, {"id": "zo", "name": "Zo"}))
    assert more.content.decode() == text + end + separator.join(["zo", "Zo", "", "", ""])
    assert more.without_row(2) == goats.content + end.encode()


def test_a_row_is_added_where_columns_have_no_name(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.csv", "id,,name,,\nnan,,Nan,,\n")
    added = goats.with_row(1, {"id": "zo", "name": "Zo"})
    assert added == b"id,,name,,\nnan,,Nan,,\nzo,,Zo,,\n"
    assert goats.with_cell(0, "name", "Old Nan") == b"id,,name,,\nnan,,Old Nan,,\n"


def test_rows_of_a_csv_file_are_added_deleted_and_moved_as_lines(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.csv", CSV.rstrip("\n"))
    first, nan, bo = CSV.splitlines()
    assert goats.with_row_moved(1, 0).decode() == "\n".join([first, bo, nan])
    assert goats.with_row_moved(0, 1).decode() == "\n".join([first, bo, nan])
    assert goats.without_row(0).decode() == "\n".join([first, bo])
    assert goats.with_row(0, {"id": "zo", "name": "Zo"}).decode() == "\n".join(
        [first, "zo,Zo,,,", nan, bo]
    )
    assert goats.free_id("bo") == "bo-2"


CELLS = st.text('ab ,;"\n\t\r', max_size=6)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4), st.data())
def test_any_cell_of_any_csv_file_can_be_changed(
    rows: list[tuple[str, str]], data: st.DataObject
) -> None:
    quote = '"{}"'.format
    lines = [f'{quote(a.replace(chr(34), chr(34) * 2))},"x{len(b)}"' for a, b in rows]
    text = "\r\n".join(["one,two", *lines])
    before = parse_csv(plain(text), "x").data
    parsed = CsvText(text)
    assert [
        dict(zip(parsed.columns, map(parsed.value, row.cells), strict=True)) for row in parsed.rows
    ] == before
    row = data.draw(st.integers(0, len(before) - 1))
    new = plain(data.draw(CELLS)).strip()
    after = parse_csv(plain(parsed.with_cells({(row, "one"): new})), "x").data
    before[row]["one"] = new
    assert after == before


YAML = """\
# Goats, both of them.
- id: nan      # the oldest
  name: "Nan, old"
  fat: 3
  tags: [a, 'b']

# The young one.
- id: bo
  name: >-
    Bo who is
    young
  tame: yes
- {id: zo, name: 'Zo''s', fat: 0x10}
"""


@pytest.mark.parametrize(
    ("row", "field", "text", "gone", "new"),
    [
        (0, "fat", "4", ["  fat: 3\n"], ["  fat: 4\n"]),
        (0, "name", "Nan", ['  name: "Nan, old"\n'], ['  name: "Nan"\n']),
        (0, "id", "nanny", ["- id: nan      # the oldest\n"], ["- id: nanny      # the oldest\n"]),
        (0, "tags", "a; c", ["  tags: [a, 'b']\n"], ["  tags: [a, c]\n"]),
        (0, "fat", "", ["  fat: 3\n"], []),
        (0, "tame", "true", [], ["  tame: true\n"]),
        (1, "fat", "7", [], ["  fat: 7\n"]),
        (1, "name", "Bo", ["    Bo who is\n", "    young\n"], ["    Bo\n"]),
        (2, "name", "it's", ["- {id: zo, name: 'Zo''s', fat: 0x10}\n"],
         ["- {id: zo, name: 'it''s', fat: 0x10}\n"]),
        (2, "tame", "false", ["- {id: zo, name: 'Zo''s', fat: 0x10}\n"],
         ["- {id: zo, name: 'Zo''s', fat: 0x10, tame: false}\n"]),
        (2, "fat", "", ["- {id: zo, name: 'Zo''s', fat: 0x10}\n"],
         ["- {id: zo, name: 'Zo''s'}\n"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_value_of_a_yaml_file_keeps_its_style(
    tmp_path: Path, row: int, field: str, text: str, gone: list[str], new: list[str], end: str
) -> None:
    source = YAML.replace("tame: yes", "tame: true").replace("\n", end)
    goats = table(tmp_path, "goats.yaml", source)
    after = goats.with_cell(row, field, text)
    lines = diff(goats.content, after)
    assert [line[2:] for line in lines if line[0] == "-"] == [x.replace("\n", end) for x in gone]
    assert [line[2:] for line in lines if line[0] == "+"] == [x.replace("\n", end) for x in new]


def test_text_that_looks_like_something_else_is_quoted_in_yaml(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.yaml", "nan: {name: Nan}\nbo:\n  name: Bo # b\n")
    assert goats.with_cell(1, "name", "true") == b"nan: {name: Nan}\nbo:\n  name: 'true' # b\n"
    assert goats.with_cell(1, "name", "a # b") == b"nan: {name: Nan}\nbo:\n  name: 'a # b' # b\n"
    assert goats.with_cell(0, "name", "a, b") == b"nan: {name: 'a, b'}\nbo:\n  name: Bo # b\n"
    assert goats.with_cell(0, "id", "nanny").startswith(b"nanny: {name: Nan}\n")
    assert b'\n  name: "two\\nlines" # b\n' in goats.with_cell(1, "name", "two\nlines")


def test_records_of_a_yaml_file_are_added_deleted_and_moved(tmp_path: Path) -> None:
    source = YAML.replace("tame: yes", "tame: true")
    goats = table(tmp_path, "goats.yaml", source)
    bo = source[source.index("# The young") : source.index("- {id")]
    zo = source[source.index("- {id") :]
    assert goats.with_row_moved(1, 2).decode() == source.replace(bo + zo, zo + bo)
    assert goats.without_row(2).decode() == source.replace(zo, "")
    like = goats.rows[2]
    copied = goats.with_row(3, {**like.cells, "id": "zo-2"}, 2).decode()
    assert copied == source + zo.replace("zo,", "zo-2,")
    added = goats.with_row(3, {"id": "mo", "name": "Mo"}).decode()
    assert added == source + "- id: mo\n  name: Mo\n"


def test_a_mapping_of_records_is_edited_by_their_ids(tmp_path: Path) -> None:
    source = "nan:\n  name: Nan\n  fat: 3\nbo: {name: Bo}\n"
    goats = table(tmp_path, "goats.yaml", source)
    copied = goats.with_row(1, {**goats.rows[0].cells, "id": "nan-2"}, 0).decode()
    assert copied == "nan:\n  name: Nan\n  fat: 3\nnan-2:\n  name: Nan\n  fat: 3\nbo: {name: Bo}\n"
    assert goats.with_row(2, {"id": "mo", "name": "Mo"}).decode() == source + "mo:\n  name: Mo\n"
    assert goats.with_row_moved(1, 0).decode() == "bo: {name: Bo}\nnan:\n  name: Nan\n  fat: 3\n"
    assert goats.without_row(0).decode() == "bo: {name: Bo}\n"


def test_a_single_record_can_be_edited(tmp_path: Path) -> None:
    goats = table(tmp_path, "goat.yaml", "id: nan\nname: Nan # n\n", kind="record")
    assert goats.with_cell(0, "name", "Bo") == b"id: nan\nname: Bo # n\n"


def test_a_value_that_an_alias_refers_to_is_not_edited(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.yaml", "- &n {id: nan, name: Nan}\n- *n\n")
    with pytest.raises(KitError, match="is an alias of a value elsewhere"):
        goats.with_cell(1, "name", "Bo")


def workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "Goats"
    sheet.append(["id", "name", "fat", "tags", "tame"])
    sheet.append(["nan", "Nan", 3, "a; b", True])
    sheet.append([])
    sheet.append(["bo", "Bo & Co", "=C2+1"])
    sheet["B2"].style = "Good"
    book.create_sheet("Notes")["A1"] = "kept"
    out = BytesIO()
    book.save(out)
    return with_result(out.getvalue())


def with_result(content: bytes) -> bytes:
    """The same workbook as saved by a program that computes formulas."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, part in parts(content).items():
            archive.writestr(name, re.sub(rb"<v ?/>|<v></v>", b"<v>4</v>", part))
    return out.getvalue()


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(content)) as folder:
        return {name: folder.read(name) for name in folder.namelist()}


def test_an_edited_spreadsheet_cell_changes_only_its_element(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.xlsx", workbook(), sheet="Goats")
    after = goats.with_cell(0, "name", "N <1>")
    before, now = parts(goats.content), parts(after)
    changed = [name for name in before if before[name] != now[name]]
    assert before.keys() == now.keys()
    assert changed == ["xl/worksheets/sheet1.xml"]
    old = b'<c r="B2" s="1" t="inlineStr"><is><t>Nan</t></is></c>'
    found = before[changed[0]]
    start = found.index(b'<c r="B2"')
    end = found.index(b"</c>", start) + 4
    new = b'<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">N &lt;1&gt;</t></is></c>'
    assert now[changed[0]] == found[:start] + new + found[end:], old
    assert table(tmp_path, "b.xlsx", after, sheet="Goats").rows[0].cells["name"] == "N <1>"


def test_spreadsheet_numbers_rows_and_formulas_can_be_edited(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.xlsx", workbook(), sheet="Goats")
    assert b"<v>4</v>" in parts(goats.with_cell(0, "fat", "4"))["xl/worksheets/sheet1.xml"]
    with pytest.raises(
        KitError, match='sheet "Goats", row 4, column C: this cell contains a formula'
    ):
        goats.with_cell(1, "fat", "4")
    more = table(
        tmp_path, "more.xlsx", goats.with_row(2, {"id": "zo", "name": "Zo", "fat": "5"}),
        sheet="Goats",
    )  # fmt: skip
    assert [row.cells["name"] for row in more.rows] == ["Nan", "Bo & Co", "Zo"]
    assert more.rows[2].cells["fat"] == "5"
    fewer = table(tmp_path, "fewer.xlsx", more.without_row(0), sheet="Goats")
    assert [row.id for row in fewer.rows] == ["bo", "zo"]


ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"><office:body>\
<office:spreadsheet><table:table table:name="Goats"><table:table-row>\
<table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell>\
<table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>\
<table:table-cell office:value-type="string"><text:p>fat</text:p></table:table-cell>\
</table:table-row><table:table-row>\
<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>nan</text:p>\
</table:table-cell><table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p>\
</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="9">\
<table:table-cell table:number-columns-repeated="3"/></table:table-row></table:table>\
</office:spreadsheet></office:body></office:document-content>"""


def test_repeated_cells_and_rows_of_an_ods_file_are_split(tmp_path: Path) -> None:
    files = {name: content.decode() for name, content in parts(ods({"Goats": [["x"]]})).items()}
    goats = table(tmp_path, "goats.ods", packed({**files, "content.xml": ODS}))
    after = goats.with_cell(0, "name", "Nan & Co")
    now = parts(after)["content.xml"].decode()
    one = '<table:table-cell office:value-type="string"><text:p>nan</text:p></table:table-cell>'
    assert now == ODS.replace(
        one.replace("cell off", 'cell table:number-columns-repeated="2" off'),
        one + one.replace(">nan<", ">Nan &amp; Co<"),
    )
    more = table(tmp_path, "more.ods", goats.with_row(1, {"id": "bo", "name": "Bo", "fat": "5"}))
    assert [dict(row.cells) for row in more.rows][1]["fat"] == "5"
    assert 'number-rows-repeated="8"' in parts(more.content)["content.xml"].decode()


def test_text_from_an_editor_keeps_the_line_ends_of_the_file() -> None:
    old = "\ufeffone\r\ntwo\nthree\r\n"
    assert with_plain_text(old, "one\nTWO\nthree\n") == "\ufeffone\r\nTWO\nthree\r\n"
    assert with_plain_text(old, "one\n2\n2a\nthree\n") == "\ufeffone\r\n2\n2a\r\nthree\r\n"
    assert with_plain_text(old, plain(old)) == old


def test_changes_are_merged_only_if_they_are_on_different_lines() -> None:
    base = "1\n2\n3\n4\n5\n"
    assert merged(base, base.replace("2", "b"), base.replace("4", "d")) == "1\nb\n3\nd\n5\n"
    assert merged(base, base.replace("2", "b"), base.replace("2", "B")) is None
    assert merged(base, base.replace("2", "b"), base.replace("2", "b")) == "1\nb\n3\n4\n5\n"
    assert merged(base, "0\n" + base, base + "6\n") == "0\n1\n2\n3\n4\n5\n6\n"


HEADED = {
    "id": {"type": "id", "from-field": "name"},
    "name": {"type": "text", "column": "Card Name"},
    "fat": {"type": "integer", "optional": True},
}


@pytest.mark.parametrize("file", ["goats.csv", "goats.xlsx"])
def test_columns_are_edited_by_field_and_generated_ids_are_not_written(
    tmp_path: Path, file: str
) -> None:
    rows: list[list[Cell]] = [["Card Name", "fat"], ["Nan", 3], ["Bo", 2]]
    content = xlsx({"Goats": rows}) if file.endswith("xlsx") else b"Card Name,fat\nNan,3\nBo,2\n"
    goats = table(tmp_path, file, content, fields=HEADED)
    assert [(row.id, row.cells["name"]) for row in goats.rows] == [("nan", "Nan"), ("bo", "Bo")]
    renamed = table(tmp_path, file, goats.with_cell(1, "name", "Nan"), fields=HEADED)
    assert [(row.id, row.cells["name"]) for row in renamed.rows] == [
        ("nan-2", "Nan"),
        ("nan", "Nan"),
    ]
    more = table(tmp_path, file, goats.with_row(2, {"id": "x", "name": "Jo"}), fields=HEADED)
    assert [row.id for row in more.rows] == ["nan", "bo", "jo"]
    with pytest.raises(KitError, match='has no column "id"'):
        goats.with_cell(0, "id", "x")


def test_the_first_row_of_a_table_with_generated_ids_can_be_added(tmp_path: Path) -> None:
    goats = table(tmp_path, "goats.csv", "Card Name,fat\n", fields=HEADED)
    assert goats.with_row(0, {"name": "Jo", "fat": "1"}) == b"Card Name,fat\nJo,1\n"


@pytest.mark.parametrize(
    ("table", "row", "field", "says"),
    [
        (
            "finds",
            "razor",
            "id",
            "data/tidewrack/finds.csv:4: id is not a single value; name a field with",
        ),
        (
            "finds",
            "razor",
            "worht",
            'no field "worht" in data/tidewrack/finds.csv; did you mean "worth"?',
        ),
        ("finds", "???", "worth", 'no row "???" in data/tidewrack/finds.csv; known: blue-glass, '),
        ("stuff", "razor", "worth", 'no table "stuff"; known: counters, '),
    ],
)
def test_a_cell_that_cannot_be_varied_is_named_once(
    monkeypatch: pytest.MonkeyPatch, table: str, row: str, field: str, says: str
) -> None:
    monkeypatch.chdir(KITS)
    folders = KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack")
    with pytest.raises(KitError) as caught:
        find_cell(load_manifest(folders), folders.data, table, row, field)
    assert str(caught.value).startswith(says)
