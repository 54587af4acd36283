"""Full check of an open kit: all that `grimoire check` checks, in another process, while nobody edits.

It takes several seconds for a large kit, so it begins once the kit has rested, and is given up as
soon as the kit changes; edits never wait for it.
"""

from __future__ import annotations

from time import monotonic

from generator.studio.jobs import check
from generator.studio.open_kit import OpenKit
from generator.tools.jobs import Job, start_job

REST_SECONDS = 1.5
"""Seconds without a change after which a kit is checked."""


class FullCheck:
    """The full check of one kit, again after each change."""

    def __init__(self, kit: OpenKit) -> None:
        self._kit = kit
        self._version = 0
        """The version to be checked."""
        self._since = 0.0
        """When that version appeared."""
        self._job: Job | None = None

    def look(self) -> None:
        """Begin the check, give it up, or tell the kit what it has found, whichever is due."""
        kit = self._kit
        if kit.version != self._version:
            self._version, self._since = kit.version, monotonic()
            if self._job:
                self._job.cancel()
                self._job = None
        if self._job:
            if not self._job.poll():
                kit.note_check(self._job.faults)
                self._job = None
        elif kit.version and not kit.checked and monotonic() - self._since >= REST_SECONDS:
            self._job = start_job("check", check, kit.request.kit)
