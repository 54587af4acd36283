"""Board: neighbours, distances and arcs of a map, worked out once.

Cells on which something can stand are numbered in reading order; obstacles have no number, because
nothing is ever on one. `NOWHERE` stands for an obstacle and for what lies off the map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from generator.games.ggt.map import hexes
from generator.games.ggt.map.ascii_map import HexMap
from generator.games.ggt.map.hexes import Cell

NOWHERE = -1
FAR = 99
"""The steps to a cell that cannot be reached on foot."""
CACHED = 4000
"""Entries in the cache of walking distances before it is cleared."""


class Board:
    """The map of one game, the same throughout it."""

    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map
        self.cells: tuple[Cell, ...] = hex_map.free
        self.names: tuple[str, ...] = tuple(hexes.name(cell) for cell in self.cells)
        """What the notation calls each cell: `3,-1`."""
        self.number: dict[str, int] = {name: cell for cell, name in enumerate(self.names)}
        index = {cell: number for number, cell in enumerate(self.cells)}
        self.near: list[tuple[int, ...]] = [
            tuple(index.get(other, NOWHERE) for other in hexes.neighbours(cell))
            for cell in self.cells
        ]
        """The neighbour of each cell in each of the six directions."""
        self.beside = [frozenset(near) - {NOWHERE} for near in self.near]
        self.edge: tuple[int, ...] = tuple(index[cell] for cell in hex_map.edge)
        self.objects: tuple[str, ...] = tuple(hex_map.starts)
        """The objects on the map; elsewhere each goes by its place in this row."""
        self.starts: tuple[int, ...] = tuple(index[cell] for cell in hex_map.starts.values())
        self._measure()
        self._steps: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.shown = {hexes.name(cell): id for cell, id in hex_map.terrain.items()}
        """Every cell by its name with its terrain, as figures need them."""

    def _measure(self) -> None:
        """Distances, and from which facings one cell has another in its front arc."""
        far: dict[Cell, tuple[int, int]] = {}
        self.distance: list[list[int]] = []
        self.arc: list[list[int]] = []
        """Bit f of `arc[a][b]`: a monster on a that faces f has b in its front arc."""
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
        """How many steps every cell is from one, round obstacles and objects but not monsters."""
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
        """The cells up to a distance from one, itself included, in reading order."""
        return [other for other, far in enumerate(self.distance[cell]) if far <= distance]

    def starts_for(self, placed: Sequence[int], taken: Sequence[int], apart: int) -> list[int]:
        """`start-space`: vacant edge cells `apart` from every placed monster.

        `start-fallback`: where there is none, those as far from the nearest monster as can be.
        """
        vacant = [cell for cell in self.edge if cell not in taken]
        room = {
            cell: min((self.distance[cell][at] for at in placed), default=FAR) for cell in vacant
        }
        enough = min(apart, max(room.values(), default=apart))
        return [cell for cell in vacant if room[cell] >= enough]
