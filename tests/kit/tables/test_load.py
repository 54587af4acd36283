"""Loads whole tables: every fault of every file at once, ids unique, references that lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.kit.tables.records import Record, Table
from tests.kit.making import GAME, GOATS, MEADOW, SHEPHERDS, complaints, load, load_rows


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_tables_come_out_as_stated(tmp_path: Path) -> None:
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


def test_a_mapping_from_ids_is_a_table_too(tmp_path: Path) -> None:
    _, tables = load(tmp_path, goats="nan: {name: Old Nan, fat: 4}\nbo:\n  name: Bo\n  fat: 3\n")
    goats = tables["goats"]
    assert [row["id"] for row in goats] == ["nan", "bo"]  # type: ignore[index]
    assert str(goats["bo"].place_of("fat")) == "goats.yaml:4"


def test_all_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    goats = "- id: nan\n  nam: Old Nan\n  fat: 12\n- id: nan\n  name: Bo\n  fat: 3\n- bo\n"
    shepherds = "id,trick,last-chance\njoe,x,no\n"
    meadow = "columns: seven\n"
    assert complaints(lambda: load(tmp_path, goats=goats, shepherds=shepherds, meadow=meadow)) == [
        'goats.yaml:1: goat "nan": name is missing (missing-field)',
        'goats.yaml:3: goat "nan": fat 12 is outside 1..5 (out-of-range)',
        'goats.yaml:2: goat "nan": unknown field "nam"; did you mean "name"? (unknown-field)',
        'goats.yaml:4: goat "Bo": the id "nan" stands twice; first on line 1 (duplicate-id)',
        'goats.yaml:7: goat 3 must be named values, but is the text "bo"; '
        'write "name: value" lines (wrong-type)',
        'shepherds.csv:1: unknown column "trick"; did you mean "tricks"? (unknown-column)',
        'meadow.yaml:1: columns must be a whole number, but is the text "seven" (wrong-type)',
        "meadow.yaml:1: homes is missing (missing-field)",
    ]


def test_the_second_half_of_a_text_with_a_comma_is_not_lost_in_silence(tmp_path: Path) -> None:
    goats = "- {id: nan, name: Old Nan, and Bo, fat: 4}\n"
    assert complaints(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:1: goat "Old Nan": unknown field "and Bo"; '
        "known: copies, fat, id, name, shepherd (unknown-field)"
    ]


def test_a_file_that_cannot_be_read_does_not_hide_the_faults_of_others(tmp_path: Path) -> None:
    game = GAME.replace("meadow.yaml", "medow.yaml")
    assert complaints(lambda: load(tmp_path, game=game, goats="- id: @nan\n")) == [
        'goats.yaml:1: text cannot begin with "@"; put the whole text in quotes (yaml-syntax)',
        'medow.yaml: there is no such file; did you mean "meadow.yaml"? (file-not-found)',
    ]


def test_a_required_column_that_is_missing_is_told_once(tmp_path: Path) -> None:
    rows = "name\nOld Nan\nBo\n"
    fields = "id: {type: id}\nname: {type: text}\n"
    assert complaints(lambda: load_rows(tmp_path, fields, rows, file="rows.csv")) == [
        'rows.csv:1: the column "id" is missing (missing-column)'
    ]


def test_a_reference_to_nothing_is_told_with_its_line(tmp_path: Path) -> None:
    goats = GOATS.replace("joe", "jo")
    assert complaints(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:4: goat "Old Nan": shepherd "jo" is not in shepherds; '
        'did you mean "joe"? (unknown-reference)'
    ]


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
def test_references_are_followed_wherever_they_stand(
    tmp_path: Path, field: str, values: str, line: int
) -> None:
    fields = f"id: {{type: id}}\nx: {{optional: true, {field[1:]}"
    rows = f"- id: a\n  x: {values}\n- id: b\n"
    assert complaints(lambda: load_rows(tmp_path, fields, rows)) == [
        f'rows.yaml:{line}: row "a": x "c" is not in rows; known: a, b (unknown-reference)'
    ]


def test_a_reference_to_a_faulty_row_is_no_second_fault(tmp_path: Path) -> None:
    shepherds = SHEPHERDS.replace("yes", "perhaps")
    assert complaints(lambda: load(tmp_path, shepherds=shepherds)) == [
        'shepherds.csv:2: shepherds "joe": last-chance must be true or false, '
        'but is the text "perhaps" (wrong-type)'
    ]


def test_a_table_that_is_neither_list_nor_mapping_is_told(tmp_path: Path) -> None:
    assert complaints(lambda: load(tmp_path, goats="nan", meadow="- " + MEADOW.split("\n")[0])) == [
        'goats.yaml:1: must be a list of records, but is the text "nan"; '
        'begin each record with "- " (table-shape)',
        'meadow.yaml:1: must be named values, but is a list; write "name: value" lines (wrong-type)',
    ]


def test_an_id_stands_once_in_a_mapping_from_ids(tmp_path: Path) -> None:
    goats = "nan: {id: nan, name: Old Nan, fat: 4}\n"
    assert complaints(lambda: load(tmp_path, goats=goats)) == [
        'goats.yaml:1: "nan" is the id already; leave the line "id" out (duplicate-id)'
    ]


def test_a_table_linked_to_a_file_elsewhere_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text(MEADOW, encoding="utf-8")
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "outside.yaml").symlink_to(secret)
    game = GAME.replace("file: meadow.yaml", "file: outside.yaml")
    assert complaints(lambda: load(kit, game=game)) == [
        '"outside.yaml" leads out of the folder kit; name a file inside that folder (file-name)'
    ]
