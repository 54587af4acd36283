"""Checks of the kit's tables that need Python.

Checks that count, add and compare are in `game.yaml`. Those here follow references between records
(the squares under the Elements of a Room), need the board, or run before a game.
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
FOOTPRINTS = (7, 8, 8, 6, 7, 7, 0)
"""Number of squares covered by the Elements of each Room."""

MODULE = "generator/games/grudge/checks.py"
ENCOUNTERS: Mapping[int, tuple[str, ...]] = {
    1: ("watching boss flail", "watching goblin-bow bow"),
    2: ("intimate goblin-blade blade", "lurking goblin-spear spear", "lurking goblin-bow bow"),
    3: ("lurking boss hammer",),
    4: (
        *("intimate goblin-bow bow", "watching goblin-spear spear"),
        "watching goblin-blade-shield blade",
    ),
    5: (
        *("lurking goblin-blade blade", "lurking goblin-spear spear", "lurking goblin-bow bow"),
        "lurking goblin-blade-shield blade",
    ),
    6: (
        *("intimate goblin-blade-shield blade", "lurking goblin-spear spear"),
        "watching goblin-bow bow",
    ),
    7: ("watching troll hammer",),
}
"""Monsters of each Encounter, by its roll: spawn, standee and weapon."""

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


def _of_rules(name: str) -> str:
    """The hint for a table that the rules of the game fix."""
    return f"it is a table of the printed rules; for other ones change {name} in {MODULE}, too"


@check("id-room-squares", oracle=oracles.room_squares)
def room_squares(tables: Tables) -> Iterator[Fault]:
    """The Rooms cover 7, 8, 8, 6, 7 and 7 squares, with no more of any Element than there are."""
    rooms, elements = table_named(tables, "rooms"), table_named(tables, "elements")
    for row, expected in zip(rooms, FOOTPRINTS, strict=False):
        found = sum(elements[id]["length"] * elements[id]["width"] for id in row["elements"])
        if found != expected:
            message = f"covers {found} squares, expected {expected}"
            yield Fault(
                message, row.place_of("elements"), rooms.label(row), _of_rules("FOOTPRINTS")
            )
        for id, count in Counter(row["elements"]).items():
            if count > elements[id]["copies"]:
                message = f"needs {count} of {elements[id]['name']}, but there are fewer"
                yield Fault(message, row.place_of("elements"), rooms.label(row))


@check("id-encounter-table", oracle=oracles.encounter_table)
def encounter_table(tables: Tables) -> Iterator[Fault]:
    """Each Encounter has the Monsters of its line in the rules, in their spawns and with their Weapons."""
    rows = table_named(tables, "encounters")
    standees = table_named(tables, "standees")
    for row in rows:
        missing = {line.split()[1]: line.split() for line in ENCOUNTERS.get(row["roll"], ())}
        for each in row["monsters"]:
            name = standees[each["standee"]]["name"]
            expected = missing.pop(each["standee"], None)
            if expected is None:
                message = f"{name}: is not in the Encounter of a {row['roll']}"
                yield Fault(
                    message, each.place_of("standee"), rows.label(row), _of_rules("ENCOUNTERS")
                )
                continue
            for field, value in zip(("spawn", "standee", "weapon"), expected, strict=True):
                if each[field] != value:
                    message = f"{name}: {field}: found {each[field]}, expected {value}"
                    yield Fault(
                        message, each.place_of(field), rows.label(row), _of_rules("ENCOUNTERS")
                    )
        for id in missing:
            name = standees[id]["name"] if id in standees else id
            hint = _of_rules("ENCOUNTERS")
            yield Fault(f"{name}: is missing", row.place_of("monsters"), rows.label(row), hint)


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
