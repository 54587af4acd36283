"""The games and kits that are shipped, each loaded once a test process: loading takes a while."""

from __future__ import annotations

from functools import cache
from typing import Any

from generator.base.locations import data_root
from generator.engine.game import Game
from generator.engine.registry import load_game
from generator.kit.load import Kit, load_kit
from generator.kit.locate import BUILT_IN


@cache
def shipped_game(name: str) -> Game[Any]:
    """The rules of a shipped kit.  A game is never changed by being played."""
    return load_game(name, data_root() / name)


@cache
def shipped_kit(name: str) -> Kit:
    """A shipped kit as it is loaded."""
    return load_kit(BUILT_IN.find(name))
