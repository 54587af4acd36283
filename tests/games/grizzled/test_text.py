"""Tests of event text: sentences with variants, and cards that stay distinct in a list."""

from __future__ import annotations

import pytest

from generator.engine.events import Event
from generator.games.grizzled.game import Grizzled

SENTENCES: list[tuple[Event, str]] = [
    (
        Event("clear", "success-discards", None, {"cards": ["t23", "t10", "t19"]}),
        "No Man's Land is discarded: Rain and Whistle; Night and Whistle; Rain and Mask (Trap).",
    ),
    (
        Event("conflict", "knock-empty-hand", 1, {"knock": "k16"}),
        "Player 2 holds no cards, so Clinging does not keep Player 2 here.",
    ),
    (
        Event("conflict", "knock-own-oldest", 1, {"knock": "k15"}),
        "The Hard Knocks disagree about Player 2; Proud decides.",
    ),
    (
        Event("held", "clinging", 2, {"knock": "k16", "holder": "p1"}),
        "Player 3 may not withdraw, because of Player 1's Clinging.",
    ),
    (
        Event("fail", "three-identical-fails", 1, {"threats": ["night", "snow"]}),
        "Night and Snow three times: the Mission fails.",
    ),
    (
        Event("short", "deal-runs-short", None, {"missing": 1}),
        "The Trials pile runs out; 1 card less than called for.",
    ),
    (
        Event("reshuffle", "failure-reshuffles", None, {"cards": ["t38"], "trials": 1}),
        "No Man's Land goes back into the Trials pile, now 1: Snow, Shell and Whistle.",
    ),
    (
        Event("cheer", "play-christmas", 0, {"for": "p1", "knock": "k19"}),
        "Player 1 frees themself of Overburdened.",
    ),
    (
        Event("cheer", "play-christmas", 0, {"for": "p2", "grizzled": "g5"}),
        "Player 1 turns the Grizzled of Player 2 back to the Charm side.",
    ),
    (
        Event("chaplain-tile", "chaplain-first", None, {"tiles": 0}),
        "The Chaplain has no tile to lay.",
    ),
    (
        Event("majority", "support-majority", 2, {"tiles": 1}),
        "One tile is the most that anybody was given: Player 3 is helped.",
    ),
    (
        Event("relief", "support-after-failure", 0, {"knocks": ["k01", "k10"]}),
        "Player 1 is rid of Phobia of Night and Fragile.",
    ),
    (
        Event("relieved", "withdraw-knocks-off", 0, {"knocks": ["k07"]}),
        "Trauma of Night and Shell has no hold on Player 1 until the Mission ends.",
    ),
    (
        Event("relieved", "withdraw-knocks-off", 0, {"knocks": ["k14", "k13"]}),
        "Shaken and Weary have no hold on Player 1 until the Mission ends.",
    ),
    (Event("deaf", "deafened", 0, {"knock": "k18"}), "Player 1 is Deafened and may not answer."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[str(e.kind) for e, _ in SENTENCES])
def test_an_event_is_one_sentence(game: Grizzled, event: Event, sentence: str) -> None:
    assert game.describe(event) == sentence


def test_the_chaplain_is_shown_at_his_seat(game: Grizzled) -> None:
    state = game.load({"players": 2, "grizzled": {"p1": "g1", "p2": "g2", "chaplain": "g3"}})
    name = game.names.grizzled["g3"]
    (line,) = (line for line in state.text().splitlines() if "Chaplain" in line)
    laid = ", one laid" if state.played[-1] else ""
    assert line == f"    The Chaplain: shown by {name}, tiles {len(state.tiles[-1])}{laid}"
    assert "Chaplain" not in game.load({"players": 3}).text()


def test_the_sentences_of_a_move_are_joined(game: Grizzled) -> None:
    secret = Event("own-tile", "tile-secret", 0, {"tile": "tl"}, 0)
    withdrawing = [
        Event("withdraw", "withdraw-ends-part", 0, {}),
        Event("tile", "withdraw-tile", 0, {"left": 2}),
        Event("hold", "withdraw-keeps-hand", 0, {"cards": 1}),
        Event("turn", "turns-clockwise", 1, {}),
    ]
    (public,) = game.narrate(withdrawing)
    assert public.text == "Player 1 withdraws, lays a Support tile face down and keeps 1 card."
    assert public.rules == ("withdraw-ends-part", "withdraw-tile", "withdraw-keeps-hand")
    (own,) = game.narrate([*withdrawing[:2], secret, *withdrawing[2:]])
    assert own.text == "Player 1 withdraws, lays the tile Left face down and keeps 1 card."
