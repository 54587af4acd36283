"""Confidence sequence of a share: an interval that is valid after every game.

A 95 % interval is valid for a number of games fixed in advance.  To check after each game and stop
as soon as the interval is narrow, or excludes one half, takes intervals that all contain the true
share with a joint probability of 95 %.  Such an interval is the set of shares that the
beta-binomial mixture of Robbins (Annals of Mathematical Statistics 41, 1970, 1397-1409) does not
reject: for n games of which s are won, and by Ville's inequality::

    B(s + a, n - s + a) / B(a, a)  <  20 p^s (1 - p)^(n - s)        a = 1/2
"""

from __future__ import annotations

from collections.abc import Callable
from math import lgamma, log
from typing import NamedTuple

from generator.engine.statistics.intervals import Share

PRIOR = 0.5
"""The mixture's parameter: any value is valid; this one (Jeffreys') is narrow for hundreds of games."""
LOG_LEVEL = log(20)


class SequentialShare(NamedTuple):
    """A share whose interval is valid whenever counting stops."""

    share: Share

    @property
    def range(self) -> tuple[float, float]:
        """The interval of the 95 % confidence sequence; 0 to 1 without games."""
        won, of = self.share
        if not of:
            return 0.0, 1.0
        lost = of - won
        mixture = _log_beta(won + PRIOR, lost + PRIOR) - _log_beta(PRIOR, PRIOR)

        def rejected(p: float) -> bool:
            likely = (won * log(p) if won else 0.0) + (lost * log(1 - p) if lost else 0.0)
            return mixture - likely >= LOG_LEVEL

        return (
            _edge(0.0, self.share.value, rejected) if won else 0.0,
            _edge(1.0, self.share.value, rejected) if lost else 1.0,
        )

    @property
    def reach(self) -> float:
        """Half the width of the interval, from 0 to 0.5."""
        low, high = self.range
        return (high - low) / 2


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def _edge(outside: float, inside: float, rejected: Callable[[float], bool]) -> float:
    """The end of the interval, between a rejected share and one that is not."""
    for _ in range(40):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if rejected(middle) else (outside, middle)
    return outside
