"""Tests of coverage: which printed things an event is the effect of, as the rule sanity check counts."""

from __future__ import annotations

from typing import Any

from generator.engine.bots import BOTS
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game
from generator.engine.playthrough import play
from generator.engine.testing.coverage import Effects
from generator.engine.testing.expectations import mismatches

SHOWS: dict[str, dict[str, JsonValue]] = {
    "any": {},
    "card": {"event": "lay", "card": "axe"},
    "seat": {"event": "lay", "seat": 2},
    "deep": {"event": "lay", "to": {"row": 1}, "cards": [{"id": "a"}]},
}


def test_an_event_matches_a_promise_in_every_part() -> None:
    effects = Effects(SHOWS)
    facts: dict[str, JsonValue] = {
        "card": "axe",
        "to": {"row": 1, "column": 2},
        "cards": [{"id": "a", "up": True}],
    }
    assert list(effects.of(Event("lay", "", 1, facts))) == ["any", "card", "seat", "deep"]
    assert list(effects.of(Event("lay", "", 0, {**facts, "to": None}))) == ["any", "card"]
    assert list(effects.of(Event("take", "", 1, facts))) == ["any"]


def test_coverage_of_games_agrees_with_a_slow_comparison(grumbles: Game[Any]) -> None:
    shows = grumbles.promised_events()
    effects, found = Effects(shows), 0
    for step in play(grumbles, [BOTS["random"]], 4, options={"turn-cap": 40}):
        for event in step.events:
            data = event.as_data()
            like = [item for item, part in shows.items() if not any(mismatches(part, data))]
            assert list(effects.of(event)) == like
            found += len(like)
    assert found > 10
