"""Turns a seat's view of a game into its next move: players that know no game in particular.

A bot that searches can be named with its budget, the number of games it imagines for each of its
moves: `mcts:200`.  `mcts-open` is the same bot cheating: it sees what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.base.errors import KitError, did_you_mean
from generator.engine.bots.greedy import greedy
from generator.engine.bots.mcts import Mcts
from generator.engine.bots.observation import Bot, ask
from generator.engine.bots.observation import Observation as Observation
from generator.engine.bots.random import random

__all__ = ["BOTS", "CHEATS", "Bot", "Glimpse", "Mcts", "ask", "bot_named", "bots_named"]

BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "mcts": Mcts()}
"""The players that a command line can name."""
CHEATS: dict[str, Bot] = {"mcts-open": Mcts(open=True)}
"""Players that can be named, too, but only to measure with."""


def bots_named(names: Sequence[str], players: int) -> list[Bot]:
    """The bots with these names, for the seats in rotation.

    Raises KitError for a name that is not known, and for more names than players.
    """
    if len(names) > players:
        says = f"{len(names)} bots are named, but {players} play"
        raise KitError(says, hint="name one for each seat, or fewer")
    return [bot_named(name) for name in names]


def bot_named(name: str) -> Bot:
    """The bot with this name, `mcts:200` one with a budget.  Raises KitError."""
    kind, colon, budget = name.partition(":")
    bot = {**BOTS, **CHEATS}.get(kind)
    if bot is None:
        raise KitError(f'there is no bot "{kind}"', hint=did_you_mean(kind, BOTS))
    if not colon:
        return bot
    if not isinstance(bot, Mcts):
        raise KitError(f'the bot "{kind}" does not search', hint=f'write "{kind}" alone')
    if not budget.isdecimal() or not int(budget):
        says = f'the budget of "{name}" must be a whole number, 1 or more'
        raise KitError(says, hint=f'write "{kind}:200"')
    return replace(bot, simulations=int(budget))
