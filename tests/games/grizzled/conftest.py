"""Fixtures: the game of The Grizzled and positions of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import generator
from generator.games.grizzled.game import Grizzled
from generator.games.grizzled.state import GrizzledState
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data" / "grizzled"


@pytest.fixture(scope="session")
def game() -> Grizzled:
    shipped = shipped_game("grizzled")
    assert isinstance(shipped, Grizzled)
    return shipped


def started(game: Grizzled, players: int, seed: int = 1, **options: Any) -> GrizzledState:
    """A new game in which every player has taken the first remaining Grizzled."""
    state, _ = game.start(seed, players, options)
    assert isinstance(state, GrizzledState)
    while state.pending[-1].name == "take":
        state.apply(state.legal_moves()[0])
    return state
