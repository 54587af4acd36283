"""Tests of keeping a generated map: it is added to the data and to the option, and can be played."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.of_kit import game_of_kit
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.press.request import MapRequest
from generator.tools.keep_map import prepare
from tests.press.running import run


def copied(kit: str, folder: Path) -> KitSearchPath:
    """The search path of a copy of a kit's data."""
    shutil.copytree(BUILT_IN.find(kit).data, folder / "data" / kit)
    return KitSearchPath.from_cwd(folder / "data", None, None)


@pytest.mark.parametrize(
    ("kit", "table", "option"), [("ggt", "maps", "map"), ("grudge", "challenges", "")]
)
def test_a_kept_map_is_an_ordinary_row_and_choice(
    tmp_path: Path, kit: str, table: str, option: str
) -> None:
    folders = copied(kit, tmp_path).find(kit)
    before = {path: path.read_text(encoding="utf-8") for path in folders.data.rglob("*.yaml")}
    kept = prepare(folders, MapRequest(7), "foggy-hollow")
    assert {path: path.read_text(encoding="utf-8") for path in before} == before
    kept.write()
    changed = {path for path, text in before.items() if path.read_text(encoding="utf-8") != text}
    assert changed == {path for path, _ in kept.files}
    for path in changed:  # lines are added, or the line of the choices is longer
        old, new = before[path].splitlines(), path.read_text(encoding="utf-8").splitlines()
        assert len([line for line in old if line not in new]) == (path.name == "game.yaml")
    loaded = load_kit(folders)
    assert [row["id"] for row in loaded.tables[table].rows][-1] == "foggy-hollow"
    assert kept.option == option
    if option:
        choices = loaded.file.options[option].choices
        assert choices[-2:] == ("foggy-hollow", "random")
        game = game_of_kit(loaded)
        assert game.read_options({option: "foggy-hollow"})[option] == "foggy-hollow"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Foggy Hollow", "cannot be the name of a row"),
        ("../x", "cannot be the name of a row"),
        ("x" * 81, "cannot be the name of a row"),
        ("con", "cannot be the name of a row"),
        ("suicide-woods", 'there is already a "suicide-woods"'),
    ],
)
def test_an_invalid_name_for_a_map_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(KitError, match=message):
        prepare(copied("ggt", tmp_path).find("ggt"), MapRequest(7), name)


def test_the_command_draws_the_map_and_keeps_it(tmp_path: Path) -> None:
    copied("ggt", tmp_path)
    words = ("maps", "ggt", "--data", tmp_path / "data", "-o", tmp_path / "out", "--no-cache")
    result = run(*words, "--seed", 7, "--keep", "foggy-hollow")
    assert (result.code, result.err) == (0, "")
    assert "play it with --option map=foggy-hollow" in result.out
    again = run(*words, "--seed", 7, "--keep", "foggy-hollow")
    assert (again.code, len(again.faults)) == (2, 1)
    assert 'there is already a "foggy-hollow"' in again.err
    played = run("play", "ggt", "--data", tmp_path / "data", "--option", "map=foggy-hollow")
    assert played.code == 0
