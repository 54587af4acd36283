"""Tests of interrupts: immediate, or at the end of an atomic step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.base import deferred_interrupts
from generator.cli.signals import TerminatedError, stoppable


@pytest.mark.parametrize(
    ("number", "error"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, TerminatedError)]
)
def test_an_interrupt_waits_for_the_end_of_an_atomic_step(
    number: signal.Signals, error: type[KeyboardInterrupt]
) -> None:
    before = signal.getsignal(number)
    done: list[str] = []

    def work() -> None:
        with stoppable():
            with deferred_interrupts():
                done.append("begun")
                os.kill(os.getpid(), number)
                done.append("ended")
            done.append("went on")

    with pytest.raises(error) as caught:
        work()
    assert type(caught.value) is error
    assert done == ["begun", "ended"]
    assert signal.getsignal(number) is before


def test_outside_atomic_steps_an_interrupt_is_immediate() -> None:
    done: list[str] = []

    def work() -> None:
        with stoppable():
            with deferred_interrupts():
                done.append("whole")
            os.kill(os.getpid(), signal.SIGTERM)
            done.append("went on")

    with pytest.raises(TerminatedError):
        work()
    assert done == ["whole"]


IGNORED = """
import os, signal, sys, time, weakref
from generator.cli import app
class Thing: pass
def work():
    thing = Thing()
    reference = weakref.ref(thing, lambda reference: os.kill(os.getpid(), signal.{name}))
    del thing
    time.sleep(60)
app._check_folder = work
app.run()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_that_python_ignores_comes_again(name: str, code: int) -> None:
    """It cannot be raised in a callback of a weak reference, such as those of imports."""
    words = [sys.executable, "-c", IGNORED.format(name=name), "kits"]
    done = subprocess.run(words, capture_output=True, timeout=50, check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr == b"grimoire: stopped; no unfinished files were left behind (interrupted)\n"


def test_nothing_slow_is_imported_before_an_interrupt_can_be_reported() -> None:
    code = "import sys; had = {*sys.modules}; import generator.cli; print(*{*sys.modules} - had)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} == {"generator", "generator.cli", "__future__", "atexit", "gc"}


def test_a_terminated_build_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    # its files take a while to paint, in two processes
    words = ["build", "grumbles", "--no-cache", "--jobs", "2", "-o", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "generator", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        deadline = time.monotonic() + 60
        while not any(out.glob(".unfinished-*")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(signal.SIGTERM)
        output, err = process.communicate()
    assert (process.returncode, output) == (128 + signal.SIGTERM, b"")
    assert err == b"grimoire: stopped; no unfinished files were left behind (interrupted)\n"
    assert not out.exists()
