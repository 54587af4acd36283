"""Turns the figures that games tell of themselves into a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.lab.report.document import Block, Heading, Table
from generator.lab.report.phrases import sentence
from generator.lab.report.results import Findings


def figures(runs: Sequence[Findings]) -> Iterator[Block]:
    """Mean, median and most of every figure, run by run."""
    told = [(run, each) for run in runs for each in run.measures]
    if not told:
        return
    several = len(runs) > 1
    yield Heading("Figures of the games")
    yield Table(
        (*(("run",) if several else ()), "", "mean", "median", "most", "seed of the most"),
        [
            (
                *((str(run.number),) if several else ()),
                sentence(each.name),
                f"{each.mean:.2f}",
                f"{each.median:g}",
                f"{each.most:g}",
                str(each.seed),
            )
            for run, each in told
        ],
        "What the games tell of themselves",
        frozenset({2, 3, 4, 5} if several else {1, 2, 3, 4}),
    )
