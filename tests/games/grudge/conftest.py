"""Fixtures: the shipped game of Grudge and positions of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.games.grudge.game import Grudge
from generator.games.grudge.state import GrudgeState
from tests.shipped import shipped_game

ROOT = Path(__file__).parents[3]
DATA = ROOT / "data" / "grudge"
EXAMPLES = DATA / "examples"

ROUND: dict[str, Any] = {
    "initiative": "6D",
    "cards": ["6C", "8C", "4C"],
    "monster-cards": ["2S", "3C", "5C"],
    "monster-initiative": ["8D"],
}
"""The cards of a Round without notable events."""


@pytest.fixture(scope="session")
def game() -> Grudge:
    game = shipped_game("grudge")
    assert isinstance(game, Grudge)
    return game


def camp(game: Grudge, **position: Any) -> GrudgeState:
    """A Round that begins: the Warrior on a1, and further entries."""
    return game.load({"warrior": {"at": "a1"}, **ROUND, **position})
