"""Turns many requests into builds, one after another or several kits side by side.

Requests for one kit stay in one process, since most of what they need they need alike.  The files
are the same, byte for byte, however many processes make them.
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
from generator.pipeline import build
from generator.press.cache.store import Store
from generator.press.request import BuildResult, Request

Watch = Callable[[str, str, int, int], None]
"""Told of a kit how far its builds are: the step, how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one request: a build, or the faults that kept it from being built."""

    built: BuildResult | None = None
    faults: tuple[Fault, ...] = ()
    exit_code: int = 0


def build_all(
    requests: Sequence[Request], watch: Watch, cache: Path | None = None, jobs: int = 1
) -> list[Outcome]:
    """Build each request; those that fail do not keep the others from being built.

    `cache` is the folder for what need not be made again.  The outcomes are in the order of the
    requests.  Raises KitError if a process is killed.
    """
    kits: dict[str, list[Request]] = {}
    for request in requests:
        kits.setdefault(request.kit, []).append(request)
    if jobs == 1 or len(kits) == 1:
        made = {name: _build_kit(of_kit, watch, cache) for name, of_kit in kits.items()}
    else:
        made = dict(_in_processes(kits, watch, cache, jobs))
    outcomes = {name: iter(of_kit) for name, of_kit in made.items()}
    return [next(outcomes[request.kit]) for request in requests]


def _build_kit(requests: Sequence[Request], watch: Watch, cache: Path | None) -> list[Outcome]:
    """The builds of one kit; what several of them need is made once."""
    store = Store(cache) if cache or len(requests) > 1 else None
    of = build.STEPS * len(requests)
    outcomes = []
    for number, request in enumerate(requests):

        def told(
            step: str, done: int, _: int, number: int = number, request: Request = request
        ) -> None:
            watch(request.kit, step, number * build.STEPS + done, of)

        try:
            outcomes.append(Outcome(build.build(request, told, store)))
        except KitError as error:
            outcomes.append(Outcome(None, error.faults, error.exit_code))
    return outcomes


def _in_processes(
    kits: dict[str, list[Request]], watch: Watch, cache: Path | None, jobs: int
) -> Iterator[tuple[str, list[Outcome]]]:
    """The same, a kit to a process, each as soon as it is done."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work)
    try:
        tasks = {pool.submit(_work, requests, cache): name for name, requests in kits.items()}
        for name, requests in kits.items():
            watch(name, "", 0, build.STEPS * len(requests))
        for task in as_completed(tasks):
            name = tasks[task]
            of = build.STEPS * len(kits[name])
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


def _work(requests: Sequence[Request], cache: Path | None) -> list[Outcome]:
    return [_light(outcome) for outcome in _build_kit(requests, _silent, cache)]


def _silent(name: str, step: str, done: int, of: int) -> None:
    """A `Watch` that cannot be told from another process."""


def _light(outcome: Outcome) -> Outcome:
    """An outcome without its sheets, which are large and of no use to another process."""
    if outcome.built is None:
        return outcome
    files = tuple(replace(made, sheets=()) for made in outcome.built.files)
    return replace(outcome, built=replace(outcome.built, files=files))
