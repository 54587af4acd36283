"""Tests of the checks of the kit: each catches data that are broken in one place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import generator
from generator.base.errors import Fault, KitError
from generator.engine.game import Records
from generator.engine.text.rule_texts import load_rules
from generator.games.grudge.game import Grudge
from generator.kit.checks.registry import registered
from generator.kit.checks.run import run_checks
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import TableSpec, load_tables
from generator.kit.tables.records import Tables
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data" / "grudge"
PACKAGE = "generator.games.grudge"

BROKEN = {
    "id-action-deck": ("cards.csv", "9h,9 of Hearts,9,hearts,9,action\n", "", "found 40, expected"),
    "id-cards-108": ("cards.csv", "joker-2,Joker,Joker,,,action\n", "", "found 106, expected 108"),
    "id-jokers-4": (
        *("cards.csv", "joker-2,Joker,Joker,,,action", "joker-2,Joker,Joker,,1,action"),
        "found [None, 1], expected",
    ),
    "id-suits": (
        "cards.csv",
        "9 of Hearts,9,hearts,9",
        "9 of Hearts,9,hearts,8",
        "8 is also a result of card",
    ),
    "id-sums": ("cards.csv", "kd,King of Diamonds,K,diamonds,13", "kd,K,K,diamonds,12", "found 90"),
    "id-rounds-13": ("figures.yaml", "{id: draw, number: 3", "{id: draw, number: 2", "found 19.5"),
    "id-figures": ("figures.yaml", "number: -3", "number: -2", "found 1, expected 0"),
    "id-board": ("board.yaml", "columns: 8", "columns: 7", "found 56, expected 64"),
    "id-standees-7": (
        *("standees.yaml", "short: Boss\n  kind: boss", "short: Boss\n  kind: goblin"),
        "'goblin', 'goblin', 'troll'], expected",
    ),
    "id-elements-8": (
        *(
            "elements.yaml",
            "length: 2\n  width: 1\n  copies: 2",
            "length: 2\n  width: 1\n  copies: 3",
        ),
        "found [3, 1, 3, 1, 1]",
    ),
    "id-obstacles": (
        *("elements.yaml", "bars: true\n  hides: false", "bars: true\n  hides: true"),
        "found ['tent', 'big-tent', 'fence', 'pig']",
    ),
    "id-rooms": ("rooms.yaml", "roll: 6", "roll: 5", "5 is also a result of Room"),
    "id-spawns": ("spawns.yaml", "reach: 5", "reach: 4", "found [None, 4, None]"),
    "id-encounters": (
        "encounters.yaml",
        "    - {spawn: lurking, standee: goblin-bow, weapon: bow}\n- id: single-combat",
        "- id: single-combat",
        "found [2, 2, 1, 3, 4, 3, 1]",
    ),
    "id-stats-9": ("warrior.yaml", "[4, 3, 2]", "[4, 3, 3]", "found [10, 5], expected [9, 5]"),
    "id-armour-6": (
        "armour.yaml",
        "Shield, notches: 2",
        "Shield, notches: 3",
        "notches: found 3, expected 2",
    ),
    "id-loadouts": (
        *("loadouts.yaml", "armour: [helmet, breastplate]", "armour: [helmet, shield]"),
        "['helmet', 'shield']], expected",
    ),
    "id-weapons-6": ("weapons.yaml", "reach: sight", "reach: beside", "found [], expected ['bow']"),
    "id-conditions-6": ("conditions.yaml", "lasting: false", "lasting: true", "found [], expected"),
    "id-condition-tokens": (
        *("tokens.yaml", "condition, copies: 5", "condition, copies: 4"),
        "found 4, expected 5",
    ),
    "id-tokens": ("tokens.yaml", "mark, copies: 8", "mark, copies: 7", "found 7, expected"),
    "id-monsters": ("monsters.yaml", "speed: 6", "speed: 5", "found [3, 5, 5], expected [3, 6, 5]"),
    "id-actions": (
        *("actions.yaml", "name: Roughhouse\n  stat: spades", "name: Roughhouse\n  stat: clubs"),
        "found ['spades', 'clubs', 'clubs', 'clubs', 'hearts', None]",
    ),
    "id-spells-5": ("spells.yaml", "beats: true", "beats: false", "['luck', 'brainfever']"),
    "id-pig-table": ("loot.yaml", "runestones: 2", "runestones: 1", "found [0, 1, 1]"),
    "id-sweep-table": ("sweep.yaml", "condition: prone", "condition: rooted", "'rooted'"),
    "id-edge-table": ("edges.yaml", "does: reroll", "does: choose", "'choose', 'choose'"),
    "id-aids": ("aids.yaml", "[uses, items]", "[uses, spells]", "expected ['actions'"),
    "id-stats-six": ("warrior.yaml", "[4, 3, 2]", "[4, 4, 1]", 'the stats "4" appears twice'),
    "id-room-elements": (
        *("rooms.yaml", "[pig, fence, fence, tent, tent]", "[pig, fence, fence, fence, tent]"),
        "needs 3 of Fence, but there are fewer",
    ),
    "id-room-extras": (
        *("rooms.yaml", "[fence, fence, tent, tent]", "[fence, fence, tent, tent, pig]"),
        "Rooms with a Pig: found [3, 4, 6], expected [3, 6]",
    ),
    "id-bands": ("loot.yaml", "low: 4", "low: 5", "loot: no row covers 4 (of 1 to 7)"),
    "id-encounter-table": (
        *("encounters.yaml", "{spawn: lurking, standee: boss", "{spawn: intimate, standee: boss"),
        "their spawns: found ['intimate'], expected ['lurking']",
    ),
    "id-encounter-once": (
        *("encounters.yaml", "standee: boss, weapon: flail", "standee: goblin-bow, weapon: bow"),
        "has Goblin with Bow 2 times",
    ),
    "id-encounter-split": (
        *("encounters.yaml", "{spawn: lurking, standee: boss", "{spawn: watching, standee: boss"),
        'it.spawn == "lurking": found 7, expected 8',
    ),
    "id-encounter-weapons": (
        *("encounters.yaml", "goblin-spear, weapon: spear", "goblin-spear, weapon: axe"),
        "a Monster with a Weapon that its standee does not show: found this",
    ),
    "id-edge-lines": ("edges.yaml", "line: file h", "line: file g", "file g is not this edge"),
    "id-card-names": (
        "cards.csv",
        "9h,9 of Hearts",
        "9x,9 of Hearts",
        "the id of a card of this rank and suit: found 9x, expected 9h",
    ),
    "id-special-rules": (
        *("spells.yaml", "rule: spell-gust", "rule: spell-cloud"),
        'Gust of Wind goes by the rule "spell-cloud" of Stinking Cloud',
    ),
    "sights-true": (
        "sights.yaml",
        "[e4, f4, g4, h4]",
        "[e4, f4, g4]",
        "the hidden squares are wrong about h4",
    ),
    "challenges-true": ("challenges.yaml", "warrior: h6", "warrior: h7", "not all Monsters stand"),
}
"""For every check: a file, a text in it and its replacement, optionally more such pairs, and the
expected fault."""


@cache
def kitfile() -> KitFile:
    return load_kitfile(DATA / "game.yaml")


def broken(folder: Path, name: str, *changes: str) -> None:
    """Copy the kit's data, and replace text in one of the files."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    text = (folder / name).read_text()
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / name).write_text(text)


@cache
def shipped() -> Tables:
    """The shipped tables; loading the game registers its checks."""
    shipped_game("grudge")
    return load_tables(kitfile().tables, DATA)


def changed(folder: Path, name: str) -> Tables:
    """The tables after a change of one file; its tables and those that they name are read again.

    The figures are always among them, since texts say them.
    """
    specs = kitfile().tables
    again = {table for table, spec in specs.items() if spec.file == name} | {"figures"}
    while more := {to for table in again for to in named(specs[table])} - again:
        again |= more
    return {**shipped(), **load_tables({table: specs[table] for table in again}, folder)}


def named(spec: TableSpec) -> Iterator[str]:
    for field in spec.fields.values():
        yield from field.tables_named()


def faults(tables: Tables, *slugs: str) -> tuple[Fault, ...]:
    """The faults that the checks with these names, or all of them, find."""
    kit, python = kitfile(), registered(PACKAGE)
    if slugs:
        stated = {slug: spec for slug, spec in kit.checks.items() if slug in slugs}
        kit = kit.model_copy(update={"checks": stated})
        python = tuple(check for check in python if check.slug in slugs)
    return run_checks(kit, tables, python).faults


def test_the_shipped_data_pass_every_check() -> None:
    assert faults(shipped()) == ()


def test_there_is_a_broken_copy_for_every_check() -> None:
    shipped()
    written = [check.slug for check in registered(PACKAGE)]
    assert sorted(BROKEN) == sorted([*kitfile().checks, *written])
    assert {"sights-true", "challenges-true", "id-room-elements"} <= {*written}


@pytest.mark.parametrize("slug", BROKEN)
def test_a_broken_copy_is_caught_by_its_check(tmp_path: Path, slug: str) -> None:
    name, *changes, message = BROKEN[slug]
    broken(tmp_path, name, *changes)
    found = faults(changed(tmp_path, name), slug)
    assert any(message in fault.message for fault in found), [fault.message for fault in found]
    assert {fault.check for fault in found} == {slug}


def test_a_fault_points_to_its_line(tmp_path: Path) -> None:
    broken(tmp_path, "encounters.yaml", "goblin-spear, weapon: spear", "goblin-spear, weapon: axe")
    fault, *_ = faults(changed(tmp_path, "encounters.yaml"), "id-encounter-weapons")
    assert fault.place is not None
    lines = (tmp_path / "encounters.yaml").read_text().splitlines()
    assert "axe" in lines[(fault.place.line or 0) - 1]


# Figures and Challenges that contradict the rules

UNTRUE = {
    "fence-end": (
        *("sights.yaml", "sights-true", "{element: fence, squares: [d3, d4]}"),
        *("{element: fence, squares: [d3, d5]}", "Fence cannot cover d3, d5"),
    ),
    "no-square": ("sights.yaml", "sights-true", "to: g4", "to: g9", 'there is no square "g9"'),
    "on-a-tent": ("sights.yaml", "sights-true", "to: g4", "to: d4", "2 things stand on d4"),
    "seen": ("sights.yaml", "sights-true", "seen: false", "seen: true", "g4 is not seen from b4"),
    "unseen": (
        *("sights.yaml", "sights-true", "to: e5\n  seen: true", "to: e5\n  seen: false"),
        "e5 is seen from c4",
    ),
    "ray": ("sights.yaml", "sights-true", "tip: [4, 5]", "tip: [4, 6]", "the line is not"),
    "edge": ("challenges.yaml", "challenges-true", "edge: east", "edge: west", "h6 is not on the"),
    "room": (
        *("challenges.yaml", "challenges-true", "room: tent-city-campfire", "room: tent-city"),
        "these are not the Elements of Tent City",
    ),
    "die": (
        *("challenges.yaml", "challenges-true", "for: room, rolled: 2", "for: room, rolled: 3"),
        "a 3 is not Tent City with a Campfire",
    ),
    "pig": (
        *("challenges.yaml", "challenges-true", "pig-rank, rolled: 4", "pig-rank, rolled: 5"),
        "the dice put the Pig on",
    ),
    "dice": (
        *("challenges.yaml", "challenges-true", "{for: room, rolled: 2}\n    -", ""),
        "the dice should be those for room, edge, encounter, in this order",
    ),
    "edge-die": (
        *("challenges.yaml", "challenges-true", "for: edge, rolled: 2", "for: edge, rolled: 3"),
        "a 3 is not East",
    ),
    "monsters": (
        *("challenges.yaml", "challenges-true", "spawn: intimate", "spawn: lurking"),
        "these are not the Monsters of Surprised",
    ),
    "rays": (
        *("challenges.yaml", "challenges-true", "{square: g1, tail: [7.5", "{square: g1, tail: [7"),
        "the lines to g1 are not as they should be",
    ),
    "from": ("challenges.yaml", "challenges-true", "from: h6", "from: f6", "nobody can look out"),
}


@pytest.mark.parametrize("case", UNTRUE)
def test_figures_are_checked_against_the_rules(tmp_path: Path, case: str) -> None:
    name, slug, old, new, expected = UNTRUE[case]
    broken(tmp_path, name, old, new)
    found = [fault.message for fault in faults(changed(tmp_path, name), slug)]
    assert any(expected in message for message in found), found


# Unplayable records

UNPLAYABLE = {
    "the board must be 8 squares by 8": ("board.yaml", "rows: 8", "rows: 9"),
    'there is no standee "warrior"': ("standees.yaml", "id: warrior", "id: dwarf"),
    'there is no figure "gang"': ("figures.yaml", "id: gang", "id: band"),
    "each result from 1 to 7 must have one Room": ("rooms.yaml", "roll: 6", "roll: 5"),
    "no row covers 7 (of 1 to 7)": ("loot.yaml", "low: 7\n  high: 7", "low: 7\n  high: 6"),
    "has Goblin Boss 2 times": (
        "encounters.yaml",
        "standee: goblin-bow, weapon: bow}\n- id: surprised",
        "standee: boss, weapon: bow}\n- id: surprised",
    ),
    'there is no rule "spell-blast"': ("spells.yaml", "rule: spell-gust", "rule: spell-blast"),
}


@pytest.mark.parametrize("message", UNPLAYABLE)
def test_unplayable_records_are_refused(tmp_path: Path, message: str) -> None:
    name, old, new = UNPLAYABLE[message]
    broken(tmp_path, name, old, new)
    records = Records(changed(tmp_path, name), load_rules(DATA / "rules.yaml"), {}, range(1, 2))
    with pytest.raises(KitError) as refusal:
        Grudge(records)
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)


@pytest.mark.parametrize(
    "change",
    [
        ("encounters.yaml", "{spawn: lurking, standee: boss", "{spawn: watching, standee: troll"),
        ("rooms.yaml", "[fence, fence, tent, tent]", "[fence, tent, tent]"),
    ],
)
def test_other_tables_than_the_rules_have_need_changes_of_data_alone(
    tmp_path: Path, change: tuple[str, str, str]
) -> None:
    broken(tmp_path, *change)
    found = faults(changed(tmp_path, change[0]))
    assert found
    assert all(fault.hint.startswith("stated at data/grudge/game.yaml:") for fault in found), found
