"""Jobs of the studio: builds, checks, proofs and exports as by the commands; keeps the last of each kind."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.press.request import BuildRequest, KitRef, Progress
from generator.publish.request import ExportRequest
from generator.tools.jobs import Job, JobResult, start_job

if TYPE_CHECKING:
    from generator.studio.proof_places import Finding


@dataclass(frozen=True)
class Proved(JobResult):
    """The result of a proof."""

    findings: tuple[Finding, ...] = ()
    """Each fault with its place."""


class Jobs(dict[str, Job]):
    """The last job of each kind, by its key."""

    def running(self, key: str) -> bool:
        """Whether the last job with this key is still running."""
        return key in self and self[key].poll()

    def begin(
        self,
        key: str,
        title: str,
        work: Callable[..., JobResult],
        *given: object,
        alone: bool = True,
    ) -> bool:
        """Start a job unless one with the same key is running; return whether it was started."""
        if self.running(key):
            return False
        self[key] = start_job(title, work, *given, alone=alone)
        return True

    def cancel(self, key: str) -> None:
        """Cancel the last job with this key."""
        if key in self:
            self[key].cancel()


def proof(report: Progress, folder: Path) -> Proved:
    """Prove a built kit as `grimoire proof` does."""
    from generator.press.preflight.visual.proof import prove
    from generator.studio.proof_places import findings_of

    found = prove(folder, lambda done, of: report("look at page", done, of))
    says = (str(found), *found.findings)
    return Proved(says, folder, (), found.faults, findings_of(folder, found.faults))


def calibrate(report: Progress, request: BuildRequest, folder: Path) -> JobResult:
    """Make a calibration sheet for the paper of a request as `grimoire calibrate` does."""
    from generator.i18n import shared_words
    from generator.press.instructions import calibration

    target, path = request.target, request.kit.search_path
    edge: calibration.Duplex = "short-edge" if target.backs == "short-edge" else "long-edge"
    words = shared_words(request.edition.language, path.shared())
    file = calibration.calibrate(target.paper, edge, folder, target.offset, path, words)
    return JobResult(("2 pages",), folder, (file.name,))


def check(report: Progress, kit: KitRef) -> JobResult:
    """Check a kit as `grimoire check` does, at a lower priority: nobody has asked for it."""
    from generator.pipeline.check import check as check_kit

    if hasattr(os, "nice"):
        os.nice(5)
    passed = check_kit(kit.name, kit.search_path)
    return JobResult(tuple(entry.says for entry in passed), Path())


def export(report: Progress, request: ExportRequest) -> JobResult:
    """Export a kit as `grimoire export` does."""
    from generator.publish.export import export as export_kit

    made = export_kit(request, report)
    left = [f"left out: {each.copies} × {each.title}; {each.reason}" for each in made.left_out]
    files = tuple(each.path for each in made.files)
    return JobResult((*left, *made.notes), made.folder, files)
