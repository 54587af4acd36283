"""Shelter: the number of squares from which Monsters can Strike at a square, for the evaluation.

Monsters step along files and ranks and never into a Campfire, but also Strike diagonally.  So a few
Elements around a corner of the board leave a single square from which a Warrior there can be
struck.  If they close the corner off, it has a hideout: a square out of reach next to one to fight
from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.games.grudge.map.squares import (
    ALL,
    AT_DISTANCE,
    EDGES,
    EVERY,
    STEPS,
    squares_in,
    stepped,
)

FAR = 99
"""Number of steps longer than any path on the board: no path."""
OUTSIDE = 3
"""Distance from which on Monsters are taken to come."""
TOO_FAR = 12
"""Number of steps from which on a Pig is out of reach."""
UNGUARDED = 3
"""Number of sides that is as bad as all of them."""
CACHE_SIZE = 1 << 13
"""Size of each cache: bots ask the same about many copies of a position."""


@lru_cache(CACHE_SIZE)
def sides(square: int, shut: int) -> int:
    """The number of adjacent squares that Monsters can reach from a distance."""
    free = EVERY & ~shut & ~(1 << square)
    near = 0
    for ring in AT_DISTANCE[square][:OUTSIDE]:
        near |= ring
    border = reached = free & ~near
    while border:
        border = stepped(border) & free & ~reached
        reached |= border
    return (reached & AT_DISTANCE[square][1]).bit_count()


@lru_cache(CACHE_SIZE)
def guarded(square: int, shut: int, archer: bool) -> int:
    """The same, at most `UNGUARDED`, which also stands for a square out of reach, unless an archer
    can leave it for one within reach.
    """
    found = sides(square, shut)
    gates = any(sides(each, shut) for each in STEPS[square] if not shut >> each & 1)
    if not found and not (archer and gates):
        return UNGUARDED
    return min(found, UNGUARDED)


def near_pig(square: int, shut: int, pig: int, weight: float) -> float:
    """The value of the distance to the Pig."""
    return weight * (1 - min(steps_to(pig, shut)[square], TOO_FAR) / TOO_FAR) if pig >= 0 else 0.0


def entry(square: int, shut: int, pig: int, archer: bool, side: float, loot: float) -> float:
    """The value of entering on a square."""
    return near_pig(square, shut, pig, loot) - side * guarded(square, shut, archer)


@lru_cache(CACHE_SIZE)
def best_entry(edge: str, shut: int, pig: int, archer: bool, side: float, loot: float) -> float:
    """The value of the best square of an edge."""
    free = [each for each in EDGES[edge] if not shut >> each & 1]
    return max((entry(each, shut, pig, archer, side, loot) for each in free), default=0.0)


@lru_cache(CACHE_SIZE)
def steps_to(square: int, shut: int) -> Sequence[int]:
    """Steps from each square to the nearest one adjacent to `square`; `FAR` if there is no path."""
    found = [FAR] * len(ALL)
    passable = EVERY & ~shut & ~(1 << square)
    border, steps = AT_DISTANCE[square][1] & passable, 0
    while border:
        for each in squares_in(border):
            found[each] = steps
        passable &= ~border
        border, steps = stepped(border) & passable, steps + 1
    return found
