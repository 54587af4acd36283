"""Tests of the move history: continue, undo, save and replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.engine.bots import BOTS
from generator.engine.console import History
from generator.engine.game import Game, IllegalMoveError
from generator.engine.save_file import read_saved


def played(game: Game[Any], moves: int) -> History:
    history = History.new(game, 3, 2, {"board": "plus"})
    for _ in range(moves):
        history.make(history.ask(BOTS["random"]))
    return history


def test_undo_restores_the_game(grumbles: Game[Any]) -> None:
    history, before = played(grumbles, 9), played(grumbles, 4)
    history.undo_to(5)
    assert history.moves == before.moves
    assert history.state == before.state
    for _ in range(5):
        history.make(history.ask(BOTS["random"]))
    assert history.moves == played(grumbles, 9).moves


def test_an_illegal_move_changes_nothing(grumbles: Game[Any]) -> None:
    history = played(grumbles, 2)
    with pytest.raises(IllegalMoveError):
        history.make(grumbles.read_move("trade push"))
    assert history.state == played(grumbles, 2).state
    assert len(history.steps) == 3


def test_a_saved_game_is_the_same_game(grumbles: Game[Any], tmp_path: Path) -> None:
    history, file = played(grumbles, 9), tmp_path / "game.json"
    file.write_text(history.saved().text())
    again = History(grumbles, read_saved(file))
    assert again.state == history.state
    assert again.saved() == history.saved()
    assert again.steps[1].sentence.startswith("Pick ")
    assert [step.sentence for step in again.steps] == [step.sentence for step in history.steps]
    assert json.loads(file.read_text())["options"]["board"] == "plus"


def test_a_file_that_is_not_an_unfinished_game_is_refused(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(grumbles, 3).saved().text().replace("grumbles", "checkers"))
    with pytest.raises(KitError, match="a saved game of checkers, not of grumbles"):
        History(grumbles, read_saved(file))
    file.write_text(played(grumbles, 3).saved().text().replace('"pick ', '"trade ', 1))
    with pytest.raises((CheckFailed, KitError)):
        History(grumbles, read_saved(file))
    with pytest.raises(KitError, match="no board"):
        History.new(grumbles, 1, 2, {"board": "round"})
