"""Tests of position text and of event sentences with variants."""

from __future__ import annotations

import pytest

from generator.engine.events import Event
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import read_examples
from generator.games.ggt.game import Ggt
from tests.games.ggt.conftest import DATA, face_to_face

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
    (Event("pushed", "push-win", 0, {"target": "2", "to": "3,1"}), "Player 2 is pushed onto D2."),
    (Event("pushed", "push-win", 0, {"target": "2", "to": None}), "Player 2 is left where it is."),
    (
        Event("initiative", "initiative-deal", None, {"round": 2, "cards": {"2": 1, "1": 2}}),
        "Round 2. Initiative cards: 1 for Player 2, 2 for Player 1.",
    ),
    (
        Event("attack", "attack", 1, {"target": "1", "type": "ranged"}),
        "Player 2 attacks Player 1 from afar.",
    ),
    (
        Event("safe", "ranged-attacker-safe", 0, {}),
        "Player 1 attacked from afar and is not hurt, as the target cannot strike back.",
    ),
    (Event("rest", "rest", 1, {"cards": 1}), "Player 2 rests and draws 1 card."),
    (Event("cap", "sim-cap", None, {"rounds": 200}), "The game stops after round 200."),
    (
        Event("ask", "pinned", 0, {"wants": "turn 2", "asks": ["2", "3"]}),
        "Player 1 wants to Turn down left and asks Player 2 and Player 3 for leave.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_one_sentence(game: Ggt, event: Event, sentence: str) -> None:
    assert game.describe(event) == sentence


TOGETHER: list[tuple[str, int, list[str]]] = [
    (
        "first-game",
        10,
        [
            "The nine of hearts against the six of clubs: 7 + 9 = 16 is more than 5 + 6 = 11, "
            "so Player 1 wins and now has 1 Power.",
            "Player 2 takes 5 + 2 for Claw Arm = 7 damage and has 6 left.",
        ],
    ),
    (
        "first-game",
        27,
        [
            "Player 2 pays 1 Power to Player 1 and sews on Claw Arm. "
            "Now it has Speed 4, Strength 7, Smarts 5 and Health 14.",
            "Player 2 ends the turn, and Player 1 is next.",
        ],
    ),
    (
        "a-whole-fight",
        11,
        [
            "The Jack of diamonds against the eight of clubs: Player 1 wins and now has 1 Power.",
            "The last pair decides.",
            "Player 2 takes 9 + 2 for Claw Arm − 1 for Dumpling Tail = 10 damage "
            "and has nothing left.",
            "Player 2 is about to lose a limb.",
        ],
    ),
    (
        "level-totals",
        3,
        [
            "The three of hearts against the four of clubs: 7 + 3 = 10, 6 + 4 = 10. "
            "A tie, so another card each."
        ],
    ),
    (
        "sewn-on",
        1,
        [
            "Player 1 pays 2 Power to the supply, but 1 of it to Player 2, and sews on Great Claw. "
            "Now it has Speed 4, Strength 8, Smarts 5 and Health 15."
        ],
    ),
]
"""Moves of examples by their numbers, counted from 1, and their sentences."""


@pytest.mark.parametrize(("id", "number", "sentences"), TOGETHER)
def test_simultaneous_events_are_narrated_together(
    game: Ggt, id: str, number: int, sentences: list[str]
) -> None:
    (example,) = (
        example
        for path in (DATA / "examples").glob("*.yaml")
        for example in read_examples(path)
        if example.id == id
    )
    narrated = run_example(game, example).moves[number - 1].sentences
    assert [sentence.text for sentence in narrated] == sentences


def test_the_map_is_drawn_as_ascii(game: Ggt) -> None:
    state = face_to_face(game, limbs={"2": [None] * 5}, lying={"great-claw": "0,3"})
    lines = state.text().splitlines()
    assert lines[:5] == [
        "      o o o",
        "     o . . o",
        "    o . 1 2 o",
        "     o * . o",
        "      o o o",
    ]
    assert lines[5].startswith("    Player 1: Gravel Gus on C3 facing 0 (right), ")
    assert lines[6].endswith("limbs: none")
