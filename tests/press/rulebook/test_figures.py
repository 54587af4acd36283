"""Tests of numbers in rules: the text of the shipped rules agrees with the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.text.rule_texts import load_rules, with_figures
from tests.shipped import shipped_kit

WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)

STATED_NUMBERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "ggt": {
        "power-supply": ("figures.power-each",),
        "tracking-tokens": ("figures.tracking-each", "figures.tracking-dealt"),
        "start-space": ("figures.start-distance",),
        "desperate-flip": ("figures.flip-cost",),
        "flip-floor": ("figures.flip-least",),
        "joy-of-victory": ("figures.win-power",),
        "damage-royal": ("ranks.jack.damage", "ranks.queen.damage", "ranks.king.damage"),
        "attacker-reduction": ("figures.attacker-less", "figures.least-damage"),
        "damage-order": ("figures.attacker-less", "figures.least-damage"),
        "dismember-when": ("figures.great-damage",),
        "limb-lands": ("figures.land-within",),
        "rip": ("figures.pulp-power",),
        "attach-cost-other": ("figures.other-slot-cap",),
        "attach-cost-match": ("figures.matching-slot-cap",),
        "former-owner-share": ("figures.former-owner-share",),
        "voluntary-removal": ("figures.removal-cost",),
        "ability-reach": ("figures.reach-distance",),
        "sim-cap": ("figures.round-cap", "figures.exchange-cap"),
    },
    "grizzled": {
        "normal": ("seatings.3.trials",),
        "veteran": ("modes.veteran.trials",),
        "chaplain-start-20": ("seatings.2.trials",),
        "intensity-min": ("figures.least-intensity",),
        "intensity-first-three": ("figures.first-intensity",),
        "three-identical-fails": ("figures.identical",),
        "support-after-success": ("figures.relief-success",),
        "support-after-failure": ("figures.relief-failure",),
        "defeat-four-knocks": ("figures.knocks-lose",),
        "morale-drop-count": ("figures.least-drop",),
        "finite-game": ("figures.least-drop",),
        "tile-mix": ("tiles.tl.copies", "tiles.tr.copies", "tiles.tll.copies", "tiles.trr.copies"),
        "weary": ("knocks.k13.number",),
        "shaken": ("knocks.k14.number",),
    },
    "grudge": {
        "stats-spread": ("warrior.health",),
        "draw-three": ("figures.draw.number",),
        "monster-cards": ("figures.draw.number",),
        "favour": ("figures.favour.number",),
        "ganging-up": ("figures.gang.number", "figures.mob.number"),
        "strike": ("figures.damage.number",),
        "riposte": ("figures.damage.number",),
        "opportunity-attack": ("figures.damage.number",),
        "campfire-burn": ("figures.burn.number",),
        "blade": ("figures.heavy.number",),
        "hammer": ("figures.heavy.number",),
        "enraged-monsters": ("figures.enraged.number",),
        "goblin-gang-up": ("figures.drag-down.number",),
        "goblin-drag-down": ("figures.drag-down.number",),
        "spawn-lurking": ("spawns.lurking.reach",),
        "starting-edge": ("figures.rerolls.number",),
        "encounter-reroll": ("figures.rerolls.number",),
        "armour-destroyed": ("armour.helmet.notches",),
        "camp": ("warrior.health",),
        "sim-cap": ("figures.rounds.number", "figures.challenges.number"),
    },
    "gruff": {
        "deck-eight-each": ("figures.pool-in-deck", "figures.pool"),
        "opening-hand": ("figures.opening-hand",),
        "slider-ends": ("figures.stat-track", "figures.crazy-track"),
        "hand-limit": ("figures.hand-limit",),
        "turn-cap": ("figures.turn-cap",),
        "tournament-record": ("figures.win", "figures.draw"),
    },
    "grumbles": {
        "regular-one": ("goofs.regular.points",),
        "super-three": ("goofs.super.points",),
        "doom-minus-one": ("goofs.doom.points",),
        "last-chance": ("goofs.doom.last-chance",),
        "home-squares": ("board.homes.red", "board.homes.green"),
    },
}
"""For each kit, the rules that state numbers, and where the tables have them."""


def figure(tables: Mapping[str, Any], path: str) -> str | int:
    """The value at `table.row.field`, or at `table.field` of a table that is one record."""
    found: Any = tables[path.split(".")[0]]
    for key in path.split(".")[1:]:
        if key.isdigit():
            (found,) = [row for row in found if row["players"] == int(key)]
        else:
            found = found[key]
    assert isinstance(found, (str, int)), path
    return found


def contains_value(text: str, value: str | int) -> bool:
    """Whether a text contains the value, in digits or in words, without its sign."""
    forms = [str(value).lstrip("-")]
    if isinstance(value, int) and abs(value) < len(WORDS):
        forms.append(WORDS[abs(value)])
    return any(re.search(rf"(?<![\w.]){form}(?![\w])", text.lower()) for form in forms)


@pytest.mark.parametrize("name", STATED_NUMBERS)
def test_numbers_in_rules_are_those_of_the_tables(name: str) -> None:
    kit = shipped_kit(name)
    rules = with_figures(load_rules(kit.folders.data / "rules.yaml"), kit.tables)
    wrong = [
        f"{slug}: {path} is {figure(kit.tables, path)}"
        for slug, paths in STATED_NUMBERS[name].items()
        for path in paths
        if not contains_value(rules[slug].text, figure(kit.tables, path))
    ]
    assert wrong == []


def test_a_number_is_found_in_digits_and_in_words_only() -> None:
    assert contains_value("Draw seven cards.", 7)
    assert contains_value("It costs its captor 1 point.", -1)
    assert not contains_value("Draw 17 cards, or seventeen.", 7)
