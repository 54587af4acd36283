"""Fixtures: the game of Grunt, Growl, and Tear and positions of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import generator
from generator.engine.rng import Rng
from generator.games.ggt.game import Ggt
from generator.games.ggt.state import GgtState
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data" / "ggt"

ARENA = {"rows": ["  o o o", " o . . o", "o . . . o", " o . . o", "  o o o"]}
"""A map of nineteen hexes; its middle is 1,2."""


@pytest.fixture(scope="session")
def game() -> Ggt:
    shipped = shipped_game("ggt")
    assert isinstance(shipped, Ggt)
    return shipped


def face_to_face(game: Ggt, **more: Any) -> GgtState:
    """Player 1 in the middle of the arena, facing player 2 on the right, who faces player 1."""
    data: dict[str, Any] = {
        "players": 2,
        "map": ARENA,
        "monsters": {"1": "gravel-gus", "2": "old-pincher"},
        "at": {"1": "1,2", "2": "2,2"},
        "facing": {"1": 0, "2": 3},
        "now": "1",
    }
    return game.load({**data, **more})


def play(game: Ggt, state: GgtState, *moves: str) -> GgtState:
    """The state after these moves."""
    for move in moves:
        state.apply(game.read_move(move))
    return state


def random_game(game: Ggt, players: int, seed: int, moves: int, **options: Any) -> GgtState:
    """A random game after some moves, or at its end."""
    state, _ = game.start(seed, players, options)
    assert isinstance(state, GgtState)
    rng = Rng(seed, stream=1)
    for _ in range(moves):
        if state.to_act is None:
            break
        state.apply(rng.pick(state.legal_moves()))
    return state
