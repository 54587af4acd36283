"""Turns counts of games into shares with the range in which the true share probably lies."""

from __future__ import annotations

from math import sqrt

Z = 1.959964
"""A normal variable is within this many deviations with 95 % probability."""


def wilson(count: int, of: int) -> tuple[float, float]:
    """The Wilson 95 % interval of a share: sound for few games and for shares near 0 and 1."""
    if of == 0:
        return 0.0, 1.0
    share, weight = count / of, Z * Z / of
    middle = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / of + weight / (4 * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)
