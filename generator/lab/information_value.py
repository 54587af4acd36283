"""Value of information: how much better a bot plays that sees all that is hidden.

A searching bot that sees everything on the table, the order of decks included, is compared with the
same bot playing fair (see `rating`).  Neither knows future random numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.bots.baselines import random
from generator.engine.game import Game, State
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.lab.rating import Pair

GAMES = 3
"""How many random games are searched for hidden information."""
DECISIONS = 200
"""How many positions of each are searched at most."""


def open_vs_hidden_pairs(budgets: Sequence[int] = ()) -> list[Pair]:
    """The cheating search against the fair one, with each of these budgets or the usual one."""
    ends = [f":{budget}" for budget in sorted({*budgets})] or [""]
    return [Pair(f"mcts-open{end}", f"mcts{end}") for end in ends]


def has_hidden_information(game: Game[Any], players: int, options: Mapping[str, object]) -> bool:
    """Whether anything is ever hidden from the seat to act."""
    for seed in range(1, GAMES + 1):
        story = play(game, [random], seed, players, options)
        for _, step in zip(range(DECISIONS), story, strict=False):
            if step.state.to_act is not None and _hidden(step.state):
                return True
    return False


def _hidden(state: State[Any]) -> bool:
    """Whether the seat to act cannot tell the position from another one."""
    seat = state.to_act
    assert seat is not None
    world = state.determinize(seat, Rng(1))
    world.rng = state.rng.copy()
    return world != state
