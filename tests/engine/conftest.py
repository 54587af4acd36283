"""Gives the tests the toy game and the games that are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import generator
from generator.engine.game import Game
from generator.engine.registry import load_game
from tests.engine.toy import ToyGame

DATA = Path(generator.__file__).parent.parent / "data"


@pytest.fixture
def toy() -> ToyGame:
    return ToyGame.new()


@pytest.fixture(scope="session")
def grumbles() -> Game[Any]:
    return load_game("grumbles", DATA / "grumbles")
