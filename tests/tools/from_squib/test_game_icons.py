"""Tests of icons of the Ruby gem `game_icons`: their notes say how to get them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.tools.from_squib.project import read_project
from tests.tools.from_squib.test_project import SVG, project


@pytest.mark.parametrize(
    ("call", "file"),
    [
        ("GameIcons.get('glass-heart').file", "glass-heart.svg"),
        ("GameIcons.get('lorc/glass-heart.svg').file", "glass-heart.svg"),
        ("GameIcons.get(:flame).file", "flame.svg"),
    ],
)
def test_the_note_on_an_icon_names_its_file(tmp_path: Path, call: str, file: str) -> None:
    words = f"Squib::Deck.new do\n  rect\n  svg file: {call}\nend\n"
    (note,) = read_project(project(tmp_path, deck=words))[0].notes
    assert f"; download {file} from game-icons.net" in note.message
    assert f"write '{file}' in place of the call" in note.message


def test_an_icon_that_was_downloaded_as_the_note_says_is_imported(tmp_path: Path) -> None:
    words = "Squib::Deck.new do\n  svg file: 'glass-heart.svg'\nend\n"
    folder = project(tmp_path, deck=words)
    (folder / "glass-heart.svg").write_text(SVG)
    (deck,) = (design := read_project(folder)[0]).decks
    assert not design.notes
    assert [element.kind for element in deck.front] == ["image"]
