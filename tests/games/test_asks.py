"""Tests of prompts: every decision of every game has a short question."""

from __future__ import annotations

import pytest

from generator.engine.bots import bots_named
from generator.engine.of_kit import game_of
from generator.engine.playthrough import play
from generator.kit.locate import BUILT_IN


@pytest.mark.parametrize(
    ("name", "decisions"),
    [("grumbles", 3), ("grizzled", 4), ("gruff", 7), ("ggt", 5), ("grudge", 12)],
)
def test_every_prompt_is_a_question(name: str, decisions: int) -> None:
    game = game_of(BUILT_IN.find(name))
    asked = set()
    for seed in (1, 2):
        for number, step in enumerate(play(game, bots_named(["random"], game.seats[0]), seed)):
            if step.state.to_act is not None:
                assert step.state.prompt(), step.state.pending[-1]
                asked.add(step.state.prompt())
            if number == 150:
                break
    assert decisions <= len(asked)


@pytest.mark.parametrize("name", ["grumbles", "grizzled", "gruff", "ggt", "grudge"])
def test_there_is_a_question_for_exactly_the_existing_decisions(name: str) -> None:
    """The decisions are those that have refusals."""
    game = game_of(BUILT_IN.find(name))
    questions = {step for step, decision in game.decisions.items() if decision.prompt}
    assert questions == set(game.refusals)
