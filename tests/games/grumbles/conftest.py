"""Gives the tests the shipped game."""

from __future__ import annotations

from pathlib import Path

import pytest

import generator
from generator.engine.registry import load_game
from generator.games.grumbles.game import Grumbles

DATA = Path(generator.__file__).parent.parent / "data" / "grumbles"


@pytest.fixture(scope="session")
def grumbles() -> Grumbles:
    game = load_game("grumbles", DATA)
    assert isinstance(game, Grumbles)
    return game
