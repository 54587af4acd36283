"""Measures: mean, median and maximum of the figures that games report about themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, median, stdev
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.intervals import Z


class Measure(NamedTuple):
    """One measure over the games that report it."""

    name: str
    games: int
    mean: float
    range: tuple[float, float]
    """The 95 % interval of the mean; for a single game the mean itself."""
    median: float
    most: float
    seed: int
    """The seed of the first game with the maximum."""


class MeasureCounter:
    """The measures of the games added so far."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = {}
        self._most: dict[str, tuple[float, int]] = {}

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
        for name, value in record.measures.items():
            self._values.setdefault(name, []).append(value)
            if name not in self._most or value > self._most[name][0]:
                self._most[name] = value, record.seed

    def each(self) -> list[Measure]:
        """Return every measure, in the order in which games report them."""
        return [
            Measure(
                name,
                len(values),
                fmean(values),
                mean_range(values),
                median(values),
                *self._most[name],
            )
            for name, values in self._values.items()
        ]

    def as_data(self) -> dict[str, JsonValue]:
        """Plain data, by name."""
        return {
            each.name: {
                "games": each.games,
                "mean": round(each.mean, 4),
                "95%": [round(end, 4) for end in each.range],
                "median": each.median,
                "most": {"value": each.most, "seed": each.seed},
            }
            for each in self.each()
        }

    def lines(self) -> Iterator[str]:
        """The table as lines of text."""
        found = self.each()
        if found:
            yield "measures: mean (95 %), median, and most:"
        width = max([len(each.name) for each in found], default=0)
        for each in found:
            low, high = each.range
            mean = f"{each.mean:.2f} ({low:.2f} to {high:.2f})"
            line = f"    {each.name:{width}}  {mean}, median {each.median:g}"
            yield f"{line}, most {each.most:g} (seed {each.seed})"


def mean_range(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean; for a single value the value."""
    middle, free = fmean(values), len(values) - 1
    if not free:
        return middle, middle
    reach = student(free) * stdev(values) / sqrt(len(values))
    return middle - reach, middle + reach


def student(free: int) -> float:
    """The 97.5 % quantile of Student's t (Abramowitz and Stegun, formula 26.7.5, within 0.5 %)."""
    if free < 3:
        return (12.7062, 4.3027)[free - 1]
    z, n = Z, 4 * free
    terms = (
        z**3 + z,
        (5 * z**5 + 16 * z**3 + 3 * z) / 6,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 6,
    )
    first, second, third = terms
    return z + first / n + second / n**2 + third / n**3
