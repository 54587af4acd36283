"""Turns what seats won, with a thing and without it, into a difference that knows of whole games.

The seats of one game do not win on their own: what one gets, another does not, or all get it
together.  So the game is the unit here, not the seat.  The difference of the two win rates is
linearised in what each game adds to them, and its variance is that of these contributions over
games: the cluster-robust variance of survey statistics.  In a duel in which always one of the two
has the thing it is twice that of two independent samples, so a plain interval would be far too
narrow.

That variance is nothing where all games with the thing went one way, as may be by chance where
there are few.  So, as Agresti and Caffo do (2000), one win and one loss are added on either side:
two games that never were, won in turn by a seat with the thing and by one without.
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
    """Seats of one game, or of many, and what they won together: 1 a win, a half a draw."""

    seats: int
    won: float

    @property
    def rate(self) -> float:
        """The win rate, from 0 to 1; of no seats it is 0."""
        return self.won / self.seats if self.seats else 0.0


class GameCluster(NamedTuple):
    """So many games that went alike: their seats with the thing, and those without."""

    times: int
    having: Arm
    lacking: Arm


class Contrast(NamedTuple):
    """Two win rates, the difference of having, and how likely chance alone makes it as large."""

    having: Arm
    lacking: Arm
    difference: Difference | None
    """None if all seats had the thing, or none."""
    p: float
    """Two-sided; 1 where there is no difference to tell."""


PSEUDO_GAMES = (
    GameCluster(1, Arm(1, 1.0), Arm(1, 0.0)),
    GameCluster(1, Arm(1, 0.0), Arm(1, 1.0)),
)


def contrast(games: Iterable[GameCluster]) -> Contrast:
    """What the seats that had a thing won, what the others won, and the difference between them.

    The value of the difference is that of the games as they are; its interval and `p` are those of
    all games and the two that never were.
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
    # Chance alone would mean one rate for all; so the deviation is the one around that rate.
    common = Arm(one.seats + other.seats, one.won + other.won).rate
    p = erfc(abs(middle) / _deviation(all_games, common, common) / sqrt(2))
    return Contrast(having, lacking, difference, p)


def holm(values: Sequence[float]) -> list[float]:
    """Each p corrected for looking at all of them, after Holm (1979).

    What is below 0.05 then remains: the chance that even one of these is there by chance alone is
    at most 5 %, however the values hang together.  (The correction of Benjamini and Hochberg would
    let more remain, but asks for values that do not work against one another, as those of things
    that players draw from one heap do.)
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
    """The standard deviation of the difference, from how far each game is off these rates."""
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
