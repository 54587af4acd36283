"""Jobs: work in separate processes, which can be stopped at any time and leaves nothing half-done.

A job calls the same function as a command.  A kit that takes too many resources ends the job's
process, not the one that started it.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from generator.base import GC_THRESHOLD
from generator.base.errors import Fault, KitError
from generator.base.side_by_side import job_limit
from generator.press.request import BuildRequest, Progress

_STOPPED = "the process was stopped; what was there before stays"


@dataclass(frozen=True)
class JobResult:
    """Result of a job: messages about it, and the files that it wrote to a folder."""

    says: tuple[str, ...]
    folder: Path
    files: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass
class Job:
    """Job: its progress and its result."""

    title: str
    step: str = ""
    done: int = 0
    of: int = 0
    made: JobResult | None = None
    faults: tuple[Fault, ...] = ()
    running: bool = True
    _process: Any = None
    _pipe: Any = field(default=None, repr=False)

    def poll(self) -> bool:
        """Read the reports of the process; return whether it is still running."""
        while self.running and (self._pipe.poll() or not self._process.is_alive()):
            try:
                told = self._pipe.recv()
            except EOFError:
                self._end((Fault(_STOPPED, check="process-killed"),))
                break
            match told:
                case ("step", step, done, of):
                    self.step, self.done, self.of = step, done, of
                case ("made", made):
                    self.made = made
                    self._end(made.faults)
                case ("faults", faults):
                    self._end(faults)
        return self.running

    def cancel(self) -> None:
        """Ask the process to stop; it leaves no unfinished files."""
        if self.running:
            self._process.terminate()

    def kill(self) -> None:
        """Kill a process that does not stop."""
        if self.running:
            self._process.kill()

    def _end(self, faults: tuple[Fault, ...]) -> None:
        self.running, self.faults = False, faults
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
        self._pipe.close()


def begin(title: str, work: Callable[..., JobResult], *given: object, alone: bool = True) -> Job:
    """Start a job: `work(report, *given)` in another process.

    A job that is not `alone` can start processes itself.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, work, given), daemon=alone)
    process.start()
    theirs.close()
    return Job(title, _process=process, _pipe=ours)


def build(report: Progress, request: BuildRequest, cache: Path | None, jobs: int = 1) -> JobResult:
    """Build a kit, like `grimoire build`."""
    from generator.pipeline.build import build as build_kit
    from generator.press.cache.store import Store

    with job_limit(jobs):
        made = build_kit(request, report, Store(cache) if cache else None)
    says = [f"{each.path}: {each.pages} pages" for each in made.files if each.pages > 1]
    says += ["nothing had changed since the last build"] if made.up_to_date else []
    return JobResult((*says, *made.notes), made.folder, tuple(each.path for each in made.files))


def _run(pipe: Connection, work: Callable[..., JobResult], given: tuple[object, ...]) -> None:
    """Do the work, and send its progress and result through the pipe."""
    signal.signal(signal.SIGTERM, _stopped)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(GC_THRESHOLD)

    def report(step: str, done: int, of: int) -> None:
        pipe.send(("step", step, done, of))

    try:
        pipe.send(("made", work(report, *given)))
    except KitError as error:
        pipe.send(("faults", error.faults))
    except (OSError, MemoryError) as error:
        pipe.send(("faults", (Fault(f"cannot be done: {error}", check="system-error"),)))
    except Exception as error:
        pipe.send(("faults", (unforeseen(error),)))
        if os.environ.get("GRIMOIRE_DEBUG"):
            raise


def _stopped(number: int, frame: object) -> None:
    raise SystemExit(1)  # so that staged files are removed


def unforeseen(error: Exception) -> Fault:
    """The fault for an unexpected error, of a game in Python or of Grimoire itself."""
    from generator.engine.game import own_line  # only needed for a bug

    message = f"{type(error).__name__}: {error}"
    if place := own_line(error):
        return Fault(f"the game breaks off here: {message}", place, check="game-package")
    hint = "please report it (GRIMOIRE_DEBUG=1 shows where)"
    says = f"this is a fault of Grimoire itself: {message}"
    return Fault(says, hint=hint, check="internal-error")
