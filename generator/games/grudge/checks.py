"""Checks of the kit's tables that need Python.

Checks that count, add and compare, and tables of the rules, are in `game.yaml`, where they can be
changed with the data. Those here follow references between records (the Elements of a Room), need the
board, or run before a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.base.errors import Fault, citing
from generator.engine.game import Records
from generator.games.grudge import oracles
from generator.games.grudge.map.squares import EDGES, NAMES, SIZE
from generator.kit.checks.coverage import table_covers
from generator.kit.checks.registry import check
from generator.kit.tables.records import Record, Tables, record_named, table_named

BANDS = ("loot", "sweep", "edges")
"""Tables whose rows are bands of results."""
TOP = 7
"""The highest result; only Luckstones reach it."""
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
"""Ids in each table that the rules need."""


@check("id-room-elements", oracle=oracles.room_elements)
def room_elements(tables: Tables) -> Iterator[Fault]:
    """No Room needs more of any Element than there are."""
    rooms, elements = table_named(tables, "rooms"), table_named(tables, "elements")
    for row in rooms:
        for id, count in Counter(row["elements"]).items():
            if count > elements[id]["copies"]:
                message = f"needs {count} of {elements[id]['name']}, but there are fewer"
                yield Fault(message, row.place_of("elements"), rooms.label(row))


@check("id-encounter-once", oracle=oracles.encounter_once)
def encounter_once(tables: Tables) -> Iterator[Fault]:
    """No Encounter has one standee twice, or the Warrior's."""
    rows, standees = table_named(tables, "encounters"), table_named(tables, "standees")
    for row in rows:
        for id, count in Counter(each["standee"] for each in row["monsters"]).items():
            if count > 1 or standees[id]["kind"] == "warrior":
                message = f"has {standees[id]['name']} {count} times"
                yield Fault(message, row.place_of("monsters"), rows.label(row))


@check("id-edge-lines", oracle=oracles.edge_lines)
def edge_lines(tables: Tables) -> Iterator[Fault]:
    """The printed line of each edge has the squares that the Warrior comes in by."""
    rows = table_named(tables, "edges")
    for row in rows:
        expected = tuple(NAMES[each] for each in EDGES.get(row["id"], ()))
        what, _, which = (row["line"] or "").partition(" ")
        found = tuple(
            name for name in NAMES if which and which == name[{"file": 0, "rank": 1}.get(what, 0)]
        )
        if found != expected:
            yield Fault(f"{row['line']} is not this edge", row.place_of("line"), rows.label(row))


@check("id-special-rules", oracle=oracles.special_rules)
def special_rules(tables: Tables) -> Iterator[Fault]:
    """No ability and no spell goes by the rule of another."""
    rules: dict[str, str] = {}
    for row in _with_rules(tables):
        name, rule = row["name"], row["rule"]
        other = rules.setdefault(rule, name)
        if other != name:
            yield Fault(f'{name} goes by the rule "{rule}" of {other}', row.place_of("rule"))


def _with_rules(tables: Tables) -> Iterator[Record]:
    """Yield every ability and spell; each names its rule."""
    for row in table_named(tables, "monsters"):
        yield from (*row["abilities"], row["special"])
    yield from table_named(tables, "spells")


def unplayable(records: Records) -> Iterator[Fault]:
    """Yield the faults in the records that keep the game from being set up."""
    tables = records.tables
    board = record_named(tables, "board")
    if (board["columns"], board["rows"]) != (SIZE, SIZE):
        yield Fault(f"the board must be {SIZE} squares by {SIZE}", board.place, check="id-board")
    for name, ids in NEEDED.items():
        rows = table_named(tables, name)
        for id in ids:
            if id not in rows:
                yield Fault(f'there is no {rows.one} "{id}", which the rules need', rows.place)
    for name in ("rooms", "encounters"):
        rows = table_named(tables, name)
        if sorted(row["roll"] for row in rows) != [*range(1, TOP + 1)]:
            yield Fault(f"each result from 1 to {TOP} must have one {rows.one}", rows.place)
    for name in BANDS:
        bands = table_covers(table_named(tables, name), ("low", "high"), range(1, TOP + 1))
        yield from citing("id-bands", bands)
    yield from citing("id-encounter-once", encounter_once(tables))
    yield from records.unknown_rules(_with_rules(tables))
