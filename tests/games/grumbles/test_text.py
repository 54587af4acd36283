"""Tests of position text, and of a sentence for every kind of event."""

from __future__ import annotations

import re

import pytest

from generator.engine.bots import BOTS
from generator.engine.events import Event, JsonValue
from generator.engine.playthrough import play
from generator.engine.text.event_text import Sentence
from generator.games.grumbles.display import SENTENCES
from generator.games.grumbles.game import Grumbles

BOARD = """\
  7     .        .     G:Push     []     G:Pull      .        .
  6     .        .        .     G:Throw     .        .        .
  5     .        .       o*        .       o*        .        .
  4     .        .        .       ?*        .        .        .
  3     .        .       o*        .       o*        .        .
  2     o        .        .     R:Yank      .        .        .
  1     .     R:Shove     .       []     R:Swap      .        .
        a        b        c        d        e        f        g
    Red 0, Green 0; unused: Swing; pile: 4"""


def test_the_board_is_drawn_from_reds_side(grumbles: Grumbles) -> None:
    state = grumbles.load(
        {
            "turn": 2,
            "red": {"shove": "b1", "yank": "d2", "swap": "e1"},
            "green": {"throw": "d6", "push": "c7", "pull": "e7"},
            "goofs": {
                **{"a2": "starter", "c3": "starter", "c5": "starter", "d4": "super"},
                **{"e3": "starter", "e5": "starter"},
            },
        }
    )
    assert state.text() == BOARD


def test_every_event_of_many_games_has_a_complete_sentence(grumbles: Grumbles) -> None:
    sentences = {}
    for seed in range(6):
        for number in play(grumbles, [BOTS["random"]], seed, options={"turn-cap": 900}):
            for event in number.events:
                sentences[event.kind, event.rule] = grumbles.describe(event)
    kinds = {kind for kind, _ in sentences}
    assert kinds == {key.partition("/")[0] for key in SENTENCES.events}
    by_rule = {key for key in SENTENCES.events if "/" in key}
    assert by_rule <= {f"{kind}/{rule}" for kind, rule in sentences}
    for sentence in sentences.values():
        assert re.fullmatch(r"[A-Za-z0-9][^{}]*[.:]? ?.*\.", sentence), sentence
        assert "None" not in sentence
        assert " -" not in sentence
        assert "  " not in sentence


@pytest.mark.parametrize(
    ("kind", "rule", "facts", "sentence"),
    [
        ("turn", "turns-alternate", {"turn": 2}, "Turn 2: Red."),
        ("score", "regular-one", {"points": 1, "total": 3}, "Red gets 1 point for it and now has 3."),
        ("score", "super-three", {"points": 3, "total": 2},
         "Red gets 3 points for it and now has 2."),
        ("score", "doom-minus-one", {"points": -1, "total": -1},
         "Red loses 1 point for it and now has −1."),
        ("swap", "swap", {"grumble": "swap", "moved": (("swap", "c2", "c3"), ("starter", "c3", "c2"))},
         "Red’s Swap changes places with a regular Goof on c3."),
        ("yank", "yank", {"grumble": "yank", "moved": (("drawn", "d4", "d3"),)},
         "Red’s Yank yanks an unseen Goof nearer, to d3."),
        ("push", "push", {"grumble": "push", "moved": (("push", "c2", "c3"), ("yank", "c3", "c4"),
         ("starter", "c4", "c5"))},
         "Red’s Push steps north to c3 and shunts Yank and a regular Goof ahead."),
        ("pull", "pull", {"grumble": "pull", "moved": (("pull", "c2", "d2"), ("drawn", "b2", "c2"))},
         "Red’s Pull steps east to d2, with an unseen Goof in tow."),
        ("shove", "shove", {"grumble": "shove", "moved": (("yank", "c2", "c1"),)},
         "Red’s Shove shoves Yank south to c1."),
        ("end", "doom-ends", {"turns": 9},
         "The Goof of Doom is captured: the game is over in turn 9."),
        ("end", "turn-cap", {"turns": 1}, "The game is stopped, unfinished, after 1 turn."),
        ("end", "turn-cap", {"turns": 2}, "The game is stopped, unfinished, after 2 turns."),
    ],
)  # fmt: skip
def test_an_event_is_a_good_english_sentence(
    grumbles: Grumbles, kind: str, rule: str, facts: dict[str, JsonValue], sentence: str
) -> None:
    assert grumbles.describe(Event(kind, rule, 0, facts)) == sentence


def test_the_events_of_a_move_are_narrated_as_one_text(grumbles: Grumbles) -> None:
    state, _ = grumbles.start(1)
    texts: list[Sentence] = []
    for move in ("throw d2", "swing d6", "swap e1", "yank c7", "pull c1", "push e7"):
        texts += grumbles.narrate(state.apply(grumbles.read_move(f"pick {move}")))
    assert texts[0] == ("Red picks Throw and puts it onto d2.", ("draft-order", "draft-place"))
    assert texts[-1].text == "Shove is left over: the unused Grumble. Green begins."
    for move in ("yank yank S", "swing stay", "push stay"):
        state.apply(grumbles.read_move(move))
    (trade,) = grumbles.narrate(state.apply(grumbles.read_move("trade yank")))
    assert trade.text == (
        "Green trades Yank for Shove, which takes its place on c7. Now it is Red’s turn."
    )
    assert trade.rules == ("trade", "turns-alternate")
