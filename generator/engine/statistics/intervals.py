"""Shares of games and differences of shares, with 95 % intervals.

A share has the Wilson score interval; the difference of two shares has Newcombe's interval, which
combines the two Wilson intervals (his method 10).  Both are valid for few games and for shares near
0 and 1, unlike the plain normal interval.
"""

from __future__ import annotations

from math import erfc, hypot, sqrt
from statistics import NormalDist
from typing import NamedTuple

from generator.engine.events import JsonValue

Z = 1.959964
"""Standard deviations within which a normal variable lies with 95 % probability."""


def joint_z(intervals: int) -> float:
    """The Z of this many intervals that all hold together with 95 % probability (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / intervals)


def wilson(count: int, of: int) -> tuple[float, float]:
    """The Wilson 95 % interval of a share: valid for few games and for shares near 0 and 1."""
    if of == 0:
        return 0.0, 1.0
    share, weight = count / of, Z * Z / of
    middle = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / of + weight / (4 * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Share(NamedTuple):
    """A count out of a number of games; 0 of 0 is a share of 0 with the interval 0 to 1."""

    games: int
    of: int

    @property
    def value(self) -> float:
        """The share, from 0 to 1."""
        return self.games / self.of if self.of else 0.0

    @property
    def range(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.games, self.of)

    def __str__(self) -> str:
        low, high = self.range
        return f"{self.value:6.1%}  ({low:.1%} to {high:.1%})"

    def as_data(self) -> dict[str, JsonValue]:
        low, high = self.range
        rounded: JsonValue = [round(low, 4), round(high, 4)]
        return {"games": self.games, "share": round(self.value, 4), "95%": rounded}


def p_of_share(share: Share, expected: float) -> float:
    """The two-sided p-value of a share if `expected` were true, by the score test.

    It is below 0.05 exactly when the Wilson interval excludes `expected`.
    """
    spread = expected * (1 - expected)
    if not share.of or not spread:
        return float(not share.of or share.value == expected)
    return erfc(abs(share.value - expected) / sqrt(2 * spread / share.of))


class Difference(NamedTuple):
    """The difference of two shares, with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{_points(self.value):>6}  ({_points(self.low)} to {_points(self.high)})"

    def as_data(self) -> dict[str, JsonValue]:
        rounded: JsonValue = [round(self.low, 4), round(self.high, 4)]
        return {"difference": round(self.value, 4), "95%": rounded}


def difference(one: Share, other: Share) -> Difference | None:
    """The first share minus the second; None if either is a share of no games."""
    if not one.of or not other.of:
        return None
    value = one.value - other.value
    (low, high), (other_low, other_high) = one.range, other.range
    return Difference(
        value,
        value - hypot(one.value - low, other_high - other.value),
        value + hypot(high - one.value, other.value - other_low),
    )


def _points(value: float) -> str:
    """A difference in percentage points: 0.123 is `+12.3`."""
    return f"{round(100 * value, 1) + 0.0:+.1f}"  # never -0.0
