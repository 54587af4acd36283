"""Paired comparison: the difference between games played twice with the same seeds.

The two games of a seed begin alike, so they are correlated, and their difference is known more
precisely than that of as many unpaired games.  The interval is Newcombe's for paired shares
(Statistics in Medicine 17, 1998, 2635-2650, method 10), which combines the two Wilson intervals and
the correlation of the pairs; the p-value is that of McNemar's test on the discordant pairs, with the
mid-p correction (Fagerland, Lydersen and Laake, 2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, erfc, sqrt
from statistics import fmean, variance
from typing import NamedTuple

from generator.engine.statistics.intervals import Difference, Share, Z

EXACT = 1000
"""Most discordant pairs for the exact binomial sum; the normal approximation is then good to 4 digits."""


class Pairs(NamedTuple):
    """Counts of pairs of games: an event in both, in the first only, in the second only, in neither."""

    both: int
    first: int
    second: int
    neither: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> Pairs:
        """Count these pairs."""
        counts = [0, 0, 0, 0]
        for one, other in pairs:
            counts[2 * (not one) + (not other)] += 1
        return cls(*counts)

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def one(self) -> Share:
        """The share of the event in the first games."""
        return Share(self.both + self.first, self.total)

    @property
    def other(self) -> Share:
        """The share of the event in the second games."""
        return Share(self.both + self.second, self.total)

    @property
    def differ(self) -> Share:
        """The share of discordant pairs."""
        return Share(self.first + self.second, self.total)

    @property
    def p(self) -> float:
        """The p-value: two-sided, mid-p McNemar."""
        number, least = self.first + self.second, min(self.first, self.second)
        if number == 0:
            return 1.0
        if number > EXACT:
            return erfc(abs(self.first - self.second) / sqrt(2 * number))
        below = sum(comb(number, count) for count in range(least))
        return min(1.0, (2 * below + comb(number, least)) / float(2**number))

    @property
    def difference(self) -> Difference | None:
        """The second share minus the first; None without pairs."""
        if not self.total:
            return None
        one, other, phi = self.one, self.other, self._correlation
        value = (self.second - self.first) / self.total
        (low, high), (other_low, other_high) = one.range, other.range
        down, up = other.value - other_low, other_high - other.value
        one_down, one_up = one.value - low, high - one.value
        return Difference(
            value,
            value - sqrt(max(0.0, down**2 - 2 * phi * down * one_up + one_up**2)),
            value + sqrt(max(0.0, up**2 - 2 * phi * up * one_down + one_down**2)),
        )

    @property
    def _correlation(self) -> float:
        """Newcombe's phi: the correlation of the pairs, continuity-corrected if it is positive."""
        both, first, second, neither = self
        size = (both + first) * (second + neither) * (both + second) * (first + neither)
        if not size:
            return 0.0
        product = float(both * neither - first * second)
        if product > 0:
            product = max(0.0, product - self.total / 2)
        return product / sqrt(size)


class Mean(NamedTuple):
    """A difference of two means, with its 95 % interval and p-value."""

    value: float
    low: float
    high: float
    p: float


def mean_of_pairs(differences: Sequence[float]) -> Mean | None:
    """The mean of paired differences; None for fewer than two pairs."""
    if len(differences) < 2:
        return None
    return _mean(fmean(differences), variance(differences) / len(differences))


def difference_of_means(one: Sequence[float], other: Sequence[float]) -> Mean | None:
    """The difference of the means of two samples; None for fewer than two games of either."""
    if len(one) < 2 or len(other) < 2:
        return None
    spread = variance(one) / len(one) + variance(other) / len(other)
    return _mean(fmean(other) - fmean(one), spread)


def _mean(value: float, spread: float) -> Mean:
    """A mean by the normal approximation, which is sound from some dozens of games on."""
    deviation = sqrt(spread)
    if not deviation:
        return Mean(value, value, value, float(value == 0))
    reach = Z * deviation
    return Mean(value, value - reach, value + reach, erfc(abs(value) / deviation / sqrt(2)))


def two_sample_p(one: Share, other: Share) -> float:
    """The p-value of the difference of two independent shares: the two-sided z-test."""
    if not one.of or not other.of:
        return 1.0
    common = (one.games + other.games) / (one.of + other.of)
    spread = common * (1 - common) * (1 / one.of + 1 / other.of)
    return erfc(abs(one.value - other.value) / sqrt(2 * spread)) if spread else 1.0
