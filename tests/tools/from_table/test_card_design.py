"""Tests of the design of two-sided cards: what the headings put on the back."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.kit.load import load_kit
from generator.pipeline.check import check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.scene.alt_text import all_words
from generator.press.templates.style import style_of
from tests.tools.from_table.test_new_kit import game_yaml, imported

TWO_SIDED = """\
Name,Text,Back Title,Text (back),Back strength
Maid,Pay 1.,Witch,“Boo!”,4
Cat,Purr.,,,
Dog,Bark.,Wolf,,2
"""


def words_of(folder: Path, sheet: str) -> list[tuple[str, str]]:
    """The words on the front and on the back of each card."""
    roots = imported(folder, "deck.csv", sheet.encode()).roots
    assert [*check("deck", roots)]
    kit = load_kit(roots.find("deck"))
    faces = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"]))
    pieces = [piece for part in faces.parts() for piece in part.pieces]
    return [
        (all_words(piece.front), all_words(piece.back) if piece.back else "") for piece in pieces
    ]


def test_columns_of_the_back_are_printed_there(tmp_path: Path) -> None:
    maid, cat, dog = words_of(tmp_path, TWO_SIDED)
    assert [word in maid[1] for word in ("Witch", "“Boo!”", "Strength 4")] == [True] * 3
    assert not any(word in maid[0] for word in ("Witch", "Boo", "4"))
    assert cat[1] == "Deck"
    assert ("Wolf" in dog[1], "Strength 2" in dog[1], "Deck" in dog[1]) == (True, True, False)
    assert "two-sided: true" in game_yaml(tmp_path)


def test_a_back_of_every_row_has_no_condition(tmp_path: Path) -> None:
    words = words_of(tmp_path, "Name,Back text\nMaid,Witch\nDog,Wolf\n")
    assert [back for _, back in words] == ["Witch", "Wolf"]
    back = (tmp_path / "templates/deck/card-back.xml").read_text(encoding="utf-8")
    assert "{% if" not in back


@pytest.mark.parametrize("heading", ["Knock Back", "Back", "Backstory", "Payback (yes)"])
def test_other_headings_stay_on_the_front(tmp_path: Path, heading: str) -> None:
    (front, back), *_ = words_of(tmp_path, f"Name,{heading}\nMaid,far away\nDog,near by\n")
    assert "far away" in front
    assert back == "Deck"
    assert "two-sided" not in game_yaml(tmp_path)
