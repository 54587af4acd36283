"""Tuning: finds the smallest change of one value in the data that brings a win rate to a target.

Every value is tried with the same seeds, so that the effect of the change is known more precisely
than either rate (common random numbers).  The first trials show the direction of the target; the
value then moves on step by step until the 95 % interval of the rate contains the target, or the rate
has passed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from generator.base.errors import KitError
from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.intervals import Difference, Z

Value = int | float | str
Play = Callable[[Value], Iterable[GameRecord]]
"""Plays with a value of the data, always with the same seeds; raises KitError if it is unusable."""
Count = Callable[[GameRecord], tuple[float, int]]
"""Counts the wins in a game (a draw is a half), and the seats they are counted of."""


class Rate(NamedTuple):
    """A win rate over games, with its 95 % interval."""

    value: float
    low: float
    high: float

    def contains(self, target: float) -> bool:
        """Whether the interval contains the target."""
        return self.low <= target <= self.high

    def as_data(self) -> dict[str, JsonValue]:
        return {"share": round(self.value, 4), "95%": [round(self.low, 4), round(self.high, 4)]}


def rate(counts: Sequence[tuple[float, int]]) -> Rate:
    """The win rate of games given as (wins, seats), with an interval cluster-robust over games.

    Like Agresti and Coull (1998), it adds two wins and two losses for the interval, so that it is
    sound for few games and for rates near 0 and 1.  Without any seat the interval is 0 to 1.
    """
    seats = sum(count for _, count in counts)
    if not seats:
        return Rate(0.0, 0.0, 1.0)
    padded = [*counts, (1.0, 1), (1.0, 1), (0.0, 1), (0.0, 1)]
    center = (sum(won for won, _ in counts) + 2) / (seats + 4)
    clusters = sum(count > 0 for _, count in padded)
    squares = sum((won - center * count) ** 2 for won, count in padded)
    half_width = Z * sqrt(squares * clusters / (clusters - 1)) / (seats + 4)
    value = sum(won for won, _ in counts) / seats
    return Rate(value, max(0.0, center - half_width), min(1.0, center + half_width))


def change(before: Sequence[tuple[float, int]], after: Sequence[tuple[float, int]]) -> Difference:
    """The change of the win rate from one set of games to another with the same seeds.

    The two games of a seed are one cluster, so the luck they share cancels.
    """
    seats, later_seats = (max(1, sum(count for _, count in each)) for each in (before, after))
    old, new = sum(won for won, _ in before) / seats, sum(won for won, _ in after) / later_seats
    residuals = [
        (later_won - new * later_count) / later_seats - (won - old * count) / seats
        for (won, count), (later_won, later_count) in zip(before, after, strict=True)
    ]
    pairs = len(residuals)
    half_width = Z * sqrt(sum(each**2 for each in residuals) * pairs / max(1, pairs - 1))
    return Difference(new - old, new - old - half_width, new - old + half_width)


class Trial(NamedTuple):
    """One value, and the win rate with it."""

    value: Value
    rate: Rate | None
    """None if no game can be played with it."""
    change: Difference | None
    """Change compared with the present value."""
    error: str = ""


@dataclass(frozen=True)
class Tuning:
    """Trials in the order in which they were made, the present value first."""

    target: float
    trials: Sequence[Trial]

    @property
    def present(self) -> Trial:
        return self.trials[0]

    @property
    def best(self) -> Trial | None:
        """The first trial whose interval contains the target; None if there is none."""
        reached = (
            trial for trial in self.trials if trial.rate and trial.rate.contains(self.target)
        )
        return next(reached, None)

    @property
    def nearest(self) -> Trial:
        """The trial whose rate is nearest to the target."""
        return min(
            (trial for trial in self.trials if trial.rate),
            key=lambda trial: abs(trial.rate.value - self.target) if trial.rate else 1.0,
        )


def steps(value: int, low: int | None, high: int | None, most: int) -> Iterator[Sequence[int]]:
    """Yield the values on either side of a number, one step further each time, within these limits."""
    for step in range(1, most + 1):
        both = [value + step, value - step]
        yield [v for v in both if (low is None or v >= low) and (high is None or v <= high)]


def tune(
    play: Play, count: Count, value: Value, candidates: Iterable[Sequence[Value]], target: float
) -> Iterator[Tuning]:
    """Try values until one reaches the target; yield the tuning after each trial.

    `candidates` are groups of values at equal distance, the nearest first.  Once a number led away from
    the target or past it, no number further on that side is tried.  Raises KitError if no game can
    be played with the present value.
    """
    base = [count(record) for record in _finished(play(value))]
    trials = [Trial(value, rate(base), None)]
    yield Tuning(target, trials)
    wrong_directions: set[bool] = set()
    for group in candidates:
        for candidate in group:
            larger = _is_larger(candidate, value)
            if Tuning(target, trials).best or larger in wrong_directions:
                continue
            try:
                counts = [count(record) for record in _finished(play(candidate))]
            except KitError as error:
                trials.append(Trial(candidate, None, None, str(error)))
            else:
                new_rate, shift = rate(counts), change(base, counts)
                trials.append(Trial(candidate, new_rate, shift))
                needed = target - trials[0].rate.value if trials[0].rate else 0.0
                passed = (target - new_rate.value) * needed < 0
                # Surely away from the target, or past it: no further this way.
                if larger is not None and (shift.high * needed < 0 > shift.low * needed or passed):
                    wrong_directions.add(larger)
            yield Tuning(target, list(trials))


def _is_larger(candidate: Value, value: Value) -> bool | None:
    """Whether a number is larger than the present one; None for texts, which have no order."""
    if isinstance(candidate, str) or isinstance(value, str):
        return None
    return candidate > value


def _finished(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield the records.  Raises KitError at the first game that failed."""
    for record in records:
        if record.error:
            raise KitError(f"the game with seed {record.seed} breaks off: {record.error}")
        yield record
