"""Turns the lengths of games into a section: the middle, the spread, and the longest to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.lab.report.charts import Row, columns, dots
from generator.lab.report.document import Block, Code, Heading, Picture, Table
from generator.lab.report.phrases import how, replay
from generator.lab.report.results import Findings, Length

FEW = 3
"""So many runs have a picture of all their lengths; of more the quartiles are drawn."""


def length(runs: Sequence[Findings]) -> Iterator[Block]:
    """How long the games took, in turns (or rounds, where the game counts those)."""
    told = [(run, run.length) for run in runs if run.length]
    several = len(told) > 1
    yield Heading("Length")
    if len(told) <= FEW:
        for run, found in told:
            of = f" of run {run.number} ({how(run)})" if several else ""
            yield columns(found.games, f"How many turns the games{of} took", found.quartiles[1])
    else:
        yield from _quartiles(told)
    yield Table(
        (*(("run",) if several else ()), "mean", "quarter", "median", "three quarters", "longest",
         "the longest game"),
        [
            (
                *((str(run.number),) if several else ()),
                f"{found.mean:.1f}",
                *(f"{round(quartile, 1):g}" for quartile in found.quartiles),
                str(found.longest),
                Code(replay(run, found.longest_seed)),
            )
            for run, found in told
        ],
        "Turns of a game",
        frozenset(range(6 if several else 5)),
    )  # fmt: skip


def _quartiles(told: Sequence[tuple[Findings, Length]]) -> list[Picture]:
    rows = [
        Row(
            f"run {run.number}: {how(run)}",
            found.quartiles[1],
            found.quartiles[0],
            found.quartiles[2],
            f"{found.quartiles[1]:g}",
        )
        for run, found in told
    ]
    most = max(found.quartiles[2] for _, found in told)
    return dots(
        rows, (0.0, most), "Turns of a game: the median, and the half of all games around it"
    )
