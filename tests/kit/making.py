"""Fixtures for tests of kits: a small valid kit, and the same kit with parts replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import TableSpec, load_tables
from generator.kit.tables.records import Tables

GAME = """\
title: Herd
version: "1.0"
players: [2, 4]
palette:
  red: "#C0392B"
  grass: {full: "#7fb069", low: "#ffffff"}
tables:
  goats:
    file: goats.yaml
    one: goat
    fields:
      id: {type: id}
      name: {type: text}
      fat: {type: integer, from: 1, to: 5}
      copies: {type: integer, from: 0, default: 2}
      shepherd: {type: ref, to: shepherds, optional: true}
  shepherds:
    file: shepherds.csv
    fields:
      id: {type: id}
      tricks: {type: list, of: {type: text}, default: []}
      last-chance: {type: boolean, default: false}
  meadow:
    file: meadow.yaml
    kind: record
    fields:
      columns: {type: integer}
      homes: {type: map, values: {type: text}}
components:
  - id: goat
    title: Goats
    part: cards
    each: goats
    copies: copies
    front: goat.xml
  - id: meadow
    title: Meadow
    part: board
    front: meadow.xml
    with: {marks: [a, b]}
checks:
  K-fat:
    says: the herd weighs seven
    about: goats
    find: goats | sum(attribute="fat")
    expect: 7
"""

GOATS = """\
- id: nan
  name: Old Nan
  fat: 4
  shepherd: joe
- id: bo
  name: Bo
  fat: 3
  copies: 1
"""

SHEPHERDS = "id,tricks,last-chance\njoe,whistle; shout,yes\nann,,\n"

MEADOW = "columns: 7\nhomes: {red: d1, green: d7}\n"


def kit_folder(folder: Path, **changed: str) -> Path:
    """A folder with the small kit's files, some of them replaced by the arguments."""
    files = {"game": GAME, "goats": GOATS, "shepherds": SHEPHERDS, "meadow": MEADOW, **changed}
    for name, text in files.items():
        ending = "csv" if name == "shepherds" else "yaml"
        (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")
    return folder


def load(folder: Path, **changed: str) -> tuple[KitFile, Tables]:
    """The small kit, loaded."""
    kit_folder(folder, **changed)
    kit = load_kitfile(folder / "game.yaml", "game.yaml")
    return kit, load_tables(kit.tables, folder)


def load_rows(folder: Path, fields: str, rows: str, *, file: str = "rows.yaml") -> Tables:
    """A table `rows`, loaded from the text of its fields and rows."""
    (folder / "fields.yaml").write_text(fields, encoding="utf-8")
    (folder / file).write_text(rows, encoding="utf-8")
    data = {"file": file, "one": "row", "fields": load_yaml(folder / "fields.yaml").data}
    return load_tables({"rows": TableSpec.model_validate(data)}, folder)


def error_lines(action: Callable[[], object]) -> list[str]:
    """The messages of the KitError that the action raises, one a line."""
    with pytest.raises(KitError) as caught:
        action()
    return str(caught.value).splitlines()
