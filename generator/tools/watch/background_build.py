"""Background build: builds and checks a kit in separate processes.

Each step is a job, which is stopped when a file is saved again and leaves nothing half-done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from generator.base.locations import cache_root
from generator.base.side_by_side import cores, job_limit
from generator.press.request import BuildRequest, Progress
from generator.tools.jobs import Job, JobResult, build, start_job

STOP_SECONDS = 5.0
"""Seconds that a step has to stop before it is killed."""


def check(report: Progress, request: BuildRequest) -> JobResult:
    """Check a kit, like `grimoire check`; a draft is not checked for missing translations."""
    from generator.pipeline.check import check as check_kit

    edition = request.edition
    language = "" if edition.draft else edition.language
    with job_limit(cores()):
        check_kit(request.kit.name, request.kit.search_path, edition.ink, language)
    return JobResult((), request.folder)


class Background:
    """Background build: the steps for a request, in order until one finds a fault."""

    def __init__(self, request: BuildRequest, cache: bool = True) -> None:
        folder = cache_root() if cache else None
        self._steps: dict[str, tuple[Callable[..., JobResult], tuple[Any, ...]]] = {
            "build": (build, (request, folder, cores())),
            "check": (check, (request,)),
        }
        self._pending: list[str] = []
        self._running: Job | None = None
        self._stopped: list[tuple[Job, float]] = []
        """Stopped jobs, each with the time at which it will be killed."""

    @property
    def busy(self) -> bool:
        return bool(self._running or self._pending)

    def begin(self) -> None:
        """Restart from the first step."""
        self.stop()
        self._pending = [*self._steps]

    def finished(self) -> Job | None:
        """Return the job of a step if it has just ended; start the next step if it can."""
        job = self._running
        if job is None:
            if self._pending and self._all_ended():
                step = self._pending.pop(0)
                work, arguments = self._steps[step]
                self._running = start_job(step, work, *arguments, alone=False)
            return None
        if job.poll():
            return None
        self._running = None
        if job.faults:
            self._pending = []
        return job

    def stop(self) -> None:
        """Stop the running step without waiting for it, and drop the others."""
        self._pending = []
        if self._running:
            self._running.cancel()
            self._stopped.append((self._running, time.monotonic() + STOP_SECONDS))
            self._running = None

    def end(self) -> None:
        """Stop the running step, and wait until it has ended."""
        self.stop()
        while not self._all_ended():
            time.sleep(0.02)

    def _all_ended(self) -> bool:
        """Whether all stopped jobs have ended; kills those that take too long."""
        for job, deadline in self._stopped:
            if time.monotonic() > deadline:
                job.kill()
        self._stopped = [each for each in self._stopped if each[0].poll()]
        return not self._stopped
