"""An interrupt: at once where nothing is half done, and after it where something is."""

from __future__ import annotations

import os
import signal

import pytest

from generator.cli.stopping import TerminatedError, stoppable


@pytest.mark.parametrize(
    ("number", "error"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, TerminatedError)],
)
def test_an_interrupt_comes_after_what_is_done_as_a_whole(
    number: signal.Signals, error: type[KeyboardInterrupt]
) -> None:
    before = signal.getsignal(number)
    done: list[str] = []

    def work() -> None:
        with stoppable() as stopping:
            with stopping.later():
                done.append("begun")
                os.kill(os.getpid(), number)
                done.append("ended")
            done.append("went on")

    with pytest.raises(error) as caught:
        work()
    assert type(caught.value) is error
    assert done == ["begun", "ended"]
    assert signal.getsignal(number) is before


def test_elsewhere_an_interrupt_comes_at_once() -> None:
    done: list[str] = []

    def work() -> None:
        with stoppable() as stopping:
            with stopping.later():
                done.append("whole")
            os.kill(os.getpid(), signal.SIGTERM)
            done.append("went on")

    with pytest.raises(TerminatedError):
        work()
    assert done == ["whole"]
