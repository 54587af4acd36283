"""Build many requests, one after another or several kits in parallel.

Requests for one kit stay in one process, since they share most of what they need.  The files are
the same, byte for byte, however many processes make them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal

from generator.base.errors import Fault, KitError
from generator.pipeline.build import build
from generator.press.cache.store import Store
from generator.press.request import STEPS, BuildRequest, BuildResult

Watch = Callable[[str, str, int, int], None]
"""Is called with a kit, the step that begins, the steps done and the steps in all."""


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

    `cache` is the folder of the build cache.  The outcomes are in the order of the requests.  Raises
    KitError if a process is killed.
    """
    kits: dict[str, list[BuildRequest]] = {}
    for request in requests:
        kits.setdefault(request.kit.name, []).append(request)
    if jobs == 1 or len(kits) == 1:
        made = {name: _build_kit(of_kit, watch, cache) for name, of_kit in kits.items()}
    else:
        made = dict(_in_processes(kits, watch, cache, jobs))
    outcomes = {name: iter(of_kit) for name, of_kit in made.items()}
    return [next(outcomes[request.kit.name]) for request in requests]


def _build_kit(requests: Sequence[BuildRequest], watch: Watch, cache: Path | None) -> list[Outcome]:
    """Build all requests for one kit, with one store for what they share."""
    store = Store(cache) if cache or len(requests) > 1 else None
    of = STEPS * len(requests)
    outcomes = []
    for number, request in enumerate(requests):

        def report(
            step: str, done: int, _: int, number: int = number, request: BuildRequest = request
        ) -> None:
            watch(request.kit.name, step, number * STEPS + done, of)

        try:
            outcomes.append(Outcome(build(request, report, store)))
        except KitError as error:
            outcomes.append(Outcome(None, error.faults, error.exit_code))
    return outcomes


def _in_processes(
    kits: dict[str, list[BuildRequest]], watch: Watch, cache: Path | None, jobs: int
) -> Iterator[tuple[str, list[Outcome]]]:
    """Build each kit in a process of its own; yields them as they are done."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work)
    try:
        tasks = {pool.submit(_work, requests, cache): name for name, requests in kits.items()}
        for name, requests in kits.items():
            watch(name, "", 0, STEPS * len(requests))
        for task in as_completed(tasks):
            name = tasks[task]
            of = STEPS * len(kits[name])
            watch(name, "done", of, of)
            yield name, task.result()
    except BrokenProcessPool:
        message = "a process was killed while kits were built"
        hint = "what had been built by then is complete; try again with fewer jobs"
        raise KitError(message, hint=hint, check="process-killed") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_work() -> None:
    import gc

    gc.set_threshold(100_000)  # as the command does
    signal(SIGINT, SIG_IGN)


def _work(requests: Sequence[BuildRequest], cache: Path | None) -> list[Outcome]:
    return [_light(outcome) for outcome in _build_kit(requests, _silent, cache)]


def _silent(name: str, step: str, done: int, of: int) -> None:
    """A `Watch` for another process, which nobody watches from here."""


def _light(outcome: Outcome) -> Outcome:
    """An outcome without its sheets, which are large and of no use to another process."""
    if outcome.built is None:
        return outcome
    files = tuple(replace(made, sheets=()) for made in outcome.built.files)
    return replace(outcome, built=replace(outcome.built, files=files))
