"""Jobs: work in separate processes, which can be stopped at any time and leaves nothing half-done.

A job calls the same function as a command.  A kit that takes too many resources ends the job's
process, not the one that started it.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from generator.base import GC_THRESHOLD
from generator.base.errors import Fault, KitError
from generator.base.side_by_side import CAN_FORK, job_limit
from generator.press.request import BuildRequest, Progress

PRELOADED = (
    "generator.engine.of_kit",
    "generator.pipeline.build",
    "generator.pipeline.check",
    "generator.press.accessibility",
    "generator.press.paint.pdf.painter",
    "generator.press.preflight",
    "generator.press.rulebook.of_kit",
)
"""What most jobs import, which takes most of a second."""

_forking: Any = None
"""Forks processes, once one that has imported all that is ready for it."""
_KILLED = "the process was stopped; earlier files are unchanged"


@dataclass(frozen=True)
class JobResult:
    """Result of a job: messages about it, and the files that it wrote to a folder."""

    messages: tuple[str, ...]
    folder: Path
    files: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass
class Job:
    """Job: its progress and its result."""

    title: str
    step: str = ""
    done: int = 0
    total: int = 0
    result: JobResult | None = None
    faults: tuple[Fault, ...] = ()
    running: bool = True
    stopped: bool = False
    """Whether somebody has stopped it before its end, which is no fault."""
    _process: Any = None
    _pipe: Any = field(default=None, repr=False)
    _cancelled: bool = False

    def poll(self) -> bool:
        """Read the reports of the process; return whether it is still running."""
        while self.running and (self._pipe.poll() or not self._process.is_alive()):
            try:
                report = self._pipe.recv()
            except EOFError:
                self.stopped = self._cancelled
                self._end(() if self.stopped else (Fault(_KILLED, check="process-killed"),))
                break
            match report:
                case ("step", step, done, total):
                    self.step, self.done, self.total = step, done, total
                case ("made", result):
                    self.result = result
                    self._end(result.faults)
                case ("faults", faults):
                    self._end(faults)
        return self.running

    def ending(self, stopped: str = "Stopped.") -> str:
        """How it ended, in words: `stopped` by somebody, or with faults; "" if all went well."""
        return stopped if self.stopped else "; ".join(map(str, self.faults))

    def cancel(self) -> None:
        """Ask the process to stop; it leaves no unfinished files."""
        if self.running:
            self._cancelled = True
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


def start_job(
    title: str, work: Callable[..., JobResult], *arguments: object, alone: bool = True
) -> Job:
    """Start a job: `work(report, *arguments)` in another process.

    A job that is not `alone` can start processes itself.
    """
    context = _forking or get_context("spawn")
    _prepare()
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, work, arguments), daemon=alone)
    process.start()
    theirs.close()
    return Job(title, _process=process, _pipe=ours)


@cache
def _prepare() -> None:
    """Begin to import what jobs need in a process from which later ones are forked; nobody waits for it."""
    if CAN_FORK:
        Thread(target=_import_ahead, daemon=True).start()


def _import_ahead() -> None:
    global _forking
    processes = get_context("forkserver")
    processes.set_forkserver_preload([*PRELOADED])
    # It fails where a temporary folder has too long a name for a socket, among others.
    with suppress(OSError, EOFError):
        first = processes.Process(target=os.getpid, daemon=True)
        first.start()  # returns when everything has been imported
        first.join()
        _forking = processes


def build(report: Progress, request: BuildRequest, cache: Path | None, jobs: int = 1) -> JobResult:
    """Build a kit, like `grimoire build`."""
    from generator.pipeline.build import build as build_kit
    from generator.press.cache.store import Store

    with job_limit(jobs):
        result = build_kit(request, report, Store(cache) if cache else None)
    messages = [f"{each.path}: {each.pages} pages" for each in result.files if each.pages > 1]
    messages += ["nothing had changed since the last build"] if result.up_to_date else []
    return JobResult(
        (*messages, *result.notes), result.folder, tuple(each.path for each in result.files)
    )


def _run(pipe: Connection, work: Callable[..., JobResult], arguments: tuple[object, ...]) -> None:
    """Do the work, and send its progress and result through the pipe."""
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(GC_THRESHOLD)

    def report(step: str, done: int, of: int) -> None:
        pipe.send(("step", step, done, of))

    try:
        pipe.send(("made", work(report, *arguments)))
    except KitError as error:
        pipe.send(("faults", error.faults))
    except (OSError, MemoryError) as error:
        pipe.send(("faults", (Fault(f"cannot be done: {error}", check="system-error"),)))
    except KeyboardInterrupt:
        raise SystemExit(1) from None
    except BaseException as error:  # a game may raise anything
        pipe.send(("faults", (unexpected_error(error),)))
        if os.environ.get("GRIMOIRE_DEBUG"):
            raise


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt  # so that staged files are removed; `SystemExit` could be a game's own


def unexpected_error(error: BaseException) -> Fault:
    """The fault for an unexpected error, of a game in Python or of Grimoire itself."""
    from generator.engine.registry import game_fault  # only needed for a bug

    if fault := game_fault(error):
        return fault
    hint = "please report it (GRIMOIRE_DEBUG=1 shows where)"
    message = f"this is a fault of Grimoire itself: {type(error).__name__}: {error}"
    return Fault(message, hint=hint, check="internal-error")
