"""Tests of move notation: every move can be parsed, and invalid text is refused under a rule."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.ggt.game import Ggt
from generator.games.ggt.moves import FORMS, PATTERNS, Move

NONSENSE = {
    "": "turn-order",
    "fly": "turn-order",
    "move": "move",
    "move up": "move",
    "turn 6": "turn-facing",
    "attack 2": "attack",
    "attack 7 close": "attack",
    "escape 2 health": "escape",
    "rest 2": "rest",
    "push moon": "push-scope",
    "heal -1": "heal",
    "heal 1000": "heal",
    "heal 02": "heal",
    "card 1S": "test-commit",
    "card": "test-commit",
    "take nobody": "monster-and-map-choice",
    "place 1;2 0": "start-space",
    "place 1,2 9": "start-space",
    "rip nose": "rip-choice",
    "land here": "limb-lands",
    "to 01,2": "push-win",
    "to A0": "push-win",
    "to AA1": "push-win",
    "shield nose": "power-shield",
    "attach great-claw": "attach",
    "attach great-claw 1 on small-claw": "attach",
}


@pytest.mark.parametrize("text", NONSENSE)
def test_invalid_text_is_refused_under_a_rule(game: Ggt, text: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        game.read_move(text)
    assert refusal.value.rule == NONSENSE[text]
    assert refusal.value.rule in game.rules


def test_a_typing_error_gets_a_hint(game: Ggt) -> None:
    with pytest.raises(IllegalMoveError, match="escape"):
        game.read_move("escpae 2 speed")


def test_a_move_is_parsed_and_printed(game: Ggt) -> None:
    move = game.read_move("attach great-claw 2 off small-claw -1,3")
    assert move == Move("attach", ("great-claw", "2", "off", "small-claw", "-1,3"))
    assert str(move) == "attach great-claw 2 off small-claw A4"


@pytest.mark.parametrize("space", ["-1,3", "A4", "a4"])
def test_a_space_is_read_by_its_printed_name_and_its_data_name(game: Ggt, space: str) -> None:
    assert str(game.read_move(f"land {space}")) == "land A4"


def test_every_form_cites_a_rule(game: Ggt) -> None:
    assert {form.rule for form in FORMS.values()} <= set(game.rules)
    known = {*PATTERNS, "off", "space", "limb", "monster", "card", "attribute", "target"}
    kinds = {kind for form in FORMS.values() for variant in form.variants() for kind in variant}
    assert kinds == known
