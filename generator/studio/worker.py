"""Worker: one thread for all that reads, draws and writes kits, the most urgent first.

The libraries that draw are not made for several threads, and what a person waits for must not
stand behind five hundred thumbnails.
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

T = TypeVar("T")


class Urgency(IntEnum):
    """How soon something is done; what is less comes first."""

    EDIT = 0
    PIECE = 1
    LOOK = 2
    CHECK = 3
    THUMBNAIL = 4


class Latest(Generic[T]):
    """What is asked for again and again, such as by a slider: only the last of what waits is done."""

    def __init__(self, do: Callable[[T], Awaitable[None]]) -> None:
        self._do = do
        self.waiting: list[T] = []
        """What is done next, if anything."""
        self._busy = False

    async def ask(self, what: T) -> None:
        """Do it, or have it done after what is being done now."""
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
    """A thread that does one thing after another."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[int, int, Callable[[], Any], Future[Any]]] = (
            PriorityQueue()
        )
        self._numbers = count()
        Thread(target=self._work, name="studio", daemon=True).start()

    async def run(self, urgency: Urgency, task: Callable[[], T]) -> T:
        """Do something in the thread; its result, or what it raises."""
        future: Future[T] = Future()
        self._waiting.put((urgency, next(self._numbers), task, future))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            *_, task, future = self._waiting.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(task())
            except BaseException as error:  # is raised where somebody waits for it
                future.set_exception(error)
