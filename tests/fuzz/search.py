"""Search of the fuzzer: thousands of cases in several processes, the same for the same seed.

Cases come in batches with a seed each, so that they do not depend on the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from tests.fuzz.attempt import Attempts, Outcome
from tests.fuzz.case import Case
from tests.fuzz.grammar.kinds import KINDS, cases
from tests.fuzz.ground import Ground

BATCH = 25
BATCHES_OF_PROCESS = 14
"""A process is replaced after this many, since it keeps the memory of all generated cases."""


@dataclass
class Tally:
    """The outcomes of some cases."""

    cases: int = 0
    fine: int = 0
    refused: int = 0
    seconds: float = 0.0
    """Of the slowest command."""
    memory: int = 0
    found: list[tuple[Case, Outcome]] = field(default_factory=list)

    def add(self, case: Case, outcomes: Sequence[Outcome]) -> None:
        """Count a case."""
        self.cases += 1
        self.fine += all(each.code == 0 for each in outcomes)
        self.refused += any(each.code for each in outcomes)
        self.seconds = max(self.seconds, *(each.seconds for each in outcomes))
        self.memory = max(self.memory, *(each.memory for each in outcomes))
        self.found += [(case, each) for each in outcomes if each.findings][:1]

    def join(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.cases += other.cases
        self.fine += other.fine
        self.refused += other.refused
        self.seconds = max(self.seconds, other.seconds)
        self.memory = max(self.memory, other.memory)
        self.found += other.found


def search(
    kinds: Sequence[str], numbers: range, seed: int, jobs: int
) -> Iterator[tuple[str, Tally]]:
    """Try the cases with these numbers, as many of each kind, and yield the tally of each batch."""
    order = list(islice(cycle(kinds), -(-numbers.stop // BATCH)))
    sizes = [min(BATCH, numbers.stop - BATCH * number) for number in range(len(order))]
    begun = numbers.start // BATCH
    batches = [
        partial(_batch, kind, size, f"{seed}/{kind}/{number // len(kinds)}")
        for number, (kind, size) in enumerate(zip(order, sizes, strict=True))
    ][begun:]
    # An executor with `max_tasks_per_child` hangs in Python 3.11 once a process is replaced.
    with get_context("spawn").Pool(jobs, maxtasksperchild=BATCHES_OF_PROCESS) as pool:
        yield from zip(order[begun:], pool.imap(_call, batches), strict=True)


def _call(batch: partial[Tally]) -> Tally:
    return batch()


class _Here:
    """State that each process keeps between batches."""

    attempts: Attempts | None = None


def _batch(kind: str, count: int, seed: str) -> Tally:
    if _Here.attempts is None:
        _Here.attempts = Attempts(Ground())
    attempts, tally = _Here.attempts, Tally()

    @seeded(seed)
    @settings(
        max_examples=count, phases=[Phase.generate], database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases(kind, attempts.ground))
    def each(case: Case) -> None:
        tally.add(case, attempts.attempt(case))

    each()
    return tally


def keep(folder: Path, case: Case) -> Path:
    """Write a case into a folder of cases of its kind."""
    text = case.text()
    import zlib

    path = folder / case.kind / f"{zlib.crc32(text.encode()):08x}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


__all__ = ["KINDS", "Tally", "keep", "search"]
