"""Tests of editor schemas: one for every file of a kit, marking what Grimoire itself refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.tools.editor_schemas import FOLDER, describe, write_schemas
from tests.press.running import run

GAME = """
title: Beach
version: "1"
players: [2, 4]
palette: {sea: "#5aa9bf", sand: {full: "#f0dfb8", low: "#ffffff"}}
tables:
  kinds:
    file: kinds.yaml
    fields: {id: {type: id}, name: {type: text}}
  finds:
    file: finds.yaml
    fields:
      id: {type: id}
      name: {type: text}
      kind: {type: ref, to: kinds}
      size: {type: choice, of: [small, large]}
      worth: {type: integer, from: 0, to: 9, default: 1}
      wet: {type: boolean, optional: true}
      spots: {type: list, of: {type: integer, from: 1}, optional: true}
  shore:
    file: shore.yaml
    kind: record
    fields: {length: {type: number}}
  rules:
    file: table.csv
    fields: {id: {type: id}}
components:
  - {id: find, title: Finds, part: cards, each: finds, copies: worth, front: find.xml}
"""
KINDS = "{shell: {name: Shell}, glass: {name: Glass}}"
FINDS = """
- {id: cone, name: Cone, kind: shell, size: small, worth: 3, spots: [1, 2]}
- {id: marble, name: Marble, kind: glass, size: large, wet: true}
"""
SHORE = "length: 12.5"


@pytest.fixture
def kit_folder(tmp_path: Path) -> Path:
    """A kit's data, without templates."""
    files = {"game": GAME, "kinds": KINDS, "finds": FINDS, "shore": SHORE}
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    (tmp_path / "table.csv").write_text("id\na\n")
    return tmp_path


def marked(kit_folder: Path, file: str) -> list[tuple[str | int, ...]]:
    """Where an editor would mark errors in a file."""
    for each in describe(KitSearchPath(kit_folder).find(kit_folder.name)):
        if each.file.name == file:
            found = Draft202012Validator(each.schema).iter_errors(load_yaml(each.file).data)
            return [tuple(error.absolute_path) for error in found]
    raise AssertionError(f"{file} has no schema")


@pytest.mark.parametrize("kit", KitSearchPath().names())
def test_every_shipped_file_is_valid_by_its_schema(kit: str) -> None:
    described = describe(KitSearchPath().find(kit))
    assert {"game.json", "rules.json", "examples.json"} <= {each.name for each in described}
    for each in described:
        Draft202012Validator.check_schema(each.schema)
        data = load_yaml(each.file).data
        assert list(Draft202012Validator(each.schema).iter_errors(data)) == [], each.file
        assert each.has_line, f"{each.file} must begin with {each.line}"


def test_a_valid_kit_has_no_marks(kit_folder: Path) -> None:
    described = describe(KitSearchPath(kit_folder).find(kit_folder.name))
    names = ["game.json", "kinds.json", "finds.json", "shore.json"]
    assert [each.name for each in described] == names  # a CSV file has no schema
    for each in described:
        assert marked(kit_folder, each.file.name) == []


MISTAKES: dict[str, tuple[str, str, str, tuple[str | int, ...]]] = {
    "range": ("finds.yaml", "worth: 3", "worth: 12", (0, "worth")),
    "type": ("finds.yaml", "worth: 3", "worth: many", (0, "worth")),
    "choice": ("finds.yaml", "size: large", "size: huge", (1, "size")),
    "unknown id": ("finds.yaml", "kind: shell", "kind: shall", (0, "kind")),
    "unknown field": ("finds.yaml", "wet: true", "weet: true", (1,)),
    "missing field": ("finds.yaml", "name: Cone, ", "", (0,)),
    "inner value": ("finds.yaml", "[1, 2]", "[1, 0]", (0, "spots", 1)),
    "id": ("kinds.yaml", "shell:", "Shell!:", ()),
    "row by id": ("kinds.yaml", "name: Glass", "nam: Glass", ("glass",)),
    "record": ("shore.yaml", "12.5", "far", ("length",)),
    "players": ("game.yaml", "[2, 4]", '"two"', ("players",)),
    "no color": ("game.yaml", '"#5aa9bf"', '"blue"', ("palette", "sea")),
    "kind of field": (
        "game.yaml", "type: boolean", "type: bool", ("tables", "finds", "fields", "wet"),
    ),
    "unknown key": ("game.yaml", "title: Finds", "tilte: Finds", ("components", 0)),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "path"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_marked_where_grimoire_finds_it(
    kit_folder: Path, file: str, old: str, new: str, path: tuple[str | int, ...]
) -> None:
    text = (kit_folder / file).read_text()
    assert old in text
    (kit_folder / file).write_text(text.replace(old, new, 1))
    if file == "game.yaml":  # its own schema does not depend on its content
        schema = describe_manual(kit_folder, text)
        found = Draft202012Validator(schema).iter_errors(load_yaml(kit_folder / file).data)
        paths = [tuple(error.absolute_path) for error in found]
    else:
        paths = marked(kit_folder, file)
    assert path in paths
    with pytest.raises(KitError):
        load_kit(KitSearchPath(kit_folder).find(kit_folder.name))


def describe_manual(kit_folder: Path, sound: str) -> dict[str, Any]:
    """The schema of game.yaml with the sound text."""
    broken = (kit_folder / "game.yaml").read_text()
    (kit_folder / "game.yaml").write_text(sound)
    described = describe(KitSearchPath(kit_folder).find(kit_folder.name))
    (kit_folder / "game.yaml").write_text(broken)
    return described[0].schema


def test_ids_are_known_despite_a_fault_in_another_row(kit_folder: Path) -> None:
    (kit_folder / "kinds.yaml").write_text("{shell: {name: Shell}, glass: {nam: Glass}}")
    (schema,) = (
        d.schema
        for d in describe(KitSearchPath(kit_folder).find(kit_folder.name))
        if d.name == "finds.json"
    )
    assert schema["$defs"]["row"]["properties"]["kind"]["enum"] == ["shell", "glass"]


def test_the_command_writes_schemas_and_shows_what_to_add(
    kit_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kit_folder)
    result = run("schema", "--data", kit_folder)
    assert result.code == 0
    line = "# yaml-language-server: $schema=.schema/finds.json"
    assert f"finds.yaml: add this line at the top: {line}" in result.out
    schema = json.loads((kit_folder / FOLDER / "finds.json").read_text())
    assert schema["$schema"].endswith("2020-12/schema")
    (kit_folder / "finds.yaml").write_text(f"{line}\n{FINDS}")
    result = run("schema", "--data", kit_folder, "--json")
    files = json.loads(result.out)["kits"][0]["files"]
    assert [each["file"] for each in files if each["named"]] == ["finds.yaml"]


def test_examples_in_a_subfolder_name_the_same_schema() -> None:
    described = describe(KitSearchPath().find("grumbles"))
    line = next(each.line for each in described if each.file.parent.name == "examples")
    assert line == "# yaml-language-server: $schema=../.schema/examples.json"


def test_an_unwritable_folder_is_reported(kit_folder: Path) -> None:
    (kit_folder / "taken").write_text("a file")
    described = describe(KitSearchPath(kit_folder).find(kit_folder.name))
    with pytest.raises(KitError, match="cannot be written"):
        write_schemas(described, kit_folder / "taken")
