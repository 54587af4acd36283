"""Games are found by the name of their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.errors import KitError
from generator.rules.discover import game_class, game_names, load_game

from .conftest import DATA


def test_a_folder_of_games_is_a_game() -> None:
    assert "grumbles" in game_names()
    assert game_class("grumbles").name == "grumbles"


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(KitError, match='no rules to play "grumble" by; did you mean "grumbles"'):
        game_class("grumble")


def test_data_without_what_the_rules_need_are_refused(tmp_path: Path) -> None:
    for path in (DATA / "grumbles").glob("*.yaml"):
        text = path.read_text()
        if path.name == "goofs.yaml":
            text = text.replace("id: doom", "id: gloom")
        (tmp_path / path.name).write_text(text)
    with pytest.raises(KitError, match="the tables lack what the rules need: 'doom'"):
        load_game("grumbles", tmp_path)
