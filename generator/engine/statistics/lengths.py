"""Lengths of games in turns, some of them censored: a stopped game would have been longer.

A game stopped at a cap (its result is `unfinished`) shows only that it takes more turns than that.
Quantiles are then those of Kaplan and Meier (J. Am.  Stat.  Assoc. 53, 1958, 457-481), and a
quantile beyond the last game that ended is unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor, log10
from statistics import fmean, quantiles
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord

UNFINISHED = "unfinished"
"""The result of games without one."""
MAX_BARS = 30


class Bar(NamedTuple):
    """A bar of a histogram: the games that took from `low` to `high` turns."""

    low: int
    high: int
    games: int
    is_open: bool = False
    """Whether it holds all games of `low` or more turns."""

    @property
    def label(self) -> str:
        """`7`, `10 to 19`, or `200 or more`."""
        if self.is_open:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def histogram(games: Mapping[int, int]) -> list[Bar]:
    """Bars of one width, at most `MAX_BARS`, for games by number of turns; the last hundredth is one bar."""
    least, most = min(games), _quantile(games, 0.99)
    width = _round_up((most - least + 1) / MAX_BARS)
    bars = [
        Bar(low, low + width - 1, sum(games.get(each, 0) for each in range(low, low + width)))
        for low in range(least // width * width, most + 1, width)
    ]
    beyond = sum(games.values()) - sum(bar.games for bar in bars)
    if beyond:
        bars.append(Bar(bars[-1].high + 1, max(games), beyond, is_open=True))
    return bars


def _quantile(games: Mapping[int, int], share: float) -> int:
    """The smallest number of turns that at least this share of the games does not exceed."""
    total, counted = sum(games.values()), 0
    for number in sorted(games):
        counted += games[number]
        if counted >= share * total:
            return number
    return max(games)


def _round_up(size: float) -> int:
    """Round up to the next of 1, 2, 5, 10, 20, ..."""
    power = int(10 ** max(0, floor(log10(max(1.0, size)))))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= size)


@dataclass
class Lengths:
    """The lengths of the games added so far."""

    games: Counter[int] = field(default_factory=Counter)
    """The number of games by their number of turns."""
    stopped: Counter[int] = field(default_factory=Counter)
    """The number of stopped games by their number of turns."""
    _seeds: dict[tuple[int, bool], int] = field(default_factory=dict)

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
        stopped = record.result == UNFINISHED
        self.games[record.turns] += 1
        self.stopped[record.turns] += stopped
        self._seeds.setdefault((record.turns, stopped), record.seed)

    @property
    def mean(self) -> float:
        """The mean number of turns; with stopped games a lower bound of the true mean."""
        return fmean(self.games.elements())

    @property
    def shortest(self) -> tuple[int, int]:
        """The fewest turns of a game that ended, with its seed; if none did, of a stopped one."""
        turns = min(self._ended or self.games)
        return turns, self._seed(turns)

    @property
    def longest(self) -> tuple[int, int]:
        """The most turns of a game that ended, with its seed; if none did, of a stopped one."""
        turns = max(self._ended or self.games)
        return turns, self._seed(turns)

    def example(self, bar: Bar) -> int:
        """The seed of a game of a bar, which must have one."""
        return self._seed(
            next(turns for turns in range(bar.low, bar.high + 1) if self.games[turns])
        )

    @property
    def quartiles(self) -> tuple[float | None, float | None, float | None]:
        """The turns within which a quarter, half and three quarters of the games end; None if unknown."""
        if not self.stopped.total():
            turns = sorted(self.games.elements())
            low, middle, high = (
                quantiles(turns, n=4, method="inclusive") if turns[1:] else turns * 3
            )
            return low, middle, high
        return self._quantile(0.25), self._quantile(0.5), self._quantile(0.75)

    @property
    def bounded(self) -> tuple[float, float, float]:
        """The quartiles for a chart: an unknown one is drawn at the longest game."""
        most = float(max(self.games))
        low, middle, high = (most if each is None else each for each in self.quartiles)
        return low, middle, high

    @property
    def texts(self) -> tuple[str, str, str]:
        """The quartiles in digits: `11`, `9.5`, or `over 200` if games were stopped before."""
        low, middle, high = (
            f"over {max(self.games)}" if each is None else f"{round(each, 1):g}"
            for each in self.quartiles
        )
        return low, middle, high

    @property
    def caps(self) -> str:
        """How many games were stopped, and when: `10 games were stopped at 200 turns`; else empty."""
        stopped = +self.stopped
        if not stopped:
            return ""
        number, low, high = stopped.total(), min(stopped), max(stopped)
        games = "1 game was" if number == 1 else f"{number} games were"
        turns = f"{low} to {high}" if low < high else f"{low}"
        return f"{games} stopped at {turns} turn{'s' * (high != 1)}"

    @property
    def extremes(self) -> tuple[str, str]:
        """`shortest 6 (seed 2)` and `longest 90 (seed 4)`; with stopped games the longest that ended.

        Both are empty if no game ended.
        """
        if not self._ended:
            return "", ""
        (least, short), (most, long) = self.shortest, self.longest
        ended = " that ended" if +self.stopped else ""
        return f"shortest {least} (seed {short})", f"longest{ended} {most} (seed {long})"

    def as_data(self) -> dict[str, JsonValue]:
        """Plain data."""
        (least, short), (most, long) = self.shortest, self.longest
        stopped: Mapping[int, int] = +self.stopped
        return {
            "mean": round(self.mean, 2),
            "median": self.quartiles[1],
            "shortest": {"turns": least, "seed": short},
            "longest": {"turns": most, "seed": long},
            "stopped": {str(turns): stopped[turns] for turns in sorted(stopped)},
        }

    @property
    def _ended(self) -> Counter[int]:
        return self.games - self.stopped

    def _seed(self, turns: int) -> int:
        found = self._seeds.get((turns, False))
        return self._seeds[turns, True] if found is None else found

    def _quantile(self, share: float) -> float | None:
        left, longer = self.games.total(), 1.0
        for turns in sorted(self.games):
            longer *= 1 - self._ended[turns] / left
            left -= self.games[turns]
            if longer <= 1 - share + 1e-12:
                return float(turns)
        return None
