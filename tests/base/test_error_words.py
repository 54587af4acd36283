"""Calls plain values by their words."""

from __future__ import annotations

import pytest

from generator.base.errors import describe_value, short


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "empty"),
        (True, "true"),
        (3, "the number 3"),
        (2.5, "the number 2.5"),
        ("many", 'the text "many"'),
        ([], "a list"),
        ({}, "named values"),
    ],
)
def test_a_value_is_called_by_its_kind(value: object, words: str) -> None:
    assert describe_value(value) == words


def test_a_long_text_is_cut() -> None:
    assert short("a" * 60) == "a" * 60
    assert short("a" * 61) == "a" * 57 + "..."
    assert describe_value("a" * 99) == f'the text "{"a" * 57}..."'
