"""Workers: games in batches of the right size, played in this process or in several.

The time that earlier batches took determines the size of a batch; results do not depend on it.
Batches are yielded as they are finished, in any order, so that a long one delays no other;
`in_order` restores their order.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from functools import lru_cache, partial
from math import ceil
from multiprocessing import active_children
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from generator.base import deferred_interrupts
from generator.base.completion_queue import CompletionQueue
from generator.base.errors import KitError
from generator.base.side_by_side import begin_work, ended_at_once, starting_workers, worker_pool
from generator.engine.registry import game_fault

SECONDS = 0.5
"""Target time of a batch: long compared with its transfer, short compared with a run."""
MOST = 500
"""Most games in a batch, however short they are."""
QUEUED = 2
"""Batches submitted for each worker, so that none waits for the next."""
AHEAD = 8
"""Batches for each worker that may be finished before the oldest one."""

P = TypeVar("P")
"""A plan: what is to be played."""
R = TypeVar("R")
"""The result of one game."""

Play = Callable[[P, int], R]
"""Plays a game by a plan and a seed.  A module-level function: other processes import it by name."""
TimedResults = tuple[list[R], float]
"""The results of some games, and the seconds that they took."""


class Batch(NamedTuple):
    """A batch: some games to play, all of one plan."""

    number: int
    """Number of the batch, counted from 0."""
    plan: int
    seeds: Sequence[int]


@dataclass(frozen=True, slots=True)
class FinishedBatch(Generic[R]):
    """A finished batch: the result of each game."""

    batch: Batch
    results: Sequence[R]


class LostBatchError(Exception):
    """The error for a batch lost with its worker; `__cause__` says what happened to the worker."""

    def __init__(self, batch: Batch) -> None:
        super().__init__(batch)
        self.batch = batch


class BatchSizer:
    """Cuts the seeds of plans into batches of about `seconds` each."""

    def __init__(self, seeds: Sequence[Sequence[int]], workers: int, seconds: float) -> None:
        """`seeds` holds those of each plan, plan by plan."""
        self.workers = workers
        self._seconds = seconds
        self._seeds = seeds
        self._plan = self._at = self._number = 0
        self._left = sum(map(len, seeds))
        self._pace = 0.0
        """Recent seconds per game; 0 until the first game is finished."""

    def next(self) -> Batch | None:
        """Return the next batch to play; None if there are no more."""
        while self._plan < len(self._seeds) and self._at == len(self._seeds[self._plan]):
            self._plan, self._at = self._plan + 1, 0
        if self._plan == len(self._seeds):
            return None
        # The last batches are small, so that all workers end at about the same time.
        fair = ceil(self._left / (2 * self.workers)) if self.workers > 1 else MOST
        wanted = int(self._seconds / self._pace) if self._pace else 1
        size = max(1, min(wanted, fair, MOST))
        seeds = self._seeds[self._plan][self._at : self._at + size]
        batch = Batch(self._number, self._plan, seeds)
        self._number += 1
        self._at += len(seeds)
        self._left -= len(seeds)
        return batch

    def took(self, games: int, seconds: float) -> None:
        """Learn from the time that a batch took."""
        pace = max(seconds / games, 1e-6)
        self._pace = (self._pace + pace) / 2 if self._pace else pace


class Workers(Protocol):
    """Workers: this process, other processes or other machines, which play games."""

    def batches(
        self, play: Play[P, R], plans: Sequence[P], seeds: Sequence[Sequence[int]]
    ) -> Iterator[FinishedBatch[R]]:
        """Play each plan with its seeds; yield batches as they are finished.

        Raises KitError when no worker is left, or the games kill their workers.
        """
        ...


class InProcess:
    """Worker that plays in this process, one batch after another."""

    def batches(
        self, play: Play[P, R], plans: Sequence[P], seeds: Sequence[Sequence[int]]
    ) -> Iterator[FinishedBatch[R]]:
        """See `Workers`.  After an interrupt, games that are already finished are yielded."""
        cutter = BatchSizer(seeds, 1, SECONDS / 2)
        while batch := cutter.next():
            results: list[R] = []
            begun = perf_counter()
            try:
                for seed in batch.seeds:
                    results.append(play(plans[batch.plan], seed))
            except KeyboardInterrupt:
                yield FinishedBatch(batch, results)
                raise
            cutter.took(len(results), perf_counter() - begun)
            yield FinishedBatch(batch, results)


class Processes:
    """Workers that are processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def batches(
        self, play: Play[P, R], plans: Sequence[P], seeds: Sequence[Sequence[int]]
    ) -> Iterator[FinishedBatch[R]]:
        """See `Workers`."""
        others = set(active_children())
        pool = worker_pool(self.jobs, _begin, play, tuple(plans))

        def submit(batch: Batch) -> Future[TimedResults[R]]:
            with starting_workers():
                return pool.submit(_play_here, batch.plan, batch.seeds)

        try:
            yield from on_futures(submit, seeds, lambda: self.jobs)
        except BaseException as error:
            for process in set(active_children()) - others:
                process.terminate()  # a game may take minutes
            if isinstance(error, LostBatchError) and isinstance(error.__cause__, BrokenExecutor):
                seed = error.batch.seeds[0]
                message = f"a process was killed while playing the games from seed {seed} on"
                hint = "finished games are kept; try again with fewer jobs"
                raise KitError(message, hint=hint, check="process-killed") from None
            raise
        finally:
            with deferred_interrupts():
                pool.shutdown(cancel_futures=True)


class _Worker:
    """What a process of `Processes` plays, and how: set once, when it starts."""

    work: tuple[Play[Any, Any], Sequence[Any]]


def _begin(play: Play[Any, Any], plans: Sequence[Any]) -> None:
    begin_work()
    _Worker.work = play, plans


def _play_here(plan: int, seeds: Sequence[int]) -> TimedResults[Any]:
    play, plans = _Worker.work
    return ended_at_once(partial(_timed, play, plans[plan], seeds))


def local(jobs: int) -> Workers:
    """Return workers that play with `jobs` processes on this machine."""
    return InProcess() if jobs == 1 else Processes(jobs)


def on_futures(
    submit: Callable[[Batch], Future[TimedResults[R]]],
    seeds: Sequence[Sequence[int]],
    count: Callable[[], int],
) -> Iterator[FinishedBatch[R]]:
    """Yield all batches as they are finished; `count` returns the number of workers.

    Raises LostBatchError for a batch whose workers died, and the KitError of a game.
    """
    cutter = BatchSizer(seeds, count(), SECONDS)
    running: dict[int, Batch] = {}
    finished: CompletionQueue[Batch, TimedResults[R]] = CompletionQueue()
    waiting = cutter.next()
    try:
        while waiting or running:
            cutter.workers = count()
            oldest = min(running, default=None)
            while waiting and len(running) < QUEUED * cutter.workers:
                if oldest is not None and waiting.number - oldest >= AHEAD * cutter.workers:
                    break
                finished.add(waiting, submit(waiting))
                running[waiting.number] = waiting
                waiting = cutter.next()
            if completion := finished.get():
                try:
                    results, seconds = completion.result()
                except KitError:
                    raise
                except Exception as error:
                    raise LostBatchError(running[min(running)]) from error
                batch = running.pop(completion.key.number)
                cutter.took(len(results), seconds)
                yield FinishedBatch(batch, results)
    except KeyboardInterrupt:  # batches finished by now count
        while completion := finished.get(timeout=0):
            if not completion.error:
                yield FinishedBatch(completion.key, completion.result()[0])
        raise


def in_order(batches: Iterable[FinishedBatch[R]]) -> Iterator[FinishedBatch[R]]:
    """Yield the batches in the order of their numbers; those after a missing one come last."""
    early: dict[int, FinishedBatch[R]] = {}
    number = 0
    try:
        for played in batches:
            early[played.batch.number] = played
            while number in early:
                yield early.pop(number)
                number += 1
    except (KeyboardInterrupt, KitError):
        for left in sorted(early):
            yield early[left]
        raise


def play_batch(
    play: Play[Any, R], packed: bytes, plan: int, seeds: Sequence[int]
) -> TimedResults[R]:
    """Play some games of one pickled plan, and time them."""
    return _timed(play, _unpacked(packed)[plan], seeds)


def _timed(play: Play[P, R], plan: P, seeds: Sequence[int]) -> TimedResults[R]:
    begun = perf_counter()
    try:
        return [play(plan, seed) for seed in seeds], perf_counter() - begun
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a game may raise anything
        if fault := game_fault(error):  # here, since its traceback stays in this process
            raise KitError(fault) from None
        raise


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Sequence[Any]:
    """The plans, unpickled once instead of with every batch."""
    plans: Sequence[Any] = pickle.loads(packed)
    return plans
