"""Tests of batches: every task once, sizes that follow from the run time, results in order."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future
from multiprocessing import active_children
from threading import Timer
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.simulation.workers import (
    AHEAD,
    MOST,
    Batch,
    BatchSizer,
    FinishedBatch,
    InProcess,
    LostBatchError,
    Processes,
    in_order,
    on_futures,
    play_batch,
)
from tests.engine.tasks import double, interrupted, slow


def all_batches(cutter: BatchSizer, pace: float) -> list[Batch]:
    """All batches that a cutter yields if every game takes so many seconds."""
    batches = []
    while batch := cutter.next():
        batches.append(batch)
        cutter.took(len(batch.seeds), pace * len(batch.seeds))
    return batches


def seeds_of(batches: list[Batch]) -> list[tuple[int, int]]:
    return [(batch.plan, seed) for batch in batches for seed in batch.seeds]


@pytest.mark.parametrize("workers", [1, 2, 16])
@pytest.mark.parametrize("pace", [1e-9, 0.01, 3.0])
def test_every_task_is_in_one_batch_of_its_plan(workers: int, pace: float) -> None:
    seeds = [range(1, 60), [], [3, 8, 9], range(0), range(7, 20)]
    batches = all_batches(BatchSizer(seeds, workers, 0.5), pace)
    assert seeds_of(batches) == [(plan, seed) for plan, its in enumerate(seeds) for seed in its]
    assert [batch.number for batch in batches] == list(range(len(batches)))


def test_a_batch_takes_the_target_time_and_the_last_ones_are_short() -> None:
    sizes = [len(batch.seeds) for batch in all_batches(BatchSizer([range(1000)], 2, 0.5), 0.01)]
    assert sizes[:3] == [1, 50, 50]
    assert sizes[-4:] == [1, 1, 1, 1]
    assert sizes[-10] < 50
    assert max(len(b.seeds) for b in all_batches(BatchSizer([range(5000)], 1, 0.5), 1e-9)) == MOST


def test_a_game_longer_than_a_batch_is_one_by_itself() -> None:
    sizes = {len(batch.seeds) for batch in all_batches(BatchSizer([range(20)], 2, 0.5), 9.0)}
    assert sizes == {1}


@pytest.mark.parametrize("workers", [InProcess(), Processes(2)])
def test_results_do_not_depend_on_the_workers(workers: InProcess | Processes) -> None:
    seeds = [range(1, 40), [5, 9], range(3)]
    played = list(in_order(workers.batches(double, [1, 10, 100], seeds)))
    results = [result for each in played for result in each.results]
    assert results == [double(plan, seed) for plan, its in zip([1, 10, 100], seeds, strict=True)
                       for seed in its]  # fmt: skip


def test_batches_are_yielded_in_order_without_needless_waiting() -> None:
    def late() -> Iterator[FinishedBatch[str]]:
        for number in (1, 0, 3, 2, 4):
            yield FinishedBatch(Batch(number, 0, [number]), [str(number)])
            given.append(number)

    given: list[int] = []
    seen = []
    for played in in_order(late()):
        seen.append((played.batch.number, len(given)))
    assert seen == [(0, 1), (1, 1), (2, 3), (3, 3), (4, 4)]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), KitError("no more room")])
def test_batches_finished_out_of_order_are_yielded_at_the_end(error: BaseException) -> None:
    def broken() -> Iterator[FinishedBatch[str]]:
        for number in (3, 0, 2):
            yield FinishedBatch(Batch(number, 0, [number]), [str(number)])
        raise error

    seen = []
    with pytest.raises(type(error)):  # noqa: PT012
        for played in in_order(broken()):
            seen.append(played.batch.number)
    assert seen == [0, 2, 3]


def test_games_before_an_interrupt_are_yielded() -> None:
    results: list[int] = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        for played in InProcess().batches(interrupted, [30], [range(100)]):
            results += played.results
    assert results == list(range(30))


def test_slow_workers_get_a_limited_time() -> None:
    taken: list[tuple[Batch, Future[Any]]] = []

    def submit(batch: Batch) -> Future[Any]:
        future: Future[Any] = Future()
        taken.append((batch, future))
        if batch.number:  # the first one never ends
            future.set_result(([0] * len(batch.seeds), 1.0 * len(batch.seeds)))
        return future

    done = []
    batches = on_futures(submit, [range(1000)], lambda: 2)
    for played in batches:
        done.append(played.batch.number)
        if len(done) == 2 * AHEAD - 1:
            taken[0][1].set_result(([0], 1.0))
    assert done.index(0) >= 2 * AHEAD - 1
    assert sorted(done) == list(range(len(taken)))
    assert sum(len(batch.seeds) for batch, _ in taken) == 1000


def test_an_unfinished_batch_is_reported_with_its_reason() -> None:
    def submit(batch: Batch) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(MemoryError())
        return future

    with pytest.raises(LostBatchError) as caught:
        list(on_futures(submit, [range(4, 9)], lambda: 1))
    assert caught.value.batch.seeds == range(4, 5)
    assert isinstance(caught.value.__cause__, MemoryError)


def test_the_time_of_a_batch_excludes_the_transfer() -> None:
    results, seconds = play_batch(slow, pickle.dumps((0,)), 0, [1, 2])
    assert results == [1, 2]
    assert 0.1 <= seconds < 5


def test_an_interrupt_does_not_wait_for_a_game_that_takes_long() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell ignores it
    before = set(active_children())
    start = time.monotonic()
    results: list[int] = []
    played = Processes(2).batches(slow, [0], [[1, 2, 3, 0, 0, 0]])
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        for each in played:
            results += each.results
            if len(results) == 3:
                Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert sorted(results) == [1, 2, 3]
    assert time.monotonic() - start < 30
    assert set(active_children()) <= before
