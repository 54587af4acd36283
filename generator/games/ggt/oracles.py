"""Test oracles: this kit's checks implemented a second time, as simply as possible (see `mutation`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.games.ggt.content import KINDS
from generator.kit.tables.records import Record, Tables, record_named, table_named

NEIGHBOUR_OFFSETS = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""Offsets of the neighbours of a hex in a picture, in columns and rows."""
At = tuple[int, int]
"""Column and row of a mark in a picture; those of a hex are both even or both odd."""


def _marks(map: Record) -> dict[At, str]:
    lines = enumerate(map["rows"])
    return {(c, r): mark for r, line in lines for c, mark in enumerate(line) if mark != " "}


def _meaning(map: Record, tables: Tables) -> dict[str, str]:
    """The kind of cell that each mark stands for; objects start on open cells."""
    kinds = {row["mark"]: row["kind"] for row in table_named(tables, "terrain")}
    return {**kinds, **dict.fromkeys("123456789"[: len(map["objects"])], "open")}


def _maps(tables: Tables) -> Iterator[tuple[Record, dict[At, str]]]:
    """Yield each map with the kinds of its hexes."""
    for map in table_named(tables, "maps"):
        kinds = _meaning(map, tables)
        marks = _marks(map)
        yield map, {at: kinds[m] for at, m in marks.items() if m in kinds and not sum(at) % 2}


def _near(at: At, cells: dict[At, str]) -> list[At]:
    adjacent = [(at[0] + columns, at[1] + rows) for columns, rows in NEIGHBOUR_OFFSETS]
    return [each for each in adjacent if each in cells]


def cells(tables: Tables) -> bool:
    """The marks, the rows and the share of obstacles of each map are valid."""
    for map, kinds in _maps(tables):
        rows = [sorted(c for c, y in kinds if y == r) for r in range(len(map["rows"]))]
        gaps = any(not row or row != [*range(row[0], row[-1] + 1, 2)] for row in rows)
        share = [*kinds.values()].count("obstacle") / max(1, len(kinds))
        if gaps or kinds.keys() != _marks(map).keys() or not 0.05 <= share <= 0.25:
            return False
    return True


def edge(tables: Tables) -> bool:
    """The hexes at the rim of each map, and no others, are edge."""
    return all(
        (kind == "edge") == (len(_near(at, kinds)) < 6)
        for _, kinds in _maps(tables)
        for at, kind in kinds.items()
        if kind != "obstacle"
    )


def connected(tables: Tables) -> bool:
    """A flood from one free hex of a map reaches all."""
    for _, kinds in _maps(tables):
        free = {at: kind for at, kind in kinds.items() if kind != "obstacle"}
        front = reached = set([*free][:1])
        while front := {near for at in front for near in _near(at, free)} - reached:
            reached = reached | front
        if not free or reached != free.keys():
            return False
    return True


def objects(tables: Tables) -> bool:
    """Each map has 2 to 8 objects, own or lent, drawn once, off the rim, with their counters."""
    box = table_named(tables, "objects")
    for map, kinds in _maps(tables):
        listed, marks = map["objects"], _marks(map)
        drawn = Counter(marks.values())
        digits = "123456789"[: len(listed)]
        rim = {marks[at] for at in kinds if len(_near(at, kinds)) < 6}
        if (
            not 2 <= len(listed) <= 8
            or len({*listed}) < len(listed)
            or any(drawn[digit] != 1 or digit in rim for digit in digits)
            or any(not 1 <= box[id]["weight"] <= 10 for id in listed)
        ):
            return False
    own = [
        (id, map["id"]) for map, _ in _maps(tables) if not map["borrows"] for id in map["objects"]
    ]
    return sorted(own) == sorted((row["id"], row["map"]) for row in box)


def room(tables: Tables) -> bool:
    """Wherever the others start on the edge, one edge hex is far enough from all of them."""
    apart = record_named(tables, "figures")["start-distance"]
    for map, kinds in _maps(tables):
        edge = [at for at, kind in kinds.items() if kind == "edge"]
        taken = [
            sum(max(abs(y - r), (abs(y - r) + abs(x - c)) // 2) < apart for x, y in edge)
            for c, r in edge
        ]
        if len(edge) <= (map["players"] - 1) * max(taken, default=0):
            return False
    return True


def ability(tables: Tables) -> bool:
    """All nine abilities occur, and each number is in its range."""
    limbs, abilities = table_named(tables, "limbs"), table_named(tables, "abilities")
    ranges = {row["id"]: range(row["from"], row["to"] + 1) for row in abilities}
    occurring = {row["ability"] for row in limbs}
    return {*ranges} <= {*KINDS} <= occurring and all(
        row["k"] in ranges.get(row["ability"], (0,)) for row in limbs
    )


def tracks(tables: Tables) -> bool:
    """No torso with the best limbs runs off a track."""
    attributes, limbs = table_named(tables, "attributes"), table_named(tables, "limbs")
    ends = {row["id"]: row["to"] for row in attributes}
    if not {*ends} <= {"speed", "strength", "smarts", "health"}:
        return False
    return all(
        row["base"][name] + sum(sorted([limb[name] for limb in limbs])[-len(row["slots"]) :]) <= end
        for name, end in ends.items()
        for row in table_named(tables, "monsters")
    )
