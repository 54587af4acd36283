"""Tests of clusters: a real scheduler and real workers play the same games as one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.simulation.run import Plan, play_one, simulate
from generator.engine.simulation.sweep import Sweep
from generator.kit.locate import KitSearchPath
from generator.lab import cluster
from generator.lab.cluster import OtherProgramError, connected, play_remotely
from generator.lab.resume import ResumableRun
from generator.lab.store import Store
from generator.studio.lab.experiment import Experiment, findings, play
from tests.press.running import run
from tests.shipped import shipped_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAMES = 100


def dask(*words: object) -> subprocess.Popen[bytes]:
    """A Dask program that finds this Grimoire, as an installed one would."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "dask", *map(str, words), "--no-dashboard"]
    return subprocess.Popen(
        command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler on this machine."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.json"
    process = dask("scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", file)
    try:
        deadline = time.monotonic() + 60
        while not (file.is_file() and file.stat().st_size):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def workers(scheduler: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Two workers of the scheduler, one thread each."""
    from distributed import Client

    started = [dask("worker", scheduler, "--nthreads", 1, "--no-nanny") for _ in range(2)]
    try:
        with Client(scheduler, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()


def plan() -> Plan:
    return Plan(shipped_game("grumbles"), ("random",), 2, {"turn-cap": 60})


def test_a_scheduler_without_workers_is_reported(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    with pytest.raises(KitError, match="has no workers; start some: `dask worker tcp://"):
        connected(scheduler).__enter__()


def test_a_cluster_with_another_grimoire_is_refused(
    scheduler: str,
    workers: list[subprocess.Popen[bytes]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("simulate", "grumbles", "--option", "turn-cap=20", "--games", 7, "--json")
    result = run(*words, "--cluster", scheduler)
    assert (result.code, result.err, result.out) == (0, "", run(*words).out)
    path = KitSearchPath(ROOT / "data", ROOT / "templates")
    experiment = Experiment(path, "grumbles", ("random",), 2, {"turn-cap": "20"}, 7)
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    play(lambda *progress: None, experiment, here)  # in the studio's lab
    play(lambda *progress: None, replace(experiment, cluster=scheduler), there)
    assert findings(experiment, here) == findings(experiment, there) is not None
    monkeypatch.setattr(cluster, "program", lambda: "9.9+later")
    with pytest.raises(KitError) as caught:
        connected(scheduler).__enter__()
    lines = str(caught.value).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(
        "the cluster must play with Grimoire 9.9+later, but the scheduler has"
    )
    assert "but the worker tcp://127.0.0.1:" in lines[1]


def test_a_killed_worker_changes_no_result(
    scheduler: str,
    workers: list[subprocess.Popen[bytes]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("generator.engine.simulation.workers.SECONDS", 0.1)
    done = 0

    def finished(number: int, games: int) -> None:
        nonlocal done
        done += games
        if done > GAMES // 10:
            workers[0].kill()

    path = tmp_path / "games.sqlite"
    with connected(scheduler) as players, Store.open(path, write=True) as store:
        running = ResumableRun(Sweep(plan(), ()), range(1, GAMES + 1), players, store)
        records = [record for _, record in running.records(finished)]
        assert workers[0].wait() < 0
        assert done == running.kept == GAMES
        assert list(store.records(store.runs()[0])) == records
    assert records == list(simulate(plan(), GAMES))


def test_a_later_worker_with_another_grimoire_plays_nothing() -> None:
    with pytest.raises(OtherProgramError):
        play_remotely("9.9+later", play_one, b"", 0, [1])


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9; `dask scheduler`"),
        (
            "localhost:8786",
            '"localhost:8786" is not the address of a Dask scheduler; write tcp://host',
        ),
    ],
)
def test_an_address_without_a_scheduler_is_one_line(
    address: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    start = time.monotonic()
    result = run("simulate", "grumbles", "--cluster", address)
    assert (result.code, len(result.faults), result.out) == (2, 1, "")
    assert result.err.startswith(message)
    assert time.monotonic() - start < 20


def test_without_dask_the_message_has_the_command_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("simulate", "grumbles", "--cluster", "tcp://127.0.0.1:9")
    assert (result.code, result.faults) == (
        2,
        [
            "--cluster needs Dask, which is not installed; pip install 'grimoire[cluster]' (not-installed)"
        ],
    )
