"""Tests with the fuzzer: all earlier findings, a few new cases of each kind, and killed commands.

`python -m tests.fuzz` runs for any length of time, and `make soak` for hours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from generator.cli.commands import COMMANDS as COMMANDS_OF_ALL
from tests.fuzz.attempt import Attempts, Outcome
from tests.fuzz.case import Case, read_case
from tests.fuzz.grammar.kinds import KINDS, cases
from tests.fuzz.ground import COMMANDS, Ground
from tests.fuzz.kills import kill
from tests.fuzz.moments import UNUSED_PROCESS
from tests.fuzz.prices import PRICED, priced
from tests.fuzz.search import keep

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="counts work and memory as Linux does"
)

CORPUS = Path(__file__).parent / "corpus"
LONG = settings().max_examples > 1000
WRITERS = ["edit", "words"]
"""Commands that are killed here wherever they change a file; `make soak` kills all of them."""


@pytest.fixture(scope="session")  # a ground takes seconds, and the tests of a file may be spread
def attempts() -> Iterator[Attempts]:
    with closing(Ground()) as ground, Attempts(ground) as result:
        yield result


def findings(outcomes: list[Outcome]) -> list[str]:
    return [
        f"{' '.join(each.words[:2])}: {each.findings}, {each.err}"
        for each in outcomes
        if each.findings
    ]


@pytest.mark.parametrize("kind", sorted({path.name for path in CORPUS.iterdir()}))
def test_every_earlier_finding_is_fixed(attempts: Attempts, kind: str) -> None:
    for path in sorted((CORPUS / kind).glob("*.yaml")):
        case = read_case(path)
        outcomes = attempts.attempt(case if LONG else replace(case, run=case.run[:1]))
        assert findings(outcomes) == [], path.name
        assert case.told in outcomes[0].err, path.name


@pytest.mark.parametrize("kind", KINDS)
def test_random_cases_are_handled_in_plain_words(attempts: Attempts, kind: str) -> None:
    @settings(max_examples=1, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=cases(kind, attempts.ground))
    def each(case: Case) -> None:
        assert findings(attempts.attempt(case)) == []

    each()


@pytest.mark.parametrize("name", WRITERS)
def test_a_killed_command_leaves_old_or_new_files(attempts: Attempts, name: str) -> None:
    kills = kill(attempts, name, range(20), seed=1)
    assert kills.found == []
    assert kills.ends.keys() == {"old", "new"}
    assert kills.cut > 0


def test_using_files_of_a_killed_command_is_found(attempts: Attempts, tmp_path: Path) -> None:
    attempts.ground.copy(folder := tmp_path / "work")
    left = f"data/.unfinished-0-{UNUSED_PROCESS}-0.yaml"
    (folder / left).write_text("[]")
    outcome = attempts.run(folder, ["example", left, "--data", "data"])
    assert any(left in each for each in outcome.findings)


def test_writing_outside_the_folder_is_found(attempts: Attempts) -> None:
    words = ["calibrate", "-o", "../outside/sheet.pdf"]
    (outcome,) = attempts.attempt(Case("kits", {}, [words]))
    assert outcome.code == 0
    assert any("/outside/" in each for each in outcome.findings)
    assert "files appeared outside" in outcome.findings


def test_opening_a_file_from_another_module_is_found(attempts: Attempts) -> None:
    """The name is assembled at run time, so that no test of the source can find it."""
    opener = """import generator.base.units as units
look = "getattr(__import__('builtins'), 'op' + 'en')('data/tidewrack/game.yaml')"
exec(compile(look, units.__file__, "exec"))
"""
    rules = {"rules/tidewrack/__init__.py": opener.encode()}
    (outcome,) = attempts.attempt(Case("kits", rules, [[*COMMANDS["play"], "--rules", "rules"]]))
    assert any(each.startswith("opened by ") and "units.py" in each for each in outcome.findings)


def test_a_command_that_takes_too_long_is_found(attempts: Attempts) -> None:
    rules = {"rules/tidewrack/__init__.py": b"while True: pass\n"}
    with Attempts(attempts.ground, seconds=1) as short:
        (outcome,) = short.attempt(Case("kits", rules, [[*COMMANDS["play"], "--rules", "rules"]]))
    assert outcome.findings[0].startswith("took 1 s")


def test_commands_are_priced_on_large_kits(attempts: Attempts) -> None:
    assert PRICED.keys() == COMMANDS_OF_ALL.keys()
    outcome = priced(attempts, "yaml-rows", PRICED["schema"][0])
    assert (outcome.code, outcome.findings) == (0, ())
    assert outcome.seconds > 0


def test_a_case_round_trips(attempts: Attempts, tmp_path: Path) -> None:
    files: dict[str, bytes | Mapping[str, Any]] = {
        "data/a": b"words\n",
        "data/b": b"\xff\x00",
        "data/c": {"link": "a"},
    }
    case = Case("kits", files, [COMMANDS["check"]])
    again = read_case(keep(tmp_path, case))
    folder = tmp_path / "ground"
    for each in (case, again):
        each.put(folder)
        assert (folder / "data/b").read_bytes() == b"\xff\x00"
        assert (folder / "data/c").read_bytes() == b"words\n"
    assert (again.kind, again.run) == ("kits", [list(COMMANDS["check"])])


def test_the_same_seed_gives_the_same_cases(attempts: Attempts) -> None:
    def texts_of_cases() -> list[str]:
        texts: list[str] = []

        @settings(max_examples=5, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=cases("svg", attempts.ground))
        def each(case: Case) -> None:
            texts.append(case.text())

        each()
        return texts

    assert texts_of_cases() == texts_of_cases()
