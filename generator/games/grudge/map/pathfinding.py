"""Pathfinding of Monsters: where a move should lead, and by which shortest paths (`monster-paths`).

All equally good squares and paths are returned, and the player picks among them
(`player-breaks-ties`). No squares: the move would not be productive (`productive-move`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from generator.games.grudge.map.line_of_sight import visible_from
from generator.games.grudge.map.squares import ALL, BESIDE, DISTANCE, STEPS


class Ground(NamedTuple):
    """What matters to a Monster that is about to move."""

    warrior: int
    """The Warrior's square."""
    allies: frozenset[int]
    """Squares of the other Monsters: to be passed, not to stop on (`pass-allies-not-enemies`)."""
    shut: frozenset[int]
    """Squares it never enters: Tents, Fences, the Pig and the Campfire."""
    hides: frozenset[int]
    """Squares of Tents and Fences, which no line of sight passes."""
    engaging: bool = True
    """Whether the Warrior engages adjacent Monsters, being neither Prone nor Stunned."""


Squares = tuple[int, ...]


def in_range(start: int, steps: int, ground: Ground) -> dict[int, int]:
    """The squares to stop on within that many steps, each with the fewest steps to it."""
    barred = ground.shut | {ground.warrior}
    fewest = _spread([start], barred, steps)
    return {square: count for square, count in fewest.items() if square not in ground.allies}


def avoid_destinations(start: int, steps: int, ground: Ground) -> Squares:
    """The squares in range that are not Engaged and farthest from the Warrior."""
    if not engaged(start, ground):
        return ()
    free = [each for each in in_range(start, steps, ground) if not engaged(each, ground)]
    return _best(free, lambda square: -DISTANCE[ground.warrior][square])


def melee_destinations(start: int, steps: int, ground: Ground) -> Squares:
    """The squares in range from which the fewest steps remain to a free one beside the Warrior;
    among them those with the fewest steps to take.
    """
    goals = (each for each in BESIDE[ground.warrior] if _free(each, ground))
    remaining = _steps_to(goals, ground)
    return _nearer(start, in_range(start, steps, ground), remaining, fewest_moved=True)


def bow_destinations(start: int, steps: int, ground: Ground, main: bool) -> Squares:
    """The squares in range, in sight of the Warrior and not Engaged, that are farthest away; if
    there are none, those from which the fewest steps remain to such a square.

    `main`: this is a Main Action, which also serves to get away from the Warrior.
    """
    in_sight = visible_from(ground.warrior, ground.hides)
    if start in in_sight and not (main and engaged(start, ground)):
        return ()
    goals = {each for each in in_sight if _free(each, ground) and not engaged(each, ground)}
    reached = in_range(start, steps, ground)
    within = [each for each in reached if each in goals]
    if within:
        return _best(within, lambda square: -DISTANCE[ground.warrior][square])
    return _nearer(start, reached, _steps_to(goals, ground), fewest_moved=False)


def shortest_paths(start: int, end: int, ground: Ground) -> tuple[Squares, ...]:
    """Every shortest path from one square to another, without the first square; none if there is
    no path.
    """
    remaining = _steps_to([end], ground)
    if start not in remaining:
        return ()
    found: list[Squares] = [()]
    for left in range(remaining[start] - 1, -1, -1):
        found = [
            (*way, after)
            for way in found
            for after in STEPS[way[-1] if way else start]
            if remaining.get(after) == left
        ]
    return tuple(found)


def engaged(square: int, ground: Ground) -> bool:
    """Whether the Warrior would engage a Monster on this square."""
    return ground.engaging and DISTANCE[ground.warrior][square] == 1


def _free(square: int, ground: Ground) -> bool:
    return square not in ground.shut and square not in ground.allies and square != ground.warrior


def _steps_to(goals: Iterable[int], ground: Ground) -> dict[int, int]:
    """The fewest steps to the nearest goal, from every square with a path to one."""
    return _spread(goals, ground.shut | {ground.warrior}, len(ALL))


def _spread(starts: Iterable[int], barred: frozenset[int], steps: int) -> dict[int, int]:
    """The fewest steps from any start to each square within reach."""
    fewest = dict.fromkeys(starts, 0)
    border = list(fewest)
    for count in range(1, steps + 1):
        after = []
        for square in border:
            for neighbour in STEPS[square]:
                if neighbour not in fewest and neighbour not in barred:
                    fewest[neighbour] = count
                    after.append(neighbour)
        if not after:
            break
        border = after
    return fewest


def _nearer(
    start: int, reached: Mapping[int, int], remaining: Mapping[int, int], *, fewest_moved: bool
) -> Squares:
    """The squares reached from which the fewest steps remain; none if none is nearer than the start."""
    never = len(ALL)
    best = _best(list(reached), lambda square: remaining.get(square, never))
    if not best or remaining.get(best[0], never) >= remaining.get(start, never):
        return ()
    return _best(best, lambda square: reached[square]) if fewest_moved else best


def _best(squares: Iterable[int], merit: Callable[[int], int]) -> Squares:
    """The squares with the lowest score, in the order of the board."""
    figures = {square: merit(square) for square in squares}
    least = min(figures.values(), default=0)
    return tuple(sorted(square for square, figure in figures.items() if figure == least))
