"""Test oracles: this kit's checks implemented a second time, as simply as possible (see `mutation`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from generator.kit.tables.records import Record, Tables, table_named

BOARD = {
    file + rank: (x, y) for x, file in enumerate("abcdefgh") for y, rank in enumerate("12345678")
}
"""Column and row of each square."""
REROLLED = {5, 6}
"""Results for which the edge is rerolled."""
NEAR, FAR = 1, 5
"""Distance of intimate, and greatest distance of lurking Monsters."""
LINES = {"north": "rank 8", "east": "file h", "south": "rank 1", "west": "file a"}


def room_elements(tables: Tables) -> bool:
    """There are enough of the Elements of every Room."""
    copies = table_named(tables, "elements").column("copies")
    lists = [row["elements"] for row in table_named(tables, "rooms")]
    return all(ids.count(id) <= copies[id] for ids in lists for id in ids)


def encounter_once(tables: Tables) -> bool:
    """All standees of an Encounter differ, and none is the Warrior's."""
    kinds = table_named(tables, "standees").column("kind")
    used = [
        [each["standee"] for each in row["monsters"]] for row in table_named(tables, "encounters")
    ]
    return all(
        len({*ids}) == len(ids) and all(kinds[id] != "warrior" for id in ids) for ids in used
    )


def sights(tables: Tables) -> bool | None:
    """Every figure is right about what is visible; its line and the shapes of Elements are not read."""
    elements = table_named(tables, "elements")
    for row in table_named(tables, "sights"):
        names = [name for each in row["elements"] for name in each["squares"]]
        if not {row["from"], row["to"], *names, *row["hidden"]} <= {*BOARD}:
            return False
        tall = [each for each in row["elements"] if elements[each["element"]]["hides"]]
        hides = frozenset(BOARD[name] for each in tall for name in each["squares"])
        here = BOARD[row["from"]]
        unseen = {name for name, at in BOARD.items() if not _sees(here, at, hides)}
        if row["seen"] != (row["to"] not in unseen):
            return False
        if sorted(row["hidden"]) != sorted(name for name in unseen if BOARD[name] not in hides):
            return False
    return None


Square = tuple[int, int]


@lru_cache(1 << 14)
def _sees(one: Square, other: Square, hides: frozenset[Square]) -> bool:
    """`los-mutual`"""
    return _apart(one, other) <= 1 or _looks(one, other, hides) or _looks(other, one, hides)


def _apart(one: Square, other: Square) -> int:
    return max(abs(here - there) for here, there in zip(one, other, strict=True))


def _looks(one: Square, other: Square, hides: frozenset[Square]) -> bool:
    """`los-exact`: lines to the corners of hiding squares and of the target square."""
    for x, y in _corners({other, *hides}):
        way = 2 * x - 2 * one[0] - 1, 2 * y - 2 * one[1] - 1
        met = _passage(one, way, other)
        passed = (_passage(one, way, each) for each in hides - {one, other})
        if met and not any(each and each[0] < min(each[1], met[0]) for each in passed):
            return True
    return False


def _corners(squares: Iterable[Square]) -> set[Square]:
    return {(x + right, y + up) for x, y in squares for right in (0, 1) for up in (0, 1)}


def _passage(one: Square, way: Square, other: Square) -> tuple[Fraction, Fraction] | None:
    """The times at which a line from the middle of a square enters and leaves another."""
    begins, ends = Fraction(0), Fraction(1 << 30)
    for speed, here, there in zip(way, one, other, strict=True):
        times = sorted(Fraction(2 * (there + end - here) - 1, speed) for end in (0, 1))
        begins, ends = max(begins, times[0]), min(ends, times[1])
    return (begins, ends) if begins <= ends else None


def challenges(tables: Tables) -> bool | None:
    """Every Challenge follows from its dice, with Monsters in legal ambush; lines are not read."""
    rooms, encounters, edges = (
        table_named(tables, name) for name in ("rooms", "encounters", "edges")
    )
    for row in table_named(tables, "challenges"):
        room, dice = rooms[row["room"]], [each["rolled"] for each in row["dice"]]
        pig = ["pig-rank", "pig-file"] if "pig" in room["elements"] else []
        rerolls = [
            "edge" for each in row["dice"] if each["for"] == "edge" and each["rolled"] in REROLLED
        ]
        if [each["for"] for each in row["dice"]] != ["room", *pig, *rerolls, "edge", "encounter"]:
            return False
        edge = edges[row["edge"]]
        follows = dice[0] == room["roll"] and edge["low"] <= dice[-2] <= edge["high"]
        if not follows or dice[-1] != encounters[row["encounter"]]["roll"]:
            return False
        if not row["from"] == row["warrior"] in BOARD or not all(_lies_in_wait(row)):
            return False
    return None


def _lies_in_wait(row: Record) -> Iterator[bool]:
    """Yield for each Monster whether its square is right for its ambush, by the hidden squares."""
    taken = {name for each in row["elements"] for name in each["squares"]}
    far = {name: _apart(BOARD[row["warrior"]], at) for name, at in BOARD.items()}
    for each in row["monsters"]:
        others = taken | {other["square"] for other in row["monsters"] if other != each}
        at, seen = each["square"], far.keys() - others - {*row["hidden"]}
        yield (
            at in far
            and {
                "intimate": far[at] == NEAR,
                "lurking": far[at] <= FAR and at in row["hidden"],
                "watching": far[at] == max(far[name] for name in seen),
            }[each["spawn"]]
        )


def edge_lines(tables: Tables) -> bool:
    """The four edges have their own lines, and other rows have none."""
    return all(row["line"] == LINES.get(row["id"]) for row in table_named(tables, "edges"))


def special_rules(tables: Tables) -> bool:
    """All abilities and spells with the same rule have the same name."""
    named = [
        (each["rule"], each["name"])
        for row in table_named(tables, "monsters")
        for each in (*row["abilities"], row["special"])
    ]
    named += [(row["rule"], row["name"]) for row in table_named(tables, "spells")]
    return len(dict(named)) == len({*named})
