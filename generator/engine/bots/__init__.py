"""Bots: players for any game, without knowledge of a particular one.

The name of a searching bot can carry a budget, the number of simulations per move: `search:200`.
`mcts-open` is the same bot cheating: it sees what is hidden.  A game can have bots of its own
(`Game.bots`), which a command names like these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.base.errors import KitError, did_you_mean
from generator.engine.bots.baselines import greedy, random
from generator.engine.bots.mcts import Mcts
from generator.engine.bots.observation import Bot, Observation, choose_move
from generator.engine.bots.search import Search

__all__ = [
    "BOTS",
    "CHEATS",
    "Bot",
    "Mcts",
    "Observation",
    "Search",
    "bot_named",
    "bots_named",
    "choose_move",
]

BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "mcts": Mcts(), "search": Search()}
"""The bots that a command line can name."""
CHEATS: dict[str, Bot] = {"mcts-open": Mcts(open=True)}
"""Bots that can also be named, but only for measurements."""
NO_BOTS: Mapping[str, Bot] = {}


def bots_named(
    names: Sequence[str | Bot], players: int, own: Mapping[str, Bot] = NO_BOTS
) -> list[Bot]:
    """Return the bots with these names, for the first seat, the second, and so on, repeating the list.

    `own`: those of the game.  A bot in the list stands for itself.  Raises KitError for an unknown
    name and for more names than players.
    """
    if len(names) > players:
        message = f"{len(names)} bots are named, but {players} play{'s' * (players == 1)}"
        raise KitError(message, hint="name one for each seat, or fewer")
    return [bot_named(name, own) if isinstance(name, str) else name for name in names]


def bot_named(name: str, own: Mapping[str, Bot] = NO_BOTS, levels: Sequence[str] = ()) -> Bot:
    """Return the bot with this name and budget: `greedy`, `mcts:200`; `own`: those of the game.

    Raises KitError; `levels` are names of no bots that can be written in place of one.
    """
    kind, colon, budget = name.partition(":")
    bot = {**own, **BOTS, **CHEATS}.get(kind)
    if bot is None and kind not in levels:
        known = [*BOTS, *own, *levels]
        raise KitError(f'there is no bot "{kind}"', hint=did_you_mean(kind, known))
    if bot and not colon:
        return bot
    if not isinstance(bot, Mcts | Search):
        raise KitError(f'the bot "{kind}" takes no budget', hint=f'write "{kind}" alone')
    if not budget.isdecimal() or not int(budget):
        message = f'the budget of "{name}" must be a whole number, 1 or more'
        raise KitError(message, hint=f'write "{kind}:200"')
    return replace(bot, simulations=int(budget))
