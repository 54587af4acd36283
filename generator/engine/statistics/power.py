"""Power analysis: the number of games needed to detect a difference.

*Detect* means: a two-sided test at the 5 % level finds it with a power of 80 %.  Two independent
runs each need the number of games that Fleiss, Levin and Paik give (Statistical Methods for Rates
and Proportions, 2003, formula 4.14, without the correction for continuity)::

    n = (z.975 * sqrt(2 p q) + z.8 * sqrt(p1 q1 + p2 q2))^2 / d^2      p = (p1 + p2) / 2, q = 1 - p

Games in pairs, played twice with one seed, need the number of pairs that Connor gives (Biometrics
43, 1987, 207-211), with s the share of discordant pairs::

    n = (z.975 * sqrt(s) + z.8 * sqrt(s - d^2))^2 / d^2

Where games give an estimate with an interval, its half width h tells what they can detect, whatever
the design (Bloom, Evaluation Review 19, 1995, 547-556): d = (1 + z.8 / z.975) * h.  And since h
shrinks with the square root of the number of games, it tells how many detect a smaller d.  To show
that two rates are equivalent, that is, that the whole interval lies within a margin, takes
h = margin * z.975 / (z.975 + z.9) if they are equal (Julious, Statistics in Medicine 23, 2004,
1921-1986).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

from generator.engine.statistics.intervals import Z, joint_z

POWER = 0.841621
"""The 80 % quantile of the normal distribution."""
POWER_OF_BOTH_ENDS = 1.281552
"""The 90 % quantile: two ends of an interval, each on its side with 90 %."""
POINT = 0.01
"""One percentage point."""


def games_needed(share: float, difference: float = POINT) -> int:
    """The games needed in each of two runs to detect a change of a share by `difference`.

    The change is assumed to be towards one half, which needs more games.
    """
    other = share + difference if share < 0.5 else share - difference
    middle = (share + other) / 2
    spread = Z * sqrt(2 * middle * (1 - middle))
    spread += POWER * sqrt(share * (1 - share) + other * (1 - other))
    return ceil(spread**2 / difference**2)


def pairs_needed(differ: float, difference: float = POINT) -> int:
    """The pairs of games needed to detect `difference`; `differ` is the share of discordant pairs.

    At least `difference` must be discordant, else there is no such difference.
    """
    differ = max(differ, difference)
    spread = Z * sqrt(differ) + POWER * sqrt(max(0.0, differ - difference**2))
    return ceil(spread**2 / difference**2)


def detectable_difference(games: int, share: float) -> float:
    """The smallest difference that this many games in each of two runs can detect, from 0 to 1."""
    return _least(games, max(share, 1 - share), lambda size: games_needed(share, size))


def detectable_difference_in_pairs(pairs: int, differ: float) -> float:
    """The smallest difference that this many pairs of games can detect, from 0 to 1."""
    return _least(pairs, 1.0, lambda size: pairs_needed(differ, size))


def detectable_by(half_width: float, comparisons: int = 1) -> float:
    """The smallest difference that games can detect whose 95 % interval has this half width.

    With several `comparisons`, if the test is corrected for that many (Bonferroni).  At most 1.
    """
    return min(1.0, half_width / Z * (joint_z(comparisons) + POWER))


def games_to_show(games: int, half_width: float, difference: float, intervals: int = 1) -> int:
    """About how many games detect a difference, if `games` gave an interval of this half width.

    The interval is one of this many that hold together (see `joint_z`).
    """
    factor = 1 + POWER / joint_z(intervals)
    return _about(games * (factor * half_width / difference) ** 2)


def games_to_show_within(games: int, half_width: float, margin: float) -> int:
    """About how many games give an interval within a margin of the true value, if `games` gave this."""
    return _about(games * ((1 + POWER_OF_BOTH_ENDS / Z) * half_width / margin) ** 2)


def _about(games: float) -> int:
    """A number of games rounded up to two digits: it is an estimate itself."""
    unit: int = 10 ** max(0, len(str(ceil(games))) - 2)
    return ceil(games / unit) * unit


def _least(games: int, most: float, needed: Callable[[float], int]) -> float:
    """The smallest difference up to `most` that needs no more games than there are."""
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        if needed(middle) > games:
            low = middle
        else:
            high = middle
    return high
