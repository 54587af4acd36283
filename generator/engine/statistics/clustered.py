"""Cluster-robust contrast of two win rates, and Holm's correction.

The seats of one game are not independent: what one wins, another does not, or all win together.  So
the game is the unit here, not the seat.  The difference of the two win rates is
linearised in what each game adds to them, and its variance is that of these contributions over
games: the cluster-robust variance of survey statistics.  In a duel in which always one of the two
has the thing it is twice that of two independent samples, so a plain interval would be far too
narrow.

That variance is 0 where all games with the thing ended the same, as may happen by chance where
there are few.  So, as Agresti and Caffo do (2000), one win and one loss are added on either side:
two pseudo-games, won in turn by a seat with the thing and by one without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

from generator.engine.statistics.intervals import Difference, Z

LEVEL = 0.05
"""The level of significance: a smaller corrected p-value is significant."""


@dataclass(frozen=True)
class Tested:
    """A result with its p-value, corrected for all results of one table (see `holm`)."""

    p: float

    @property
    def significant(self) -> bool:
        """Whether chance alone makes such a difference in less than 5 % of tables."""
        return self.p < LEVEL


class Arm(NamedTuple):
    """Seats of one game, or of many, and their wins: 1 for a win, a half for a draw."""

    seats: int
    won: float

    @property
    def rate(self) -> float:
        """The win rate, from 0 to 1; of no seats it is 0."""
        return self.won / self.seats if self.seats else 0.0


class GameCluster(NamedTuple):
    """A number of equal games: their seats with the thing, and those without."""

    times: int
    having: Arm
    lacking: Arm


class Contrast(NamedTuple):
    """Two win rates, their difference, and its p-value."""

    having: Arm
    lacking: Arm
    difference: Difference | None
    """None if all seats had the thing, or none."""
    p: float
    """Two-sided; 1 without a difference."""


PSEUDO_GAMES = (
    GameCluster(1, Arm(1, 1.0), Arm(1, 0.0)),
    GameCluster(1, Arm(1, 0.0), Arm(1, 1.0)),
)


def contrast(games: Iterable[GameCluster]) -> Contrast:
    """The contrast of the seats that had a thing with all others.

    The value of the difference is that of the games; its interval and `p` include the two
    pseudo-games.
    """
    played = list(games)
    having, lacking = _sums(played)
    if not having.seats or not lacking.seats:
        return Contrast(having, lacking, None, 1.0)
    all_games = [*played, *PSEUDO_GAMES]
    one, other = _sums(all_games)
    middle = one.rate - other.rate
    reach = Z * _deviation(all_games, one.rate, other.rate)
    difference = Difference(
        having.rate - lacking.rate, max(-1.0, middle - reach), min(1.0, middle + reach)
    )
    # The null hypothesis is one rate for all, so the deviation is taken around that rate.
    common = Arm(one.seats + other.seats, one.won + other.won).rate
    p = erfc(abs(middle) / _deviation(all_games, common, common) / sqrt(2))
    return Contrast(having, lacking, difference, p)


def holm(values: Sequence[float]) -> list[float]:
    """Each p-value corrected for testing all of them, after Holm (1979).

    What is below 0.05 then is significant: the probability that even one of these is due to chance
    is at most 5 %, whatever the dependence of the values.  (The correction of Benjamini and Hochberg
    is more powerful, but assumes values that are not negatively correlated, as those of things
    drawn from one pile are.)
    """
    corrected = [1.0] * len(values)
    least = 0.0
    for rank, number in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        least = max(least, min(1.0, (len(values) - rank) * values[number]))
        corrected[number] = least
    return corrected


def _sums(games: Sequence[GameCluster]) -> tuple[Arm, Arm]:
    """All seats with the thing, and all without it."""
    having = Arm(
        sum(game.times * game.having.seats for game in games),
        sum(game.times * game.having.won for game in games),
    )
    lacking = Arm(
        sum(game.times * game.lacking.seats for game in games),
        sum(game.times * game.lacking.won for game in games),
    )
    return having, lacking


def _deviation(games: Sequence[GameCluster], having_rate: float, lacking_rate: float) -> float:
    """The standard deviation of the difference, from the residuals of each game at these rates."""
    having, lacking = _sums(games)
    number = sum(game.times for game in games)
    squares = sum(
        game.times
        * (
            (game.having.won - having_rate * game.having.seats) / having.seats
            - (game.lacking.won - lacking_rate * game.lacking.seats) / lacking.seats
        )
        ** 2
        for game in games
    )
    return sqrt(squares * number / (number - 1))
