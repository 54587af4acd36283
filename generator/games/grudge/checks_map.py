"""Checks of the printed Challenges and sight diagrams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, permutations
from typing import Any

from generator.base.errors import Fault
from generator.games.grudge import oracles
from generator.games.grudge.content import read_piece
from generator.games.grudge.map.line_of_sight import sight_lines
from generator.games.grudge.map.sight_diagram import hidden, hiding, line, rays
from generator.games.grudge.map.squares import EDGES, EVERY, NAMES, NUMBER, bits, square
from generator.games.grudge.rules.encounter import spawn_squares
from generator.games.grudge.rules.room import fits
from generator.kit.checks.registry import check
from generator.kit.tables.records import Tables, table_named

Row = Mapping[str, Any]
Finding = tuple[str, str]
"""A field with a fault, and the message."""

HARMLESS = {
    "* elements.bars": "what bars the way does not hide",
    "* elements.copies": "how many of them there are is for the checks of pieces",
    "* elements.turns": "it is placed as it may be",
}
"""Changes of Elements that leave every figure true."""


@check(
    "sights-true",
    allows={
        **HARMLESS,
        **{f"{kind} sights": "each figure is true by itself" for kind in ("drop", "double")},
        "?1 sights.to": "that square is seen or hidden as well",
        "?1 sights.elements.squares": "what hides nothing may stand there, too",
        "drop sights.elements": "what is left out hides nothing",
    },
    oracle=oracles.sights,
)
def sights(tables: Tables) -> Iterator[Fault]:
    """Every figure of sight shows what is seen by the rules, and what is not."""
    yield from _faults(tables, "sights", sight_findings)


@check(
    "challenges-true",
    allows={
        **HARMLESS,
        **{f"{kind} challenges": "each figure is true by itself" for kind in ("drop", "double")},
        "?1 edges.*": "the die leads to that edge all the same",
        "* spawns.reach": "nobody stands where only another reach would put them",
        "?1 challenges.monsters.square": "they may stand there, too",
    },
    oracle=oracles.challenges,
)
def challenges(tables: Tables) -> Iterator[Fault]:
    """Every ready Challenge is set up by the rules, and its lines of sight are true."""
    yield from _faults(tables, "challenges", challenge_findings)


def _faults(
    tables: Tables, name: str, find: Callable[[Row, Tables], Iterator[Finding]]
) -> Iterator[Fault]:
    rows = table_named(tables, name)
    for row in rows:
        for field, message in find(row, tables):
            yield Fault(message, row.place_of(field), rows.label(row))


def sight_findings(row: Row, tables: Tables) -> Iterator[Finding]:
    """Yield the faults of a sight diagram."""
    found = list(_ground_findings(row, tables, {"from": [row["from"]], "to": [row["to"]]}))
    if found:
        yield from found
        return
    hides = hiding(row["elements"], table_named(tables, "elements"))
    if sight_lines(hides).can_see(NUMBER[row["from"]], NUMBER[row["to"]]) != row["seen"]:
        yield "seen", f"{row['to']} is {'not ' if row['seen'] else ''}seen from {row['from']}"
    if _drawn(row["ray"]) != _drawn(line(row["from"], row["to"], hides)):
        yield "ray", "the line is not as it should be"
    yield from _hidden_findings(row, hides)


def challenge_findings(row: Row, tables: Tables) -> Iterator[Finding]:
    """Yield the faults of a Challenge."""
    standing = {
        "warrior": [row["warrior"]],
        "monsters": [each["square"] for each in row["monsters"]],
    }
    found = list(_ground_findings(row, tables, standing, origin=row["from"]))
    if found:
        yield from found
        return
    yield from _room_findings(row, tables)
    if NUMBER[row["warrior"]] not in EDGES.get(row["edge"], ()):
        yield "warrior", f"{row['warrior']} is not on the {row['edge']} edge"
    yield from _encounter_findings(row, tables)
    hides = hiding(row["elements"], table_named(tables, "elements"))
    yield from _hidden_findings(row, hides)
    drawn = Counter(_drawn(each) for each in row["rays"])
    right = Counter(_drawn(each) for each in rays(row["from"], hides))
    wrong = [*(drawn - right), *(right - drawn)]
    if wrong:
        squares = sorted({each[0] for each in wrong})
        yield "rays", f"the lines to {', '.join(squares)} are not as they should be"


def _drawn(ray: Row | None) -> tuple[Any, ...]:
    """A drawn line of sight as a comparable value."""
    if ray is None:
        return ()
    return ray.get("square", ""), tuple(ray["tail"]), tuple(ray["tip"])


def _ground_findings(
    row: Row, tables: Tables, standing: Mapping[str, list[str]], origin: str = ""
) -> Iterator[Finding]:
    """Yield unknown squares, misshapen Elements, and overlaps."""
    elements = table_named(tables, "elements")
    fields = {"elements": [*chain(*(each["squares"] for each in row["elements"]))], **standing}
    if origin:
        fields["from"] = [origin]
    unknown = [
        (field, name) for field, names in fields.items() for name in names if name not in NUMBER
    ]
    for field, name in unknown:
        yield field, f'there is no square "{name}"'
    if unknown:
        return
    for each in row["elements"]:
        element = elements[each["element"]]
        covered = tuple(sorted(NUMBER[name] for name in each["squares"]))
        if covered not in fits(read_piece(element)).values():
            yield "elements", f"{element['name']} cannot cover {', '.join(each['squares'])}"
    held = Counter(chain(fields["elements"], *standing.values()))
    for name, count in held.items():
        if count > 1:
            field = next(field for field, names in fields.items() if name in names)
            yield field, f"{count} things stand on {name}"
    hides = hiding(row["elements"], elements)
    if origin and NUMBER[origin] in hides:
        yield "from", f"nobody can look out of {origin}"


def _room_findings(row: Row, tables: Tables) -> Iterator[Finding]:
    """`room-table`, `pig-placement`"""
    room = table_named(tables, "rooms")[row["room"]]
    placed = Counter(each["element"] for each in row["elements"])
    if placed != Counter(room["elements"]):
        yield "elements", f"these are not the Elements of {room['name']}"
    pig = ("pig-rank", "pig-file") if "pig" in room["elements"] else ()
    edges = table_named(tables, "edges")
    rerolled = {n for each in edges if each["does"] == "reroll" for n in _numbers(each)}
    rerolls = [
        each["for"] for each in row["dice"] if each["for"] == "edge" and each["rolled"] in rerolled
    ]
    expected_dice = ("room", *pig, *rerolls, "edge", "encounter")
    if tuple(each["for"] for each in row["dice"]) != expected_dice:
        yield "dice", f"the dice should be those for {', '.join(expected_dice)}, in this order"
        return
    rolled = {each["for"]: each["rolled"] for each in row["dice"]}
    for each in row["elements"]:
        if pig and each["element"] == "pig":
            expected = NAMES[square(rolled["pig-file"], rolled["pig-rank"])]
            if each["squares"][0] != expected:
                yield "elements", f"the dice put the Pig on {expected}"
    for what in ("room", "encounter"):
        rows = table_named(tables, f"{what}s")
        if rows[row[what]]["roll"] != rolled[what]:
            yield what, f"a {rolled[what]} is not {rows[row[what]]['name']}"
    edge = edges[row["edge"]]
    if rolled["edge"] not in _numbers(edge):
        yield "edge", f"a {rolled['edge']} is not {edge['name']}"


def _numbers(band: Row) -> range:
    return range(band["low"], band["high"] + 1)


def _encounter_findings(row: Row, tables: Tables) -> Iterator[Finding]:
    """`encounter-table`, and whether some order of placement allows all squares of the Monsters."""
    encounter = table_named(tables, "encounters")[row["encounter"]]
    keys = ("spawn", "standee", "weapon")
    placed = sorted(tuple(each[key] for key in keys) for each in row["monsters"])
    if placed != sorted(tuple(each[key] for key in keys) for each in encounter["monsters"]):
        yield "monsters", f"these are not the Monsters of {encounter['name']}"
    elif not any(_in_order(row, tables, order) for order in permutations(row["monsters"])):
        yield "monsters", "not all Monsters stand where their kind of ambush allows it"


def _in_order(row: Row, tables: Tables, order: tuple[Row, ...]) -> bool:
    """Whether the rules allow the Monsters to be placed in this order."""
    elements, spawns = table_named(tables, "elements"), table_named(tables, "spawns")
    hides = hiding(row["elements"], elements)
    warrior = NUMBER[row["warrior"]]
    taken = {warrior, *(NUMBER[name] for each in row["elements"] for name in each["squares"])}
    visible = sight_lines(hides).seen(warrior)
    for each in order:
        empty = EVERY & ~bits(taken)
        reach = spawns[each["spawn"]]["reach"] or 0
        allowed, _ = spawn_squares(each["spawn"], reach, warrior, empty, visible)
        at = NUMBER[each["square"]]
        if not allowed >> at & 1:
            return False
        taken.add(at)
    return True


def _hidden_findings(row: Row, hides: frozenset[int]) -> Iterator[Finding]:
    drawn: Counter[str] = Counter(row["hidden"])
    right: Counter[str] = Counter(hidden(row["from"], hides))
    wrong = sorted({*(drawn - right), *(right - drawn)})
    if wrong:
        yield "hidden", f"the hidden squares are wrong about {', '.join(wrong)}"
