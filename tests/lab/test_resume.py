"""Tests of resumed runs: games in the store are not played again, however the program ended."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.simulation.run import GameRecord, Plan, simulate
from generator.engine.simulation.sweep import Sweep
from generator.engine.simulation.workers import local
from generator.lab.resume import ResumableRun
from generator.lab.store import Store
from tests.engine.toy import ToyGame
from tests.press.running import run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def plan() -> Plan:
    return Plan(ToyGame.new(), ("random",), 2, {})


def rows(path: Path) -> list[tuple[Any, ...]]:
    """All games of a store, with their plans."""
    query = (
        "SELECT kit, plan, seed, result, games.rule, turns, decisions, winners, record"
        " FROM games JOIN runs ON run = id ORDER BY kit, plan, seed"
    )
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def results_of(plan: Plan, path: Path, seeds: range, jobs: int = 1) -> list[GameRecord]:
    """What a run with a store yields."""
    with Store.open(path, write=True) as store:
        running = ResumableRun(Sweep(plan, ()), seeds, local(jobs), store)
        return [record for _, record in running.records()]


def test_rows_depend_on_the_seed_alone(plan: Plan, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    records = results_of(plan, one, range(1, 61))
    assert results_of(plan, two, range(1, 61), jobs=2) == records
    assert rows(one) == rows(two)
    assert [row[2] for row in rows(one)] == list(range(1, 61))


def test_only_missing_games_are_played_and_all_are_yielded(plan: Plan, path: Path) -> None:
    results_of(plan, path, range(5, 9))
    results_of(plan, path, range(12, 14))
    with Store.open(path, write=True) as store:
        running = ResumableRun(Sweep(plan, ()), range(1, 21), local(1), store)
        assert (running.kept, running.games) == (6, 20)
        played: list[int] = []
        handed = [record for _, record in running.records(lambda number, n: played.append(n))]
        assert (sum(played), running.kept) == (14, 20)
    assert handed == list(simulate(plan, games=20))


def test_stored_games_are_yielded_on_an_interrupt(plan: Plan, path: Path) -> None:
    results_of(plan, path, range(1, 11))

    class Stopped:
        def batches(self, *_: object) -> Any:
            raise KeyboardInterrupt
            yield

    with Store.open(path, write=True) as store:
        running = ResumableRun(Sweep(plan, ()), range(1, 21), Stopped(), store)
        seeds = []
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            for _, record in running.records():
                seeds.append(record.seed)
    assert seeds == list(range(1, 11))


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "generator", *map(str, words)]


def simulating(path: Path, games: int, *words: object) -> list[str]:
    game = ("grumbles", "--option", "turn-cap=60", "--games", games)
    return command("simulate", *game, "--store", path, *words)


def games_in(path: Path) -> int:
    try:
        with Store.open(path) as store:
            return sum(map(store.count, store.runs()))
    except KitError:  # it is just being created
        return 0


def wait_for_file(path: Path, games: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while games_in(path) < games:
        assert process.poll() is None, "it ended before it was stopped"
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_resumes(tmp_path: Path, jobs: int) -> None:
    broken, complete = tmp_path / "broken", tmp_path / "whole"
    with subprocess.Popen(
        simulating(broken, 100_000, "--jobs", jobs),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        wait_for_file(broken, 5, process)
        process.send_signal(signal.SIGKILL)
    there = games_in(broken)
    assert there >= 5
    games = there + 10
    words = ("simulate", "grumbles", "--option", "turn-cap=60", "--games", games, "--json")
    result = run(*words, "--store", broken)
    assert (result.code, result.err) == (0, "")
    assert result.out == run(*words, "--store", complete).out
    first = [row for row in rows(broken) if row[2] <= games]
    assert first == rows(complete)


def test_a_terminated_run_reports_its_results(path: Path) -> None:
    with subprocess.Popen(
        simulating(path, 100_000, "--jobs", 2),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        wait_for_file(path, 5, process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    there = games_in(path)
    assert process.returncode == 128 + signal.SIGTERM
    assert err == f"{path}: has {there} of 100,000 games; the same command continues from there\n"
    # The interrupt may come between storing a game and counting it.
    assert 0 < int(out.split()[0]) <= there


def test_a_full_disk_is_one_line_and_keeps_finished_games(path: Path) -> None:
    def small_files_only() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    result = subprocess.run(
        simulating(path, 100_000), preexec_fn=small_files_only, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{path}: cannot be written: the disk is full, or reports an error; ")
    assert line.endswith("free some disk space and continue; finished games are kept (disk-full)")
    there = games_in(path)
    assert there > 5
    assert int(result.stdout.split()[0]) >= there
    again = run(
        "simulate", "grumbles", "--option", "turn-cap=60", "--games", there, "--store", path
    )
    assert (again.code, again.err) == (0, "")
