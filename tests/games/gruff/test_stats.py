"""Tests of stats: bonuses that are kept from change to change are those of the cards on the table."""

from __future__ import annotations

from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.games.gruff.game import GruffGame
from generator.games.gruff.rules.stats import bonuses
from generator.games.gruff.state import GruffState
from tests.kinds import of_kind


def test_known_bonuses_are_as_if_computed_anew(game: GruffGame) -> None:
    compared = 0
    for seed in range(8):
        for step in play(game, [bot_named("random")], seed):
            state = of_kind(step.state, GruffState)
            known = state.bonuses
            if known:
                state.bonuses = None
                assert bonuses(state) == known, seed
                compared += any(known[0])
    assert compared > 500
