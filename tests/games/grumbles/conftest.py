"""Fixture: the shipped game of Grumbles."""

from __future__ import annotations

from pathlib import Path

import pytest

import generator
from generator.games.grumbles.game import Grumbles
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data" / "grumbles"


@pytest.fixture(scope="session")
def grumbles() -> Grumbles:
    game = shipped_game("grumbles")
    assert isinstance(game, Grumbles)
    return game
