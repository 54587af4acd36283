"""Fairness of a map: measures of how equal the starts of its players are.

*Room* is the number of start spaces left for the last player to place, whatever the others do.
*Spread* compares the steps from each start to the nearest other, with starts spaced evenly round the
edge: on a fair map they are about equal.
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
"""Most edge cells by which an evenly placed start may shift, either way."""


class Fairness(NamedTuple):
    """Fairness of a map for a number of players."""

    room: int
    """Fewest start spaces left for the last player (E - (P - 1) X of `id-map-room`)."""
    starts: tuple[Cell, ...]
    """Evenly placed starts."""
    steps: tuple[int, ...]
    """Steps on foot from each start to the nearest other; objects do not block."""

    @property
    def spread(self) -> int:
        """Difference between the most and the fewest steps to the nearest other start."""
        return max(self.steps) - min(self.steps)


def fairness(hex_map: HexMap, players: int, apart: int) -> Fairness | None:
    """Measure the fairness for a number of players; None if they cannot be placed evenly."""
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
    """The steps on foot from a cell to each reachable cell."""
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
    """Sort cells of a map clockwise around the centre of the whole map."""
    points = [_centre(cell) for cell in whole]
    x, y = (sum(along) / len(points) for along in zip(*points, strict=True))

    def angle(cell: Cell) -> float:
        there_x, there_y = _centre(cell)
        return math.atan2(there_y - y, there_x - x)

    return sorted(cells, key=lambda cell: (angle(cell), cell))


def _centre(cell: Cell) -> tuple[float, float]:
    """The centre of a cell, in half hexes; y grows downwards."""
    return 2 * cell[0] + cell[1], math.sqrt(3) * cell[1]


def _even_starts(hex_map: HexMap, players: int, apart: int) -> Iterable[tuple[Cell, ...]]:
    """Yield even placements of all players: by angle, then shifted to lie `apart`."""
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
