"""Tests of column edits: game.yaml and the table's file change together, and nothing else in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.studio.edit.column_edits import (
    ColumnKind,
    add_column,
    change_column,
    delete_column,
    kind_of,
    undeclared_columns,
)
from generator.studio.edit.recorded_edits import Contents
from generator.studio.open_kit import OpenKit
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.kit.edit.test_tables import diff, table
from tests.kit.sheet_files import xlsx
from tests.studio.edit.drawn_elements import MakeKit
from tests.studio.test_open_kit import open_kit

NAME = '<text x="6" y="6" width="40mm" height="10mm">{{ row.name }}</text>'
CSV = "name,worth\nNan,3\nBo\n\nZo,\n"


@pytest.fixture
def kit(make: MakeKit) -> OpenKit:
    return make(NAME)


def lines(contents: Contents) -> dict[str, list[str]]:
    """The lines of each file that differ."""
    return {path.name: diff(before or b"", after) for path, (before, after) in contents.items()}


def refused(kit: OpenKit, contents: Contents) -> list[str]:
    """The faults for which an edit is not written."""
    with pytest.raises(KitError) as error:
        kit.write_all_if_sound("try", contents)
    return words(error)


def words(error: pytest.ExceptionInfo[KitError]) -> list[str]:
    return [f"{fault.message} ({fault.check})" for fault in error.value.faults]


def test_a_column_is_added_to_the_file_and_to_its_fields(kit: OpenKit) -> None:
    cards = kit.table("cards")
    rows = len(cards.rows)
    name, contents = add_column(kit.folders, cards, "Fire power", ColumnKind("integer"), "2")
    found = lines(contents)
    assert name == "fire-power"
    assert found["game.yaml"] == [
        "+       fire-power: {type: integer, optional: true, column: Fire power}\n"
    ]
    added = [line for line in found["cards.csv"] if line.startswith("+")]
    assert len(added) == rows + 1
    assert added[0].endswith(",Fire power\n")
    assert all(line.endswith(",2\n") for line in added[1:])

    kit.write_all_if_sound("add a column", contents)
    assert {row.cells["fire-power"] for row in kit.table("cards").rows} == {"2"}
    assert kit.drawn_kit.tables["cards"]["lucky-star"].fire_power == 2
    kit.undo()
    assert "fire-power" not in kit.table("cards").fields
    assert kit.table("cards").content == cards.content
    assert not kit.faults


def test_a_column_of_a_table_without_columns_has_only_its_field(tmp_path: Path) -> None:
    create_kit(ScaffoldOptions("mygame", "Mygame", table="yaml"), tmp_path)
    kit = open_kit(tmp_path)
    name, contents = add_column(kit.folders, kit.table("cards"), "Fire power", ColumnKind(), "hot")
    kit.write_all_if_sound("add a column", contents)
    assert lines(contents)["game.yaml"] == ["+       fire-power: {type: text, optional: true}\n"]
    assert {row.cells[name] for row in kit.table("cards").rows} == {"hot"}


@pytest.mark.parametrize(
    ("kind", "settings", "cell"),
    [
        (
            ColumnKind("choice", ("old", "new"), optional=False),
            "{type: choice, of: [old, new]}",
            "old",
        ),
        (ColumnKind("color", many=True), "{type: list, of: {type: color}, optional: true}", ""),
        (ColumnKind("boolean", optional=False), "{type: boolean}", "false"),
    ],
)
def test_what_every_row_must_have_is_filled_in(
    kit: OpenKit, kind: ColumnKind, settings: str, cell: str
) -> None:
    _, contents = add_column(kit.folders, kit.table("cards"), "extra", kind)
    assert lines(contents)["game.yaml"] == [f"+       extra: {settings}\n"]
    kit.write_all_if_sound("add", contents)
    assert kit.table("cards").rows[0].cells["extra"] == cell
    assert kind_of(kit.table("cards").fields["extra"]) == kind


def test_a_column_that_the_file_has_already_is_declared(kit: OpenKit) -> None:
    path = kit.folders.data / "cards.csv"
    header, *rows = path.read_text().splitlines()
    text = "\n".join([f"{header},Speed", *(f"{row},{n}" for n, row in enumerate(rows))]) + "\n"
    path.write_text(text)
    kit.draw((path,))
    assert [fault.check for fault in kit.faults] == ["unknown-column"]
    found = undeclared_columns(kit.table("cards"))
    assert found == {"Speed": ColumnKind("integer")}
    _, contents = add_column(kit.folders, kit.table("cards"), "Speed", found["Speed"])
    assert [path.name for path in contents] == ["game.yaml"]
    kit.write_all("add", contents)
    assert not kit.faults
    assert path.read_text() == text


def test_a_column_takes_more_words_and_keeps_its_other_settings(kit: OpenKit) -> None:
    two = ColumnKind("choice", ("new", "old"))
    _, added = add_column(kit.folders, kit.table("cards"), "Age", two, "new")
    kit.write_all("add", added)
    more = ColumnKind("choice", ("new", "old", "worn"), optional=False)
    kit.write_all_if_sound("change", change_column(kit.folders, kit.table("cards"), "age", more))
    field = kit.table("cards").fields["age"]
    assert (kind_of(field), field.column) == (more, "Age")
    game = kit.folders.data / "game.yaml"
    text = game.read_text()
    less = ColumnKind("choice", ("worn",))
    contents = change_column(kit.folders, kit.table("cards"), "age", less)
    assert refused(kit, contents)[0] == 'age cannot be "new" (unknown-choice)'
    assert game.read_text() == text
    whole = change_column(kit.folders, kit.table("cards"), "copies", ColumnKind("integer"))
    assert "from: 1, default: 1" in lines(whole)["game.yaml"][-1]
    words = change_column(kit.folders, kit.table("cards"), "copies", ColumnKind("text"))
    assert "default" not in lines(words)["game.yaml"][-1]


def test_a_column_is_deleted_unless_something_uses_it(kit: OpenKit) -> None:
    cards = kit.table("cards")
    _, added = add_column(kit.folders, cards, "spare", ColumnKind())
    kit.write_all("add", added)
    kit.write_all_if_sound("delete", delete_column(kit.folders, kit.table("cards"), "spare"))
    assert kit.table("cards").content == cards.content
    for name, check in (("name", "template-fails"), ("copies", "component-definition")):
        assert check in refused(kit, delete_column(kit.folders, kit.table("cards"), name))[0]
        assert kit.table("cards").content == cards.content
        assert not kit.faults


def test_names_that_are_taken_or_missing_are_refused(kit: OpenKit) -> None:
    for heading, message in (
        ("Name", 'there is already a column "name" (column-name)'),
        ("  ", "a column needs a name (column-name)"),
    ):
        with pytest.raises(KitError) as error:
            add_column(kit.folders, kit.table("cards"), heading, ColumnKind())
        assert words(error) == [message]
    with pytest.raises(KitError) as error:
        add_column(kit.folders, kit.table("cards"), "age", ColumnKind("choice"))
    assert words(error) == ["there are no words to choose from (column-name)"]
    needed = ColumnKind("ref", table="cards", optional=False)
    with pytest.raises(KitError) as error:
        add_column(kit.folders, kit.table("cards"), "rival", needed)
    assert words(error) == ["the rows that are there need a value (column-name)"]
    assert add_column(kit.folders, kit.table("cards"), "rival", needed, "lucky-star")[0] == "rival"
    with pytest.raises(KitError) as error:
        delete_column(kit.folders, kit.table("cards"), "id")
    assert words(error) == ["rows are told apart by their ids (column-name)"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_other_lines_of_csv_stay_what_they_are(tmp_path: Path, end: str) -> None:
    text = 'id,name\nnan,Nan\nbo,\n\nzo,"Zo, old"\n'.replace("\n", end)
    goats = table(tmp_path, "goats.csv", text)
    spec = goats.fields["name"]
    added = goats.with_column("word", "word", spec, ["a", "b, c", ""])
    after = 'id,name,word\nnan,Nan,a\nbo,,"b, c"\n\nzo,"Zo, old",\n'
    assert added.decode() == after.replace("\n", end)
    assert goats.without_column("name").decode() == "id\nnan\nbo\n\nzo\n".replace("\n", end)


def test_records_of_yaml_get_and_lose_a_value(tmp_path: Path) -> None:
    text = "- id: nan  # first\n  name: Nan\n- {id: bo, name: Bo, fat: 1}\n"
    goats = table(tmp_path, "goats.yaml", text)
    spec = goats.fields["fat"]
    assert diff(goats.content, goats.with_column("age", "age", spec, ["7", ""])) == ["+   age: 7\n"]
    assert goats.without_column("fat").decode() == text.replace(", fat: 1", "")
    assert goats.without_column("tags") == goats.content


def test_columns_of_a_spreadsheet_are_left_to_its_program(tmp_path: Path) -> None:
    content = xlsx({"goats": [["id", "name", "Speed"], ["nan", "Nan", 3]]})
    goats = table(tmp_path, "goats.xlsx", content)
    assert undeclared_columns(goats) == {"Speed": ColumnKind("integer")}
    with pytest.raises(KitError, match="formulas may refer to them"):
        goats.with_column("age", "age", goats.fields["fat"], [""])
    with pytest.raises(KitError, match="formulas may refer to them"):
        goats.without_column("name")
