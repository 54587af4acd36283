"""Fixtures: the toy game and the shipped games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import generator
from generator.engine.game import Game
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data"


@pytest.fixture
def toy() -> ToyGame:
    return ToyGame.new()


@pytest.fixture(scope="session")
def grumbles() -> Game[Any]:
    return shipped_game("grumbles")
