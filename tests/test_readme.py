"""Holds the README to its word: its game builds as written, its files and targets exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.kit import build
from generator.model.load import load_csv
from generator.press.finding import Roots
from generator.press.request import Request

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME = {
    "yaml": "data/mygame/game.yaml",
    "csv": "data/mygame/cards.csv",
    "xml": "templates/mygame/card.xml",
}


def written(folder: Path) -> Roots:
    """The README's game, copied from its code blocks into a folder."""
    for kind, name in GAME.items():
        (block,) = re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)
        assert name in README
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(block, encoding="utf-8")
    return Roots(folder / "data", folder / "templates")


def test_the_game_of_the_readme_builds_to_two_pages_of_nine_cards(tmp_path: Path) -> None:
    roots = written(tmp_path)
    built = build(Request("mygame", roots, tmp_path / "out", backs="none"))
    (made,) = built.files
    cards = [len(sheet.placements) for sheet in made.sheets[1:]]
    assert (made.path, cards) == ("mygame-print-a4.pdf", [9, 9])
    copies = [int(row["copies"]) for row in load_csv(tmp_path / GAME["csv"]).data]
    assert sum(copies) == sum(cards)


def test_its_check_is_one_that_can_fail(tmp_path: Path) -> None:
    roots = written(tmp_path)
    cards = tmp_path / GAME["csv"]
    cards.write_text(cards.read_text().replace("crab,Crab,1,9", "crab,Crab,1,8"))
    with pytest.raises(
        Exception, match=r"found 17, expected 18; stated at .*game\.yaml:\d+ \(C-deck\)"
    ):
        build(Request("mygame", roots, tmp_path / "out"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_it_links_to_is_there(target: str) -> None:
    assert (ROOT / target).exists()


def test_every_make_target_it_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`", README)) | {"test"}
    assert named <= targets
