"""Evaluation: the estimated chance that the Warrior wins.

The unit of the estimate is a point of Health: the Warrior's endurance, less the expected cost of
defeating the Monsters here and finally the Troll, plus the chances and threats of this Round's
cards. The weights were tuned by playing.
"""

from __future__ import annotations

from math import exp

from generator.engine.outcome import Weights, picked
from generator.games.grudge.character import Figure
from generator.games.grudge.heuristic.shelter import (
    FAR,
    best_entry,
    entry,
    near_pig,
    sides,
    steps_to,
)
from generator.games.grudge.heuristic.threats import ROUND_WEIGHTS, round_value
from generator.games.grudge.map.squares import EDGES
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.damage import SHIELD
from generator.games.grudge.state import GrudgeState

WEIGHTS: Weights = {
    "notch": 0.8,  # each unused Notch, in points of Health
    "runestone": 1.2,
    "luckstone": 2.5,
    "useful luck": 6.0,  # the number of Luckstones above which more add nothing
    "goblin hit": 0.8,  # the expected cost of each point of a Monster's Defence and Health
    "boss hit": 0.9,
    "troll hit": 0.9,
    "goblin alive": 0.7,  # the expected cost of each Monster alive
    "boss alive": 1.0,
    "troll alive": 0.5,
    "to come": 8.0,  # the expected cost of everything before the Troll
    "disarmed": 1.4,  # the cost of a Condition of the Warrior
    "prone": 1.2,
    "rooted": 0.5,
    "stunned": 0.9,
    "monster disarmed": 0.6,  # the gain from a Condition of a Monster
    "monster prone": 0.6,
    "monster rooted": 0.4,
    "monster stunned": 0.5,
    "monster unloaded": 0.2,
    "spades": 0.9,  # each point of a Stat
    "clubs": 0.3,
    "hearts": 0.35,
    "hammer": 1.0,  # the best melee Weapon carried
    "flail": 0.8,
    "axe": 0.7,
    "spear": 0.7,
    "blade": 0.5,
    "bow carried": 2.5,  # a Bow in addition to it
    "pig": 2.0,  # being next to the Pig
    "approach": 0.03,  # the cost of each step to the nearest enemy
    "side": 0.5,  # the cost of each square from which the Warrior can be struck
    "troll side": 2.5,  # the same before a fight with the Troll
    "spare weapon": 0.4,  # each further melee Weapon, for a Troll that is immune to one
    "lurking": 1.2,  # the cost of a square from which no enemy can be fought
    "change": 0.5,  # the cost of the wrong Weapon in hand
    "loaded": 0.5,  # a loaded Bow in hand
    "calm": 3.5,  # the margin at which winning is e times as likely as losing
    **ROUND_WEIGHTS,
}
"""Default weights of the terms of the estimate."""
UNSEEN = 10
"""Distance in steps beyond which all distances count the same."""
STATS = ("spades", "clubs", "hearts")


def judge(state: GrudgeState, weights: Weights) -> tuple[float]:
    """The estimated chance of winning."""
    odds = margin(state, weights) / weights["calm"]
    if state.rounds == 0:
        odds += picked(weights, picks(state))
    return (1 / (1 + exp(-odds)),)


def picks(state: GrudgeState) -> list[str]:
    """The moves that chose the Warrior's Stats and gear."""
    shield = [SHIELD] if SHIELD in state.notches else []
    return [
        " ".join(["stats", *map(str, state.stats)]),
        " ".join(["loadout", *state.weapons, *shield]),
    ]


def margin(state: GrudgeState, weights: Weights) -> float:
    """The Warrior's margin, in points of Health."""
    spare = strength(state, weights)
    spare -= sum(cost(state, each, weights) for each in state.monsters())
    if state.encounter != state.config.highest:
        spare -= weights["to come"]
    waiting = state.waiting
    if state.pending and state.pending[-1].name == "again":
        number = int(state.pending[-1].about[0])
        waiting = tuple(spawn.standee for spawn in state.config.encounters[number])
    for id in waiting:
        kind = state.kind(id)
        left = kind.health + kind.defence
        spare -= weights[f"{kind.id} hit"] * left + weights[f"{kind.id} alive"]
    if state.elements:
        spare += place_value(state, weights)
    if state.round and state.monsters():
        spare += round_value(state, weights) + ground(state, weights)
    return spare


def place_value(state: GrudgeState, weights: Weights) -> float:
    """The value of the Warrior's square, or of the possible entries: shelter and nearness of the Pig."""
    shut, at = state.terrain.shut, state.warrior.at
    archer = not state.config.ranged.isdisjoint(state.weapons)
    pig = -1 if state.looted else state.terrain.pig
    cost = side_cost(state, weights), weights["pig"]
    if at < 0:
        step = state.pending[-1]
        edges = step.about if step.name == "warrior" else EDGES
        return sum(best_entry(str(each), shut, pig, archer, *cost) for each in edges) / len(edges)
    if not state.round:
        return entry(at, shut, pig, archer, *cost)
    melee = sum(not combat.is_archer(state, each) for each in state.monsters())
    return near_pig(at, shut, pig, cost[1]) - weights["side"] * min(sides(at, shut), melee)


def side_cost(state: GrudgeState, weights: Weights) -> float:
    """The cost of each square from which Monsters can Strike; higher in the Troll's Encounter."""
    return weights["troll side" if state.encounter == state.config.highest else "side"]


def strength(state: GrudgeState, weights: Weights) -> float:
    """The Warrior's endurance, stones, Stats and Weapons, less the Conditions."""
    warrior, most = state.warrior, state.config.armour
    left = sum(most[piece] - notches for piece, notches in state.notches.items())
    stones = weights["runestone"] * state.runestones
    stones += weights["luckstone"] * min(state.luckstones, weights["useful luck"])
    conditions = sum(weights.get(each, 0.0) for each in warrior.conditions)
    skill = sum(weights[suit] * stat for suit, stat in zip(STATS, state.stats, strict=False))
    melee = {each for each in state.weapons if each not in state.config.ranged}
    weapon = max((weights[each] for each in melee), default=0.0)
    weapon += weights["spare weapon"] * max(0, len(melee) - 1)
    weapon += weights["bow carried"] * (bool(melee) and len(melee) < len({*state.weapons}))
    return warrior.health + weights["notch"] * left + stones + skill + weapon - conditions


def cost(state: GrudgeState, monster: Figure, weights: Weights) -> float:
    """The expected cost of defeating a Monster."""
    kind = state.kind(monster.id).id
    gain = sum(weights.get(f"monster {each}", 0.0) for each in monster.conditions)
    if monster.weapon in state.config.ranged and not monster.loaded:
        gain += weights["monster unloaded"]
    left = monster.health + monster.defence
    return weights[f"{kind} alive"] + weights[f"{kind} hit"] * left - gain


def ground(state: GrudgeState, weights: Weights) -> float:
    """The value of being where an enemy can be fought, with the right Weapon in hand."""
    warrior = state.warrior
    steps = steps_to(warrior.at, state.terrain.shut)
    nearest = min(steps[each.at] for each in state.monsters())
    value = -weights["approach"] * min(nearest, UNSEEN)
    value += weights["loaded"] * warrior.loaded
    fit = [each for each in state.weapons if is_fit(state, each)]
    if not fit:
        value -= weights["lurking"]
    bows = [each for each in fit or state.weapons if each in state.config.ranged]
    return value if warrior.weapon in (bows or fit) else value - weights["change"]


def is_fit(state: GrudgeState, weapon: str) -> bool:
    """Whether a Weapon can be used: an enemy is in its line of sight, or can come adjacent."""
    at, monsters = state.warrior.at, state.monsters()
    if weapon in state.config.ranged:
        seen = state.terrain.sight.seen(at)
        return not combat.is_engaged(state, state.warrior.id) and any(
            seen >> each.at & 1 and each.immune != weapon for each in monsters
        )
    steps = steps_to(at, state.terrain.shut)
    return any(steps[each.at] < FAR and each.immune != weapon for each in monsters)
