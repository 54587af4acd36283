"""Turns the legal moves into one of them, each as likely as any other."""

from __future__ import annotations

from typing import Any

from generator.engine.bots.observation import Observation
from generator.engine.rng import Chance


def random(glimpse: Observation, chance: Chance) -> Any:
    """Any legal move."""
    return chance.pick(glimpse.legal_moves())
