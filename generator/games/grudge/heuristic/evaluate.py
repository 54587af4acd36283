"""Evaluation: the estimated chance that the Warrior wins.

The estimate is made in points of Health: what the Warrior can still take, less what it should cost
to defeat the Monsters here and the Troll in the end, with what the cards of this Round promise and
threaten. The weights were found by playing.
"""

from __future__ import annotations

from math import exp

from generator.games.grudge.character import Figure
from generator.games.grudge.heuristic.threats import round_value
from generator.games.grudge.map.squares import DISTANCE
from generator.games.grudge.rules.conditions import DISARMED, PRONE, ROOTED, STUNNED
from generator.games.grudge.state import GrudgeState

NOTCH = 0.8
"""The value of each Notch that is left, in points of Health."""
RUNESTONE = 0.8
LUCKSTONE = 1.3
USEFUL_LUCK = 6
"""More Luckstones than these add nothing."""
HIT = {"goblin": 0.8, "boss": 0.9, "troll": 0.9}
"""The expected cost of each point of a Monster's Defence and Health."""
ALIVE = {"goblin": 0.7, "boss": 1.0, "troll": 0.5}
"""The expected cost of each Monster while it stands."""
TO_COME = 8.0
"""The expected cost of all that comes before the Troll is met."""
CONDITION_COST = {DISARMED: 1.4, PRONE: 1.2, ROOTED: 0.5, STUNNED: 0.9}
"""What a Condition costs the Warrior."""
CONDITION_GAIN = {DISARMED: 0.6, PRONE: 0.6, ROOTED: 0.4, STUNNED: 0.5}
"""What a Condition of a Monster gains."""
STATS = (0.9, 0.3, 0.35)
"""The value of each point of Spades, Clubs and Hearts."""
IN_HAND = {"hammer": 1.0, "flail": 0.8, "axe": 0.7, "spear": 0.7, "blade": 0.5, "bow": 0.3}
"""The value of each Weapon in hand."""
PIG, APPROACH = 0.6, 0.03
EVEN = 0.0
"""The margin at which winning is as likely as losing."""
CALM = 3.5
"""The margin that makes winning e times as likely as losing."""


def evaluate(state: GrudgeState) -> float:
    """The estimated chance to win."""
    if state.outcome:
        return state.outcome.worth[0]
    return 1 / (1 + exp(-margin(state) / CALM))


def margin(state: GrudgeState) -> float:
    """The points of Health that the Warrior has to spare."""
    spare = strength(state) - sum(cost(state, each) for each in state.monsters())
    if state.encounter != state.config.highest or not state.round:
        spare -= 0.0 if "troll" in state.waiting else TO_COME
    waiting = state.waiting
    if state.pending and state.pending[-1].name == "again":
        number = int(state.pending[-1].about[0])
        waiting = tuple(spawn.standee for spawn in state.config.encounters[number])
    for id in waiting:
        kind = state.kind(id)
        spare -= HIT[kind.id] * (kind.health + kind.defence) + ALIVE[kind.id]
    if state.round and state.monsters():
        spare += round_value(state) + ground(state)
    return spare + EVEN


def strength(state: GrudgeState) -> float:
    """What the Warrior can still take, with stones, Stats and Weapon."""
    warrior, most = state.warrior, state.config.armour
    left = sum(most[piece] - notches for piece, notches in state.notches.items())
    stones = RUNESTONE * state.runestones + LUCKSTONE * min(state.luckstones, USEFUL_LUCK)
    conditions = sum(CONDITION_COST.get(each, 0.0) for each in warrior.conditions)
    skill = sum(weight * stat for weight, stat in zip(STATS, state.stats, strict=False))
    weapon = IN_HAND.get(warrior.weapon, 0.0)
    return warrior.health + NOTCH * left + stones + skill + weapon - conditions


def cost(state: GrudgeState, monster: Figure) -> float:
    """What it should cost to defeat a Monster."""
    kind = state.kind(monster.id).id
    gain = sum(CONDITION_GAIN.get(each, 0.0) for each in monster.conditions)
    if monster.weapon in state.config.ranged and not monster.loaded:
        gain += 0.2
    return ALIVE[kind] + HIT[kind] * (monster.health + monster.defence) - gain


def ground(state: GrudgeState) -> float:
    """The value of standing near the Pig and near an enemy."""
    near = DISTANCE[state.warrior.at]
    value = 0.0
    if state.terrain.pig >= 0 and not state.looted:
        value += PIG * (1 - near[state.terrain.pig] / 9)
    value -= APPROACH * min(near[monster.at] for monster in state.monsters())
    return value
