"""Pathfinding of Monsters: destinations and shortest paths of a move (`monster-paths`).

All equally good squares and paths are returned, and the player picks one (`player-breaks-ties`).
There are none if the move would not be productive (`productive-move`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from generator.games.grudge.map.line_of_sight import SightLines
from generator.games.grudge.map.squares import (
    ALL,
    AT_DISTANCE,
    EVERY,
    OFF_EAST_EDGE,
    OFF_WEST_EDGE,
    SIZE,
    STEPS,
    squares_in,
    stepped,
)


class Ground(NamedTuple):
    """Ground: the surroundings of a Monster about to move; sets of squares are bit masks."""

    warrior: int
    """The Warrior's square."""
    allies: int
    """Squares of other Monsters, to pass but not to stop on (`pass-allies-not-enemies`)."""
    passable: int
    """Squares that it may enter: not the Warrior's, nor Tents, Fences, the Pig and the Campfire."""
    sight: SightLines
    engaging: bool = True
    """Whether the Warrior engages adjacent Monsters, being neither Prone nor Stunned."""

    @property
    def free(self) -> int:
        """Squares where it may stop."""
        return self.passable & ~self.allies

    @property
    def engaged(self) -> int:
        """Squares on which the Warrior would engage a Monster."""
        return AT_DISTANCE[self.warrior][1] if self.engaging else 0


Squares = tuple[int, ...]
CACHE_SIZE = 1 << 10
"""Size of each cache: bots ask the same about many copies of a position."""


def in_range(start: int, steps: int, ground: Ground) -> list[int]:
    """For each number of steps from 0, the squares to stop on exactly that far."""
    stop = ~ground.allies
    return [reached & stop for reached in _spread(1 << start, ground.passable, steps)]


@lru_cache(CACHE_SIZE)
def avoid_destinations(start: int, steps: int, ground: Ground) -> Squares:
    """The squares in range that are not engaged and are farthest from the Warrior."""
    if not ground.engaged >> start & 1:
        return ()
    return _farthest(_union(in_range(start, steps, ground)) & ~ground.engaged, ground)


@lru_cache(CACHE_SIZE)
def melee_destinations(start: int, steps: int, ground: Ground) -> Squares:
    """The squares in range nearest, by steps, to a free one beside the Warrior; of those, the ones
    that take the fewest steps.
    """
    goals = AT_DISTANCE[ground.warrior][1] & ground.free
    if goals >> start & 1:
        return ()
    rings = _spread(1 << start, ground.passable, steps, goals)
    best = rings[-1] & goals or _nearer(start, _union(rings) & ~ground.allies, goals, ground)
    return tuple(squares_in(next((each & best for each in rings if each & best), 0)))


@lru_cache(CACHE_SIZE)
def bow_destinations(start: int, steps: int, ground: Ground, main: bool) -> Squares:
    """The farthest squares in range that are in sight of the Warrior and not engaged; if there are
    none, those nearest, by steps, to such a square.

    `main`: as a Main Action the move may also serve to get away from the Warrior.
    """
    flees = main and ground.engaged >> start & 1
    if not flees and ground.sight.can_see(ground.warrior, start):
        return ()
    goals = ground.sight.seen(ground.warrior) & ground.free & ~ground.engaged
    reached = _union(in_range(start, steps, ground))
    if reached & goals:
        return _farthest(reached & goals, ground)
    return tuple(squares_in(_nearer(start, reached, goals, ground)))


def shortest_paths(
    start: int, end: int, ground: Ground, hazards: int = EVERY
) -> tuple[Squares, ...]:
    """All shortest paths from one square to another, without the first square; none if there is no
    path.  Only the first, if none of them touches a hazard.
    """
    if end in STEPS[start]:
        return ((end,),)
    nearer = _spread(1 << end, ground.passable, until=1 << start)
    if not nearer.pop() >> start & 1:
        return ()
    on_paths = [1 << start]
    for border in reversed(nearer):
        on_paths.append(stepped(on_paths[-1]) & border)
    one_is_enough = not _union(on_paths) & hazards
    found: list[Squares] = [()]
    for squares in on_paths[1:]:
        found = [
            (*way, after)
            for way in found
            for after in STEPS[way[-1] if way else start]
            if squares >> after & 1
        ]
        if one_is_enough:
            del found[1:]
    return tuple(found)


def hazards(start: int, way: Sequence[int], threatened: int, clouded: int) -> tuple[int, ...]:
    """The hazards of a path in order: the square of a cloud, or -1 for an Opportunity Attack."""
    found = []
    here = start
    for square in way:
        if threatened >> here & 1 and not threatened >> square & 1:
            found.append(-1)
        if clouded >> square & 1:
            found.append(square)
        here = square
    return tuple(found)


def _spread(starts: int, passable: int, steps: int = len(ALL), until: int = 0) -> list[int]:
    """The squares exactly 0, 1, 2, ... steps from the nearest start, while there are any.

    The last are those so many steps away, or the first of which one is among the squares `until`.
    """
    found = [starts]
    border = starts
    while len(found) <= steps and not border & until:
        passable &= ~border
        # As `stepped`, but faster, since most calls are here.
        sideways = (border & OFF_EAST_EDGE) << 1 | (border & OFF_WEST_EDGE) >> 1
        border = (sideways | border << SIZE | border >> SIZE) & passable
        if not border:
            break
        found.append(border)
    return found


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _nearer(start: int, reached: int, goals: int, ground: Ground) -> int:
    """The squares reached that are nearest to a goal by steps; none unless nearer than the start."""
    border = _spread(goals, ground.passable, until=reached | 1 << start)[-1]
    return 0 if border >> start & 1 else border & reached


def _farthest(squares: int, ground: Ground) -> Squares:
    """The squares farthest from the Warrior."""
    rings = (squares & ring for ring in reversed(AT_DISTANCE[ground.warrior]))
    return tuple(squares_in(next(filter(None, rings), 0)))
