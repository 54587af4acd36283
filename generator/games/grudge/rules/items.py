"""Items: spells, changing Weapons, looting, loading a Bow."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import DISTANCE, EVERY, NAMES, NUMBER, squares_in
from generator.games.grudge.moves import DIRECTIONS, Move, known_move
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.aid import beats, offer_aid
from generator.games.grudge.rules.combat import is_ranged, plain_value
from generator.games.grudge.rules.conditions import ENRAGED, STUNNED, afflict
from generator.games.grudge.rules.event_makers import load_event, wield_event
from generator.games.grudge.rules.movement import apply_cloud, displace
from generator.games.grudge.state import GrudgeState


def moves(state: GrudgeState) -> list[Move]:
    """`use-item`: all uses of items."""
    return [*spells(state), *other_weapons(state), *lootings(state), *loadings(state)]


def other_weapons(state: GrudgeState) -> list[Move]:
    """`change-weapon`: another carried Weapon."""
    in_hand, wield = state.warrior.weapon, state.config.wield_moves
    return [wield[each] for each in dict.fromkeys(state.weapons) if each != in_hand]


def lootings(state: GrudgeState) -> list[Move]:
    """`loot-weapon`, `loot-pig`."""
    near = DISTANCE[state.warrior.at]
    found = [
        known_move("loot", id)
        for id, square, weapon in state.fallen
        if weapon and near[square] <= 1
    ]
    pig = state.terrain.pig
    if pig >= 0 and near[pig] == 1 and not state.looted:
        found.append(known_move("loot", "pig"))
    return found


def loadings(state: GrudgeState) -> list[Move]:
    """`load-bow`: only a Bow in hand."""
    warrior = state.warrior
    return [known_move("load")] if is_ranged(state, warrior) and not warrior.loaded else []


def spells(state: GrudgeState) -> list[Move]:
    """`use-runestone`, `spell-details`: no spell needs line of sight."""
    if not state.runestones:
        return []
    found = [] if state.luck else [known_move("cast", "luck")]
    found.append(known_move("cast", "thunderclap"))
    for id in state.figures:
        found.append(known_move("cast", "brainfever", id))
        found += [known_move("cast", "gust", id, each) for each in DIRECTIONS]
    open_squares = squares_in(EVERY & ~state.terrain.barred)
    return [*found, *(known_move("cast", "cloud", NAMES[each]) for each in open_squares)]


# Weapons and loot


def change_weapon(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """`change-weapon`; the Bow is no longer Loaded (`bow-load`)."""
    warrior = state.renew(WARRIOR)
    warrior.weapon, warrior.loaded = move.one, False
    events.append(wield_event("change-weapon", WARRIOR, move.one))


def load(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    state.renew(WARRIOR).loaded = True
    events.append(load_event("load-bow", WARRIOR))


def loot(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    if move.one == "pig":
        loot_pig(state, events)
        return
    (weapon,) = [each for id, _, each in state.fallen if id == move.one]
    state.fallen = tuple(each for each in state.fallen if each[0] != move.one)
    state.weapons = (*state.weapons, weapon)
    state.note(events, "loot", "loot-weapon", who=WARRIOR, of=move.one, weapon=weapon)
    state.count("weapons looted")


def loot_pig(state: GrudgeState, events: list[Event]) -> None:
    """`loot-pig`, `spell-luck`."""
    state.looted = True
    state.note(events, "loot-pig", "loot-pig", who=WARRIOR)
    if state.luck:
        state.ask("pick")
    else:
        dice.roll(state, "loot", "pig-table", events)


def pick_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("pick", find) for find in state.config.loot]


def pick(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    find(state, move.one, "spell-luck", events)


def rolled_loot(state: GrudgeState, number: int, events: list[Event]) -> None:
    find(state, state.config.loot_of[number], "pig-table", events)


def find(state: GrudgeState, id: str, rule: str, events: list[Event]) -> None:
    luckstones, runestones = state.config.loot[id]
    state.luckstones += luckstones
    state.runestones += runestones
    facts = {"luckstones": luckstones, "runestones": runestones}
    state.note(events, "find", rule, who=WARRIOR, find=id, **facts)


# Spells


def cast(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """`use-runestone`: the stone is spent even if the spell fails (`spell-details`)."""
    state.runestones -= 1
    value = plain_value(state, WARRIOR, "hearts", slot)
    spell, target = move.one, move.other
    state.note(events, "cast", "use-runestone", who=WARRIOR, spell=spell, value=value)
    state.count(f"spell {spell}")
    if spell == "luck":
        state.luck = True
        state.note(events, "luck", "spell-luck", who=WARRIOR)
    elif spell == "thunderclap":
        offer_aid(state, True, "cast-thunderclap", value)
    elif spell == "cloud":
        offer_aid(state, True, "cast-cloud", NUMBER[target], value)
    elif spell == "gust":
        offer_aid(state, target != WARRIOR, "cast-gust", target, move.third, value)
    else:
        offer_aid(state, target != WARRIOR, "cast-brainfever", target, value)


def overcomes(state: GrudgeState, spell: str, target: str, value: int, events: list[Event]) -> bool:
    """Whether a spell overcomes its target; the Warrior never resists one."""
    if target == WARRIOR or beats(state, target, value, events):
        return True
    rule = state.config.spells[spell]
    state.note(events, "resist", rule, who=target, enemy=WARRIOR, value=value)
    return False


def thunderclap(state: GrudgeState, step: Step, events: list[Event]) -> None:
    for monster in state.monsters():
        if overcomes(state, "thunderclap", monster.id, int(step.about[0]), events):
            afflict(state, monster.id, STUNNED, events, "spell-thunderclap")


def brainfever(state: GrudgeState, step: Step, events: list[Event]) -> None:
    target, value = str(step.about[0]), int(step.about[1])
    if overcomes(state, "brainfever", target, value, events):
        afflict(state, target, ENRAGED, events, "spell-brainfever")


def gust(state: GrudgeState, step: Step, events: list[Event]) -> None:
    target, direction, value = str(step.about[0]), str(step.about[1]), int(step.about[2])
    if overcomes(state, "gust", target, value, events):
        facts = {"target": target, "direction": direction}
        state.note(events, "push", "spell-gust", who=WARRIOR, **facts)
        displace(state, target, direction, events)


def cloud(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`spell-cloud`: place a lasting cloud, which affects a Character on its square at once."""
    square, value = int(step.about[0]), int(step.about[1])
    state.clouds = (*state.clouds, (square, value))
    state.note(events, "smoke", "spell-cloud", who=WARRIOR, square=NAMES[square], value=value)
    victim = state.figure_at(square)
    if victim:
        apply_cloud(state, victim.id, value, events)
