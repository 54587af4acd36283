"""Tests of faults: one line each, with place, item, message, hint and the name of the check."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from generator.base.atomic_output import unwritable
from generator.base.errors import (
    CheckFailed,
    Fault,
    KitError,
    Place,
    counted,
    describe_value,
    did_you_mean,
    errors_at,
    nearest,
    short,
    some_of,
)


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (
            Fault("fat 12 is outside 1..5", Place("data/gruff/gruffs.yaml", 41), 'gruff "Old Nan"',
                  check="chk-gruff-stats"),
            'data/gruff/gruffs.yaml:41: gruff "Old Nan": fat 12 is outside 1..5 (chk-gruff-stats)',
        ),
        (Fault("is empty", Place("a.yaml")), "a.yaml: is empty"),
        (Fault("no", hint="try yes"), "no; try yes"),
        (Fault("a\nb\t c", Place("x", 1), "i\n"), "x:1: i : a b c"),
    ],
)  # fmt: skip
def test_a_fault_is_one_line(fault: Fault, line: str) -> None:
    assert str(fault) == line


def test_a_fault_as_data_has_none_for_unknown_values() -> None:
    assert Fault("no").as_data() == {
        "file": None, "line": None, "item": None, "message": "no", "hint": None, "check": None,
    }  # fmt: skip


def test_an_error_holds_one_fault_or_many() -> None:
    assert KitError("no", hint="yes").faults == (Fault("no", hint="yes"),)
    assert KitError(Fault("a")).faults == (Fault("a"),)
    many = KitError(Fault(word) for word in "ab")
    assert str(many) == "a\nb"


def test_only_the_first_thousand_faults_are_kept() -> None:
    error = KitError(Fault(str(number)) for number in range(1_001))
    assert [fault.message for fault in error.faults[-2:]] == ["999", "and 1 more fault"]


def test_within_fills_in_missing_values_of_a_fault() -> None:
    known = Fault("a", Place("x", 1), "item")
    error = CheckFailed([known, Fault("b")]).within(place=Place("y", 2), item="other")
    assert error.faults == (known, Fault("b", Place("y", 2), "other"))
    assert isinstance(error, CheckFailed)


def test_errors_at_completes_errors_of_its_block_alone() -> None:
    with pytest.raises(CheckFailed) as caught, errors_at(Place("y", 2), item="other"):
        raise CheckFailed("b")
    assert caught.value.faults == (Fault("b", Place("y", 2), "other"),)
    with pytest.raises(ValueError, match="as it is"), errors_at(Place("y", 2)):
        raise ValueError("as it is")


def test_exit_codes_distinguish_errors_from_failed_checks() -> None:
    assert (KitError("a").exit_code, CheckFailed("a").exit_code) == (2, 1)


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("pwoer", ["power", "name"], 'did you mean "power"?'),
        ("xyz", ["b", "a", "a"], "known: a, b"),
        ("xyz", [], ""),
        ("xyz", [f"name{n}" for n in range(13)], ""),
    ],
)
def test_a_hint_is_the_nearest_name_or_all_of_a_few(word: str, known: list[str], hint: str) -> None:
    assert did_you_mean(word, known) == hint


def test_a_number_agrees_with_its_noun() -> None:
    assert [counted(number, "game") for number in (0, 1, 2, 12_000)] == [
        "0 games", "1 game", "2 games", "12,000 games",
    ]  # fmt: skip
    assert [counted(number, "copy") for number in (1, 2)] == ["1 copy", "2 copies"]


def test_the_nearest_name_ignores_case() -> None:
    assert did_you_mean("ID", ["id", "name"]) == 'did you mean "id"?'
    assert nearest("NAME", ["Name", "id"]) == 'did you mean "Name"?'
    assert nearest("moon", ["id", "name"]) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "empty"),
        (True, "true"),
        (3, "the number 3"),
        (2.5, "the number 2.5"),
        ("many", 'the text "many"'),
        ([], "a list"),
        ({}, "a mapping"),
    ],
)
def test_a_value_is_described_by_its_kind(value: object, words: str) -> None:
    assert describe_value(value) == words


def test_a_long_text_is_shortened() -> None:
    assert short("a" * 60) == "a" * 60
    assert short("a" * 61) == "a" * 57 + "..."
    assert describe_value("a" * 99) == f'the text "{"a" * 57}..."'


def test_very_many_parts_are_listed_in_part_and_in_linear_time() -> None:
    looked_at = 0

    class Part(str):
        __slots__ = ()

        def __len__(self) -> int:
            nonlocal looked_at
            looked_at += 1
            return super().__len__()

    assert some_of([Part("ab")] * 5_000, 9) == "ab, ab, … and 4998 more"
    assert looked_at < 5_000


@pytest.mark.parametrize(
    ("longest", "shown"),
    [(0, "one, … and 2 more"), (9, "one, … and 2 more"), (10, "one, two, … and 1 more"),
     (17, "one, two, three")],
)  # fmt: skip
def test_as_many_parts_as_fit_are_listed(longest: int, shown: str) -> None:
    assert some_of(["one", "two", "three"], longest) == shown


def test_a_missing_permission_is_what_to_change() -> None:
    error = PermissionError(errno.EACCES, "Permission denied")
    assert str(unwritable(error, Path("cards.csv"), "choose another file")) == (
        "cards.csv: cannot be written: Permission denied; "
        "change its permissions, or choose another file (file-not-writable)"
    )
