"""Sentences that depend on what an event is about, and cards that keep apart in a list."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.events import Event
from generator.games.grizzled.display import describe
from generator.games.grizzled.game import Grizzled
from tests.games.grizzled.conftest import started

SENTENCES: list[tuple[Event, str]] = [
    (
        Event("clear", "success-discards", None, {"cards": ["t23", "t10", "t19"]}),
        "Discarded: t23 Rain+Whistle, t10 Night+Whistle and t19 Rain+Mask (Trap).",
    ),
    (
        Event("conflict", "knock-empty-hand", 1, {"knock": "k16"}),
        "Player 2 holds no cards, so k16 Clinging does not keep Player 2 here.",
    ),
    (
        Event("conflict", "knock-own-oldest", 1, {"knock": "k15"}),
        "Hard Knocks disagree about Player 2; k15 Proud settles it.",
    ),
    (
        Event("fail", "three-identical-fails", 1, {"threats": ["night", "snow"]}),
        "The Mission fails; active three times: Night and Snow.",
    ),
    (
        Event("short", "deal-runs-short", None, {"missing": 1}),
        "The Trials pile has run out; not dealt: 1 card.",
    ),
    (
        Event("reshuffle", "failure-reshuffles", None, {"cards": ["t38"], "trials": 1}),
        "Shuffled into the Trials pile: t38 Snow+Shell+Whistle; the pile has 1 now.",
    ),
    (
        Event("cheer", "play-christmas", 0, {"for": "p1", "knock": "k19"}),
        "Player 1 frees themself of k19 Overburdened.",
    ),
    (
        Event("cheer", "play-christmas", 0, {"for": "p2", "grizzled": "g5"}),
        "Player 1 turns Player 2's Honoré back to the Charm side.",
    ),
    (
        Event("chaplain-tile", "chaplain-first", None, {"tiles": 0}),
        "The Chaplain has no tile to lay.",
    ),
    (
        Event("deaf", "deafened", 0, {"knock": "k18"}),
        "Player 1 may not discard to it (k18 Deafened).",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[str(e.kind) for e, _ in SENTENCES])
def test_an_event_has_its_sentence(game: Grizzled, event: Event, sentence: str) -> None:
    config: Any = started(game, 2).config
    assert describe(event, config.names) == sentence


def test_the_chaplain_is_shown_where_he_plays(game: Grizzled) -> None:
    state = game.load({"players": 2, "grizzled": {"p1": "g1", "p2": "g2", "chaplain": "g3"}})
    name = game.names.grizzled["g3"]
    (line,) = (line for line in state.text().splitlines() if "Chaplain" in line)
    laid = ", one laid" if state.played[-1] else ""
    assert line == f"    The Chaplain: shown by {name}, tiles {len(state.tiles[-1])}{laid}"
    assert "Chaplain" not in game.load({"players": 3}).text()
