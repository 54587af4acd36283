"""Tests of closed decks of one's own: their owner knows the cards in them, but not their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from tests.engine.scripted.small import TURNS, after, event_texts, small

HEAD = TURNS.replace("heap: }", "heap: {}, shop: {hidden: false}}").replace(
    "lawn:", "stack: {hidden: true}, lawn:"
)
KEEP = "{draw: shop, into: stack}, {discard: hand, into: lawn}"
"""All cards come into the deck in sight."""
SAY = '{say: \'{{ stack | map(attribute="id") | join(" ") }}.\'}'


def told(folder: Path, turn: str, **position: Any) -> str:
    """What the last sentence says of the first player's deck."""
    game = small(folder, f"turn: [{turn}]\n", HEAD)
    _, events = after(game, "turn", shop=["gull"], **position)
    return event_texts(game, events)[-1]


@pytest.mark.parametrize("stack", [["crab", "gull"], ["gull", "crab"]])
def test_the_owner_knows_the_cards_but_not_their_order(tmp_path: Path, stack: list[str]) -> None:
    assert told(tmp_path, f"{KEEP}, {SAY}", stack=[stack, []]) == "crab gull gull."


def test_cards_that_were_looked_at_are_where_they_lie(tmp_path: Path) -> None:
    turn = f"{KEEP}, {{look: stack, as: seen, number: 1}}, {SAY}"
    assert told(tmp_path, turn, stack=[["crab", "gull"], []]) == "crab gull gull."
    turn = f"{KEEP}, {{discard: stack, into: lawn, number: 1}}, {{look: stack, number: 1}}, {SAY}"
    assert told(tmp_path, turn, stack=[["gull", "crab"], []]) == "crab gull."


@pytest.mark.parametrize(
    "turn",
    [
        f"{KEEP}, {{draw: deck, into: stack}}, {SAY}",  # a closed pile
        f"{KEEP}, {{swap: stack, who: next}}, {SAY}",
        f"{KEEP}, {SAY.replace('stack |', 'everyone.stack[1] |')}",
    ],
)
def test_what_came_unseen_stays_unknown(tmp_path: Path, turn: str) -> None:
    with pytest.raises(KitError, match="is none"):
        told(tmp_path, turn, stack=[["crab", "gull"], ["crab"]])


def test_what_a_deck_is_worth_is_known_to_bots(tmp_path: Path) -> None:
    value = 'value: stack | sum(attribute="worth")\n'
    game = small(tmp_path, f"turn: [{KEEP}]\n{value}", HEAD)
    state, _ = after(game, stack=[["gull"], ["crab"]], shop=["gull"])
    assert game.evaluate(state)[0] > game.evaluate(state)[1]
