"""Tests of spreadsheets: XLSX, ODS and CSV give equal records; faults name sheet, row and column."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import Fault, KitError
from generator.base.formats import spreadsheet
from generator.base.formats.spreadsheet import parse_sheet
from generator.base.load_document import load_sheet
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Table
from tests.kit.sheet_files import Cell, Sheets, ods, packed, xlsx

MAKERS = {"xlsx": xlsx, "ods": ods}

HEADER: list[Cell] = ["id", "name", "worth", "weight", "flies", "kin", "copies"]
GULL: list[Cell] = ["gull", "Gull · Möwe 🐦", 3, 0.25, True, "crab; gull", 2]
CRAB: list[Cell] = ["crab", "007", -1, 12, False, None, 9]

GAME = """
title: Beach
version: "1"
players: 2
tables:
  cards:
    file: {file}
    {sheet}
    one: card
    fields:
      id: {{type: id}}
      name: {{type: text}}
      worth: {{type: integer, from: -1, to: 9}}
      weight: {{type: number}}
      flies: {{type: boolean}}
      kin: {{type: list, of: {{type: ref, to: cards}}, optional: true}}
      copies: {{type: integer, from: 1, to: 9, default: 1}}
components:
  - {{id: card, title: Cards, part: cards, each: cards, copies: copies, front: card.xml}}
"""

CSV = """id,name,worth,weight,flies,kin,copies
gull,Gull · Möwe 🐦,3,0.25,yes,crab; gull,2
crab,007,-1,12,no,,9
"""

YAML = """
gull: {name: Gull · Möwe 🐦, worth: 3, weight: 0.25, flies: true, kin: [crab, gull], copies: 2}
crab: {name: "007", worth: -1, weight: 12, flies: false, copies: 9}
"""


def table(folder: Path, file: str, content: str | bytes, sheet: str = "") -> Table:
    """The table of a kit whose cards are in a file with this content."""
    data = content if isinstance(content, bytes) else content.encode()
    (folder / file).write_bytes(data)
    (folder / "game.yaml").write_text(GAME.format(file=file, sheet=sheet))
    kit = load_kitfile(folder / "game.yaml")
    cards = load_tables(kit.tables, folder)["cards"]
    assert isinstance(cards, Table)
    return cards


def plain(cards: Table) -> list[dict[str, Any]]:
    return [dict(row) for row in cards]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_a_record_is_the_same_from_any_file_format(tmp_path: Path, kind: str) -> None:
    from_yaml = plain(table(tmp_path, "cards.yaml", YAML))
    content: str | bytes = CSV
    if kind != "csv":
        content = MAKERS[kind]({"Cards": [HEADER, GULL, CRAB]})
    from_cells = plain(table(tmp_path, f"cards.{kind}", content))
    assert from_cells == from_yaml
    assert [list(map(type, row.values())) for row in from_cells] == [
        list(map(type, row.values())) for row in from_yaml
    ]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_numbers_are_read_as_they_were_typed(make: Callable[[Sheets], bytes]) -> None:
    values = [3, 3.0, -0.0, 0.1 + 0.2, 2.5, 1e-7, 123456789012345]
    document = parse_sheet(make({"A": [["n"], *[[value] for value in values]]}), "a")
    expected = ["3", "3", "0", "0.3", "2.5", "0.0000001", "123456789012345"]
    assert [row["n"] for row in document.data] == expected


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_empty_rows_and_columns_are_skipped_but_row_numbers_kept(
    make: Callable[[Sheets], bytes],
) -> None:
    rows: list[list[Cell]] = [
        [None, None, None],
        ["id", None, " name "],
        [None] * 3,
        ["a", None, " x\r\ny "],
    ]
    document = parse_sheet(make({"A": rows}), "a.xlsx")
    assert document.data == [{"id": "a", "name": "x\ny"}]
    assert str(document.place(0, "name")) == 'a.xlsx, sheet "A", row 4, column C'
    assert document.place(0).line == 4


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_date_is_refused_with_its_cell(make: Callable[[Sheets], bytes]) -> None:
    """A column of dates is one fault, reported once for the sheet."""
    sheets: dict[str, list[list[Cell]]] = {
        "Cards": [["id", "range"], ["a", date(2026, 4, 3)], ["b", "3-4"], ["c", date(2026, 5, 3)]]
    }
    with pytest.raises(KitError) as error:
        parse_sheet(make(sheets), "cards.xlsx")
    (fault,) = error.value.faults
    assert str(fault).startswith('cards.xlsx, sheet "Cards", row 2, column B: contains the date')
    assert fault.message.endswith("not text or a number (and 1 more cell like it)")
    assert "format the column as text" in fault.hint
    assert fault.as_data()["cell"] == 'sheet "Cards", row 2, column B'


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_one_of_several_sheets_can_be_named(
    tmp_path: Path, make: Callable[[Sheets], bytes]
) -> None:
    kind = make.__name__
    content = make({"Notes": [["ask Ann"]], "Cards": [HEADER, GULL, CRAB]})
    assert len(table(tmp_path, f"cards.{kind}", content, "sheet: Cards")) == 2
    with pytest.raises(KitError, match=r"has 2 sheets: Notes, Cards; name one of them"):
        table(tmp_path, f"cards.{kind}", content)
    with pytest.raises(KitError, match=r'has no sheet "Crads"; did you mean "Cards"'):
        table(tmp_path, f"cards.{kind}", content, "sheet: Crads")


WRONG = {
    "value": (
        [HEADER, GULL, ["crab", "Crab", 12, 1, True, None, 1]],
        ['cards.xlsx, sheet "Cards", row 3, column C: card "Crab": worth 12 is outside -1..9'],
    ),
    "fraction": (
        [HEADER, ["gull", "Gull", 2.5, 1, True, None, 1]],
        ['sheet "Cards", row 2, column C: card "Gull": worth must be a whole number'],
    ),
    "missing value": (
        [HEADER, ["gull", None, 3, 1, True, None, 1]],
        ['sheet "Cards", row 2, column B: card "gull": name is missing'],
    ),
    "id twice": (
        [HEADER, GULL, GULL],
        [
            'row 3, column A: card "Gull · Möwe 🐦": the id "gull" appears twice;'
            ' first in sheet "Cards", row 2, column A',
            "",
            "",
        ],
    ),
    "reference": (
        [HEADER, ["gull", "Gull", 3, 1, True, "crap", 1]],
        ['row 2, column F: card "Gull": kin "crap" is not in cards'],
    ),
    "unknown column": (
        [[*HEADER, "wings"], [*GULL, 2]],
        ['sheet "Cards", row 1: unknown column "wings"'],
    ),
    "column twice": ([[*HEADER, "id"], [*GULL, "x"]], ['column H: two columns are named "id"']),
    "column without a name": (
        [[*HEADER, None], [*GULL, "x"]],
        ["row 1, column H: the column has no name"],
    ),
    "formula gone wrong": (
        [HEADER, ["gull", "#REF!", 3, 1, True, None, 1]],
        ["row 2, column B: contains a formula error; correct the formula"],
    ),
    "unseen": (
        [HEADER, ["gull", "a\u2028b", 3, 1, True, None, 1]],
        ["row 2, column B: contains the invisible character U+2028"],
    ),
    "empty": ([], ['cards.xlsx, sheet "Cards": is empty; begin with a row of column names']),
}


@pytest.mark.parametrize(("rows", "says"), WRONG.values(), ids=WRONG)
def test_faults_name_sheet_row_and_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[list[Any]], says: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KitError) as error:
        table(tmp_path, "cards.xlsx", xlsx({"Cards": rows}))
    lines = list(map(str, error.value.faults))
    for line, expected in zip(lines, says, strict=False):
        assert expected in line


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_failed_formula_is_not_an_empty_cell(make: Callable[[Sheets], bytes]) -> None:
    sheets = {"Notes": [["#REF!"]], "Cards": [["id", "text"], ["a", "x"], ["b", "#DIV/0!"]]}
    with pytest.raises(KitError) as error:
        parse_sheet(make(sheets), "a", "Cards")
    (fault,) = error.value.faults
    assert str(fault) == (
        'a, sheet "Cards", row 3, column B: contains a formula error; correct the formula (wrong-type)'
    )


def test_columns_after_z_have_two_letters() -> None:
    rows: list[list[Cell]] = [
        [f"c{number}" for number in range(30)],
        [*["x"] * 29, date(2026, 1, 1)],
    ]
    with pytest.raises(KitError, match=r"row 2, column AD: contains the date"):
        parse_sheet(xlsx({"A": rows}), "a.xlsx")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_damaged_files_are_reported_in_plain_words(make: Callable[[Sheets], bytes]) -> None:
    content = make({"A": [["id"], ["a"]]})
    for broken in (b"", b"id,name", content[: len(content) // 2], packed({"a.txt": "hello"})):
        with pytest.raises(KitError, match=r"is damaged, has a password, or is no spreadsheet"):
            parse_sheet(broken, "a.xlsx")


def test_a_file_that_expands_without_bound_is_refused() -> None:
    bomb = packed({"content.xml": " " * (130 * 1024 * 1024)})
    assert len(bomb) < 1024 * 1024
    with pytest.raises(KitError, match=r"unpacks to more than 64 MB"):
        parse_sheet(bomb, "a.ods")


def test_a_sheet_with_too_many_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = xlsx({"A": [["id"], ["a"]]})
    assert parse_sheet(rows, "a.xlsx").data == [{"id": "a"}]
    assert spreadsheet.MAX_CELLS == 500_000
    monkeypatch.setattr(spreadsheet, "MAX_CELLS", 5_000)
    held = [["c", "d"]] * 2_500
    assert len(parse_sheet(ods({"A": held}), "a.ods").data) == 2_499
    wide = [["c"] * 101] * 50
    with pytest.raises(KitError, match=r'the sheet "A" spans more than 5,000 cells'):
        parse_sheet(ods({"A": wide}), "a.ods")


def test_a_sheet_name_is_refused_for_other_formats(tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r'names a sheet, but "cards.csv" is not a spreadsheet'):
        table(tmp_path, "cards.csv", CSV, "sheet: Cards")
    with pytest.raises(KitError, match=r"is not supported; use \.yaml or \.csv or \.xlsx or \.ods"):
        table(tmp_path, "cards.doc", CSV)


def test_a_missing_spreadsheet_is_reported_like_any_missing_file(tmp_path: Path) -> None:
    (tmp_path / "cards.ods").write_bytes(ods({"A": [["id"]]}))
    with pytest.raises(KitError, match=r"there is no such file; did you mean \"cards.ods\""):
        load_sheet(tmp_path / "card.ods")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_faults_of_cells_can_be_collected_instead_of_raised(
    make: Callable[[Sheets], bytes],
) -> None:
    rows: list[list[Cell]] = [["n", "when", "n"], ["a", date(2026, 4, 3), "b"]]
    faults: list[Fault] = []
    document = parse_sheet(make({"A": rows}), "a", None, faults)
    assert document.data == [{"when": "", "n": "b"}]
    assert [fault.message.partition(" 2026")[0] for fault in faults] == [
        "contains the date or time",
        'two columns are named "n"',
    ]
