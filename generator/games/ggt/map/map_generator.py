"""Map generator: new maps that are legal and fair to all players.

1. The shape is a hexagon whose opposite sides are equally long.
2. The rim stays open if that leaves room for all players (`id-map-room`). Otherwise obstacles close
   it except for one gate per player; gates are at least 5 apart, so a monster in one takes no start
   space from another.
3. Gaps are placed inside: two obstacles with an object between them, which can be pushed away.
4. Further obstacles are scattered. None cuts off a cell or stands next to the edge.
5. The obstacle at the rim determines the ground. Obstacles and objects inside suit that ground, by
   the tables of terrain and of objects: no tree on water, no boat in the woods.

The result is checked like any map, and its `fairness` is measured; a map that fails a check or has too
wide a spread is discarded, and the next attempt starts at step 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.base.option import Option
from generator.engine.game import NewMap
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.ggt.checks_map import FINDERS, OBJECTS, SHARE, MapData, weighed
from generator.games.ggt.map import hexes
from generator.games.ggt.map.ascii_map import (
    DIGITS,
    EDGE,
    OBSTACLE,
    OPEN,
    HexMap,
    Terrain,
    draw_rows,
    marks,
    read_map,
    regions,
    rim,
)
from generator.games.ggt.map.fairness import Fairness, clockwise, fairness
from generator.games.ggt.map.hexes import Cell
from generator.kit.tables.records import Tables, record_named, table_named

MAP_OPTIONS: Mapping[str, Option] = {
    "size": Option(
        "medium",
        ("small", "medium", "large"),
        says="How large the map is for its number of players.",
    ),
    "woods": Option(
        "mixed",
        ("sparse", "mixed", "dense"),
        says="How much of the map is obstacles; a closed rim may need more.",
    ),
}
"""The options of a generated map."""

SIDES = {"small": 0, "medium": 2, "large": 4}
"""Added by size to the sum of the three sides, which is 6 plus 2 per player."""
LEAST = 11
"""Least sum of the three sides that leaves room for gaps inside."""
WOODS = {"sparse": 10, "mixed": 15, "dense": 20}
"""Target percentage of obstacles among the cells."""
GATE = range(2, 5)
"""Widths of a gate in cells."""
HEX = "30mm"
"""Size of a hex across flats, as on the maps of the box."""
SPREAD = 2
"""Largest spread of a fair map, in steps."""
TRIES = 50
"""Attempts before giving up; none of five thousand seeds has needed more than five."""


class MapRequest(NamedTuple):
    """Request for a map: seed, players and options, and the kit's data for making it."""

    seed: int
    players: int
    size: str
    woods: str
    apart: int
    known: Mapping[str, Terrain]
    weights: Mapping[str, int]
    suits: Mapping[str, Sequence[str]]
    """Grounds that each object suits."""
    words: Mapping[str, Sequence[str]]


class Look(NamedTuple):
    """Obstacles of a map, at its rim and inside; the outer one determines the ground."""

    outer: Terrain
    inner: Terrain


class GeneratedMap(NamedTuple):
    """A generated map, as a record and as cells, with its fairness."""

    row: dict[str, Any]
    map: HexMap
    fairness: Fairness


def new_map(tables: Tables, seed: int, players: int, options: Options) -> NewMap:
    """Return the map for a seed and a number of players, with notes on its fairness."""
    made = make_map(tables, seed, players, options)
    few, many = min(made.fairness.steps), max(made.fairness.steps)
    steps = f"{few}" if few == many else f"{few} to {many}"
    room = made.fairness.room
    return NewMap(
        "map",
        made.row,
        (
            f"Whoever of {players} places last still has {room} start space{'s' * (room > 1)} or "
            "more, whatever the others do.",
            f"Placed evenly, every monster has {steps} steps to the nearest other.",
        ),
    )


def make_map(tables: Tables, seed: int, players: int, options: Options) -> GeneratedMap:
    """Return a generated map with its cells. Raises KitError if no fair one is found."""
    request = MapRequest(
        seed,
        players,
        str(options["size"]),
        str(options["woods"]),
        record_named(tables, "figures")["start-distance"],
        marks(table_named(tables, "terrain")),
        weighed(tables),
        table_named(tables, "objects").column("suits"),
        record_named(tables, "map_words"),
    )
    rng = Rng(seed, stream=players)
    for _ in range(TRIES):
        made = _attempt(request, rng.fork())
        if made is not None:
            return made
    message = f"no fair map was found for {players} players and seed {seed}"
    raise KitError(message, hint="try another seed, or another size")


def _attempt(request: MapRequest, rng: Rng) -> GeneratedMap | None:
    """Make a map; None if it is not legal and fair."""
    look = _look(request, rng)
    cells = hexagon(*_sides(request, rng))
    kinds = dict.fromkeys(sorted(cells, key=lambda cell: (cell[1], cell[0])), OPEN)
    kinds.update(dict.fromkeys(rim(cells), EDGE))
    _close_rim(request, rng, kinds)
    objects = [id for id, suits in request.suits.items() if look.outer.ground in suits]
    starts = _place_gaps(request, rng, kinds, rng.shuffled(objects))
    _scatter(request, rng, kinds, starts)
    row = _record(request, rng, kinds, starts, look)
    data = MapData(row, request.known, request.weights, request.apart)
    if any(True for find in FINDERS.values() for _ in find(data)):
        return None
    hex_map = read_map(row, request.known)
    fair = fairness(hex_map, request.players, request.apart)
    return GeneratedMap(row, hex_map, fair) if fair and fair.spread <= SPREAD else None


def _look(request: MapRequest, rng: Rng) -> Look:
    """Pick an obstacle for the rim, and one for the inside that suits its ground, if any does."""
    obstacles = [each for each in request.known.values() if each.kind == OBSTACLE]
    outer = rng.pick([each for each in obstacles if each.ground])
    others = [each for each in obstacles if each != outer and outer.ground in each.suits]
    return Look(outer, rng.pick(others or [outer]))


def hexagon(top: int, left: int, right: int) -> set[Cell]:
    """The cells of a hexagon with equal opposite sides: top, upper left and upper right.

    A side of length n has n + 1 cells; the first cell of the top row is (0, 0).
    """
    return {
        (q, r)
        for r in range(left + right + 1)
        for q in range(-min(r, left), top - max(0, r - right) + 1)
    }


def _sides(request: MapRequest, rng: Rng) -> tuple[int, int, int]:
    """Pick three sides of about the same length."""
    total = max(LEAST, 6 + 2 * request.players) + SIDES[request.size]
    even = total // 3
    lengths = range(max(3, even - 1), even + 3)
    choices = [(a, b, total - a - b) for a in lengths for b in lengths if total - a - b in lengths]
    return rng.pick(choices)


def _close_rim(request: MapRequest, rng: Rng, kinds: dict[Cell, str]) -> None:
    """Close the rim except for a gate per player, unless it may stay open."""
    border = clockwise(rim(kinds), kinds)
    length = len(border)
    # On an open rim a monster takes its own cell, those less than `apart` away on both sides, and
    # one more where a corner brings cells closer.
    spare = length - (request.players - 1) * 2 * request.apart
    wide = length >= request.players * (GATE[-1] + request.apart)
    if spare > 0 and (wide or rng.below(3)):
        _nibble(rng, kinds, border, spare // 3)
        return
    width = min(max(length // request.players - request.apart + 1, GATE[0]), GATE[-1])
    turn = rng.below(length)
    closed = set(range(length))
    for gate in range(request.players):
        begin = gate * length // request.players
        closed -= {(begin + cell) % length for cell in range(width)}
    for place in closed:
        kinds[border[(place + turn) % length]] = OBSTACLE


def _nibble(rng: Rng, kinds: dict[Cell, str], border: Sequence[Cell], most: int) -> None:
    """Turn a few cells of an open rim into obstacles, in pairs."""
    for _ in range(most // 2):
        place = rng.below(len(border))
        for cell in (border[place], border[(place + 1) % len(border)]):
            kinds[cell] = OBSTACLE


def _place_gaps(
    request: MapRequest, rng: Rng, kinds: dict[Cell, str], objects: Sequence[str]
) -> dict[str, Cell]:
    """Put the first objects in gaps between two obstacles; return the cell of each object."""
    count = max(OBJECTS[0], 1 + request.players // 2 + rng.below(3))
    count = min(count, OBJECTS[-1], len(objects))
    starts: dict[str, Cell] = {}
    for cell in rng.shuffled(_inside(kinds)):
        if len(starts) == count:
            break
        direction = rng.below(3)
        jambs = hexes.step(cell, direction), hexes.step(cell, direction + 3)
        taken = {near for at in starts.values() for near in hexes.disc(at, 1)}
        if taken.intersection((cell, *jambs)):
            continue
        if _block(kinds, [jamb for jamb in jambs if kinds[jamb] != OBSTACLE]):
            starts[objects[len(starts)]] = cell
    return starts


def _scatter(
    request: MapRequest, rng: Rng, kinds: dict[Cell, str], starts: Mapping[str, Cell]
) -> None:
    """Add obstacles, preferably next to others, until there are enough."""
    wanted = min(WOODS[request.woods], SHARE[-1]) * len(kinds) // 100
    for cell in rng.shuffled(_inside(kinds)):
        if _obstacles(kinds) >= wanted:
            return
        beside = any(kinds[near] == OBSTACLE for near in hexes.neighbours(cell))
        if cell not in starts.values() and (beside or rng.below(2)):
            _block(kinds, [cell])


def _inside(kinds: Mapping[Cell, str]) -> list[Cell]:
    """The open cells without a neighbour on the edge."""
    return [
        cell
        for cell, kind in kinds.items()
        if kind == OPEN and all(kinds[near] != EDGE for near in hexes.neighbours(cell))
    ]


def _block(kinds: dict[Cell, str], cells: Sequence[Cell]) -> bool:
    """Turn open inner cells into obstacles; False if that would cut off cells or be too many."""
    inside = all(
        kinds[cell] == OPEN and all(kinds[near] != EDGE for near in hexes.neighbours(cell))
        for cell in cells
    )
    blocked = {**kinds, **dict.fromkeys(cells, OBSTACLE)}
    if 100 * _obstacles(blocked) > SHARE[-1] * len(kinds):
        return False
    if not inside or len(regions(cell for cell in kinds if blocked[cell] != OBSTACLE)) != 1:
        return False
    kinds.update(blocked)
    return True


def _obstacles(kinds: Mapping[Cell, str]) -> int:
    return sum(kind == OBSTACLE for kind in kinds.values())


def _record(
    request: MapRequest,
    rng: Rng,
    kinds: Mapping[Cell, str],
    starts: Mapping[str, Cell],
    look: Look,
) -> dict[str, Any]:
    """The map as a record of the table of maps, with a name."""
    digits = dict(zip(starts.values(), DIGITS, strict=False))
    border, outer, inner = rim(kinds), look.outer.id, look.inner.id
    plain = {each.kind: each.id for each in request.known.values() if each.kind != OBSTACLE}
    looks = {cell: digits.get(cell, plain.get(kind, inner)) for cell, kind in kinds.items()}
    looks |= {cell: outer for cell in border if kinds[cell] == OBSTACLE}
    name = f"{rng.pick(request.words['first'])} {rng.pick(request.words['second'])}"
    return {
        "id": f"{name.lower().replace(' ', '-')}-{abs(request.seed)}",
        "name": name,
        "players": request.players,
        "hex": HEX,
        "ground": look.outer.ground,
        "note": rng.pick(request.words["notes"]),
        "look": f"Open ground with {outer} round it and {inner} on it.",
        "rows": draw_rows(looks, request.known),
        "objects": list(starts),
        "borrows": True,
    }
