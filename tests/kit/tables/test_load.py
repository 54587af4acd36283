"""Tests of the table loader: all faults of all files at once, unique ids, valid references."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from generator.kit.tables.records import Record, Table, table_named
from tests.kit.making import GAME, GOATS, MEADOW, SHEPHERDS, error_lines, load, load_rows


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_tables_are_loaded_as_declared(tmp_path: Path) -> None:
    _, tables = load(tmp_path)
    goats, shepherds, meadow = tables["goats"], tables["shepherds"], tables["meadow"]
    assert isinstance(goats, Table)
    assert [(row.id, row.fat, row.copies, row.shepherd) for row in goats] == [
        ("nan", 4, 2, "joe"),
        ("bo", 3, 1, None),
    ]
    assert isinstance(shepherds, Table)
    assert shepherds["joe"].tricks == ("whistle", "shout")
    assert shepherds["joe"].last_chance is True
    assert str(shepherds["ann"].place) == "shepherds.csv:3"
    assert isinstance(meadow, Record)
    assert meadow.homes == {"red": "d1", "green": "d7"}


def test_a_mapping_from_ids_is_loaded_as_a_table(tmp_path: Path) -> None:
    _, tables = load(tmp_path, goats="nan: {name: Old Nan, fat: 4}\nbo:\n  name: Bo\n  fat: 3\n")
    goats = table_named(tables, "goats")
    assert [row["id"] for row in goats] == ["nan", "bo"]
    assert str(goats["bo"].place_of("fat")) == "goats.yaml:4"


def test_all_faults_of_all_files_are_reported_together(tmp_path: Path) -> None:
    goats = "- id: nan\n  nam: Old Nan\n  fat: 12\n- id: nan\n  name: Bo\n  fat: 3\n- bo\n"
    shepherds = "id,trick,last-chance\njoe,x,no\n"
    meadow = "columns: seven\n"
    assert error_lines(lambda: load(tmp_path, goats=goats, shepherds=shepherds, meadow=meadow)) == [
        'goats.yaml:1: goat "nan": name is missing; fill it in, or write `optional: true` for it '
        "in game.yaml (missing-field)",
        'goats.yaml:3: goat "nan": fat 12 is outside 1..5 (out-of-range)',
        'goats.yaml:2: goat "nan": unknown field "nam"; did you mean "name"? (unknown-field)',
        'goats.yaml:4: goat "Bo": the id "nan" appears twice; first on line 1 (duplicate-id)',
        'goats.yaml:7: goat 3 must be a mapping, but is the text "bo"; '
        'write "name: value" lines (wrong-type)',
        'shepherds.csv:1: unknown column "trick"; did you mean "tricks"? (unknown-column)',
        'meadow.yaml:1: columns must be a whole number, but is the text "seven" (wrong-type)',
        "meadow.yaml:1: homes is missing; fill it in, or write `optional: true` for it in game.yaml "
        "(missing-field)",
    ]


def test_an_unquoted_comma_in_a_text_is_reported(tmp_path: Path) -> None:
    goats = "- {id: nan, name: Old Nan, and Bo, fat: 4}\n"
    assert error_lines(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:1: goat "Old Nan": unknown field "and Bo"; '
        "known: copies, fat, id, name, shepherd; or add it to the fields in game.yaml (unknown-field)"
    ]


def test_a_file_that_cannot_be_read_does_not_hide_the_faults_of_others(tmp_path: Path) -> None:
    game = GAME.replace("meadow.yaml", "medow.yaml")
    assert error_lines(lambda: load(tmp_path, game=game, goats="- id: @nan\n")) == [
        'goats.yaml:1: text cannot begin with "@"; put the whole text in quotes (yaml-syntax)',
        'game.yaml:24: there is no file "medow.yaml"; did you mean "meadow.yaml"? (file-not-found)',
    ]


def test_a_missing_required_column_is_reported_once(tmp_path: Path) -> None:
    rows = "name\nOld Nan\nBo\n"
    fields = "id: {type: id}\nname: {type: text}\n"
    assert error_lines(lambda: load_rows(tmp_path, fields, rows, file="rows.csv")) == [
        'rows.csv:1: the column "id" is missing; add it, or make ids from names in game.yaml: '
        "id: {type: id, from-field: name} (missing-column)"
    ]


def test_the_columns_of_a_table_without_rows_are_checked(tmp_path: Path) -> None:
    """A single row may be a header that lacks columns, or a row that lacks its header."""
    fields = "id: {type: id}\nname: {type: text}\n"
    assert load_rows(tmp_path, fields, "id,name\n", file="rows.csv")["rows"].rows == ()
    faults = error_lines(lambda: load_rows(tmp_path, fields, "nan,Old Nan\n", file="rows.csv"))
    assert [fault.partition(";")[0] for fault in faults] == [
        'rows.csv:1: the column "id" is missing',
        'rows.csv:1: the column "name" is missing (missing-column)',
        'rows.csv:1: unknown column "nan"',
        'rows.csv:1: unknown column "Old Nan"',
    ]


def test_a_dangling_reference_is_reported_with_its_line(tmp_path: Path) -> None:
    goats = GOATS.replace("joe", "jo")
    assert error_lines(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:4: goat "Old Nan": shepherd "jo" is not in shepherds; '
        'did you mean "joe"? (unknown-reference)'
    ]
    goats = GOATS.replace("joe", "jo" * 500)
    (fault,) = error_lines(lambda: load(tmp_path, goats=goats))
    assert 'oj..." is not in shepherds' in fault


@pytest.mark.parametrize(
    ("field", "values", "line"),
    [
        ("{type: list, of: {type: ref, to: rows}}", "[a, b, c]", 2),
        ("{type: map, values: {type: ref, to: rows}}", "{y: a,\n  z: c}", 3),
        ("{type: map, keys: {type: ref, to: rows}, values: {type: text}}", "{a: y,\n  c: z}", 3),
        (
            "{type: record, fields: {y: {type: ref, to: rows}, z: {type: text}}}",
            "\n    z: c\n    y: c",
            4,
        ),
    ],
)
def test_references_are_followed_at_any_depth(
    tmp_path: Path, field: str, values: str, line: int
) -> None:
    fields = f"id: {{type: id}}\nx: {{optional: true, {field[1:]}"
    rows = f"- id: a\n  x: {values}\n- id: b\n"
    assert error_lines(lambda: load_rows(tmp_path, fields, rows)) == [
        f'rows.yaml:{line}: row "a": x "c" is not in rows; known: a, b (unknown-reference)'
    ]


def test_a_reference_to_a_faulty_row_is_not_a_second_fault(tmp_path: Path) -> None:
    shepherds = SHEPHERDS.replace("yes", "perhaps")
    assert error_lines(lambda: load(tmp_path, shepherds=shepherds)) == [
        'shepherds.csv:2: shepherds "joe": last-chance must be true or false, '
        'but is the text "perhaps" (wrong-type)'
    ]


def test_a_table_that_is_neither_list_nor_mapping_is_reported(tmp_path: Path) -> None:
    assert error_lines(
        lambda: load(tmp_path, goats="nan", meadow="- " + MEADOW.split("\n")[0])
    ) == [
        'goats.yaml:1: must be a list of records, but is the text "nan"; '
        'start each record with "- " (table-shape)',
        'meadow.yaml:1: must be a mapping, but is a list; write "name: value" lines (wrong-type)',
    ]


def test_an_id_occurs_once_in_a_mapping_from_ids(tmp_path: Path) -> None:
    goats = "nan: {id: nan, name: Old Nan, fat: 4}\n"
    assert error_lines(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:1: "nan" is already the id of this record; delete its line "id" (duplicate-id)'
    ]


def test_a_table_that_links_out_of_the_kit_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text(MEADOW, encoding="utf-8")
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "outside.yaml").symlink_to(secret)
    game = GAME.replace("file: meadow.yaml", "file: outside.yaml")
    assert error_lines(lambda: load(kit, game=game)) == [
        '"outside.yaml" points outside the folder kit; name a file inside that folder (file-name)'
    ]


MADE = "id: {type: id, from-field: name}\nname: {type: text, column: Card Name}\n"


def cells(folder: Path, fields: str, rows: str) -> Table:
    """The rows of a CSV file."""
    table = load_rows(folder, fields, rows, file="rows.csv")["rows"]
    assert isinstance(table, Table)
    return table


def names_by_id(folder: Path, rows: str, fields: str = MADE) -> dict[str, str]:
    """The rows of a CSV file as a mapping from generated ids to names."""
    table = cells(folder, fields, rows)
    return {row["id"]: row["name"] for row in table}


def test_ids_are_generated_from_names_whatever_the_order_of_rows(tmp_path: Path) -> None:
    fields = f"{MADE}worth: {{type: integer}}\n"
    lines = ["Owl,2", "Zoë’s Élan,1", "Owl,1", "owl 2,5", "Owl,3", "猫,1", "CON,1"]
    table = cells(tmp_path, fields, "\n".join(["Card Name,worth", *lines]))
    assert {row.id: (row.name, row.worth) for row in table} == {
        "owl": ("Owl", 1),
        "zoes-elan": ("Zoë’s Élan", 1),
        "owl-2": ("owl 2", 5),
        "owl-3": ("Owl", 2),
        "owl-4": ("Owl", 3),
        "row": ("猫", 1),
        "con-row": ("CON", 1),
    }
    turned = cells(tmp_path, fields, "\n".join(["Card Name,worth", *reversed(lines)]))
    assert {row.id: row.worth for row in turned} == {row.id: row.worth for row in table}


def test_ids_are_generated_from_several_fields(tmp_path: Path) -> None:
    fields = "id: {type: id, from-field: [suit, rank]}\nsuit: {type: text}\n"
    fields += "rank: {type: text, optional: true}\n"
    table = cells(tmp_path, fields, "suit,rank\nKites,9\nBells,9\nBells,\n")
    assert [row.id for row in table] == ["kites-9", "bells-9", "bells"]


def test_an_explicit_id_is_kept_and_not_generated_again(tmp_path: Path) -> None:
    rows = "id,Card Name\nowl,Barn Owl\n,Owl\n,Owl\n"
    assert names_by_id(tmp_path, rows) == {"owl": "Barn Owl", "owl-2": "Owl", "owl-3": "Owl"}


@pytest.mark.parametrize(
    ("fields", "file", "fault"),
    [
        ("name: {type: text, column: N}", "rows.yaml", 'has a column for "name", but'),
        ("id: {type: id, from-field: name}\nname: {type: text}", "rows.yaml", "makes ids, which needs"),
        ("id: {type: id, from-field: nam}\nname: {type: text}", "rows.csv",
         'makes ids from "nam", which is not one of its fields'),
    ],
)  # fmt: skip
def test_keys_of_cell_tables_are_refused_in_other_tables(
    fields: str, file: str, fault: str, tmp_path: Path
) -> None:
    with pytest.raises(ValidationError) as caught:
        load_rows(tmp_path, fields, "", file=file)
    assert fault in str(caught.value.errors()[0]["ctx"]["phrase"])


def test_a_field_has_at_most_one_column(tmp_path: Path) -> None:
    assert error_lines(lambda: names_by_id(tmp_path, "Card Name,name\nOwl,Bo\n")) == [
        'rows.csv:1: the columns "Card Name" and "name" are both for the field "name"; '
        "rename one of them (column-name)"
    ]


def test_a_new_column_is_reported_with_the_line_to_add(tmp_path: Path) -> None:
    rows = "Card Name,Mana: cost,Flavour\nOwl,2,\nCat,,Meow.\n"
    assert error_lines(lambda: names_by_id(tmp_path, rows)) == [
        'rows.csv:1: unknown column "Mana: cost"; add to its fields in game.yaml: '
        'mana-cost: {type: integer, optional: true, column: "Mana: cost"} (unknown-column)',
        'rows.csv:1: unknown column "Flavour"; add to its fields in game.yaml: '
        "flavour: {type: text, optional: true, column: Flavour} (unknown-column)",
    ]


def test_a_missing_column_is_reported_before_its_consequences(tmp_path: Path) -> None:
    game = GAME.replace("goats.yaml", "goats.csv").replace("from: 0, ", "")
    (tmp_path / "goats.csv").write_text("name,fat\nBo,3\n")
    faults = error_lines(lambda: load(tmp_path, game=game))
    assert "goats.csv" in faults[0]
    assert 'the column "id" is missing' in faults[0]
    assert "can be less than 0" in faults[-1]
