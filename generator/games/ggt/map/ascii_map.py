"""Maps drawn in text: a picture of characters, and the cells that it shows.

A map is drawn in text, one line for each row of hexes, and looks like what it shows::

      o o o o          o edge   . open   T R ... obstacles (see `terrain.csv`)
     o . T . o         1 2 ... open, and where the first, second, ... object starts
    o . . 1 . o

Every hex is two columns wide, so that a row may begin half a hex further right than its
neighbour: column c of row r, both counted from 0, is the cell q = (c - r) / 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.games.ggt.map import hexes
from generator.games.ggt.map.hexes import Cell

EDGE, OPEN, OBSTACLE = "edge", "open", "obstacle"
"""What a cell can be by rule."""

DIGITS = "123456789"
"""The marks of the cells on which objects start."""


class Terrain(NamedTuple):
    """What a mark in a picture means."""

    id: str
    kind: str
    ground: str = ""
    """The usual ground of an obstacle; it decides what a generated map looks like."""
    suits: tuple[str, ...] = ()
    """The grounds on which an obstacle may be."""


class Crowd(NamedTuple):
    """The figures of `id-map-room`."""

    edge: int
    """E: how many cells are edge."""
    most: int
    """X: the most edge cells too near to any one of them to start on as well, itself included."""


@dataclass(frozen=True, slots=True)
class HexMap:
    """A map as the game uses it; cells are in reading order."""

    id: str
    name: str
    players: int
    """P: the most who can play on it."""
    terrain: Mapping[Cell, str]
    """Every cell with the id of its terrain."""
    kinds: Mapping[Cell, str]
    """Every cell with its kind: edge, open or obstacle."""
    starts: Mapping[str, Cell]
    """Where each object starts, by the object's id."""
    edge: tuple[Cell, ...] = field(init=False)
    free: tuple[Cell, ...] = field(init=False)
    """Edge and open cells: the only ones that anything can ever be on."""

    def __post_init__(self) -> None:
        edge = tuple(cell for cell, kind in self.kinds.items() if kind == EDGE)
        free = tuple(cell for cell, kind in self.kinds.items() if kind != OBSTACLE)
        object.__setattr__(self, "edge", edge)
        object.__setattr__(self, "free", free)

    def crowd(self, apart: int) -> Crowd:
        """How much room the edge has for monsters that start `apart` cells from each other."""
        near = [sum(hexes.distance(a, b) < apart for b in self.edge) for a in self.edge]
        return Crowd(len(self.edge), max(near, default=0))


def marks(terrain: Iterable[Mapping[str, Any]]) -> dict[str, Terrain]:
    """What every mark means, from the rows of the kit's table of terrain."""
    return {
        row["mark"]: Terrain(
            row["id"], row["kind"], row.get("ground") or "", tuple(row.get("suits", ()))
        )
        for row in terrain
    }


def picture(rows: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Every mark of a picture with its column and row."""
    for r, line in enumerate(rows):
        yield from ((c, r, mark) for c, mark in enumerate(line) if mark != " ")


def read_map(row: Mapping[str, Any], known: Mapping[str, Terrain]) -> HexMap:
    """The map that a record describes; marks that mean nothing are passed over (see `checks_map`)."""
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
    """The object that a digit stands for; None if it stands for none."""
    number = int(mark) if mark in DIGITS else 0
    return objects[number - 1] if 1 <= number <= len(objects) else None


def draw_rows(terrain: Mapping[Cell, str], known: Mapping[str, Terrain]) -> list[str]:
    """The picture of cells given with the ids of their terrain or, for an object, its digit."""
    mark_of = {each.id: mark for mark, each in known.items()}
    top = min(r for _, r in terrain)
    left = min(2 * q + r for q, r in terrain)
    left -= (left - top) % 2  # so that the first line begins with an even column
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
    """The connected parts of some cells, the largest first."""
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
