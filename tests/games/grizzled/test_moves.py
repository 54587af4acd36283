"""Tests of move notation: what is accepted, and under which rule the rest is refused."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.grizzled.game import Grizzled
from generator.games.grizzled.moves import Move

READ = {
    "take g1": Move("take", "g1"),
    "intensity 03": Move("intensity", "3"),
    "play  t05": Move("play", "t05"),
    "withdraw": Move("withdraw"),
    "withdraw trr": Move("withdraw", "trr"),
    "keep": Move("keep"),
    "cheer p5 charm": Move("cheer", "p5", "charm"),
    "relief k10 k02": Move("relief", "k02", "k10"),
}
REFUSED = {
    "": "one-action",
    "sing": "one-action",
    "pass": "no-pass",
    "take": "grizzled-pick",
    "take g9": "grizzled-pick",
    "intensity many": "intensity-choice",
    "intensity -1": "intensity-choice",
    "intensity ³": "intensity-choice",
    "intensity 99999999999999999999": "intensity-choice",
    "play t40": "one-action",
    "charm g1": "charm-use",
    "speech mud": "speech-names-threat",
    "withdraw left": "withdraw-tile",
    "keep t01": "speech-discard-one",
    "cheer p6 k01": "play-christmas",
    "cheer p1": "play-christmas",
    "relief k01 k02 k03": "benefit-optional",
}


@pytest.mark.parametrize("text", READ)
def test_a_move_is_parsed(game: Grizzled, text: str) -> None:
    assert game.read_move(text) == READ[text]
    assert game.read_move(str(READ[text])) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_impossible_moves_are_refused(game: Grizzled, text: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        game.read_move(text)
    assert refusal.value.rule == REFUSED[text]
    assert REFUSED[text] in game.rules
