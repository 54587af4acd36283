"""Turns a game into the price of its secrets: what it would be worth to see all that is hidden.

A searching bot that sees everything on the table, the order of decks included, is held against the
same bot playing fair (see `ladder`).  What chance has not yet thrown neither of them knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.bots.random import random
from generator.engine.game import Game, State
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.lab.rating import Pair

GAMES = 3
"""So many games at random are looked through for something hidden."""
DECISIONS = 200
"""No more than so many positions of each."""


def secret_pairs(budgets: Sequence[int] = ()) -> list[Pair]:
    """The cheating search against the fair one, with each of these budgets or the usual one."""
    ends = [f":{budget}" for budget in sorted({*budgets})] or [""]
    return [Pair(f"mcts-open{end}", f"mcts{end}") for end in ends]


def hides(game: Game[Any], players: int, options: Mapping[str, object]) -> bool:
    """Whether anything is ever hidden from whoever has to decide."""
    for seed in range(1, GAMES + 1):
        story = play(game, [random], seed, players, options)
        for _, told in zip(range(DECISIONS), story, strict=False):
            if told.state.to_act is not None and _hidden(told.state):
                return True
    return False


def _hidden(state: State[Any]) -> bool:
    """Whether the position might be another one for all that whoever has to decide knows."""
    seat = state.to_act
    assert seat is not None
    world = state.determinize(seat, Rng(1))
    world.rng = state.rng.copy()
    return world != state
