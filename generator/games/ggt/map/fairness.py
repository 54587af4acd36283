"""Fairness: how equal the starts of a map are.

Two things are measured. *Room*: how many start spaces are left for the last player to place, whatever
the others do. *Spread*: with everybody as evenly round the edge as can be, how far each has to
walk to the nearest other monster; a fair map sends everybody about the same way.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.games.ggt.map import hexes
from generator.games.ggt.map.ascii_map import HexMap
from generator.games.ggt.map.hexes import Cell

SHIFT = 2
"""How many edge cells, either way, an evenly placed start may be shifted to be a better one."""


class Fairness(NamedTuple):
    """How fair the starts of a map are for a number of players."""

    room: int
    """Start spaces that are left for the last, at least (E - (P - 1) X of `id-map-room`)."""
    starts: tuple[Cell, ...]
    """The evenly placed starts."""
    steps: tuple[int, ...]
    """From each of them, the steps on foot to the nearest other; objects are not in the way."""

    @property
    def spread(self) -> int:
        """How many steps more the remotest start has to its nearest neighbour than the closest."""
        return max(self.steps) - min(self.steps)


def fairness(hex_map: HexMap, players: int, apart: int) -> Fairness | None:
    """The fairness for a number of players; None if they cannot be placed evenly."""
    crowd = hex_map.crowd(apart)
    walked: dict[Cell, dict[Cell, int]] = {}
    best: Fairness | None = None
    for starts in _even_starts(hex_map, players, apart):
        for start in starts:
            if start not in walked:
                walked[start] = walk(hex_map.free, start)
        found = Fairness(
            crowd.edge - (players - 1) * crowd.most,
            starts,
            tuple(_nearest(start, starts, walked[start]) for start in starts),
        )
        if best is None or found.spread < best.spread:
            best = found
        if best.spread == 0:
            break
    return best


def walk(free: Iterable[Cell], start: Cell) -> dict[Cell, int]:
    """The steps on foot from a cell to every cell that can be reached."""
    ground = set(free)
    steps, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in hexes.neighbours(cell):
            if other in ground and other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


def clockwise(cells: Iterable[Cell], whole: Iterable[Cell]) -> list[Cell]:
    """Some cells of a map clockwise, as seen from the middle of the whole of it."""
    points = [_centre(cell) for cell in whole]
    x, y = (sum(along) / len(points) for along in zip(*points, strict=True))

    def angle(cell: Cell) -> float:
        there_x, there_y = _centre(cell)
        return math.atan2(there_y - y, there_x - x)

    return sorted(cells, key=lambda cell: (angle(cell), cell))


def _centre(cell: Cell) -> tuple[float, float]:
    """Where the middle of a cell lies, in half hexes; y grows downwards."""
    return 2 * cell[0] + cell[1], math.sqrt(3) * cell[1]


def _even_starts(hex_map: HexMap, players: int, apart: int) -> Iterable[tuple[Cell, ...]]:
    """Ways to place everybody evenly: by angle first, each then shifted away from the last."""
    edge = clockwise(hex_map.edge, hex_map.kinds)
    count = len(edge)
    for first in range(count):
        starts = [edge[first]]
        for number in range(1, players):
            ideal = first + round(number * count / players)
            for shift in sorted(range(-SHIFT, SHIFT + 1), key=abs):
                cell = edge[(ideal + shift) % count]
                if all(hexes.distance(cell, other) >= apart for other in starts):
                    starts.append(cell)
                    break
        if len(starts) == players:
            yield tuple(starts)


def _nearest(start: Cell, starts: Sequence[Cell], steps: dict[Cell, int]) -> int:
    return min(steps.get(other, len(steps)) for other in starts if other != start)
