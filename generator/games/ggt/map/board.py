"""Board: neighbours, distances and arcs of a map, computed once.

Cells that can be occupied are numbered in reading order; obstacles have no number. `NOWHERE` stands
for an obstacle and for a cell off the map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from generator.games.ggt.map import hexes
from generator.games.ggt.map.ascii_map import HexMap
from generator.games.ggt.map.hexes import Cell

NOWHERE = -1
FAR = 99
"""Steps to an unreachable cell."""
CACHED = 4000
"""Most entries in the cache of walking distances, which is then cleared."""


class Board:
    """Board of one match, immutable."""

    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map
        self.cells: tuple[Cell, ...] = hex_map.free
        self.names: tuple[str, ...] = tuple(hexes.name(cell) for cell in self.cells)
        """Name of each cell in the data: `3,-1`."""
        self.number: dict[str, int] = {name: cell for cell, name in enumerate(self.names)}
        index = {cell: number for number, cell in enumerate(self.cells)}
        self.near: list[tuple[int, ...]] = [
            tuple(index.get(other, NOWHERE) for other in hexes.neighbours(cell))
            for cell in self.cells
        ]
        """Neighbours of each cell in the six directions."""
        self.beside = [frozenset(near) - {NOWHERE} for near in self.near]
        self.edge: tuple[int, ...] = tuple(index[cell] for cell in hex_map.edge)
        self.objects: tuple[str, ...] = tuple(hex_map.starts)
        """Ids of the objects on the map; elsewhere an object is an index into this tuple."""
        self.starts: tuple[int, ...] = tuple(index[cell] for cell in hex_map.starts.values())
        self._measure()
        self._steps: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.shown = {hexes.name(cell): id for cell, id in hex_map.terrain.items()}
        """Terrain of each cell by the cell's name, for figures."""

    def _measure(self) -> None:
        """Compute distances, and the facings from which a cell has another in its front arc."""
        far: dict[Cell, tuple[int, int]] = {}
        self.distance: list[list[int]] = []
        self.arc: list[list[int]] = []
        """Bit f of `arc[a][b]`: a monster on a with facing f has b in its front arc."""
        for q, r in self.cells:
            row = []
            for other_q, other_r in self.cells:
                away = other_q - q, other_r - r
                if away not in far:
                    seen = (hexes.in_front((0, 0), facing, away) << facing for facing in range(6))
                    far[away] = hexes.distance((0, 0), away), sum(seen)
                row.append(far[away])
            self.distance.append([distance for distance, _ in row])
            self.arc.append([arc for _, arc in row])

    def steps(self, start: int, objects: tuple[int, ...]) -> list[int]:
        """The steps from a cell to each cell, around obstacles and objects but not monsters."""
        found = self._steps.get((start, objects))
        if found is None:
            if len(self._steps) >= CACHED:
                self._steps.clear()
            found = self._steps[start, objects] = self._walk(start, objects)
        return found

    def _walk(self, start: int, objects: tuple[int, ...]) -> list[int]:
        steps = [FAR] * len(self.cells)
        steps[start] = 0
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.near[cell]:
                if other != NOWHERE and steps[other] == FAR:
                    steps[other] = steps[cell] + 1
                    if other not in objects:
                        queue.append(other)
        return steps

    def within(self, cell: int, distance: int) -> list[int]:
        """The cells within a distance of one, itself included, in reading order."""
        return [other for other, far in enumerate(self.distance[cell]) if far <= distance]

    def starts_for(self, placed: Sequence[int], taken: Sequence[int], apart: int) -> list[int]:
        """`start-space`: vacant edge cells at least `apart` cells from each placed monster.

        `start-fallback`: if there are none, the vacant edge cells furthest from any monster.
        """
        vacant = [cell for cell in self.edge if cell not in taken]
        room = {
            cell: min((self.distance[cell][at] for at in placed), default=FAR) for cell in vacant
        }
        enough = min(apart, max(room.values(), default=apart))
        return [cell for cell in vacant if room[cell] >= enough]
