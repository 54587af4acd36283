"""Narration: several events as one sentence, in the words of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.events import Event
from generator.engine.text.event_text import Sentence, added, narrate, with_capitals


def event(kind: str, rule: str = "", **facts: Any) -> Event:
    return Event(kind, rule or f"rule-{kind}", None, facts)


def words(each: Event) -> Mapping[str, Any]:
    return with_capitals(each.facts)


def describe(each: Event) -> str:
    return f"It is {each.kind}."


TOGETHER = {
    ("fall", "break"): "{What} falls and breaks into {parts}.",
    ("fall/slip", "break"): "{What} slips from the table.",
    ("turn",): "",
    ("roll",): lambda facts: f"It rolls {facts['far']} far.",
}


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([event("fall", what="a cup")], [("It is fall.", ("rule-fall",))]),
        (
            [event("fall", what="a cup"), event("break", parts=3), event("turn")],
            [("A cup falls and breaks into 3.", ("rule-fall", "rule-break"))],
        ),
        ([event("break", parts=3), event("roll", far=2)],
         [("It is break.", ("rule-break",)), ("It rolls 2 far.", ("rule-roll",))]),
        ([event("fall", "x", what="a"), event("break", "x", parts=1)],
         [("A falls and breaks into 1.", ("x",))]),
    ],
)  # fmt: skip
def test_events_that_belong_together_are_one_sentence(
    events: list[Event], told: list[tuple[str, tuple[str, ...]]]
) -> None:
    found = list(narrate(events, TOGETHER, words, describe))
    assert found == [Sentence(*each) for each in told]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(6, ""), (3, "favour")], "6 + 3 for favour = 9"),
        ([(4, ""), (-6, "the wind")], "4 − 6 for the wind = −2"),
        ([(5, "")], "5"),
    ],
)
def test_a_sum_is_reckoned_as_people_do(parts: list[tuple[int, str]], text: str) -> None:
    assert added(parts) == text
