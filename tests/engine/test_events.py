"""Tests of events: shared events equal those made singly."""

from __future__ import annotations

import pytest

from generator.engine.events import Event, event_maker, list_event_maker, shared_event


def test_a_shared_event_is_made_once() -> None:
    first = shared_event("face", "turn-facing", 1, facing=3)
    assert first == Event("face", "turn-facing", 1, {"facing": 3})
    assert shared_event("face", "turn-facing", 1, facing=3) is first
    assert shared_event("end", "turn-order", None) == Event("end", "turn-order", None, {})


def test_shared_events_keep_yes_and_one_apart() -> None:
    values = [shared_event("ready", "rest", 0, on=value).facts["on"] for value in (1, True)]
    assert list(map(type, values)) == [int, bool]


def test_an_event_maker_makes_each_event_once() -> None:
    strike = event_maker("strike", "who", "value")
    first = strike("melee-reach", 1, "troll", 3)
    assert first == Event("strike", "melee-reach", 1, {"who": "troll", "value": 3})
    assert strike("melee-reach", 1, "troll", 3) is first
    assert strike("melee-reach", 0, "troll", 3) == first._replace(seat=0)


def test_an_event_maker_needs_a_value_for_each_fact() -> None:
    with pytest.raises(ValueError, match="argument"):
        event_maker("strike", "who", "value")("melee-reach", 1, "troll")


def test_a_list_event_maker_puts_its_values_into_one_list() -> None:
    draw = list_event_maker("draw", "cards", secret=True)
    first = draw("draw-one", 1, "horn", "hoof")
    assert first == Event("draw", "draw-one", 1, {"cards": ["horn", "hoof"]}, only=1)
    assert draw("draw-one", 1, "horn", "hoof") is first
    assert list_event_maker("swap", "gruffs")("move", 0) == Event("swap", "move", 0, {"gruffs": []})
