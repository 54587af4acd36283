"""Forker of works that are killed: a small process, since forking a test process costs ten times as much.

`Forker` sends it work that can be pickled.  It forks, and the fork is killed before a call of the file
system.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.base.put_in_place import finish_begun

Work = Callable[[], object]
ROOT = Path(__file__).parents[2]
CALLS = ("os.", "open", "shutil.", "generator.")
STATE = "XDG_STATE_HOME"


class Forker:
    """The small process, as tests see it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.base.killing"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def kills(self, work: Work) -> Iterator[int]:
        """Each number of calls after which the work was killed; at last it is done whole."""
        assert self._process.stdin
        assert self._process.stdout
        after = 0
        while True:
            pickle.dump((work, after, os.environ[STATE]), self._process.stdin)
            self._process.stdin.flush()
            if not pickle.load(self._process.stdout):
                return
            yield after
            after += 1


def main() -> None:
    """Answer for each work whether it was killed, until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    finish_begun()  # loads what is loaded when it is first needed
    while True:
        try:
            work, after, os.environ[STATE] = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(killed(work, after), answers)
        answers.flush()


def killed(work: Work, after: int) -> bool:
    """Do the work in a process that is killed after so many calls; False if it needs fewer."""
    child = os.fork()
    if child == 0:
        left = after

        def count(event: str, args: object) -> None:
            nonlocal left
            if event.startswith(CALLS):
                left -= 1
                if left == -1:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    main()
