"""Build many requests, one after another or side by side.

Requests for one kit stay together, since they share most of what they need.  The files are the
same, byte for byte, however many processes make them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from generator.base.errors import Fault, KitError
from generator.base.side_by_side import Report, job_limit, side_by_side
from generator.press.cache.finished import FinishedBuild
from generator.press.cache.store import Store
from generator.press.request import STEPS, BuildRequest, BuildResult

Watch = Callable[[str, str, int, int], None]
"""Called with a kit, the step that begins, and the numbers of steps done and in all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one request: a result, or the faults that prevented it."""

    built: BuildResult | None = None
    faults: tuple[Fault, ...] = ()
    exit_code: int = 0


def build_all(
    requests: Sequence[BuildRequest], watch: Watch, cache: Path | None = None, jobs: int = 1
) -> list[Outcome]:
    """Build each request; one that fails does not stop the others.

    `cache` is the folder of the build cache, `jobs` how many processes work at once.  The outcomes
    are in the order of the requests.  Raises KitError if a process is killed.
    """
    kits: dict[str, list[BuildRequest]] = {}
    for request in requests:
        kits.setdefault(request.kit.name, []).append(request)
    by_kit = {
        name: finished
        for name, of_kit in kits.items()
        if (finished := _cached_outcomes(of_kit, cache))
    }
    if remaining := {name: of_kit for name, of_kit in kits.items() if name not in by_kit}:
        by_kit |= _build_kits(remaining, watch, cache, jobs)
    outcomes = {name: iter(of_kit) for name, of_kit in by_kit.items()}
    return [next(outcomes[request.kit.name]) for request in requests]


def _cached_outcomes(requests: Sequence[BuildRequest], cache: Path | None) -> list[Outcome] | None:
    """The outcomes if everything has been built already, found without loading the builder."""
    if cache is None:
        return None
    store = Store(cache)
    outcomes = []
    for request in requests:
        try:
            result = FinishedBuild(request, store).result()
        except KitError:
            return None  # the build itself reports it
        if result is None:
            return None
        outcomes.append(Outcome(result))
    return outcomes


def _build_kits(
    kits: Mapping[str, Sequence[BuildRequest]], watch: Watch, cache: Path | None, jobs: int
) -> dict[str, list[Outcome]]:
    """Build several kits side by side."""
    from generator.pipeline.build import import_later_steps  # slow: before the work is shared out

    if len(kits) > 1:
        import_later_steps()
    report = Report(watch)
    tasks = [partial(_build_kit, kit_requests, report, cache) for kit_requests in kits.values()]
    with job_limit(jobs):
        outcomes = side_by_side(tasks, sendable=True, watch=report.pass_on)
    return dict(zip(kits, outcomes, strict=True))


def _build_kit(requests: Sequence[BuildRequest], watch: Watch, cache: Path | None) -> list[Outcome]:
    """Build all requests for one kit, with one store for what they share."""
    from generator.pipeline.build import build  # slow to import

    store = Store(cache) if cache or len(requests) > 1 else None
    total = STEPS * len(requests)
    outcomes = []
    for number, request in enumerate(requests):

        def report(
            step: str, done: int, _: int, number: int = number, request: BuildRequest = request
        ) -> None:
            watch(request.kit.name, step, number * STEPS + done, total)

        try:
            outcomes.append(Outcome(_without_sheets(build(request, report, store))))
        except KitError as error:
            outcomes.append(Outcome(None, error.faults, error.exit_code))
    return outcomes


def _without_sheets(result: BuildResult) -> BuildResult:
    """A result without its drawings, which are large and useless to another process."""
    files = tuple(replace(file, sheets=(), spreads=()) for file in result.files)
    return replace(result, files=files)
