"""The position as lines of text, and sentences that depend on what an event is about."""

from __future__ import annotations

import pytest

from generator.engine.events import Event
from generator.games.ggt.game import Ggt
from tests.games.ggt.conftest import face_to_face

SENTENCES: list[tuple[Event, str]] = [
    (
        Event("win", "test-total", None, {"winner": "2", "totals": [9, 12]}),
        "Player 2 wins, 9 to 12.",
    ),
    (Event("win", "royal-order", None, {"winner": "1"}), "Player 1 wins by a royal card."),
    (Event("tie", "test-tie", None, {"totals": [9, 9]}), "A tie at 9 to 9."),
    (Event("tie", "equal-royals", None, {}), "Two equal royal cards are a tie."),
    (
        Event("reveal", "card-values", None, {"cards": ["10H", None]}),
        "Played: the ten of hearts and nothing.",
    ),
    (
        Event("pushed", "push-win", 0, {"target": "2", "to": "3,1"}),
        "Player 2 is pushed to 3,1.",
    ),
    (Event("pushed", "push-win", 0, {"target": "2", "to": None}), "Player 2 is left where it is."),
    (
        Event("initiative", "initiative-deal", None, {"round": 2, "cards": {"2": 1, "1": 2}}),
        "Round 2. Initiative cards: 1 for Player 2, 2 for Player 1.",
    ),
    (
        Event("attack", "attack", 1, {"target": "1", "type": "ranged"}),
        "Player 2 attacks Player 1 (ranged).",
    ),
    (
        Event("safe", "ranged-attacker-safe", 0, {}),
        "Player 1 attacked at range and is not hurt: the target cannot strike back.",
    ),
    (Event("rest", "rest", 1, {"cards": 1}), "Player 2 rests and draws 1 card."),
    (Event("cap", "sim-cap", None, {"rounds": 200}), "The game stops after round 200."),
    (
        Event("ask", "pinned", 0, {"wants": "turn 2", "asks": ["2", "3"]}),
        'Player 1 wants to "turn 2" and needs the leave of Player 2 and Player 3.',
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_one_sentence(game: Ggt, event: Event, sentence: str) -> None:
    assert game.describe(event) == sentence


def test_the_map_is_drawn_as_it_lies(game: Ggt) -> None:
    state = face_to_face(game, limbs={"2": [None] * 5}, lying={"great-claw": "0,3"})
    lines = state.text().splitlines()
    assert lines[:5] == [
        "      o o o",
        "     o . . o",
        "    o . 1 2 o",
        "     o * . o",
        "      o o o",
    ]
    assert lines[5].startswith("    Player 1: Gravel Gus on 1,2 facing 0 (right), ")
    assert lines[6].endswith("limbs: none")
