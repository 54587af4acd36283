"""Tests of refusals: each names who and what it is about, as people at a table call them."""

from __future__ import annotations

import re

import pytest

from generator.kit.locate import BUILT_IN
from tests.shipped import shipped_examples, shipped_game

VAGUE = re.compile(
    r"\b(the player|another player|that player|somebody"
    r"|that (card|gruff|grumble|host|limb|monster|object|piece|side)|this (gruff|grumble|monster)"
    r"|a grumble (does|steps)|the square (ahead|behind)|^it (is|has)|p[1-6]|[a-z]+[0-9]{2})\b",
    re.IGNORECASE,
)
"""Words that leave people guessing, and names that only the notation has."""


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_no_refusal_of_an_example_leaves_people_guessing(name: str) -> None:
    says = {
        refused["says"]
        for example in shipped_examples(name).values()
        for refused in example["illegal"].values()
    }
    assert len(says) > 10
    assert [each for each in says if VAGUE.search(each)] == []


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_no_refusal_of_a_step_leaves_people_guessing(name: str) -> None:
    reasons = [reason for each in shipped_game(name).refusals.values() for reason in each.reasons]
    assert [reason for reason in reasons if VAGUE.search(reason)] == []
