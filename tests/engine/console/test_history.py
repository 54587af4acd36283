"""A game on the table is its moves: gone on with, taken back, saved and played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.engine.bots import BOTS
from generator.engine.console import Table
from generator.engine.game import Game, IllegalMoveError
from generator.engine.save_file import read_saved


def played(game: Game[Any], moves: int) -> Table:
    table = Table.new(game, 3, 2, {"board": "plus"})
    for _ in range(moves):
        table.make(table.ask(BOTS["random"]))
    return table


def test_a_game_that_is_taken_back_is_as_it_was(grumbles: Game[Any]) -> None:
    table, before = played(grumbles, 9), played(grumbles, 4)
    table.take_back(5)
    assert table.moves == before.moves
    assert table.state == before.state
    for _ in range(5):
        table.make(table.ask(BOTS["random"]))
    assert table.moves == played(grumbles, 9).moves


def test_an_illegal_move_changes_nothing(grumbles: Game[Any]) -> None:
    table = played(grumbles, 2)
    with pytest.raises(IllegalMoveError):
        table.make(grumbles.read_move("trade push"))
    assert table.state == played(grumbles, 2).state
    assert len(table.story) == 3


def test_a_saved_game_is_the_same_game(grumbles: Game[Any], tmp_path: Path) -> None:
    table, file = played(grumbles, 9), tmp_path / "game.json"
    file.write_text(table.saved().text())
    again = Table(grumbles, read_saved(file))
    assert again.state == table.state
    assert again.saved() == table.saved()
    assert json.loads(file.read_text())["options"]["board"] == "plus"


def test_what_is_no_game_to_go_on_with_is_refused(grumbles: Game[Any], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(grumbles, 3).saved().text().replace("grumbles", "checkers"))
    with pytest.raises(KitError, match="a saved game of checkers, not of grumbles"):
        Table(grumbles, read_saved(file))
    file.write_text(played(grumbles, 3).saved().text().replace('"pick ', '"trade ', 1))
    with pytest.raises((CheckFailed, KitError)):
        Table(grumbles, read_saved(file))
    with pytest.raises(KitError, match="no board"):
        Table.new(grumbles, 1, 2, {"board": "round"})
