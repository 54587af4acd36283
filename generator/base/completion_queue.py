"""Completion queue: the results of futures, in the order in which they are finished.

`concurrent.futures.wait` takes the locks of all its futures.  In the thread that gets signals, an
interrupt can leave such a lock taken, and whoever finishes or cancels that future waits for ever.
Here only the threads that finish futures take locks, and interrupts never reach those.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar, cast

from generator.base import deferred_interrupts

K = TypeVar("K")
T = TypeVar("T")
_SLICE = 1.0
"""Seconds after which waiting begins anew: on Windows no interrupt comes through in between."""


class Completion(NamedTuple, Generic[K, T]):
    """A finished future: its key, and the result or the error."""

    key: K
    value: T | None
    error: BaseException | None

    def result(self) -> T:
        """Return the result, or raise the error."""
        if self.error:
            raise self.error
        return cast("T", self.value)


class CompletionQueue(Generic[K, T]):
    """Queue of finished futures, each known by the key with which it was added."""

    def __init__(self) -> None:
        self._finished: SimpleQueue[Completion[K, T]] = SimpleQueue()

    def add(self, key: K, future: Future[T]) -> None:
        """Have a future come to this queue when it is finished; a cancelled one never comes."""
        with deferred_interrupts():
            future.add_done_callback(partial(self._put, key))

    def get(self, timeout: float | None = None) -> Completion[K, T] | None:
        """Wait for the next finished future; None if none has come after `timeout` seconds."""
        while True:
            try:
                return self._finished.get(timeout=_SLICE if timeout is None else timeout)
            except Empty:
                if timeout is not None:
                    return None

    def _put(self, key: K, future: Future[T]) -> None:
        try:
            error = future.exception()
        except CancelledError:
            return
        value = None if error else future.result()
        self._finished.put(Completion(key, value, error))
