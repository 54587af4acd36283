"""Checks of monsters and limbs that need Python, and of the records a game cannot do without.

Checks of maps are in `checks_map`; counts, sums and ranges are stated in `game.yaml`. These checks
depend on the rules: which abilities the engine knows, whether a limb and its slot agree both ways,
and the largest body that could be sewn together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.base.errors import Fault, citing, did_you_mean
from generator.engine.game import Records
from generator.games.ggt import checks_map, oracles
from generator.games.ggt.content import KINDS
from generator.kit.checks.registry import check
from generator.kit.tables.records import Table, Tables, table_named

ATTRIBUTES = ("speed", "strength", "smarts", "health")
"""All attributes, in the order of the tracks."""


@check("id-limb-slot")
def limb_slot(tables: Tables) -> Iterator[Fault]:
    """Every limb starts in exactly one slot, of its own kind and on its home torso."""
    monsters, limbs = table_named(tables, "monsters"), table_named(tables, "limbs")
    places = [(row, slot) for row in monsters for slot in row["slots"] if slot["limb"]]
    for limb in limbs:
        item = limbs.label(limb)
        found = [(row, slot) for row, slot in places if slot["limb"] == limb["id"]]
        if len(found) != 1:
            place = found[-1][1].place_of("limb") if found else limb.place
            yield Fault(f"starting slots: found {len(found)}, expected 1", place, item)
        for row, slot in found:
            for what, there, own in (
                ("home", row["id"], limb["home"]),
                ("kind of slot", slot["kind"], limb["kind"]),
            ):
                if there != own:
                    message = f"{what}: found {there}, expected {own}"
                    yield Fault(message, slot.place_of("limb"), item)


@check("id-ability", oracle=oracles.ability)
def ability(tables: Tables) -> Iterator[Fault]:
    """All nine abilities are there, with a number in their range."""
    limbs, abilities = table_named(tables, "limbs"), table_named(tables, "abilities")
    yield from _unknown_abilities(abilities)
    for row in limbs:
        if row["ability"] is None:
            low = high = 0
        else:
            low, high = abilities[row["ability"]]["from"], abilities[row["ability"]]["to"]
        if not low <= row["k"] <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            message = f"k of {row['ability'] or 'no ability'}: found {row['k']}, expected {wanted}"
            yield Fault(message, row.place_of("k"), limbs.label(row))
    for kind in KINDS:
        if not any(row["ability"] == kind for row in limbs):
            yield Fault(f"limbs with {kind}: found 0, expected 1 or more", limbs.place)


@check("id-track", oracle=oracles.tracks)
def track(tables: Tables) -> Iterator[Fault]:
    """No body that can ever be sewn together runs off a track."""
    monsters, limbs = table_named(tables, "monsters"), table_named(tables, "limbs")
    attributes = table_named(tables, "attributes")
    for each in attributes:
        if each["id"] not in ATTRIBUTES:
            message, hint = (
                f'there is no attribute "{each["id"]}"',
                did_you_mean(each["id"], ATTRIBUTES),
            )
            yield Fault(message, each.place_of("id"), attributes.label(each), hint)
            continue
        best = sorted((row[each["id"]] for row in limbs), reverse=True)
        for row in monsters:
            most = row["base"][each["id"]] + sum(best[: len(row["slots"])])
            if most > each["to"]:
                message = f"highest possible {each['name']}: found {most}"
                place = row["base"].place_of(each["id"])
                yield Fault(f"{message}, expected {each['to']} or less", place, monsters.label(row))


def unplayable(records: Records) -> list[Fault]:
    """Return every fault of the records that makes it impossible to set up the game."""
    return [*_no_bodies(records), *_no_cards(records), *_no_maps(records)]


def _no_bodies(records: Records) -> Iterator[Fault]:
    tables, most = records.tables, records.seats[-1]
    monsters, attributes = table_named(tables, "monsters"), table_named(tables, "attributes")
    if [row["id"] for row in attributes] != list(ATTRIBUTES):
        message = f"the attributes must be {', '.join(ATTRIBUTES)}, in this order"
        yield Fault(message, attributes.place, check="total-attributes")
    if len(monsters) < most:
        message = f"{len(monsters)} monsters are not enough for {most} players"
        yield Fault(message, monsters.place, check="id-torso-pawn")
    abilities = table_named(tables, "abilities")
    yield from citing("id-ability", _unknown_abilities(abilities))
    yield from records.unknown_rules(abilities)
    yield from citing("id-limb-slot", limb_slot(tables))


def _no_cards(records: Records) -> Iterator[Fault]:
    tables, most = records.tables, records.seats[-1]
    for name, slug in (("seats", "player-count"), ("initiative", "id-initiative")):
        rows = table_named(tables, name)
        if len(rows) < most:
            message = f"{name}: {len(rows)} are not enough for {most} players"
            yield Fault(message, rows.place, check=slug)
    cards = table_named(tables, "cards")
    twice = [sign for sign, times in Counter(row["sign"] for row in cards).items() if times > 1]
    if twice or not len(cards):
        message = f"{' and '.join(twice)} appear twice" if twice else "there are no playing cards"
        yield Fault(message, cards.place, check="id-deck")


def _no_maps(records: Records) -> Iterator[Fault]:
    tables, maps = records.tables, table_named(records.tables, "maps")
    for slug, find in checks_map.FINDERS.items():
        yield from citing(slug, checks_map.every_map(tables, find))
    if max((row["players"] for row in maps), default=0) < records.seats[-1]:
        message = f"no map is for {records.seats[-1]} players"
        yield Fault(message, maps.place, check="id-map-set")


def _unknown_abilities(abilities: Table) -> Iterator[Fault]:
    for row in abilities:
        if row["id"] not in KINDS:
            message = f'there is no ability "{row["id"]}"'
            hint = did_you_mean(row["id"], KINDS)
            yield Fault(message, row.place_of("id"), abilities.label(row), hint)
