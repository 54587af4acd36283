"""Tests of imagined positions: hidden cards are redrawn as they may be, given what all can see."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.rng import Rng
from tests.engine.scripted.small import after, small

PLAY = """\
turn:
  - say: "{{ who }} looks at the hand."
  - while: hand | selectattr("worth", "gt", 1) | list
    do:
      - {pick: hand, as: card, where: it.worth > 1}
      - {discard: card, into: lawn}
      - {gain: score, by: card.worth}
  - {draw: deck, into: hand}
"""
HAND = ["gull", "crab"]


@pytest.mark.parametrize("viewer", [0, 1])
def test_whoever_decides_has_a_choice_in_what_others_imagine(tmp_path: Path, viewer: int) -> None:
    """Player 1 has to play a gull, so everybody knows that there is one in the hand."""
    game = small(tmp_path, PLAY)
    state, _ = after(game, "turn", hand=[HAND, ["gull"]], deck=["gull", "crab"])
    assert state.legal_moves() == ["gull"]
    for seed in range(40):
        imagined = state.determinize(viewer, Rng(seed))
        assert imagined.legal_moves() == ["gull"]
        imagined.apply("gull")


def test_before_a_turn_begins_nothing_is_known_of_a_hand(tmp_path: Path) -> None:
    game = small(tmp_path, PLAY)
    state, _ = after(game, hand=[HAND, ["gull"]], deck=["crab"] * 2)
    hands = {
        tuple(sorted(state.determinize(1, Rng(seed)).position["hand"][0])) for seed in range(40)
    }
    assert ("crab", "crab") in hands
    assert ("crab", "gull") in hands
