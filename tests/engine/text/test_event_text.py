"""Tests of event text: lists, signs and capitals in the sentences of events."""

from __future__ import annotations

import pytest

from generator.engine.text.event_text import listed, signed, with_capitals


@pytest.mark.parametrize(
    ("items", "phrase"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c", "d"], "a, b, c and d")],
)
def test_a_list_is_one_phrase(items: list[str], phrase: str) -> None:
    assert listed(items) == phrase


def test_a_negative_number_has_a_minus_sign() -> None:
    assert (signed(-3), signed(0), signed(3)) == ("−3", "0", "3")


def test_every_fact_can_begin_a_sentence() -> None:
    facts = {"seat": "the Chaplain", "cards": 3}
    assert with_capitals(facts) == {**facts, "Seat": "The Chaplain", "Cards": "3"}
