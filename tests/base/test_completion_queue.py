"""Tests of the completion queue: results as they are finished, and no lock left by an interrupt."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Thread, Timer

import pytest

from generator.base import deferred_interrupts
from generator.base.completion_queue import CompletionQueue
from generator.base.errors import KitError

SENDER = """
import os, signal, sys, time
for moment in sys.stdin:
    time.sleep(float(moment))
    os.kill(int(sys.argv[1]), signal.SIGINT)
"""
"""A process that sends an interrupt after so many seconds: a thread would only send it when this
process waits anyway."""
ROUNDS = 300
"""With `concurrent.futures.wait`, one of so many interrupts left a lock taken."""


def test_results_come_as_they_are_finished() -> None:
    finished: CompletionQueue[str, int] = CompletionQueue()
    futures = {name: Future[int]() for name in ("first", "second", "failed", "cancelled")}
    for name, future in futures.items():
        finished.add(name, future)
    assert finished.get(timeout=0) is None
    futures["second"].set_result(2)
    futures["cancelled"].cancel()
    futures["failed"].set_exception(KitError("no"))
    Timer(0.05, futures["first"].set_result, (1,)).start()
    found = [finished.get(), finished.get(), finished.get()]
    assert [each.key for each in found if each] == ["second", "failed", "first"]
    assert [each.result() for each in found if each and not each.error] == [2, 1]
    assert found[1]
    with pytest.raises(KitError, match="no"):
        found[1].result()
    assert finished.get(timeout=0) is None


@pytest.mark.skipif(os.name != "posix", reason="no process can interrupt another one here")
def test_an_interrupt_leaves_no_future_locked() -> None:
    """A locked future can be neither finished nor cancelled: whoever tries waits for ever."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    moments = random.Random(1)
    futures: list[Future[int]] = []
    sender = subprocess.Popen(
        [sys.executable, "-c", SENDER, str(os.getpid())], stdin=subprocess.PIPE, text=True
    )
    try:
        pool = ThreadPoolExecutor(2)  # not shut down here: that would wait for a locked future
        with sender:
            assert sender.stdin
            for _ in range(ROUNDS):
                with pytest.raises(KeyboardInterrupt):  # noqa: PT012
                    sender.stdin.write(f"{moments.uniform(0, 0.001)}\n")
                    sender.stdin.flush()
                    _work_until_interrupted(pool, futures)
            cancel = Thread(target=lambda: [each.cancel() for each in futures], daemon=True)
            cancel.start()
            cancel.join(20)
            assert not cancel.is_alive()
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(futures) > ROUNDS


def _work_until_interrupted(pool: ThreadPoolExecutor, futures: list[Future[int]]) -> None:
    finished: CompletionQueue[int, int] = CompletionQueue()
    running: set[int] = set()
    while True:
        while len(running) < 4:
            with deferred_interrupts():
                futures.append(pool.submit(int))
            running.add(len(futures))
            finished.add(len(futures), futures[-1])
        completion = finished.get()
        assert completion
        assert completion.result() == 0
        running.remove(completion.key)
