"""Shelter: from how many squares Monsters can Strike at a square, for the evaluation.

Monsters step along files and ranks, and never into a Campfire, but Strike across corners, too.  So a few
Elements around a corner of the board leave one square from which the Warrior there can be struck.  With a
corner shut off altogether there is even a square out of reach of all, beside one to fight from: a hideout.
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
"""More steps than any way on the board has."""
OUTSIDE = 3
"""From this distance on, a square is where Monsters come from."""
TOO_FAR = 12
"""A Pig so many steps away is out of reach."""
UNGUARDED = 3
"""So many sides are as bad as all."""
KEPT = 1 << 13
"""How many answers are kept: bots ask the same about many copies of a position."""


@lru_cache(KEPT)
def sides(square: int, shut: int) -> int:
    """The number of squares beside a square on which Monsters from outside can stand."""
    free = EVERY & ~shut & ~(1 << square)
    near = 0
    for ring in AT_DISTANCE[square][:OUTSIDE]:
        near |= ring
    border = reached = free & ~near
    while border:
        border = stepped(border) & free & ~reached
        reached |= border
    return (reached & AT_DISTANCE[square][1]).bit_count()


@lru_cache(KEPT)
def guarded(square: int, shut: int, archer: bool) -> int:
    """The same, at most `UNGUARDED`; out of reach is as bad as that but for an archer with a gate."""
    found = sides(square, shut)
    gates = any(sides(each, shut) for each in STEPS[square] if not shut >> each & 1)
    if not found and not (archer and gates):
        return UNGUARDED
    return min(found, UNGUARDED)


def near_pig(square: int, shut: int, pig: int, weight: float) -> float:
    """The value of a Pig that can be reached."""
    return weight * (1 - min(steps_to(pig, shut)[square], TOO_FAR) / TOO_FAR) if pig >= 0 else 0.0


def entry(square: int, shut: int, pig: int, archer: bool, side: float, loot: float) -> float:
    """The value of coming in on a square."""
    return near_pig(square, shut, pig, loot) - side * guarded(square, shut, archer)


@lru_cache(KEPT)
def best_entry(edge: str, shut: int, pig: int, archer: bool, side: float, loot: float) -> float:
    """The value of the best square of an edge."""
    free = [each for each in EDGES[edge] if not shut >> each & 1]
    return max((entry(each, shut, pig, archer, side, loot) for each in free), default=0.0)


@lru_cache(KEPT)
def steps_to(square: int, shut: int) -> Sequence[int]:
    """How many steps each square is away from one on which a Monster can Strike at a square."""
    found = [FAR] * len(ALL)
    passable = EVERY & ~shut & ~(1 << square)
    border, steps = AT_DISTANCE[square][1] & passable, 0
    while border:
        for each in squares_in(border):
            found[each] = steps
        passable &= ~border
        border, steps = stepped(border) & passable, steps + 1
    return found
