"""Jobs: builds, proofs and exports in a process of their own, which can be stopped at any time.

They call the functions that the commands call.  A kit that costs too much ends its own process and
leaves the studio as it is.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from generator.base.errors import Fault, KitError
from generator.press.request import BuildRequest
from generator.publish.request import ExportRequest

if TYPE_CHECKING:
    from generator.studio.proof_places import Finding

_STOPPED = "the process was stopped; what was there before stays"
Report: TypeAlias = Callable[[str, int, int], None]


class Made(NamedTuple):
    """What a job has made: sentences about it, and files in a folder."""

    says: tuple[str, ...]
    folder: Path
    files: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What a proof has found, each with its place."""


@dataclass
class Job:
    """One job: how far it is, and what came of it."""

    title: str
    step: str = ""
    done: int = 0
    of: int = 0
    made: Made | None = None
    faults: tuple[Fault, ...] = ()
    running: bool = True
    _process: Any = None
    _pipe: Any = field(default=None, repr=False)

    def poll(self) -> bool:
        """Take over what the process has told; returns whether it still runs."""
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
        """Stop the process; it puts nothing half-made in place."""
        if self.running:
            self._process.terminate()

    def _end(self, faults: tuple[Fault, ...]) -> None:
        self.running, self.faults = False, faults
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
        self._pipe.close()


def begin(title: str, work: Callable[..., Made], *given: object, alone: bool = True) -> Job:
    """Begin a job: `work(report, *given)` in another process.

    Unless it is `alone`, it may have processes of its own.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, work, given), daemon=alone)
    process.start()
    theirs.close()
    return Job(title, _process=process, _pipe=ours)


class Jobs(dict[str, Job]):
    """The last job of each kind, by its key."""

    def running(self, key: str) -> bool:
        """Whether the last job of this key still runs."""
        return key in self and self[key].poll()

    def begin(
        self, key: str, title: str, work: Callable[..., Made], *given: object, alone: bool = True
    ) -> bool:
        """Begin a job as `begin` does, unless one of its key still runs; whether it was begun."""
        if self.running(key):
            return False
        self[key] = begin(title, work, *given, alone=alone)
        return True

    def cancel(self, key: str) -> None:
        """Stop the last job of this key."""
        if key in self:
            self[key].cancel()


def build(report: Report, request: BuildRequest, cache: Path | None) -> Made:
    """Build a kit as `grimoire build` does."""
    from generator.pipeline.build import build as build_kit
    from generator.press.cache.store import Store

    made = build_kit(request, report, Store(cache) if cache else None)
    says = [f"{each.path}: {each.pages} pages" for each in made.files if each.pages > 1]
    says += ["nothing had changed since the last build"] if made.up_to_date else []
    return Made((*says, *made.notes), made.folder, tuple(each.path for each in made.files))


def proof(report: Report, folder: Path) -> Made:
    """Prove a built kit as `grimoire proof` does."""
    from generator.press.preflight.visual.proof import prove
    from generator.studio.proof_places import findings_of

    found = prove(folder, lambda done, of: report("look at page", done, of))
    says = (str(found), *found.findings)
    return Made(says, folder, (), found.faults, findings_of(folder, found.faults))


def export(report: Report, request: ExportRequest) -> Made:
    """Export a kit as `grimoire export` does."""
    from generator.publish.export import export as export_kit

    made = export_kit(request, report)
    left = [f"left out: {each.copies} × {each.title}; {each.reason}" for each in made.left_out]
    files = tuple(each.path for each in made.files)
    return Made((*left, *made.notes), made.folder, files)


def _run(pipe: Connection, work: Callable[..., Made], given: tuple[object, ...]) -> None:
    """Do the work, and tell of it until nobody listens."""
    signal.signal(signal.SIGTERM, _stopped)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000)  # as the command does

    def report(step: str, done: int, of: int) -> None:
        pipe.send(("step", step, done, of))

    try:
        pipe.send(("made", work(report, *given)))
    except KitError as error:
        pipe.send(("faults", error.faults))
    except (OSError, MemoryError) as error:
        pipe.send(("faults", (Fault(f"cannot be done: {error}", check="system-error"),)))


def _stopped(number: int, frame: object) -> None:
    raise SystemExit(1)  # so that what is written aside is removed
