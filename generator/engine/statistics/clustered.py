"""Cluster-robust contrast of two win rates within strata, and Holm's correction.

Seats are only compared with seats of their own stratum: the same chair at the table, the same right
to the thing.  The differences of the strata are combined with the weights of Mantel and Haenszel,
n1 n0 / (n1 + n0), as a difference of rates (Greenland and Robins, Biometrics 41, 1985, 55-68).  A
stratum in which all seats had the thing, or none, is uninformative and left out.

The seats of one game are not independent: one wins what another loses, or all win together.  So the
unit is the game, not the seat.  The difference is linearised in the contributions of the games, and
its variance is theirs: the cluster-robust variance of survey statistics.  In a duel in which
exactly one of the two seats has the thing it is twice that of two independent samples, so a plain
interval would be far too narrow.

That variance is 0 if all games with the thing had the same result, which can happen by chance when
there are few.  So, as Agresti and Caffo do (2000), one win and one loss are added on either side,
shared out over the strata by their weights: two pseudo-games, won in turn by a seat with the thing
and by one without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

from generator.engine.statistics.intervals import Difference, Z

LEVEL = 0.05
"""The level of significance: a smaller corrected p-value is significant."""


@dataclass(frozen=True)
class Tested:
    """A result with its p-value, corrected for all results in one table (see `holm`)."""

    p: float

    @property
    def significant(self) -> bool:
        """Whether chance alone gives such a difference in less than 5 % of tables."""
        return self.p < LEVEL


class Arm(NamedTuple):
    """Seats of one or many games, and their wins: 1 for a win, a half for a draw."""

    seats: float
    won: float

    @property
    def rate(self) -> float:
        """The win rate, from 0 to 1; 0 without seats."""
        return self.won / self.seats if self.seats else 0.0


class Stratum(NamedTuple):
    """The seats of one stratum with the thing, and those without, in one or many games."""

    having: Arm
    lacking: Arm


class GameCluster(NamedTuple):
    """A number of games with equal seats, by stratum."""

    times: float
    strata: Mapping[int, Stratum]


class Contrast(NamedTuple):
    """Two win rates, their difference, and its p-value."""

    seats: int
    """All seats with the thing, including those with nothing to compare with."""
    having: Arm
    """The compared seats with the thing, and their wins if strata were equally frequent on both sides."""
    lacking: Arm
    difference: Difference | None
    """The difference of the rates; None if in each stratum all seats had the thing, or none."""
    p: float
    """The two-sided p-value; 1 without a difference."""


def one_stratum(times: int, having: Arm, lacking: Arm) -> GameCluster:
    """A number of equal games whose seats may all be compared with one another."""
    return GameCluster(times, {0: Stratum(having, lacking)})


def contrast(games: Iterable[GameCluster]) -> Contrast:
    """The contrast of the seats that had a thing with those of the same stratum that did not.

    The difference itself is that of the games; its interval and `p` include the two pseudo-games.
    """
    played = list(games)
    sums = _sums(played)
    having, lacking = _total(sums, 0), _total(sums, 1)
    compared = {key: s for key, s in sums.items() if s.having.seats and s.lacking.seats}
    if not compared:
        return Contrast(int(having.seats), having, lacking, None, 1.0)
    weights = _weights(compared)
    value = _difference(compared, weights)
    all_games = [*played, *_pseudo_games(weights)]
    sums = _sums(all_games)
    middle = _difference(sums, weights)
    rates = {key: (sums[key].having.rate, sums[key].lacking.rate) for key in weights}
    reach = Z * _deviation(all_games, sums, weights, rates)
    difference = Difference(value, max(-1.0, middle - reach), min(1.0, middle + reach))
    # The null hypothesis is one rate for each stratum, so the deviation is around that rate.
    common = {key: (_common(sums[key]),) * 2 for key in weights}
    p = erfc(abs(middle) / _deviation(all_games, sums, weights, common) / sqrt(2))
    with_, without = (_standardized(compared, weights, side) for side in (0, 1))
    return Contrast(int(having.seats), with_, without, difference, p)


def holm(values: Sequence[float], families: int = 1) -> list[float]:
    """Return each p-value corrected for testing all of them, after Holm (1979).

    `families` is the number of such families in a report: by Bonferroni each gets an equal part of
    the 5 % of the whole report.

    A value below 0.05 is significant: the probability that even one of these is due to chance is at
    most 5 %, however the values depend on one another.  (The correction of Benjamini and Hochberg
    is more powerful, but assumes values that are not negatively correlated, as those of things
    drawn from one pile are.)
    """
    corrected = [1.0] * len(values)
    least = 0.0
    for rank, number in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        least = max(least, min(1.0, families * (len(values) - rank) * values[number]))
        corrected[number] = least
    return corrected


def _sums(games: Iterable[GameCluster]) -> dict[int, Stratum]:
    """The seats of all games, summed by stratum."""
    seats: defaultdict[int, list[float]] = defaultdict(lambda: [0, 0.0, 0, 0.0])
    for times, strata in games:
        for key, (having, lacking) in strata.items():
            sums = seats[key]
            sums[0] += times * having.seats
            sums[1] += times * having.won
            sums[2] += times * lacking.seats
            sums[3] += times * lacking.won
    return {key: Stratum(Arm(*each[:2]), Arm(*each[2:])) for key, each in seats.items()}


def _total(strata: Mapping[int, Stratum], side: int) -> Arm:
    arms = [stratum[side] for stratum in strata.values()]
    return Arm(sum(arm.seats for arm in arms), sum(arm.won for arm in arms))


def _weights(strata: Mapping[int, Stratum]) -> dict[int, float]:
    """The weights of Mantel and Haenszel, with the sum 1."""
    raw = {
        key: having.seats * lacking.seats / (having.seats + lacking.seats)
        for key, (having, lacking) in strata.items()
    }
    total = sum(raw.values())
    return {key: weight / total for key, weight in raw.items()}


def _pseudo_games(weights: Mapping[int, float]) -> list[GameCluster]:
    won, lost = Arm(1, 1.0), Arm(1, 0.0)
    return [
        GameCluster(weight, {key: stratum})
        for key, weight in weights.items()
        for stratum in (Stratum(won, lost), Stratum(lost, won))
    ]


def _difference(strata: Mapping[int, Stratum], weights: Mapping[int, float]) -> float:
    return sum(
        weight * (strata[key].having.rate - strata[key].lacking.rate)
        for key, weight in weights.items()
    )


def _standardized(strata: Mapping[int, Stratum], weights: Mapping[int, float], side: int) -> Arm:
    """All seats of one side, at the weighted rate."""
    seats = sum(strata[key][side].seats for key in weights)
    return Arm(seats, seats * sum(weights[key] * strata[key][side].rate for key in weights))


def _common(stratum: Stratum) -> float:
    having, lacking = stratum
    return Arm(having.seats + lacking.seats, having.won + lacking.won).rate


def _deviation(
    games: Sequence[GameCluster],
    sums: Mapping[int, Stratum],
    weights: Mapping[int, float],
    rates: Mapping[int, tuple[float, float]],
) -> float:
    """The standard deviation of the difference, from each game's residuals at these rates."""
    number = squares = 0.0
    for times, strata in games:
        residual, counts = 0.0, False
        for key, (having, lacking) in strata.items():
            if key in weights:
                one, other = rates[key]
                residual += weights[key] * (
                    (having.won - one * having.seats) / sums[key].having.seats
                    - (lacking.won - other * lacking.seats) / sums[key].lacking.seats
                )
                counts = True
        number += times * counts
        squares += times * residual**2
    return sqrt(squares * number / (number - 1))
