"""Tests of game options from text: values, defaults, and all faults at once."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.base.option import Option
from generator.engine.options import read_options, values_to_try

OPTIONS = {
    "board": Option(choices=("saltire", "plus"), default="saltire"),
    "cap": Option(5, low=1, high=9),
    "traps": Option(default=True),
}


def test_a_missing_option_has_its_default() -> None:
    assert read_options(OPTIONS, {}) == {"board": "saltire", "cap": 5, "traps": True}


def test_text_is_parsed_to_values() -> None:
    given = {"board": "plus", "cap": "7", "traps": "no"}
    assert read_options(OPTIONS, given) == {"board": "plus", "cap": 7, "traps": False}


def test_values_from_a_file_are_unchanged() -> None:
    given = {"cap": 7, "traps": False}
    assert read_options(OPTIONS, given) == {"board": "saltire", "cap": 7, "traps": False}


def test_all_faults_are_reported_together() -> None:
    given = {"bord": "plus", "board": "pluss", "cap": "0", "traps": "maybe"}
    with pytest.raises(KitError) as caught:
        read_options(OPTIONS, given)
    assert [str(fault) for fault in caught.value.faults] == [
        'no option "bord"; did you mean "board"? (unknown-option)',
        'there is no board "pluss"; did you mean "plus"? (option-value)',
        "cap must be 1..9, not 0 (option-value)",
        'traps must be true or false, not "maybe" (option-value)',
    ]


def test_a_number_must_be_whole() -> None:
    with pytest.raises(KitError, match=r'cap must be a whole number, not "2\.5"'):
        read_options(OPTIONS, {"cap": "2.5"})


def test_laws_try_all_choices_and_the_limits_of_numbers() -> None:
    assert [values_to_try(option) for option in OPTIONS.values()] == [
        ["saltire", "plus"],
        [1, 5, 9],
        [False, True],
    ]


def test_an_unknown_option_in_the_rules_is_reported() -> None:
    values = read_options(OPTIONS, {})
    with pytest.raises(
        KitError, match=r'the rules read the option "bord", .* did you mean "board"'
    ):
        values["bord"]
