"""Tuning: finds the smallest change of one value in the data that brings a win rate near a target.

Every value is tried with the same seeds, so that the effect of the change is known more precisely
than either rate (common random numbers).  The values move on step by step from the present one.

That an interval contains the target shows nothing: the fewer games, the more it contains.  So a
value is accepted only if its whole 95 % interval lies close enough to the target, as in a test of
equivalence (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987, 657-680; with 95 % in
place of his 90 %), and in place of the present value only if it is also shown to change the win
rate.  The intervals of the changes hold together, for all values that may be tried (Bonferroni), so
that a value without any effect is put into the data in at most one tuning of twenty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from generator.base.errors import KitError
from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.intervals import Difference, Z, joint_z
from generator.engine.statistics.power import games_to_show, games_to_show_within

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
    seats: int
    """Number of seats whose wins are counted."""

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def as_data(self) -> dict[str, JsonValue]:
        interval: JsonValue = [round(self.low, 4), round(self.high, 4)]
        return {"share": round(self.value, 4), "95%": interval, "seats": self.seats}


class Target(NamedTuple):
    """The win rate that is aimed for, and how far from it is still close enough."""

    share: float
    within: float

    def is_met(self, rate: Rate) -> bool:
        """Whether a rate is shown to be close enough: all of its interval is."""
        return self.share - self.within <= rate.low and rate.high <= self.share + self.within

    def is_missed(self, rate: Rate) -> bool:
        """Whether a rate is shown to be too far: nothing in its interval is close enough."""
        return rate.high < self.share - self.within or rate.low > self.share + self.within


def rate(counts: Sequence[tuple[float, int]]) -> Rate:
    """The win rate of games given as (wins, seats), with an interval cluster-robust over games.

    Like Agresti and Coull (1998), it adds two wins and two losses for the interval, so that it is
    sound for few games and for rates near 0 and 1.  Without any seat the interval is 0 to 1.
    """
    wins, seats = _sums(counts)
    if not seats:
        return Rate(0.0, 0.0, 1.0, 0)
    padded = [*counts, (1.0, 1), (1.0, 1), (0.0, 1), (0.0, 1)]
    center = (wins + 2) / (seats + 4)
    clusters = sum(count > 0 for _, count in padded)
    squares = sum((won - center * count) ** 2 for won, count in padded)
    half_width = Z * sqrt(squares * clusters / (clusters - 1)) / (seats + 4)
    low, high = max(0.0, center - half_width), min(1.0, center + half_width)
    return Rate(wins / seats, low, high, seats)


def change(
    before: Sequence[tuple[float, int]], after: Sequence[tuple[float, int]], values: int = 1
) -> Difference:
    """The change of the win rate from one set of games to another with the same seeds.

    The two games of a seed are one cluster, so the luck they share cancels.  For the interval, one
    pair is added that only the first wins, and one that only the second wins (Bonett and Price,
    J. Educational and Behavioral Statistics 37, 2012, 479-488), so that it is sound for few games.
    Of this many `values` all intervals hold together.
    """
    (old_wins, old_seats), (wins, seats) = _sums(before), _sums(after)
    value = (wins / seats if seats else 0.0) - (old_wins / old_seats if old_seats else 0.0)
    before, after = [*before, (1.0, 1), (0.0, 1)], [*after, (0.0, 1), (1.0, 1)]
    old_wins, old_seats, wins, seats = old_wins + 1, old_seats + 2, wins + 1, seats + 2
    old, new = old_wins / old_seats, wins / seats
    squares = sum(
        ((later_won - new * later_count) / seats - (won - old * count) / old_seats) ** 2
        for (won, count), (later_won, later_count) in zip(before, after, strict=True)
    )
    half_width = joint_z(values) * sqrt(squares * len(before) / (len(before) - 1))
    return Difference(value, max(-1.0, new - old - half_width), min(1.0, new - old + half_width))


def _sums(counts: Sequence[tuple[float, int]]) -> tuple[float, int]:
    """The wins and the seats of all games."""
    wins, seats = 0.0, 0
    for won, count in counts:
        wins += won
        seats += count
    return wins, seats


class Trial(NamedTuple):
    """One value, and the win rate with it."""

    value: Value
    rate: Rate | None
    """None if no game can be played with it."""
    change: Difference | None
    """Change compared with the present value."""
    error: str = ""

    @property
    def is_change_shown(self) -> bool:
        """Whether the value is shown to change the win rate."""
        return self.change is not None and not self.change.low <= 0 <= self.change.high


@dataclass(frozen=True)
class Tuning:
    """Trials in the order in which they were made, the present value first."""

    target: Target
    games: int
    """Number of games with each value."""
    values: int
    """Number of values that may be tried besides the present one."""
    trials: Sequence[Trial]

    @property
    def present(self) -> Trial:
        return self.trials[0]

    @property
    def best(self) -> Trial | None:
        """The first trial shown to be close enough, and to differ from the present; None without one."""
        return next(filter(self._is_accepted, self.trials), None)

    @property
    def undecided(self) -> Trial | None:
        """The trial to look at more closely: the present value, or the nearest that may be enough."""
        missed = self.target.is_missed
        found = [trial for trial in self.trials if trial.rate and not missed(trial.rate)]
        if self.best or not found:
            return None
        return found[0] if found[0] is self.present else min(found, key=self._distance)

    @property
    def nearest(self) -> Trial:
        """The trial whose rate is nearest to the target."""
        return min((trial for trial in self.trials if trial.rate), key=self._distance)

    @property
    def games_needed(self) -> int | None:
        """About how many games with each value decide on `undecided`, with a power of 80 %.

        They show that its rate is close enough if it is the target's, and that the value moves the
        present rate there.  None if nothing is undecided, or no more games are needed than there
        were: then the rate is as far from the target as is just allowed.
        """
        trial, present = self.undecided, self.present.rate
        if trial is None or trial.rate is None or present is None:
            return None
        needed = games_to_show_within(self.games, trial.rate.reach, self.target.within)
        if trial.change and not trial.is_change_shown:
            distance = max(self.target.within, abs(self.target.share - present.value))
            needed = max(
                needed, games_to_show(self.games, trial.change.reach, distance, self.values)
            )
        return needed if needed > self.games else None

    def _is_accepted(self, trial: Trial) -> bool:
        if trial.rate is None or not self.target.is_met(trial.rate):
            return False
        return trial is self.present or trial.is_change_shown

    def _distance(self, trial: Trial) -> float:
        return abs(trial.rate.value - self.target.share) if trial.rate else 1.0


def steps(value: int, low: int | None, high: int | None, most: int) -> Iterator[Sequence[int]]:
    """Yield the values on either side of a number, one step further each time, within these limits."""
    for step in range(1, most + 1):
        both = [value + step, value - step]
        yield [v for v in both if (low is None or v >= low) and (high is None or v <= high)]


def tune(
    play: Play, count: Count, value: Value, candidates: Iterable[Sequence[Value]], target: Target
) -> Iterator[Tuning]:
    """Try values until one is shown to be close enough; yield the tuning after each trial.

    `candidates` are groups of values at equal distance, the nearest first.  Once a number is shown to
    lead away from the target or past it, no number further on that side is tried.  Raises KitError
    if no game can be played with the present value, or none has a seat whose wins are counted.
    """
    groups = [list(group) for group in candidates]
    base = [count(record) for record in _finished(play(value))]
    present = Trial(value, rate(base), None)
    if not any(seats for _, seats in base):
        hint = "play more --games, or with options that bring it into play"
        raise KitError(
            f"none of {len(base)} games has a seat to count", hint=hint, check="no-recorded-games"
        )
    tuning = Tuning(target, len(base), max(1, sum(map(len, groups))), [present])
    yield tuning
    wrong_directions: set[bool] = set()
    for candidate in (each for group in groups for each in group):
        larger = _is_larger(candidate, value)
        if tuning.best or larger in wrong_directions:
            continue
        trial = _tried(play, count, candidate, base, tuning.values)
        tuning = replace(tuning, trials=[*tuning.trials, trial])
        if larger is not None and _leads_away(trial, target):
            wrong_directions.add(larger)
        yield tuning


def _tried(
    play: Play, count: Count, value: Value, base: Sequence[tuple[float, int]], values: int
) -> Trial:
    try:
        counts = [count(record) for record in _finished(play(value))]
    except KitError as error:
        return Trial(value, None, None, str(error))
    return Trial(value, rate(counts), change(base, counts, values))


def _leads_away(trial: Trial, target: Target) -> bool:
    """Whether a larger change is no nearer: the value moves the rate, and beyond the target."""
    if trial.rate is None or trial.change is None or not trial.is_change_shown:
        return False
    return trial.change.value * (trial.rate.value - target.share) > 0


def _is_larger(candidate: Value, value: Value) -> bool | None:
    """Whether a number is larger than the present one; None for texts, which have no order."""
    if isinstance(candidate, str) or isinstance(value, str):
        return None
    return candidate > value


def _finished(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield the records.  Raises KitError at the first game that failed."""
    for record in records:
        if record.error:
            message = f"the game with seed {record.seed} breaks off: {record.error}"
            raise KitError(message, check="game-package")
        yield record
