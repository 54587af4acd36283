"""Tests of running checks: every fault of data and Python checks at once, with place and name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from generator.base.errors import Fault, KitError
from generator.kit.checks import registry
from generator.kit.checks.registry import PythonCheck, check, registered
from generator.kit.checks.run import CheckReport, run_checks
from generator.kit.tables.records import Table, Tables
from tests.kit.making import GAME, error_lines, load

BEFORE_CHECKS = GAME[: GAME.index("checks:")]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registry", {})


def report(folder: Path, stated: str, *python: PythonCheck) -> CheckReport:
    kit, tables = load(folder, game=f"{BEFORE_CHECKS}checks:\n{stated}")
    return run_checks(kit, tables, python)


@pytest.mark.parametrize(
    "demand",
    [
        "{find: goats | length, expect: 2}",
        "{find: goats | map(attribute='id'), expect: [nan, bo]}",
        "{find: goats.nan.fat == 4, expect: true}",
        "{find: goats.bo.copies, expect-expr: shepherds | length - 1}",
        "{find: \"pieces.goat + pieces['meadow']\", expect: 4}",
        "{find: meadow.columns, from: 7, to: 7}",
        "{find: meadow.columns / 2, from: 3.5}",
        "{each: goats, find: row.fat, from: 3, to: 4}",
        "{each: goats, find: row.shepherd is none or row.shepherd in shepherds, expect: true}",
        "{each: goats, when: row.fat > 3, find: row.fat, expect: 4}",
        "{all: [{find: goats | length, expect: 2}, {find: meadow.homes.red, expect: d1}]}",
    ],
)
def test_satisfied_checks_pass(tmp_path: Path, demand: str) -> None:
    result = report(tmp_path, f"  K-it: {demand}\n")
    assert result.passed
    assert [(each.slug, each.passed) for each in result.results] == [("K-it", True)]
    description = result.results[0].description  # it has no words of its own
    assert description
    assert all(part in demand for part in description.split("; "))


def test_an_assertion_of_a_check_without_words_is_named_by_what_it_looks_at(tmp_path: Path) -> None:
    (fault,) = report(tmp_path, "  K-it: {all: [{count: goats, expect: 3}]}\n").faults
    assert fault.message == "count goats: found 2, expected 3"


LINE = BEFORE_CHECKS.count("\n") + 2


@pytest.mark.parametrize(
    ("demand", "fault"),
    [
        (
            "{says: two goats, about: goats, find: goats | length, expect: 3}",
            "goats.yaml: two goats: found 2, expected 3",
        ),
        ("{find: goats | length, expect: 3}", f"game.yaml:{LINE}: goats | length: found 2, exp"),
        ("{find: goats | length, to: 1}", f"game.yaml:{LINE}: goats | length: found 2, expected 1"),
        (
            "{find: goats | map(attribute='id'), expect: [bo, nan]}",
            f"game.yaml:{LINE}: goats | map(attribute='id'): "
            "found ['nan', 'bo'], expected ['bo', 'nan']",
        ),
        (
            "{find: goats | length == 3, expect: true}",
            f"game.yaml:{LINE}: goats | length == 3: found false, expected true",
        ),
        (
            "{find: 'range(10, 99) | list', expect: []}",
            f"game.yaml:{LINE}: range(10, 99) | list: found [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, "
            "20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, "
            "42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, … and 39 more], "
            "expected []",
        ),
        (
            "{each: goats, when: row.fat > 3, find: row.fat, expect: 3}",
            'goats.yaml:1: goat "Old Nan": row.fat: found 4, expected 3',
        ),
        (
            "{find: goats | length - 1, expect: true}",
            f"game.yaml:{LINE}: goats | length - 1: found",
        ),
        (
            "{says: light, each: goats, find: row.fat, from: 1, to: 3}",
            'goats.yaml:1: goat "Old Nan": light: found 4, expected 1..3',
        ),
    ],
)
def test_violations_name_the_found_and_the_expected_value(
    tmp_path: Path, demand: str, fault: str
) -> None:
    [found] = report(tmp_path, f"  K-it: {demand}\n").faults
    assert str(found).startswith(fault)
    assert str(found).endswith("(K-it)")


def test_every_fault_of_every_check_is_reported(tmp_path: Path) -> None:
    stated = (
        "  K-one: {each: goats, find: row.fat, to: 2}\n"
        "  K-two: {find: goats | length, expect: 2}\n"
        "  K-three:\n"
        "    says: numbers\n"
        "    all:\n"
        "      - {find: goats | length, expect: 5}\n"
        "      - {find: shepherds | length, expect: 2}\n"
        "      - {find: meadow.columns, expect: 5}\n"
    )
    result = report(tmp_path, stated)
    assert [(each.slug, len(each.faults)) for each in result.results] == [
        ("K-one", 2),
        ("K-two", 0),
        ("K-three", 2),
    ]
    assert [str(fault) for fault in result.faults[2:]] == [
        f"game.yaml:{LINE + 5}: numbers: goats | length: found 2, expected 5 (K-three)",
        f"game.yaml:{LINE + 7}: numbers: meadow.columns: found 7, expected 5 (K-three)",
    ]


def test_a_result_can_be_converted_to_plain_data(tmp_path: Path) -> None:
    stated = "  K-one: {says: one goat, about: goats, find: goats | length, expect: 1}\n"
    [result] = report(tmp_path, stated).results
    assert result.as_data() == {
        "check": "K-one",
        "says": "one goat",
        "passed": False,
        "faults": [
            {
                "file": "goats.yaml",
                "line": None,
                "item": None,
                "message": "one goat: found 2, expected 1",
                "hint": f"stated at game.yaml:{LINE}",
                "check": "K-one",
            }
        ],
    }


def test_invalid_checks_are_reported_with_their_lines(tmp_path: Path) -> None:
    stated = (
        "  K-one: {each: goats, find: row.name, from: 1}\n"
        "  K-two: {find: goats | length, expect: 99}\n"
        "  K-three: {find: goats.joe.fat, expect: 1}\n"
    )
    assert error_lines(lambda: report(tmp_path, stated)) == [
        f'game.yaml:{LINE}: check "K-one": the expression `row.name` gives Old Nan, '
        'but "from" and "to" need a number (check-data)',
        f'game.yaml:{LINE + 2}: check "K-three": the expression `goats.joe.fat` '
        'cannot be evaluated: there is no "joe" in goats.yaml; known: bo, nan (expression-fails)',
        f"game.yaml:{LINE + 1}: goats | length: found 2, expected 99 (K-two)",
    ]


def heavy(tables: Tables) -> Iterator[Fault]:
    """No goat weighs four.

    More about goats.
    """
    goats = tables["goats"]
    assert isinstance(goats, Table)
    for row in goats:
        if row.fat == 4:
            yield Fault("weighs 4", row.place_of("fat"), goats.label(row))


def test_a_python_check_finds_faults_under_its_name(tmp_path: Path) -> None:
    check("K-heavy")(heavy)
    [python] = registered(__package__ or "")
    assert (python.slug, python.description) == ("K-heavy", "No goat weighs four")
    result = report(tmp_path, "  K-one: {find: '1', expect: 1}\n", python)
    assert [str(fault) for fault in result.faults] == [
        'goats.yaml:3: goat "Old Nan": weighs 4 (K-heavy)'
    ]
    assert [each.slug for each in result.results] == ["K-one", "K-heavy"]


def test_checks_of_other_packages_are_separate() -> None:
    check("K-heavy")(heavy)
    assert registered("generator.games.none") == ()


def nameless(tables: Tables) -> Iterable[Fault]:
    return ()


@pytest.mark.parametrize(
    ("slug", "find", "message"),
    [
        ("K-heavy", heavy, "two checks are named K-heavy"),
        ("K heavy", heavy, "'K heavy' is not a name for a check"),
        ("K-none", nameless, "check K-none has no docstring"),
    ],
)
def test_an_invalid_python_check_is_not_registered(
    slug: str, find: Callable[[Tables], Iterable[Fault]], message: str
) -> None:
    check("K-heavy")(heavy)
    with pytest.raises(AssertionError, match=message):
        check(slug)(find)
    assert [each.slug for each in registered(__package__ or "")] == ["K-heavy"]


def test_a_name_used_in_data_and_in_python_is_an_error(tmp_path: Path) -> None:
    python = PythonCheck("K-one", "no goat weighs four", heavy)
    assert error_lines(lambda: report(tmp_path, "  K-one: {find: '1', expect: 1}\n", python)) == [
        f'game.yaml:{LINE}: two checks are named "K-one" (duplicate-id)',
        'goats.yaml:3: goat "Old Nan": weighs 4 (K-one)',
    ]


def test_a_python_check_without_its_data_is_reported_without_a_traceback(tmp_path: Path) -> None:
    def lost(tables: Tables) -> Iterator[Fault]:
        yield Fault("weighs 4", tables["goats"]["joe"].place)

    with pytest.raises(KitError) as caught:
        report(tmp_path, "  K-one: {find: '1', expect: 1}\n", PythonCheck("K-lost", "", lost))
    assert str(caught.value) == (
        'check "K-lost": the data has no field or row that this check needs: '
        'there is no goat "joe"; known: bo, nan (check-data)'
    )
