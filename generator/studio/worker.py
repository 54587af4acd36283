"""Worker: one thread that reads, draws and writes kits, most urgent tasks first.

The libraries that draw are not thread-safe, and a task that a person waits for must not queue
behind five hundred thumbnails.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from enum import IntEnum
from itertools import count
from queue import PriorityQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from generator.tools.watch.watch import read_errors_as_faults

T = TypeVar("T")


class Urgency(IntEnum):
    """Priority of a task; lower comes first."""

    EDIT = 0
    PIECE = 1
    LOOK = 2
    CHECK = 3
    THUMBNAIL = 4


class Latest(Generic[T]):
    """A task requested repeatedly, as by a slider: only the latest waiting request is run."""

    def __init__(self, do: Callable[[T], Awaitable[None]]) -> None:
        self._do = do
        self.waiting: list[T] = []
        """The next task, if any."""
        self._busy = False

    async def ask(self, what: T) -> None:
        """Run the task, or queue it after the current one."""
        self.waiting = [what]
        if self._busy:
            return
        self._busy = True
        try:
            while self.waiting:
                await self._do(self.waiting.pop())
        finally:
            self._busy = False


class Worker:
    """A thread that runs one task after another."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[int, int, Callable[[], Any], Future[Any]]] = (
            PriorityQueue()
        )
        self._numbers = count()
        Thread(target=self._work, name="studio", daemon=True).start()

    async def run(self, urgency: Urgency, task: Callable[[], T]) -> T:
        """Run a task in the thread; returns its result, or raises its error."""
        future: Future[T] = Future()
        self._waiting.put((urgency, next(self._numbers), task, future))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            *_, task, future = self._waiting.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                with read_errors_as_faults():  # a kit's folder may disappear at any time
                    future.set_result(task())
            except BaseException as error:  # raised in the waiting coroutine
                future.set_exception(error)
