"""Tests of events: shared events equal those made singly."""

from __future__ import annotations

from generator.engine.events import Event, shared_event


def test_a_shared_event_is_made_once() -> None:
    first = shared_event("face", "turn-facing", 1, facing=3)
    assert first == Event("face", "turn-facing", 1, {"facing": 3})
    assert shared_event("face", "turn-facing", 1, facing=3) is first
    assert shared_event("end", "turn-order", None) == Event("end", "turn-order", None, {})


def test_shared_events_keep_yes_and_one_apart() -> None:
    values = [shared_event("ready", "rest", 0, on=value).facts["on"] for value in (1, True)]
    assert list(map(type, values)) == [int, bool]
