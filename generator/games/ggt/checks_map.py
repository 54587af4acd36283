"""Checks of maps, shipped and generated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from generator.base.errors import Fault
from generator.games.ggt import oracles
from generator.games.ggt.map import hexes
from generator.games.ggt.map.ascii_map import (
    DIGITS,
    EDGE,
    OBSTACLE,
    OPEN,
    HexMap,
    Terrain,
    marks,
    picture,
    read_map,
    regions,
    rim,
)
from generator.games.ggt.map.hexes import Cell
from generator.kit.checks.registry import check
from generator.kit.tables.records import Tables, record_named, table_named

OBSTACLE_PERCENTAGES = range(5, 26)
"""Percentages of a map's cells that may be obstacles."""
OBJECTS = range(2, 9)
"""Numbers of objects that a map may have."""
WEIGHTS = range(1, 11)
"""Weights that an object may have."""
PLAYERS = range(2, 7)


class MapFault(NamedTuple):
    """Fault of a map: the field of its record that is wrong, and the message."""

    field: str
    message: str


class MapData(NamedTuple):
    """A map's record, with the data that its checks need."""

    row: Mapping[str, Any]
    known: Mapping[str, Terrain]
    weights: Mapping[str, int]
    """Weight of each object in the box, by its id."""
    apart: int
    """`start-space`: least distance between the starts of monsters, in cells."""

    @property
    def map(self) -> HexMap:
        return read_map(self.row, self.known)


def cells(data: MapData) -> Iterator[MapFault]:
    """Each mark is known and on a hex; rows have no gaps; 5 to 25 % of the cells are obstacles.

    A picture cannot contain a cell twice.
    """
    row = data.row
    digits = DIGITS[: len(row["objects"])]
    for column, r, mark in picture(row["rows"]):
        where = f"row {r + 1} of the picture, column {column + 1}"
        if mark not in data.known and mark not in digits:
            known = " ".join([*data.known, *digits])
            yield MapFault("rows", f'{where}: found "{mark}", expected one of {known}')
        if (column - r) % 2:
            yield MapFault("rows", f"{where}: found a mark between two hexes, expected a space")
    found = data.map
    if len({r for _, r in found.kinds}) < len(row["rows"]):
        yield MapFault("rows", "found a row without hexes, expected hexes in every row")
    for r, count in Counter(r for _, r in found.kinds).items():
        ends = [q for q, other in found.kinds if other == r]
        width = max(ends) - min(ends) + 1
        if width != count:
            message = (
                f"row {r + 1}: found {count} hexes from end to end, expected {width} without gaps"
            )
            yield MapFault("rows", message)
    kinds = Counter(found.kinds.values())
    total, parts = sum(1 for _ in picture(row["rows"])), sum(kinds.values())
    if total != parts:
        message = (
            f"edge, open and obstacle cells: found {parts}, expected {total} as there are marks"
        )
        yield MapFault("rows", message)
    low, high = OBSTACLE_PERCENTAGES[0], OBSTACLE_PERCENTAGES[-1]
    if not low * total <= 100 * kinds[OBSTACLE] <= high * total:
        share = 100 * kinds[OBSTACLE] / max(1, total)
        message = f"obstacles: found {share:.1f} % of the cells, expected {low} to {high} %"
        yield MapFault("rows", message)


def edge(data: MapData) -> Iterator[MapFault]:
    """A cell is marked edge exactly when it is not an obstacle and has fewer than six neighbours."""
    kinds = data.map.kinds
    border = rim(kinds)
    for cell, kind in kinds.items():
        if kind != OBSTACLE and (kind == EDGE) != (cell in border):
            near = sum(other in kinds for other in hexes.neighbours(cell))
            other = OPEN if kind == EDGE else EDGE
            message = f"{_where(cell)} has {near} neighbours: found {kind}, expected {other}"
            yield MapFault("rows", message)


def connected(data: MapData) -> Iterator[MapFault]:
    """The cells that are not obstacles are connected."""
    parts = regions(data.map.free)
    if len(parts) != 1:
        cut = "".join(f"; cut off: {_where(min(part))}" for part in parts[1:])
        yield MapFault("rows", f"connected parts: found {len(parts)}, expected 1{cut}")


def objects(data: MapData) -> Iterator[MapFault]:
    """2 to 8 objects of Weight 1 to 10, each starting on an open cell of its own."""
    listed, found = data.row["objects"], data.map
    low, high = OBJECTS[0], OBJECTS[-1]
    if len(listed) not in OBJECTS:
        yield MapFault("objects", f"objects: found {len(listed)}, expected {low} to {high}")
    for id, times in Counter(listed).items():
        if times > 1:
            yield MapFault("objects", f"{id} in the list: found {times} times, expected 1")
    drawn = Counter(mark for _, _, mark in picture(data.row["rows"]))
    for digit, id in zip(DIGITS, listed, strict=False):
        if drawn[digit] != 1:
            message = f"{id}, the digit {digit} in the picture: found {drawn[digit]}, expected 1"
            yield MapFault("rows", message)
        if data.weights[id] not in WEIGHTS:
            low, high = WEIGHTS[0], WEIGHTS[-1]
            message = f"{id}, Weight: found {data.weights[id]}, expected {low} to {high}"
            yield MapFault("objects", message)
    border = rim(found.kinds)
    for id, cell in found.starts.items():
        if cell in border:
            message = f"{id} starts on {_where(cell)}: found an edge cell, expected an open one"
            yield MapFault("rows", message)


def room(data: MapData) -> Iterator[MapFault]:
    """E > (P - 1) x X, so that the last player to place still finds a start space."""
    players, crowd = data.row["players"], data.map.crowd(data.apart)
    least = (players - 1) * crowd.most
    if crowd.edge <= least:
        message = (
            f"edge cells for {players} players: found {crowd.edge}, expected more than {least}"
        )
        yield MapFault("rows", f"{message} ({players - 1} x {crowd.most})")


def players(data: MapData) -> Iterator[MapFault]:
    """The most players of a map are 2 to 6."""
    found = data.row["players"]
    if found not in PLAYERS:
        message = f"players: found {found}, expected {PLAYERS[0]} to {PLAYERS[-1]}"
        yield MapFault("players", message)


Finder = Callable[[MapData], Iterator[MapFault]]
FINDERS: dict[str, Finder] = {
    "id-map-cells": cells,
    "id-map-edge": edge,
    "id-map-connected": connected,
    "id-map-objects": objects,
    "id-map-room": room,
    "id-map-set": players,
}
"""The function that finds the faults of a single map, by check."""


def _where(cell: Cell) -> str:
    return f"cell {hexes.name(cell)}"


def every_map(tables: Tables, find: Finder) -> Iterator[Fault]:
    """Yield the faults that a finder finds in the maps of the kit, with their places."""
    maps = table_named(tables, "maps")
    known, weights = marks(table_named(tables, "terrain")), object_weights(tables)
    apart = record_named(tables, "figures")["start-distance"]
    for row in maps:
        for fault in find(MapData(row, known, weights, apart)):
            yield Fault(fault.message, row.place_of(fault.field), maps.label(row))


def object_weights(tables: Tables) -> dict[str, int]:
    """The Weight of each object in the box."""
    return table_named(tables, "objects").column("weight")


@check("id-map-cells", oracle=oracles.cells)
def map_cells(tables: Tables) -> Iterator[Fault]:
    """Maps have no unknown marks, no gaps in a row, and 5 to 25 % obstacles."""
    return every_map(tables, cells)


@check("id-map-edge", oracle=oracles.edge)
def map_edge(tables: Tables) -> Iterator[Fault]:
    """A cell is marked edge exactly when it is not an obstacle and has fewer than six neighbours."""
    return every_map(tables, edge)


@check("id-map-connected", oracle=oracles.connected)
def map_connected(tables: Tables) -> Iterator[Fault]:
    """On every map one can walk from each cell that is not an obstacle to every other one."""
    return every_map(tables, connected)


@check("id-map-objects", oracle=oracles.objects)
def map_objects(tables: Tables) -> Iterator[Fault]:
    """2 to 8 objects on each map, on open cells of their own, Weight 1 to 10, each with its counter.

    A map that borrows its objects has no counters of its own.
    """
    yield from every_map(tables, objects)
    counters = table_named(tables, "objects")
    maps = [row for row in table_named(tables, "maps") if not row["borrows"]]
    listed = {(id, row["id"]) for row in maps for id in row["objects"]}
    for row in counters:
        homes = sorted(home for id, home in listed if id == row["id"])
        if homes != [row["map"]]:
            message = f"on the maps: found {', '.join(homes) or 'none'}, expected {row['map']}"
            yield Fault(message, row.place_of("map"), counters.label(row))
    on_maps = sum(len(row["objects"]) for row in maps)
    if on_maps != len(counters):
        message = f"object counters: found {len(counters)}, expected {on_maps} as on all maps"
        yield Fault(message, counters.place)


@check("id-map-room", oracle=oracles.room)
def map_room(tables: Tables) -> Iterator[Fault]:
    """Every map has room at its edge for the most who can play on it to start 5 apart."""
    return every_map(tables, room)
