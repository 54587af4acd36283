"""Measures: mean, median and most of the numbers that games report of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean, median
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord


class Measure(NamedTuple):
    """One measure over the games that report it."""

    name: str
    games: int
    mean: float
    median: float
    most: float
    seed: int
    """The first game with the most."""


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
        """Every measure, in the order in which games report them."""
        return [
            Measure(name, len(values), fmean(values), median(values), *self._most[name])
            for name, values in self._values.items()
        ]

    def as_data(self) -> dict[str, JsonValue]:
        """Plain data, by name."""
        return {
            each.name: {
                "games": each.games,
                "mean": round(each.mean, 4),
                "median": each.median,
                "most": {"value": each.most, "seed": each.seed},
            }
            for each in self.each()
        }

    def lines(self) -> Iterator[str]:
        """A table as lines of text."""
        found = self.each()
        if found:
            yield "measures: mean, median, and most:"
        width = max([len(each.name) for each in found], default=0)
        for each in found:
            line = f"    {each.name:{width}}  {each.mean:.2f}, median {each.median:g}"
            yield f"{line}, most {each.most:g} (seed {each.seed})"
