"""Tests of move notation: every decision has a text, and invalid text is refused under a rule."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.grumbles.game import Grumbles
from generator.games.grumbles.moves import Move
from tests.games.grumbles.universe import every_move

TEXTS = {
    "pick throw d2": Move("pick", "throw", to="d2"),
    "shove stay": Move("activate", "shove"),
    "push step N": Move("activate", "push", "N"),
    "pull step W pull 2": Move("activate", "pull", "W", 2),
    "yank yank S": Move("activate", "yank", power="yank", side="S"),
    "shove step N shove E": Move("activate", "shove", "N", power="shove", side="E"),
    "swing swing N to E": Move("activate", "swing", power="swing", side="N", to="E"),
    "trade swap": Move("trade", "swap"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_move_is_parsed_and_printed(grumbles: Grumbles, text: str) -> None:
    assert grumbles.read_move(text) == TEXTS[text]
    assert str(TEXTS[text]) == text


def test_every_move_has_a_unique_text(grumbles: Grumbles) -> None:
    moves = every_move(grumbles)
    texts = {str(move) for move in moves}
    assert len(texts) == len(moves)
    assert all(grumbles.read_move(str(move)) == move for move in moves)


def test_the_repr_evaluates_to_an_equal_move() -> None:
    move = TEXTS["shove step N shove E"]
    assert eval(repr(move)) == move


NONSENSE = {
    "": ("turn-shape", 'there is no Grumble ""'),
    "posh stay": ("turn-shape", 'there is no Grumble "posh"; did you mean "push"?'),
    "pick push": ("draft-place", "a pick names a Grumble and a square"),
    "pick push h9": ("draft-place", "a pick names a Grumble and a square"),
    "pick posh d2": ("draft-order", 'there is no Grumble "posh"'),
    "trade": ("trade", "a trade names one Grumble"),
    "trade push pull": ("trade", "a trade names one Grumble"),
    "trade posh": ("trade", 'there is no Grumble "posh"'),
    "push": ("activation", 'say what Push does, if only "push stay"'),
    "push stay N": ("activation", '"stay" is not what Push can do here'),
    "push step": ("sides-only", '"" is not a way'),
    "push step up": ("sides-only", '"up" is not a way'),
    "push step SE": ("sides-only", "nothing goes diagonally"),
    "push step N step E": ("one-step", "Push steps only once"),
    "push step N push 2": ("activation", '"push" is not what Push can do here'),
    "push push N": ("activation", '"push" is not what Push can do here'),
    "push yank N": ("activation", '"yank" is not what Push can do here'),
    "pull pull 1": ("activation", '"pull" is not what Pull can do here'),
    "pull step N pull": ("pull-count", "say how many pieces follow Pull"),
    "pull step N pull two": ("pull-count", "say how many pieces follow Pull"),
    "pull step N pull " + "9" * 5000: ("pull-count", "say how many pieces follow Pull"),
    "pull step N pull -1": ("pull-count", "say how many pieces follow Pull"),
    "yank yank N step N": ("power-after-step", "Yank does not step after its power"),
    "yank yank N yank N": ("activation", '"yank" is not what Yank can do here'),
    "throw throw N step N": ("instead-of-step", "Throw does not step after its power"),
    "throw step N throw N": ("instead-of-step", "Throw steps or uses its power, not both"),
    "throw throw NW": ("orthogonal", "nothing goes diagonally"),
    "swing swing N": ("swing", "say where the piece goes"),
    "swing swing N at E": ("swing", "say where the piece goes"),
    "swing swing N to": ("orthogonal", '"" is not a way'),
}


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: text[:30])
def test_impossible_moves_are_refused_under_a_rule(grumbles: Grumbles, text: str) -> None:
    rule, message = NONSENSE[text]
    with pytest.raises(IllegalMoveError) as caught:
        grumbles.read_move(text)
    assert caught.value.rule == rule
    assert message in str(caught.value)
