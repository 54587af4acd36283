"""Tests of move notation: what is accepted, and under which rule the rest is refused."""

from __future__ import annotations

import pytest

from generator.engine.pending import IllegalMoveError
from generator.engine.text.move_notation import Form, Notation

NOTATION = Notation(
    {
        "deal": Form("deal-cards", "number"),
        "pass": Form("pass-turn"),
        "play": Form("play-card", "card [player]"),
        "lay": Form("lay-card", "card card | card player | player"),
        "go": Form("go-on", "half-step | half-step over"),
    },
    {
        "card": {"ace": 1, "king": 2},
        "player": ("p1", "p2"),
        "half-step": str.isupper,
        "over": {"over"},
    },
    "one-action",
)
READ = {
    "deal 003": ["deal", "3"],
    " pass ": ["pass"],
    "play ace": ["play", "ace"],
    "play  king p2": ["play", "king", "p2"],
    "lay king ace": ["lay", "king", "ace"],
    "lay king p1": ["lay", "king", "p1"],
    "lay p1": ["lay", "p1"],
    "go N": ["go", "N"],
}
REFUSED = {
    "": ("one-action", 'no move begins with ""'),
    "plai ace": ("one-action", 'no move begins with "plai"; did you mean "play"?'),
    "deal": ("deal-cards", 'write it as "deal NUMBER"'),
    "deal -1": ("deal-cards", '"-1" is not a whole number'),
    "deal ³": ("deal-cards", '"³" is not a whole number'),
    "deal 1234567890": ("deal-cards", '"1234567890" is not a whole number'),
    "lay king p3": ("lay-card", 'write it as "lay CARD CARD" or "lay CARD PLAYER" or "lay PLAYER"'),
    "lay p3": ("lay-card", 'there is no player "p3"'),
    "go n": ("go-on", 'there is no half step "n"'),
    "go N over E": ("go-on", 'write it as "go HALF-STEP" or "go HALF-STEP over"'),
    "pass ace": ("pass-turn", 'write it as "pass"'),
    "play ace p1 p2": ("play-card", 'write it as "play CARD [PLAYER]"'),
    "play kin": ("play-card", 'there is no card "kin"; did you mean "king"?'),
    "play ace p7": ("play-card", 'there is no player "p7"'),
}


@pytest.mark.parametrize("text", READ)
def test_a_move_is_read(text: str) -> None:
    assert NOTATION.read(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_invalid_notation_is_refused(text: str) -> None:
    rule, message = REFUSED[text]
    with pytest.raises(IllegalMoveError) as refusal:
        NOTATION.read(text)
    assert refusal.value.rule == rule
    assert message in str(refusal.value)
