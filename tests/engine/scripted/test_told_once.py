"""Tests of what is told of a turn: nothing twice to a reader who sees it in more detail."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.scripted.game import ScriptedGame
from tests.engine.scripted.small import after, event_texts, small

HANDS = [["crab"], ["gull", "gull"]]
ANYBODY = -1


def told(game: ScriptedGame, *moves: str, seat: int, hand: list[list[str]] = HANDS) -> list[str]:
    """What a seat is told of these moves; `ANYBODY` sees what is told to everybody and to each seat."""
    _, events = after(game, *moves, deck=["crab", "gull", "crab"], hand=hand)
    seen = [each for each in events if seat == ANYBODY or each.only in (None, seat)]
    return [sentence.text for sentence in game.narrate(seen)]


@pytest.mark.parametrize(
    ("step", "own", "others"),
    [
        (
            "{draw: deck, into: hand, number: 2}",
            "Player 1 draws Crab, Gull.",
            "Player 1 draws 2 cards from the deck.",
        ),
        (
            "{take: hand, who: next, into: hand}",
            "Player 1 takes Gull from Player 2.",
            "Player 1 takes a card from Player 2.",
        ),
        (
            "{give: hand, who: next, into: hand}",
            "Player 1 gives Crab to Player 2.",
            "Player 1 gives a card to Player 2.",
        ),
        (
            "{look: hand, who: next, number: 1}",
            "Player 1 sees Gull.",
            "Player 1 looks at a card of Player 2.",
        ),
    ],
)
def test_whoever_sees_the_cards_is_not_told_their_number(
    tmp_path: Path, step: str, own: str, others: str
) -> None:
    game = small(tmp_path, f"turn: [{step}]\n")
    assert told(game, "turn", seat=0) == [own]
    assert told(game, "turn", seat=ANYBODY) == [own]
    assert told(game, "turn", seat=2) == [others]


def test_an_empty_sentence_tells_nothing(tmp_path: Path) -> None:
    steps = '{pick: hand, as: card}, {discard: card, into: heap, says: ""}'
    assert told(small(tmp_path, f"turn: [{steps}]\n"), "crab", seat=1) == []
    assert told(small(tmp_path, f"turn: [{steps}]\n"), "crab", seat=0) == ["Player 1 picks Crab."]


def test_a_number_of_cards_is_told_beside_a_card_that_everybody_sees(tmp_path: Path) -> None:
    steps = "{draw: deck, into: hand}, {draw: deck, into: heap}"
    game = small(tmp_path, f"turn: [{steps}]\n")
    assert told(game, "turn", seat=1) == [
        "Player 1 draws a card from the deck.",
        "Player 1 draws Gull.",
    ]


def test_a_card_that_is_picked_and_put_somewhere_is_told_once(tmp_path: Path) -> None:
    steps = "{pick: hand, as: card}, {discard: card, into: lawn}"
    game = small(tmp_path, f"turn: [{steps}]\n")
    assert told(game, "crab", seat=0) == ["Player 1 adds Crab to the lawn."]
    kept = small(tmp_path, "turn: [{pick: hand, as: card}, {draw: deck, into: heap}]\n")
    assert told(kept, "crab", seat=0) == ["Player 1 picks Crab.", "Player 1 draws Crab."]


@pytest.mark.parametrize(
    ("says", "sentences"),
    [
        ("All is put away.", ["All is put away."]),
        ("{{ card }} is put away.", ["Gull is put away.", "Gull is put away."]),
    ],
)
def test_a_sentence_without_a_card_is_told_once_for_all(
    tmp_path: Path, says: str, sentences: list[str]
) -> None:
    game = small(tmp_path, f'turn: [{{discard: hand, into: heap, says: "{says}"}}]\n')
    assert told(game, "turn", seat=1, hand=[["gull", "gull"], []]) == sentences


@pytest.mark.parametrize(
    ("step", "ends"),
    [
        ("{gain: score, by: pool - 3}", []),
        ("{lose: score, by: 0}", []),
        ("{gain: score, by: 0, says: '{{ who }} gets nothing.'}", ["Player 1 gets nothing."]),
        ("{lose: coins, by: 2}, {lose: coins, by: 1}", ["now 0.", "now 0."]),  # a limit is told
    ],
)
def test_a_change_by_nothing_is_not_told(tmp_path: Path, step: str, ends: list[str]) -> None:
    game = small(tmp_path, f"turn: [{step}]\n")
    _, events = after(game, "turn")
    texts = event_texts(game, events)
    assert len(texts) == len(ends)
    assert all(text.endswith(end) for text, end in zip(texts, ends, strict=True))
