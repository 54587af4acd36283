"""Tests of narration: several events as one sentence, in the vocabulary of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from generator.engine.events import Event
from generator.engine.text.event_text import (
    Narrator,
    Sentence,
    Series,
    Together,
    added,
    with_capitals,
)


def event(kind: str, rule: str = "", **facts: Any) -> Event:
    return Event(kind, rule or f"rule-{kind}", None, facts)


def words(each: Event) -> Mapping[str, Any]:
    return with_capitals(each.facts)


def describe(each: Event) -> str:
    return f"It is {each.kind}."


TOGETHER: Together = {
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
    (found,) = Narrator(TOGETHER, {}, words, describe).tell([events])
    assert found == tuple(Sentence(*each) for each in told)


SERIES = {
    ("hop",): Series("{Who} hops by {before} to {to}.", "{to}", ("who",)),
    ("jump", "hop"): Series("{Who} jumps {count} times: {items}.", "{to}", ("who",), (("hop",),)),
}


def hop(to: str, who: str = "he", rule: str = "hop") -> Event:
    return event("hop", rule, who=who, to=to)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ([[hop("a"), hop("b", rule="far"), hop("c")]], [["He hops by a and b to c. hop far"]]),
        ([[hop("a")], [event("turn"), hop("b")], [hop("c", "she")]],
         [["He hops by a to b. hop"], [], ["It is hop. hop"]]),
        ([[hop("a"), event("roll", far=2), hop("b")]],
         [["It is hop. hop", "It rolls 2 far. rule-roll", "It is hop. hop"]]),
        ([[event("jump", who="he"), hop("a")], [hop("b")], [hop("c")]],
         [["He jumps 3 times: a, b and c. rule-jump hop"], [], []]),
        ([[event("jump", who="he"), hop("a")], [event("jump", who="he"), hop("b")]],
         [["He jumps. rule-jump hop"], ["He jumps. rule-jump hop"]]),
    ],
)  # fmt: skip
def test_a_series_is_one_sentence_at_its_first_move(
    moves: list[list[Event]], told: list[list[str]]
) -> None:
    table = {**TOGETHER, ("jump", "hop"): "{Who} jumps."}
    found = Narrator(table, SERIES, words, describe).tell(moves)
    assert [[" ".join([each.text, *each.rules]) for each in move] for move in found] == told


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(6, ""), (3, "favour")], "6 + 3 for favour = 9"),
        ([(4, ""), (-6, "the wind")], "4 − 6 for the wind = −2"),
        ([(5, "")], "5"),
    ],
)
def test_a_sum_is_written_as_people_calculate(parts: list[tuple[int, str]], text: str) -> None:
    assert added(parts) == text


def test_the_events_of_a_move_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = []
    series = Narrator._series

    def noted(self: Narrator, runs: Sequence[Sequence[Event]], *start: int) -> tuple[int, str]:
        lists.append(runs)
        return series(self, runs, *start)

    monkeypatch.setattr(Narrator, "_series", noted)
    events = [event("jump", space=str(at)) for at in range(5)]
    (sentences,) = Narrator({}, {}, words, describe).tell([events])
    assert len(sentences) == 5
    assert all(each is lists[0] for each in lists)
