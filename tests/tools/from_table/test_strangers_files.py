"""Tests of untrusted tables and scripts: they take no file from outside their folder into the kit."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from generator.base.errors import KitError
from generator.tools.from_table.new_kit import new_from_table
from tests.press.running import run

SQUIB = """require 'squib'
Squib::Deck.new(cards: 1, width: 825, height: 1125) do
  data = csv file: '{table}'
  text str: data['name'], x: 10, y: 10
  png file: '{picture}', x: 20, y: 20
end
"""
NANDECK = "LINK = {table}\nTEXT = 1, [name], 0, 0, 6, 9\nIMAGE = 1, {picture}, 0, 0, 3, 3\n"
TABLE = "id,name,picture\na,A,{picture}\n"
WAYS = {
    "squib": ("deck.rb", SQUIB, "--from-squib"),
    "nandeck": ("deck.nde", NANDECK, "--from-nandeck"),
    "table": ("deck.csv", TABLE, "--from"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("leads", ["link", "absolute", "up", "setting"])
def test_files_outside_the_folder_are_not_copied(
    way: str, leads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, script, option = WAYS[way]
    folder, outside = tmp_path / "project", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (outside / "table.csv").write_text("name\nPRIVATE LINE\n", encoding="utf-8")
    Image.new("RGB", (600, 600), "red").save(outside / "picture.png")
    private = {(outside / each).read_bytes() for each in ("table.csv", "picture.png")}
    if leads == "link":
        for each in ("table.csv", "picture.png"):
            (folder / each).symlink_to(outside / each)
    (folder / "config.yml").write_text(f"img_dir: {outside if leads == 'setting' else '.'}\n")
    where = {"link": "", "setting": "", "absolute": f"{outside}/", "up": "../outside/"}[leads]
    text = script.format(table=f"{where}table.csv", picture=f"{where}picture.png")
    (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    result = run("new", "copied", option, folder / name)

    assert "fault of Grimoire" not in result.err
    assert "PRIVATE" not in result.out + result.err
    for path in (*tmp_path.glob("data/**/*"), *tmp_path.glob("templates/**/*")):
        if path.is_file():
            assert path.read_bytes() not in private
            assert b"PRIVATE" not in path.read_bytes()


def test_an_unwritable_target_is_reported_instead_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("id,name\na,A\n", encoding="utf-8")
    (tmp_path / "data").write_text("mine", encoding="utf-8")
    result = run("new", "copied", "--from", "cards.csv")
    assert result.code == 2
    assert result.err.startswith("data/copied")
    assert "Not a directory" in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.csv", "data"]


def test_a_table_with_too_many_columns_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "deck.csv"
    table.write_text("\n".join(",".join(f"c{n}" for n in range(count)) for count in (201, 201)))
    with pytest.raises(KitError, match="has 201 columns, but a card has room for at most 200"):
        new_from_table("mine", table, tmp_path)
