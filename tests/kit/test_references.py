"""Tests of references: every name of something in a kit is looked up, and refused if it is unknown."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.engine.of_kit import game_of_kit, rule_faults
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check_data
from tests.press.running import KITS

UNKNOWN = "goblin-xyz"
FREE_TEXT = {
    "tidewrack": [],
    "grumbles": [],
    "grizzled": [],
    "gruff": [
        "steps.yaml *.color"  # looked up by templates when they are rendered
    ],
    "ggt": [
        "ranks.csv *.name",
        "ranks.csv *.sign",
        "slots.yaml *.name",
        "suits.csv *.name",
        "terrain.csv *.name",
    ],
    "grudge": [],
}
"""Free-text fields of each kit whose values happen to include ids."""

KeyPath = tuple[Any, ...]


_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C version if available


class _Loader(_Safe):  # type: ignore[misc]
    """YAML loader that keeps "on" and "no" as strings, as kits do."""

    yaml_implicit_resolvers: ClassVar = {
        sign: known if sign in "tTfF" else [each for each in known if not each[0].endswith(":bool")]
        for sign, known in _Safe.yaml_implicit_resolvers.items()
    }


class Data:
    """The tables and turns of a kit, in a copy of the kit whose names are replaced."""

    def __init__(self, kit: str, folder: Path) -> None:
        root = KITS if kit == "tidewrack" else data_root().parent
        for top in ("data", "templates"):
            shutil.copytree(root / top / kit, folder / top / kit)
        self.kit, self.folder = kit, folder
        self.texts = {
            path: path.read_text(encoding="utf-8")
            for path in sorted((folder / "data" / kit).iterdir())
            if path.suffix in (".yaml", ".csv") and path.name not in ("game.yaml", "rules.yaml")
        }
        self.ids = {
            row["id"]
            for path in self.texts
            if isinstance(rows := self.tree(path), list)
            for row in rows
            if isinstance(row.get("id"), str)
        }

    def tree(self, path: Path) -> Any:
        if path.suffix == ".csv":
            return list(csv.DictReader(io.StringIO(self.texts[path])))
        return yaml.load(self.texts[path], _Loader)

    def first_values(self) -> dict[str, tuple[Path, KeyPath]]:
        """The fields that contain ids -> the file, and the path of the first value."""
        found: dict[str, tuple[Path, KeyPath]] = {}
        for path in self.texts:
            for keys, word in _words(self.tree(path)):
                field = ".".join("*" if isinstance(step, int) else step for step in keys)
                if word in self.ids and keys[-1] != "id":
                    found.setdefault(f"{path.name} {field}", (path, keys))
        return found

    def faults_with(self, changes: Mapping[str, tuple[Path, KeyPath]]) -> str:
        """The faults of the kit with these values replaced by unknown names; "" if there are none."""
        names = {change: f"{UNKNOWN}-{number}" for number, change in enumerate(changes.values())}
        for path in self.texts:
            tree = self.tree(path)
            for (file, keys), name in names.items():
                if file == path:
                    _put(tree, keys, name)
            path.write_text(_text(path, tree), encoding="utf-8")
        try:
            kit = load_kit(
                KitSearchPath(self.folder / "data", self.folder / "templates").find(self.kit)
            )
            check_data(kit)
            game_of_kit(kit)
            rules = self.folder / "data" / self.kit / "turns.yaml"  # only these cite rules
            return " ".join(map(str, rule_faults(kit) if rules.exists() else []))
        except KitError as error:
            return " ".join(f"{fault} {fault.hint}" for fault in error.faults)


def _words(tree: Any, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _words(value, (*keys, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _words(value, (*keys, index))
    elif isinstance(tree, str):
        yield keys, tree


def _put(tree: Any, keys: KeyPath, name: str) -> None:
    for step in keys[:-1]:
        tree = tree[step]
    tree[keys[-1]] = name


def _text(path: Path, tree: Any) -> str:
    if path.suffix != ".csv":
        dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
        return str(yaml.dump(tree, None, dumper, sort_keys=False, allow_unicode=True, width=9999))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(tree[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(tree)
    return buffer.getvalue()


@pytest.mark.parametrize("name", FREE_TEXT)
def test_an_unknown_name_is_refused_at_any_depth(name: str, tmp_path: Path) -> None:
    data = Data(name, tmp_path)
    left = data.first_values()
    assert left
    assert data.faults_with({}) == "", "as it is, the kit is right"
    for field in FREE_TEXT[name]:
        assert data.faults_with({field: left.pop(field)}) == "", f"{field} is looked up"
    while messages := data.faults_with(
        left
    ):  # one fault may hide another: reported fields are restored and the rest tried again
        reported = {int(number) for number in re.findall(rf"{UNKNOWN}-(\d+)", messages)}
        if not reported:
            break
        left = {field: left[field] for number, field in enumerate(left) if number not in reported}
    passed = [field for field, place in left.items() if not data.faults_with({field: place})]
    assert passed == []
