"""Tests of messages: facts are filled in, in the language of the kit itself."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.kit.words import MAX_FACTS, UNTRANSLATED, fill_in


def test_a_message_is_filled_in_with_its_facts() -> None:
    assert UNTRANSLATED.text("{seat} picks {what}.", seat="Red", what=3) == "Red picks 3."
    assert UNTRANSLATED.text("", anything=1) == ""
    assert UNTRANSLATED.text("Two", "a context") == "Two"


def test_a_number_with_its_noun_has_the_form_for_one_or_many() -> None:
    said = [UNTRANSLATED.number(number, "card", "cards") for number in (0, 1, 3, 21)]
    assert said == ["zero cards", "one card", "three cards", "21 cards"]


def test_a_number_is_spelt_out_up_to_twenty_and_then_in_digits() -> None:
    said = [UNTRANSLATED.number(number) for number in (-1, 0, 1, 12, 20, 21)]
    assert said == ["-1", "zero", "one", "twelve", "twenty", "21"]


def test_an_unknown_fact_stays_as_written() -> None:
    assert fill_in("{a} and {b}", {"a": "x"}) == "x and {b}"


def test_facts_are_plain_names_without_attribute_access() -> None:
    assert fill_in("{a.real} {0} {a!r} {a[0]}", {"a": "x"}) == "{a.real} {0} {a!r} {a[0]}"


def test_facts_are_not_expanded_recursively() -> None:
    assert fill_in("{a}{b}", {"a": "{b}", "b": "x"}) == "{b}x"


@pytest.mark.parametrize(
    ("number", "says"), [(1, "1 page of A"), (0, "0 pages of A"), (2, "2 pages of A")]
)
def test_counted_forms_follow_the_number(number: int, says: str) -> None:
    assert UNTRANSLATED.count("{n} page of {x}", "{n} pages of {x}", number, x="A") == says


def test_a_message_has_a_bounded_size() -> None:
    with pytest.raises(KitError, match="would be longer than"):
        fill_in("{a}" * 10, {"a": "x" * (MAX_FACTS // 5)})


def test_numbers_are_not_changed() -> None:
    assert UNTRANSLATED.figure("63.5 × 88.9 mm") == "63.5 × 88.9 mm"
