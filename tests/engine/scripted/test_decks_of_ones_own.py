"""Tests of closed decks of one's own: their owner knows the cards in them, but not their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.testing.laws import play, trials
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


SAME = TURNS.replace(
    "hand: {deal: 1, from: deck}",
    "stack: {hidden: true, of: cards, copies: worth}, hand: {deal: 2, from: stack}",
)
"""Everybody begins with two gulls and a crab, and draws two of them."""


def test_everybody_begins_with_the_same_cards(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{draw: stack, into: hand}]\n", SAME)
    there = [game.start(seed, players=3)[0].position for seed in range(9)]
    for position in there:
        for stack, hand in zip(position["stack"], position["hand"], strict=True):
            assert (len(stack), len(hand)) == (1, 2)
            assert sorted(stack + hand) == ["crab", "gull", "gull"]
    left = [tuple(card for (card,) in position["stack"]) for position in there]
    assert len(set(left)) > 3  # each deck is shuffled by itself
    assert all(each["deck"].count("gull") == 4 for each in there)  # the pile has cards of its own


def test_so_many_copies_are_there_as_players_have(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{draw: stack, into: hand}]\n", SAME)
    for players in (1, 3):
        lawn = ["gull"] * (4 + 2 * players)
        position: dict[str, Any] = {"deck": [], "stack": [[]] * players, "hand": [[]] * players}
        lawns = [lawn, *[[]] * (players - 1)]
        state, _ = after(game, players=players, **position, lawn=lawns)
        assert state.position["lawn"][0] == lawn
        with pytest.raises(KitError, match=f'"gull" occurs {len(lawn) + 1} times'):
            after(game, players=players, **position, lawn=[[*lawn, "gull"], *lawns[1:]])


def test_the_game_with_the_same_cards_for_all_obeys_the_laws(tmp_path: Path) -> None:
    turns = """\
turn:
  - {pick: hand, as: card}
  - {discard: card, into: lawn}
  - {gain: score, by: card.worth}
  - {draw: stack, into: hand, again: lawn}
end: [{rounds: 5}]
"""
    game = small(tmp_path, turns, SAME)
    assert all(play(trial, 1, every=4) == 5 * trial.players for trial in trials(game))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("hidden: true, of", "from: deck, of", "stack is both made of a table and dealt"),
        ("of: cards, copies: worth", "of: crads", 'there is no table "crads"'),
        ("copies: worth", "copies: wroth", '"cards" has no whole-number field "wroth"'),
        ("deal: 2", "deal: 4", '"stack" has 3 cards, but 4 are dealt to each player'),
        ("from: stack", "from: lawn", 'there is no pile "lawn"'),
    ],
)
def test_mistakes_in_the_cards_to_begin_with_are_named(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, "turn: [{draw: stack, into: hand}]\n", SAME.replace(old, new))
    assert fault in str(caught.value)
    assert "turns.yaml:2: " in str(caught.value)


def test_all_players_have_no_more_cards_than_a_kit(tmp_path: Path) -> None:
    cards = "gull,Gull,900,1\ncrab,Crab,1000,1\n"
    with pytest.raises(KitError, match=r"3 players have more than 5,000 cards"):
        small(tmp_path, "turn: [{draw: stack, into: hand}]\n", SAME, cards=cards)
