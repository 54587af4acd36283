"""ASCII maps: a picture in characters, and the cells that it shows.

Each row of hexes is a line of text::

      o o o o          o edge   . open   T R ... obstacles (see `terrain.csv`)
     o . T . o         1 2 ... open, and where the first, second, ... object starts
    o . . 1 . o

A hex is two columns wide, so that a row can begin half a hex to the right of its neighbour:
column c of row r, both counted from 0, is the cell q = (c - r) / 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.games.ggt.map import hexes
from generator.games.ggt.map.hexes import Cell

EDGE, OPEN, OBSTACLE = "edge", "open", "obstacle"
"""Kinds of cells in the rules."""

DIGITS = "123456789"
"""Marks of the cells on which objects start."""


class Terrain(NamedTuple):
    """Terrain that a mark in a picture stands for."""

    id: str
    kind: str
    ground: str = ""
    """Usual ground of an obstacle; it determines the look of a generated map."""
    suits: tuple[str, ...] = ()
    """Grounds that an obstacle suits."""


class Crowd(NamedTuple):
    """The figures of `id-map-room`."""

    edge: int
    """E: number of edge cells."""
    most: int
    """X: most edge cells that a start on one edge cell rules out, itself included."""


@dataclass(frozen=True, slots=True)
class HexMap:
    """Map of hexes; cells are in reading order."""

    id: str
    name: str
    players: int
    """P: most players."""
    terrain: Mapping[Cell, str]
    """Id of the terrain of each cell."""
    kinds: Mapping[Cell, str]
    """Kind of each cell: edge, open or obstacle."""
    starts: Mapping[str, Cell]
    """Starting cell of each object, by the object's id."""
    edge: tuple[Cell, ...] = field(init=False)
    free: tuple[Cell, ...] = field(init=False)
    """Edge and open cells, the only ones that can ever be occupied."""

    def __post_init__(self) -> None:
        edge = tuple(cell for cell, kind in self.kinds.items() if kind == EDGE)
        free = tuple(cell for cell, kind in self.kinds.items() if kind != OBSTACLE)
        object.__setattr__(self, "edge", edge)
        object.__setattr__(self, "free", free)

    def crowd(self, apart: int) -> Crowd:
        """The room on the edge for monsters that start at least `apart` cells from each other."""
        near = [sum(hexes.distance(a, b) < apart for b in self.edge) for a in self.edge]
        return Crowd(len(self.edge), max(near, default=0))


def marks(terrain: Iterable[Mapping[str, Any]]) -> dict[str, Terrain]:
    """The terrain of each mark, from the rows of the kit's table of terrain."""
    return {
        row["mark"]: Terrain(
            row["id"], row["kind"], row.get("ground") or "", tuple(row.get("suits", ()))
        )
        for row in terrain
    }


def picture(rows: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the column, row and mark of each mark in a picture."""
    for r, line in enumerate(rows):
        yield from ((c, r, mark) for c, mark in enumerate(line) if mark != " ")


def read_map(row: Mapping[str, Any], known: Mapping[str, Terrain]) -> HexMap:
    """Return the map that a record describes, ignoring unknown marks (see `checks_map`)."""
    open_ground = next((each for each in known.values() if each.kind == OPEN), Terrain("", OPEN))
    terrain: dict[Cell, str] = {}
    kinds: dict[Cell, str] = {}
    starts: dict[str, Cell] = {}
    for c, r, mark in picture(row["rows"]):
        object = _object(mark, row["objects"])
        each = open_ground if object else known.get(mark)
        if each is None or (c - r) % 2:
            continue
        cell = (c - r) // 2, r
        terrain[cell], kinds[cell] = each.id, each.kind
        if object:
            starts[object] = cell
    return HexMap(row["id"], row["name"], row["players"], terrain, kinds, starts)


def _object(mark: str, objects: Sequence[str]) -> str | None:
    """The object that a mark stands for; None if it stands for none."""
    number = int(mark) if mark in DIGITS else 0
    return objects[number - 1] if 1 <= number <= len(objects) else None


def draw_rows(terrain: Mapping[Cell, str], known: Mapping[str, Terrain]) -> list[str]:
    """Return the picture of cells, given the id of each cell's terrain or an object's digit."""
    mark_of = {each.id: mark for mark, each in known.items()}
    top = min(r for _, r in terrain)
    left = min(2 * q + r for q, r in terrain)
    left -= (left - top) % 2  # makes columns of the first line even
    lines: list[list[str]] = [[] for _ in range(max(r for _, r in terrain) - top + 1)]
    for (q, r), id in sorted(terrain.items(), key=lambda item: (item[0][1], item[0][0])):
        line, column = lines[r - top], 2 * q + r - left
        line += [" "] * (column - len(line)) + [mark_of.get(id, id)]
    return ["".join(line) for line in lines]


def rim(cells: Iterable[Cell]) -> set[Cell]:
    """The cells with fewer than six neighbours among them."""
    all_cells = set(cells)
    return {cell for cell in all_cells if not all_cells.issuperset(hexes.neighbours(cell))}


def regions(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells, the largest first."""
    left, found = set(cells), []
    while left:
        part, front = set(), [min(left)]
        while front:
            cell = front.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                front += hexes.neighbours(cell)
        found.append(part)
    return sorted(found, key=lambda part: (-len(part), min(part)))
