"""Turns the legal moves into one of them, each as likely as any other."""

from __future__ import annotations

from typing import Any

from generator.engine.bots.observation import Observation
from generator.engine.rng import Rng


def random(glimpse: Observation, rng: Rng) -> Any:
    """Any legal move."""
    return rng.pick(glimpse.legal_moves())
