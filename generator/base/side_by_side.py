"""Parallel work: tasks in several processes of this machine, as many as a command may use.

A command sets its limit once, with `job_limit`.  Code with several tasks passes them to
`side_by_side`, which uses as many processes as are free at that moment and does the rest one after
another.  So a kit that is built alone uses all cores, and of five kits each has one.

Processes are forked: they then have the kit, its fonts and its templates in memory, and a task may
be any function.  Where a fork is not safe, only tasks that can be pickled are shared out.  The
result of a task does not depend on where it was done.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from threading import Thread, Timer
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from generator.base import GC_THRESHOLD, deferred_interrupts, repeat_interrupts
from generator.base.errors import KitError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.context import BaseContext

T = TypeVar("T")
Task = Callable[[], T]

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"
"""Whether a process can be forked; the system libraries of macOS do not allow it."""
_POLL = 0.1
"""Seconds between two looks at the progress of the tasks."""
_GRACE = 1.0
"""Seconds in which a worker can send a result before SIGTERM ends it."""


class _Limit:
    """How many more processes this one and its children may run; none at first."""

    spare: Any = None
    tasks: Sequence[Task[Any]] = ()
    """In a worker: the tasks that it may be asked to do."""
    ending = False
    """In a worker: whether SIGTERM has come since the last task."""
    meanwhile: ClassVar[list[Task[Any]]] = []
    """Work that may be done while this process waits for others."""


def cores() -> int:
    """How many processes can run at once on this machine, or the value of PYTHON_CPU_COUNT.

    Python itself reads that variable from 3.13 on.
    """
    setting = os.environ.get("PYTHON_CPU_COUNT", "")
    if setting.isdecimal() and int(setting):
        return int(setting)
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class Report:
    """Progress report: calls a function in the process that created this, from any process."""

    def __init__(self, call: Callable[..., None]) -> None:
        self._call: Callable[..., None] | None = call
        self._home = os.getpid()
        self._sent = _context().SimpleQueue()

    def __call__(self, *values: object) -> None:
        if self._call and os.getpid() == self._home:
            self._call(*values)
        else:
            self._sent.put(values)

    def pass_on(self) -> None:
        """Make the calls that other processes have requested."""
        while self._call and not self._sent.empty():
            self._call(*self._sent.get())

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_call": None}


@contextmanager
def job_limit(jobs: int) -> Iterator[None]:
    """Context in which `jobs` processes work at once; outside of any, one."""
    before = _Limit.spare
    _Limit.spare = _context().Semaphore(jobs - 1) if jobs > 1 else None
    try:
        yield
    finally:
        _Limit.spare = before


def can_share() -> bool:
    """Whether this process could fork another one now."""
    return CAN_FORK and _Limit.spare is not None and _Limit.spare.get_value() > 0


@contextmanager
def while_waiting(*works: Task[Any]) -> Iterator[None]:
    """Context in which something is done, once, if this process waits for others."""
    _Limit.meanwhile.extend(works)
    try:
        yield
    finally:
        _Limit.meanwhile[:] = [each for each in _Limit.meanwhile if each not in works]


def side_by_side(
    tasks: Sequence[Task[T]], *, sendable: bool = False, watch: Callable[[], None] | None = None
) -> list[T]:
    """Do all tasks and return their results, in order.

    Raises the exception of the first task that fails, as if they had been done one after another,
    and KitError if a process is killed.  `sendable` tasks can be pickled, so they need no fork;
    `watch` is called now and then while other processes work.
    """
    taken = _take(len(tasks) - 1) if CAN_FORK or sendable else 0
    return _in_processes(tasks, taken, taken + 1, watch) if taken else [task() for task in tasks]


def elsewhere(
    tasks: Sequence[Task[T]],
    here: Task[object] | None = None,
    take: Callable[[T], bool] | None = None,
) -> list[T] | None:
    """Do all tasks in other processes, as `side_by_side` does.

    Returns None, with nothing done, if no process is free: for tasks that would leave traces in
    this one.  This process does the work `here` at the same time, or only waits; it can `take` each
    result in turn while others are still made, until `take` returns False.
    """
    idle = 0 if here else 1
    taken = _take(len(tasks) - idle) if CAN_FORK else 0
    if not taken:
        return None
    with while_waiting(*filter(None, [here])):
        return _in_processes(tasks, taken, taken + idle, take=take)


def _take(most: int) -> int:
    """Take free processes from the remaining limit, and return their number."""
    taken = 0
    while taken < most and _Limit.spare is not None and _Limit.spare.acquire(block=False):
        taken += 1
    return taken


def _in_processes(
    tasks: Sequence[Task[T]],
    taken: int,
    workers: int,
    watch: Callable[[], None] | None = None,
    take: Callable[[T], bool] | None = None,
) -> list[T]:
    """Do the tasks in so many processes, and give back those that were taken."""
    from concurrent.futures import BrokenExecutor
    from multiprocessing import active_children

    from generator.base.completion_queue import Completion, CompletionQueue

    others = set(active_children())
    finished: CompletionQueue[int, T] = CompletionQueue()
    done: dict[int, Completion[int, T]] = {}
    next_to_take = 0
    pool = worker_pool(workers, begin_work, tasks, _Limit.spare)
    try:
        with starting_workers():
            for number in range(len(tasks)):
                finished.add(number, pool.submit(_do, number))
        while _Limit.meanwhile:
            _Limit.meanwhile.pop(0)()
        while len(done) < len(tasks):
            if completion := finished.get(_POLL if watch else None):
                done[completion.key] = completion
            left = len(tasks) - len(done)
            while taken > max(0, left - 1):  # an idle process may be of use elsewhere
                _Limit.spare.release()
                taken -= 1
            while take and next_to_take in done:
                if not take(done[next_to_take].result()):
                    take = None
                next_to_take += 1
            if watch:
                watch()
        return [done[number].result() for number in range(len(tasks))]
    except BaseException as error:
        for process in set(active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenExecutor):
            message = "a process was killed while kits were built"
            hint = "the kits finished before are complete; try again with --jobs 1"
            raise KitError(message, hint=hint, check="process-killed") from None
        raise
    finally:
        with deferred_interrupts():
            pool.shutdown(cancel_futures=True)
        for _ in range(taken):
            _Limit.spare.release()


def _context() -> BaseContext:
    from multiprocessing import get_context  # slow to import

    return get_context("fork" if CAN_FORK else "spawn")


def worker_pool(workers: int, begin: Callable[..., None], *values: object) -> ProcessPoolExecutor:
    """Pool of worker processes; each begins with a call that includes `begin_work`.

    Workers are forked where that is safe, which costs almost nothing.  They start with the first
    task, which must be submitted in a `starting_workers` block.
    """
    from concurrent.futures import ProcessPoolExecutor  # slow to import

    return ProcessPoolExecutor(workers, _context(), begin, values)


@contextmanager
def starting_workers() -> Iterator[None]:
    """Context in which signals wait until a worker that is starting can handle them."""
    if not CAN_FORK:
        with deferred_interrupts():
            yield
        return
    from signal import SIG_BLOCK, SIG_SETMASK, pthread_sigmask

    before = pthread_sigmask(SIG_BLOCK, {SIGINT, SIGTERM})
    try:
        # Other threads may still get a signal, and this one would raise it: locks would stay taken.
        with deferred_interrupts(), warnings.catch_warnings():
            # A progress bar has a thread of its own; no worker ever uses it.
            warnings.simplefilter("ignore", DeprecationWarning)
            yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def begin_work(tasks: Sequence[Task[Any]] = (), spare: Any = None) -> None:
    """Initialise a worker process.

    It ignores interrupts, which are for its parent, and exits when its parent is killed.
    """
    _Limit.tasks, _Limit.spare = tasks, spare
    _Limit.meanwhile.clear()
    repeat_interrupts(_end_later)
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, _end_soon)
    gc.freeze()  # shared memory must not be written to
    gc.set_threshold(GC_THRESHOLD)
    Thread(target=_leave_with_parent, daemon=True).start()
    if CAN_FORK:
        from signal import SIG_UNBLOCK, pthread_sigmask

        pthread_sigmask(SIG_UNBLOCK, {SIGINT, SIGTERM})


def _leave_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _do(number: int) -> Any:
    return ended_at_once(_Limit.tasks[number])


def ended_at_once(task: Task[T]) -> T:
    """Do a task of a worker; SIGTERM ends it, after cleaning up, and then the process.

    Between tasks, while a result is sent, the process ends a little later.
    """
    signal(SIGTERM, _end)
    try:
        if _Limit.ending:
            os._exit(1)
        return task()
    except KeyboardInterrupt:
        os._exit(1)
    finally:
        signal(SIGTERM, _end_soon)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal(SIGTERM, SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _end_soon(number: int, frame: FrameType | None) -> None:
    """End the process, but not in the middle of a result: its parent would wait for the rest for ever."""
    _Limit.ending = True
    timer = Timer(_GRACE, os._exit, (1,))
    timer.daemon = True
    timer.start()


def _end_later(error: KeyboardInterrupt) -> int:
    signal(SIGTERM, _end)
    return SIGTERM
