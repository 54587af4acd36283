"""Turns a seat's view of a game into its next move: players that know no game in particular."""

from __future__ import annotations

from collections.abc import Sequence

from generator.errors import KitError, did_you_mean
from generator.rules.bots.glimpse import Bot, Glimpse
from generator.rules.bots.greedy import greedy
from generator.rules.bots.mcts import Mcts
from generator.rules.bots.random import random

__all__ = ["BOTS", "Bot", "Glimpse", "bot_named", "bots_named"]

BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "mcts": Mcts()}
"""The players that a command line can name."""


def bots_named(names: Sequence[str], players: int) -> list[Bot]:
    """The bots with these names, for the seats in rotation.

    Raises KitError for a name that is not known, and for more names than players.
    """
    if len(names) > players:
        says = f"{len(names)} bots are named, but {players} play"
        raise KitError(says, hint="name one for each seat, or fewer")
    return [bot_named(name) for name in names]


def bot_named(name: str) -> Bot:
    """The bot with this name.  Raises KitError."""
    if name not in BOTS:
        raise KitError(f'there is no bot "{name}"', hint=did_you_mean(name, BOTS))
    return BOTS[name]
