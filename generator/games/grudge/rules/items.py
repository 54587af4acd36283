"""Turns a Hearts action into the use of an item: a spell, another Weapon, loot, a loaded Bow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import ALL, DISTANCE, NAMES, NUMBER
from generator.games.grudge.moves import DIRECTIONS, Move
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.aid import beats, offer_aid
from generator.games.grudge.rules.combat_values import is_ranged, plain_value
from generator.games.grudge.rules.conditions import ENRAGED, STUNNED, afflict
from generator.games.grudge.rules.movement import displace, smell

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp


def moves(camp: Camp) -> list[Move]:
    """`use-item`: one of five."""
    return [*spells(camp), *other_weapons(camp), *lootings(camp), *loadings(camp)]


def other_weapons(camp: Camp) -> list[Move]:
    """`change-weapon`: another carried Weapon."""
    in_hand = camp.warrior.weapon
    return [Move("wield", each) for each in dict.fromkeys(camp.weapons) if each != in_hand]


def lootings(camp: Camp) -> list[Move]:
    """`loot-weapon`, `loot-pig`."""
    near = DISTANCE[camp.warrior.at]
    found = [Move("loot", id) for id, square, weapon in camp.fallen if weapon and near[square] <= 1]
    pig = camp.terrain.pig
    if pig >= 0 and near[pig] == 1 and not camp.looted:
        found.append(Move("loot", "pig"))
    return found


def loadings(camp: Camp) -> list[Move]:
    """`load-bow`: one that is in hand."""
    warrior = camp.warrior
    return [Move("load")] if is_ranged(camp, warrior) and not warrior.loaded else []


def spells(camp: Camp) -> list[Move]:
    """`use-runestone`, `spell-details`: no spell needs line of sight."""
    if not camp.runestones:
        return []
    found = [] if camp.luck else [Move("cast", "luck")]
    found.append(Move("cast", "thunderclap"))
    for id in camp.figures:
        found.append(Move("cast", "brainfever", id))
        found += [Move("cast", "gust", id, each) for each in DIRECTIONS]
    bars = camp.terrain.bars
    return [*found, *(Move("cast", "cloud", NAMES[each]) for each in ALL if each not in bars)]


# Weapons and loot


def change_weapon(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """`change-weapon`; the Bow has to be loaded anew (`bow-load`)."""
    camp.change(WARRIOR, weapon=move.one, loaded=False)
    camp.note(events, "wield", "change-weapon", WARRIOR, weapon=move.one)


def load(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    camp.change(WARRIOR, loaded=True)
    camp.note(events, "load", "load-bow", WARRIOR)


def loot(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    if move.one == "pig":
        loot_pig(camp, events)
        return
    (weapon,) = [each for id, _, each in camp.fallen if id == move.one]
    camp.fallen = tuple(each for each in camp.fallen if each[0] != move.one)
    camp.weapons = (*camp.weapons, weapon)
    camp.note(events, "loot", "loot-weapon", WARRIOR, of=move.one, weapon=weapon)
    camp.count("weapons looted")


def loot_pig(camp: Camp, events: list[Event]) -> None:
    """`loot-pig`, `spell-luck`."""
    camp.looted = True
    camp.note(events, "loot-pig", "loot-pig", WARRIOR)
    if camp.luck:
        camp.pending = then(camp.pending, Step("pick", 0))
    else:
        dice.roll(camp, "loot", "pig-table", events)


def pick_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("pick", find) for find in camp.setting.loot]


def pick(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    find(camp, move.one, "spell-luck", events)


def rolled_loot(camp: Camp, number: int, events: list[Event]) -> None:
    find(camp, camp.setting.loot_of[number], "pig-table", events)


def find(camp: Camp, id: str, rule: str, events: list[Event]) -> None:
    luckstones, runestones = camp.setting.loot[id]
    camp.luckstones += luckstones
    camp.runestones += runestones
    facts = {"luckstones": luckstones, "runestones": runestones}
    camp.note(events, "find", rule, WARRIOR, find=id, **facts)


# Spells


def cast(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """`use-runestone`: the stone is spent, whatever comes of it (`spell-details`)."""
    camp.runestones -= 1
    value = plain_value(camp, WARRIOR, "hearts", slot)
    spell, target = move.one, move.other
    camp.note(events, "cast", "use-runestone", WARRIOR, spell=spell, value=value)
    camp.count(f"spell {spell}")
    if spell == "luck":
        camp.luck = True
        camp.note(events, "luck", "spell-luck", WARRIOR)
    elif spell == "thunderclap":
        offer_aid(camp, Step("cast-thunderclap", None, (value,)), True)
    elif spell == "cloud":
        offer_aid(camp, Step("cast-cloud", None, (NUMBER[target], value)), True)
    elif spell == "gust":
        offer_aid(camp, Step("cast-gust", None, (target, move.third, value)), target != WARRIOR)
    else:
        offer_aid(camp, Step("cast-brainfever", None, (target, value)), target != WARRIOR)


def works(camp: Camp, spell: str, target: str, value: int, events: list[Event]) -> bool:
    """Whether a spell overcomes its target, which the Warrior never resists."""
    if target == WARRIOR or beats(camp, target, value, events):
        return True
    rule = camp.setting.spells[spell]
    camp.note(events, "resist", rule, target, enemy=WARRIOR, value=value)
    return False


def thunderclap(camp: Camp, step: Step, events: list[Event]) -> None:
    for monster in camp.monsters():
        if works(camp, "thunderclap", monster.id, int(step.about[0]), events):
            afflict(camp, monster.id, STUNNED, events, "spell-thunderclap")


def brainfever(camp: Camp, step: Step, events: list[Event]) -> None:
    target, value = str(step.about[0]), int(step.about[1])
    if works(camp, "brainfever", target, value, events):
        afflict(camp, target, ENRAGED, events, "spell-brainfever")


def gust(camp: Camp, step: Step, events: list[Event]) -> None:
    target, direction, value = str(step.about[0]), str(step.about[1]), int(step.about[2])
    if works(camp, "gust", target, value, events):
        facts = {"target": target, "direction": direction}
        camp.note(events, "push", "spell-gust", WARRIOR, **facts)
        displace(camp, target, direction, events)


def cloud(camp: Camp, step: Step, events: list[Event]) -> None:
    """`spell-cloud`: it stays, and reaches whoever is in it now."""
    square, value = int(step.about[0]), int(step.about[1])
    camp.clouds = (*camp.clouds, (square, value))
    camp.note(events, "smoke", "spell-cloud", WARRIOR, square=NAMES[square], value=value)
    victim = camp.figure_at(square)
    if victim:
        smell(camp, victim.id, value, events)
