"""Turns the kit's tables into faults in its figures: the checks that need Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations

from generator.errors import Fault
from generator.games.grudge.checks_map import table
from generator.games.grudge.squares import EDGES, NAMES, SIZE
from generator.model.checks import check
from generator.model.records import Record, Tables
from generator.rules.core import Records

DIE_TABLES = ("loot", "sweep", "edges")
"""The tables whose rows are bands of results."""
TOP = 7
"""The highest result, which only Luckstones reach."""
FOOTPRINTS = (7, 8, 8, 6, 7, 7, 0)
"""How many squares the Elements of each Room cover."""
EXTRAS: Mapping[str, tuple[int, ...]] = {"campfire": (2, 5), "pig": (3, 6)}
"""The Rooms that have these."""
SPAWNS: Mapping[str, int] = {"intimate": 3, "lurking": 8, "watching": 6}
FIGURES: Mapping[str, int] = {
    "goblin-bow": 5,
    "goblin-spear": 4,
    "goblin-blade-shield": 3,
    "goblin-blade": 2,
    "boss": 2,
    "troll": 1,
}
"""How often each figure comes in all Encounters together."""
UNUSED = ("axe",)
"""The Weapons that no Monster carries."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "standees": ("warrior",),
    "monsters": ("goblin", "boss", "troll"),
    "elements": ("campfire", "pig"),
    "spawns": ("intimate", "lurking", "watching"),
    "edges": ("north", "east", "south", "west"),
    "armour": ("shield",),
    "weapons": ("axe", "blade", "bow", "flail", "hammer", "spear"),
    "conditions": ("disarmed", "displaced", "enraged", "prone", "rooted", "stunned"),
    "suits": ("spades", "clubs", "hearts", "diamonds"),
    "spells": ("luck", "brainfever", "cloud", "gust", "thunderclap"),
    "figures": (
        *("draw", "favour", "gang", "mob", "damage", "heavy", "heavy-times", "burn", "drag-down"),
        *("enraged", "faces", "rerolls", "rounds", "challenges"),
    ),
}
"""What the rules call by name."""


@check("id-stats-six")
def stats(tables: Tables) -> Iterator[Fault]:
    """The Stats can be given out in six ways."""
    warrior = _record(tables, "warrior")
    found = len(set(permutations(warrior["stats"])))
    if found != 6:
        yield Fault(f"found {found} ways, expected 6", warrior.place_of("stats"))


@check("id-room-squares")
def room_squares(tables: Tables) -> Iterator[Fault]:
    """The Rooms cover 7, 8, 8, 6, 7 and 7 squares, with no more of any Element than there are."""
    rooms, elements = table(tables, "rooms"), table(tables, "elements")
    for row, expected in zip(rooms, FOOTPRINTS, strict=False):
        found = sum(elements[id]["length"] * elements[id]["width"] for id in row["elements"])
        if found != expected:
            says = f"covers {found} squares, expected {expected}"
            yield Fault(says, row.place_of("elements"), rooms.label(row))
        for id, count in Counter(row["elements"]).items():
            if count > elements[id]["copies"]:
                says = f"needs {count} of {elements[id]['name']}, but there are fewer"
                yield Fault(says, row.place_of("elements"), rooms.label(row))


@check("id-room-extras")
def room_extras(tables: Tables) -> Iterator[Fault]:
    """The Campfire is in Rooms 2 and 5 only, the Pig in Rooms 3 and 6 only."""
    rooms = table(tables, "rooms")
    for id, expected in EXTRAS.items():
        found = tuple(row["roll"] for row in rooms if id in row["elements"])
        if found != expected:
            says = f"{id}: found in Rooms {_listed(found)}, expected {_listed(expected)}"
            yield Fault(says, rooms.place)


@check("id-bands")
def bands(tables: Tables) -> Iterator[Fault]:
    """Each table that is read in bands covers 1 to 7 without a gap or an overlap."""
    for name in DIE_TABLES:
        rows = table(tables, name)
        after = 1
        for row in rows:
            if row["low"] != after or row["high"] < row["low"]:
                says = f"{row['low']} to {row['high']} does not go on from {after}"
                yield Fault(says, row.place_of("low"), rows.label(row))
            after = row["high"] + 1
        if after != TOP + 1:
            yield Fault(f"{name}: the last result is {after - 1}, expected {TOP}", rows.place)


@check("id-encounter-once")
def encounter_once(tables: Tables) -> Iterator[Fault]:
    """No Encounter has one standee twice, or the Warrior's."""
    rows, standees = table(tables, "encounters"), table(tables, "standees")
    for row in rows:
        for id, count in Counter(each["standee"] for each in row["monsters"]).items():
            if count > 1 or standees[id]["kind"] == "warrior":
                says = f"has {standees[id]['name']} {count} times"
                yield Fault(says, row.place_of("monsters"), rows.label(row))


@check("id-encounter-split")
def encounter_split(tables: Tables) -> Iterator[Fault]:
    """17 Monsters are 3 Intimate, 8 Lurking and 6 Watching; 5, 4, 3, 2, 2 and 1 of each figure."""
    rows = table(tables, "encounters")
    monsters = [each for row in rows for each in row["monsters"]]
    for field, expected in (("spawn", SPAWNS), ("standee", FIGURES)):
        found = Counter(each[field] for each in monsters)
        for id in dict.fromkeys([*expected, *found]):
            if found[id] != expected.get(id, 0):
                yield Fault(f"{id}: found {found[id]}, expected {expected.get(id, 0)}", rows.place)


@check("id-encounter-weapons")
def encounter_weapons(tables: Tables) -> Iterator[Fault]:
    """Monsters carry what their standee shows, and five of the six Weapons in all."""
    rows, standees = table(tables, "encounters"), table(tables, "standees")
    carried = set()
    for row in rows:
        for each in row["monsters"]:
            carried.add(each["weapon"])
            shown = standees[each["standee"]]["weapons"]
            if shown and each["weapon"] not in shown:
                says = f"{standees[each['standee']]['name']} does not show the {each['weapon']}"
                yield Fault(says, each.place_of("weapon"), rows.label(row))
    unused = tuple(row["id"] for row in table(tables, "weapons") if row["id"] not in carried)
    if unused != UNUSED:
        says = f"no Monster carries {_listed(unused)}, expected {_listed(UNUSED)}"
        yield Fault(says, rows.place)


@check("id-edge-lines")
def edge_lines(tables: Tables) -> Iterator[Fault]:
    """The printed line of each edge has the squares that the Warrior comes in by."""
    rows = table(tables, "edges")
    for row in rows:
        expected = tuple(NAMES[each] for each in EDGES.get(row["id"], ()))
        what, _, which = (row["line"] or "").partition(" ")
        found = tuple(
            name for name in NAMES if which and which == name[{"file": 0, "rank": 1}.get(what, 0)]
        )
        if found != expected:
            yield Fault(f"{row['line']} is not this edge", row.place_of("line"), rows.label(row))


@check("id-card-names")
def card_names(tables: Tables) -> Iterator[Fault]:
    """A card's id is its rank and the letter of its suit, as the notation of moves has it."""
    rows, suits = table(tables, "cards"), table(tables, "suits")
    for row in rows:
        if row["suit"]:
            suit = suits[row["suit"]]
            expected = f"{row['rank']}{suit['letter']}".lower()
            if row["id"] != expected or not row["name"].endswith(f" of {suit['name']}"):
                yield Fault(f"should be called {expected}", row.place_of("id"), rows.label(row))


@check("id-special-rules")
def special_rules(tables: Tables) -> Iterator[Fault]:
    """No ability and no spell goes by the rule of another."""
    rules: dict[str, str] = {}
    for name, place, rule in _named_rules(tables):
        other = rules.setdefault(rule, name)
        if other != name:
            yield Fault(f'{name} goes by the rule "{rule}" of {other}', place.place_of("rule"))


def _named_rules(tables: Tables) -> Iterator[tuple[str, Record, str]]:
    """Every ability and spell: its name, its record and the slug of its rule."""
    for row in table(tables, "monsters"):
        for each in (*row["abilities"], row["special"]):
            yield each["name"], each, each["rule"]
    for row in table(tables, "spells"):
        yield row["name"], row, row["rule"]


def unplayable(records: Records) -> Iterator[Fault]:
    """What is wrong with the records so that the game cannot even be set up."""
    tables = records.tables
    board = _record(tables, "board")
    if (board["columns"], board["rows"]) != (SIZE, SIZE):
        yield Fault(f"the board must be {SIZE} squares by {SIZE}", board.place, check="id-board")
    for name, ids in NEEDED.items():
        rows = table(tables, name)
        for id in ids:
            if id not in rows:
                yield Fault(f'there is no {rows.one} "{id}", which the rules need', rows.place)
    for name in ("rooms", "encounters"):
        rows = table(tables, name)
        if sorted(row["roll"] for row in rows) != [*range(1, TOP + 1)]:
            yield Fault(f"each result from 1 to {TOP} must have one {rows.one}", rows.place)
    for slug, find in (("id-bands", bands), ("id-encounter-once", encounter_once)):
        for fault in find(tables):
            yield replace(fault, check=slug)
    for name, row, rule in _named_rules(tables):
        if rule not in records.rules:
            yield Fault(f'{name}: there is no rule "{rule}"', row.place_of("rule"))


def _record(tables: Tables, name: str) -> Record:
    record = tables[name]
    assert isinstance(record, Record)
    return record


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items)) or "none"
