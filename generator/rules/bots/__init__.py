"""Turns a seat's view of a game into its next move: players that know no game in particular."""

from __future__ import annotations

from generator.errors import KitError, did_you_mean
from generator.rules.bots.glimpse import Bot, Glimpse
from generator.rules.bots.greedy import greedy
from generator.rules.bots.mcts import Mcts
from generator.rules.bots.random import random

__all__ = ["BOTS", "Bot", "Glimpse", "bot_named"]

BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "mcts": Mcts()}
"""The players that a command line can name."""


def bot_named(name: str) -> Bot:
    """The bot with this name.  Raises KitError."""
    if name not in BOTS:
        raise KitError(f'there is no bot "{name}"', hint=did_you_mean(name, BOTS))
    return BOTS[name]
