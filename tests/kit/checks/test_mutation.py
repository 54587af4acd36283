"""Tests of mutation: checks of the shipped kits find what they forbid; weak checks are reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.base.errors import Fault
from generator.cli.commands.making.check_deep import MAX_CHANGES
from generator.kit.checks import mutation
from generator.kit.checks.mutants import Change, changes
from generator.kit.checks.mutation import BUDGET_FACTOR, MIN_TRIES, PASS_SHARE, Score, scores
from generator.kit.checks.reads import ReadTracker
from generator.kit.checks.registry import PythonCheck
from generator.kit.expressions.evaluate import steps_taken
from generator.kit.locate import BUILT_IN
from generator.kit.tables.records import Table, Tables
from generator.pipeline.check import written_checks
from tests.kit.making import GAME, load
from tests.shipped import shipped_kit

SAMPLE = int(os.environ.get("GRIMOIRE_CHECK_CHANGES", "2"))
"""Forbidden changes tried with each check; `make soak` tries 400, like `check --deep`."""
FEW = 20
"""With fewer changes than this, a check may never meet one that it forbids."""


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_checks_find_what_they_forbid_and_nothing_else(name: str) -> None:
    kit = shipped_kit(name)
    python = written_checks(kit)
    found = list(scores(kit.file, kit.tables, python, SAMPLE))
    slugs = [*kit.file.checks, *(each.slug for each in python)]
    assert sorted(score.slug for score in found) == sorted(slugs)
    weak = [
        score.as_data()
        for score in found
        if score.alarms
        or (score.escaped and score.share < PASS_SHARE)
        or not (score.found or SAMPLE < FEW)
    ]
    assert weak == []


def test_checks_that_take_many_steps_are_tried_with_fewer_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Steps that cheap checks leave unused go to expensive ones, and no check is cut short."""
    kit, budget = shipped_kit("grizzled"), 300_000
    monkeypatch.setattr(mutation, "MAX_STEPS", budget)
    found = list(scores(kit.file, kit.tables, (), MAX_CHANGES))
    assert 2 * budget < steps_taken() < BUDGET_FACTOR * budget
    assert {score.share for score in found} == {1}
    tried = [score.found + score.allowed.total() for score in found]
    assert max(tried) > MAX_CHANGES
    assert 0 < tried[-1] < FEW


def test_the_stated_value_of_an_assertion_is_looked_up_once() -> None:
    """It is needed for each row of each change."""
    for spec in shipped_kit("grizzled").file.checks.values():
        for _, assertion, _ in spec.assertions():
            assert assertion.stated is assertion.stated


BEFORE_CHECKS = GAME[: GAME.index("checks:")]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def score(folder: Path, stated: str, *python: PythonCheck) -> Score:
    kit, tables = load(folder, game=f"{BEFORE_CHECKS}checks:\n{stated}")
    (only,) = scores(kit, tables, python)
    return only


def test_checks_that_read_many_values_are_tried_with_fewer_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutation, "MAX_VALUES_READ", 1)
    kit, tables = load(
        tmp_path, game=f"{BEFORE_CHECKS}checks:\n  K-fat: {{every: goats.fat, from: 3, to: 4}}\n"
    )
    (few,), (all_,) = scores(kit, tables, (), 400), scores(kit, tables, ())
    assert few.found + len(few.escaped) + few.allowed.total() == MIN_TRIES
    assert all_.found + len(all_.escaped) + all_.allowed.total() > MIN_TRIES


def test_a_stated_check_is_compared_with_a_second_implementation(tmp_path: Path) -> None:
    result = score(tmp_path, "  K-fat: {every: goats.fat, from: 3, to: 4}\n")
    assert result.passed
    assert result.found > 0
    assert result.allowed["each value is still as expected"] > 0
    assert str(result).startswith("K-fat: 100% of ")


def thin_goats(tables: Tables) -> list[Fault]:
    goats = tables["goats"]
    assert isinstance(goats, Table)
    return [Fault("thin", row.place_of("fat"), goats.label(row)) for row in goats if row.fat < 3]


def test_a_check_that_forbids_too_little_is_reported(tmp_path: Path) -> None:
    result = score(tmp_path, "  {}\n", PythonCheck("K-fat", "goats are fat", thin_goats))
    assert not result.passed
    assert result.share < PASS_SHARE
    assert any("+1 goats.fat" in change for change in result.escaped)


def test_changes_are_described_with_the_entry_of_a_list_and_no_internal_text(
    tmp_path: Path,
) -> None:
    def read_all(tables: Tables) -> list[Fault]:
        shepherds = tables["shepherds"]
        assert isinstance(shepherds, Table)
        return [] if all((row.tricks, row["last-chance"]) for row in shepherds) else [Fault("-")]

    result = score(tmp_path, "  {}\n", PythonCheck("K-all", "all is well", read_all))
    assert {
        "shepherds.csv:2: drop shepherds.tricks 1",
        "shepherds.csv:2: drop shepherds.tricks 2",
        "shepherds.csv:2: double shepherds.tricks 1",
        "shepherds.csv:2: rename shepherds.tricks 2 to shoutx",
        "shepherds.csv:2: turn shepherds.last-chance to false",
    } <= {*result.escaped}


def test_a_check_in_python_may_declare_what_it_allows(tmp_path: Path) -> None:
    allows = {
        "+1 goats.fat": "the fatter the better",
        "* goats": "any number",
        "swap *": "so be it",
    }
    result = score(tmp_path, "  {}\n", PythonCheck("K-fat", "goats are fat", thin_goats, allows))
    assert result.allowed["the fatter the better"] > 0


def test_a_second_implementation_replaces_allowed_changes(tmp_path: Path) -> None:
    def oracle(tables: Tables) -> bool:
        return all(row["fat"] >= 3 for row in tables["goats"].rows)

    result = score(
        tmp_path, "  {}\n", PythonCheck("K-fat", "goats are fat", thin_goats, oracle=oracle)
    )
    assert result.passed
    assert result.found > 0
    assert [*result.allowed] == ["the oracle accepts it, too"]


@pytest.mark.parametrize(
    ("sound", "escaped", "alarms"), [(False, True, False), (True, False, True)]
)
def test_disagreeing_implementations_are_reported(
    tmp_path: Path, sound: bool, escaped: bool, alarms: bool
) -> None:
    """An oracle that forbids all says that what the check passes escaped it, and vice versa."""
    python = PythonCheck("K-fat", "goats are fat", thin_goats, oracle=lambda tables: sound)
    result = score(tmp_path, "  {}\n", python)
    assert (bool(result.escaped), bool(result.alarms)) == (escaped, alarms)
    assert not result.passed


def nowhere(tables: Tables) -> list[Fault]:
    return [Fault(each.message) for each in thin_goats(tables)]


def test_a_fault_on_a_wrong_line_does_not_count(tmp_path: Path) -> None:
    result = score(tmp_path, "  {}\n", PythonCheck("K-fat", "goats are fat", nowhere))
    assert result.found == 0


def test_very_many_changes_are_sampled_evenly(tmp_path: Path) -> None:
    """All rows refer to all others: 3,000 x 3,000 ids, too many mutants to list."""
    rows = "id,to\n" + "".join(f"r{n},r{n % 7}\n" for n in range(3000))
    (tmp_path / "rows.csv").write_text(rows, encoding="utf-8")
    table = "  rows: {file: rows.csv, fields: {id: {type: id}, to: {type: ref, to: rows}}}\n"
    kit, tables = load(tmp_path, game=GAME.replace("tables:\n", "tables:\n" + table))
    listed = mutation._list_changes(kit, tables, 20_000)
    assert 19_900 < len(listed) <= 20_000
    touched = {change.row for change in listed if change.table == "rows"}
    assert min(touched) < 100
    assert max(touched) > 2900
    assert {change.table for change in listed} == {*kit.tables}
    assert {change.kind for change in listed if change.path == ("to",)} == {"rename", "swap"}


def test_rows_whose_ids_are_read_count_as_read(tmp_path: Path) -> None:
    def find(tables: Tables) -> list[Fault]:
        goats = tables["goats"]
        assert isinstance(goats, Table)
        thin = [id for id, fat in goats.column("fat").items() if fat < 3]
        return [] if "nobody" not in goats and not thin else [Fault("thin", goats.place)]

    kit, tables = load(tmp_path, game=GAME)
    seen = ReadTracker(kit, tables).reads(lambda tables, _: find(tables))
    goats = tables["goats"]
    assert isinstance(goats, Table)
    for index in range(len(goats.rows)):
        assert {("goats", index, ("id",)), ("goats", index, ("fat",))} <= seen.values


def test_changes_are_what_the_schema_allows(tmp_path: Path) -> None:
    kit, tables = load(tmp_path)
    every = list(changes(tables, kit.tables))
    assert {"drop", "double", "swap", "rename", "+1", "-1"} <= {each.kind for each in every}
    goats = tables["goats"]
    assert isinstance(goats, Table)
    (drop, *_) = (each for each in every if each.kind == "drop" and each.field == "goats")
    changed = drop.of(tables)["goats"]
    assert isinstance(changed, Table)
    assert len(changed) == len(goats) - 1
    swap = next(each for each in every if each.kind == "swap" and each.field == "goats.fat")
    after = swap.of(tables)["goats"]
    assert isinstance(after, Table)
    assert [row.fat for row in after] == [row.fat for row in goats][::-1]
    assert Change("+1", "goats", 0, ("fat",), 5).of(tables)["goats"].rows[0].fat == 5
