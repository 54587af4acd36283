"""Tests of parallel tasks: the same results as in sequence, however the processes end."""

from __future__ import annotations

import os
import signal
import time
import weakref
from collections.abc import Callable
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.side_by_side import (
    CAN_FORK,
    Report,
    begin_work,
    can_share,
    cores,
    elsewhere,
    job_limit,
    side_by_side,
    while_waiting,
)

forks = pytest.mark.skipif(not CAN_FORK, reason="no process can be copied here")


def fail(message: str, after: float = 0) -> int:
    time.sleep(after)
    raise KitError(message)


def test_without_a_job_limit_tasks_run_in_this_process() -> None:
    assert not can_share()
    assert side_by_side([os.getpid, os.getpid]) == [os.getpid()] * 2


def test_the_number_of_cores_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHON_CPU_COUNT", raising=False)
    there = cores()
    assert there >= 1
    for setting, counted in (("3", 3), ("default", there), ("0", there)):
        monkeypatch.setenv("PYTHON_CPU_COUNT", setting)
        assert cores() == counted


@forks
def test_results_are_in_the_order_of_the_tasks() -> None:
    with job_limit(3):
        assert can_share()
        found = side_by_side([lambda n=n: (n, os.getpid()) for n in range(9)])  # type: ignore[misc]
    assert [number for number, _ in found] == list(range(9))
    assert os.getpid() not in {process for _, process in found}
    assert active_children() == []


@forks
def test_work_for_waiting_time_is_done_at_most_once_and_only_while_waiting() -> None:
    done: list[int] = []
    with while_waiting(lambda: done.append(1)):
        side_by_side([os.getpid, os.getpid])  # in this process, without waiting
    assert done == []
    with job_limit(2):
        side_by_side([os.getpid, os.getpid])  # leftover work was discarded
        assert done == []
        with while_waiting(lambda: done.append(2), lambda: done.append(3)):
            for _ in range(2):
                side_by_side([os.getpid, os.getpid])
    assert done == [2, 3]


@forks
@pytest.mark.parametrize("tasks", [1, 3])
def test_this_process_can_work_beside_the_others(tasks: int) -> None:
    done: list[int] = []

    def here() -> None:
        done.append(os.getpid())

    assert elsewhere([os.getpid] * tasks, here) is None  # no process is free, so nothing is done
    assert done == []
    with job_limit(2):
        found = elsewhere([os.getpid] * tasks, here)
        assert can_share()
    assert done == [os.getpid()]
    assert found is not None
    assert len(found) == tasks
    assert len({*found, os.getpid()}) == 2  # two processes in all


@forks
def test_nested_calls_share_one_limit_of_processes() -> None:
    met = get_context("fork").Barrier(2)

    def nested() -> list[int]:
        return side_by_side([os.getpid] * 4)

    def nested_while_both_work() -> list[int]:
        met.wait(60)
        found = nested()
        met.wait(60)
        return found

    with job_limit(2):
        found = side_by_side([nested_while_both_work, nested_while_both_work, nested])
        assert can_share()  # all slots are free again
    # The outer tasks take both processes, so the inner ones run where they are.
    assert all(len(set(inner)) == 1 for inner in found[:2])


@forks
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_error_of_the_first_failing_task_is_raised(jobs: int) -> None:
    tasks: list[Callable[[], object]] = [
        os.getpid,
        partial(fail, "first", 0.2),
        partial(fail, "second"),
    ]
    with job_limit(jobs), pytest.raises(KitError) as caught:
        side_by_side(tasks)
    assert str(caught.value) == "first"


@forks
def test_a_killed_process_is_one_clear_error() -> None:
    def end() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with job_limit(2), pytest.raises(KitError, match=r"a process was killed.*--jobs 1"):
        side_by_side([end, end])
    assert active_children() == []


@forks
def test_an_interrupt_lets_other_processes_clean_up(tmp_path: Path) -> None:
    left = tmp_path / "left"

    def work() -> None:
        left.touch()
        try:
            time.sleep(60)
        finally:
            left.unlink()

    def interrupt() -> None:
        while not left.exists():
            time.sleep(0.01)
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with job_limit(2), pytest.raises(KeyboardInterrupt):
            side_by_side([work, interrupt])
    finally:
        signal.signal(signal.SIGINT, before)
    assert not left.exists()
    assert active_children() == []


class Thing:
    """Something that a weak reference may lead to."""


@forks
def test_an_interrupt_that_a_callback_ignores_comes_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Python cannot raise it in a callback of a weak reference, such as those of imports."""
    left = tmp_path / "left"

    def work() -> None:
        thing = Thing()
        reference = weakref.ref(thing, lambda reference: os.kill(os.getpid(), signal.SIGTERM))
        left.touch()
        try:
            del thing
            time.sleep(60)
        finally:
            assert reference() is None
            left.unlink()

    def fail() -> None:
        while not left.exists():
            time.sleep(0.01)
        raise KitError("enough")

    began = time.monotonic()
    with job_limit(2), pytest.raises(KitError, match=r"a process was killed|enough"):
        side_by_side([work, fail])
    assert not left.exists()
    assert time.monotonic() - began < 30
    assert "Traceback" not in capfd.readouterr().err


@forks
def send_much(pipe: Connection) -> None:
    begin_work()
    pipe.send_bytes(bytes(10**7))
    time.sleep(50)


@forks
def test_a_worker_that_is_ended_sends_the_result_that_it_has_begun() -> None:
    """Its parent would wait for the rest for ever, since it has both ends of the pipe open itself."""
    ours, theirs = get_context("fork").Pipe(duplex=False)
    worker = get_context("fork").Process(target=send_much, args=(theirs,))
    worker.start()
    theirs.close()
    assert ours.poll(50)
    os.kill(worker.pid or 0, signal.SIGTERM)
    time.sleep(0.05)
    assert len(ours.recv_bytes()) == 10**7
    worker.join(50)
    assert worker.exitcode == 1


def test_progress_reports_of_other_processes_are_passed_on() -> None:
    heard: list[tuple[int, bool]] = []
    home = os.getpid()
    report = Report(lambda number, process: heard.append((number, os.getpid() == home)))
    with job_limit(2):
        tasks = [partial(report, number, 0) for number in range(4)]
        side_by_side(tasks, watch=report.pass_on)
    assert sorted(heard) == [(number, True) for number in range(4)]
