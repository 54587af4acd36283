"""Turns a position into how good it looks for the Warrior: an estimate of the chance to win.

The estimate is made in points of Health: what the Warrior can still take, less what it should cost
to defeat the Monsters here and the Troll in the end, with what the cards of this Round promise and
threaten.  The weights were found by playing.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from generator.games.grudge.heuristic.threats import prospects
from generator.games.grudge.map.squares import DISTANCE
from generator.games.grudge.rules.conditions import DISARMED, PRONE, ROOTED, STUNNED

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp

NOTCH = 0.8
"""What a Notch that is left is worth, in points of Health,"""
RUNESTONE = 0.8
LUCKSTONE = 1.3
USEFUL_LUCK = 6
"""and a Luckstone, as long as more of them still bring the Troll nearer;"""
HIT = {"goblin": 0.8, "boss": 0.9, "troll": 0.9}
"""what each point of a Monster's Defence and Health should cost,"""
ALIVE = {"goblin": 0.7, "boss": 1.0, "troll": 0.5}
"""and the Monster itself as long as it stands."""
TO_COME = 8.0
"""What is still to be paid before the Troll is met."""
AILS = {DISARMED: 1.4, PRONE: 1.2, ROOTED: 0.5, STUNNED: 0.9}
"""What a Condition costs the Warrior,"""
AILING = {DISARMED: 0.6, PRONE: 0.6, ROOTED: 0.4, STUNNED: 0.5}
"""and what one gains on a Monster."""
STATS = (0.9, 0.3, 0.35)
"""What a point of Spades, Clubs and Hearts is worth,"""
IN_HAND = {"hammer": 1.0, "flail": 0.8, "axe": 0.7, "spear": 0.7, "blade": 0.5, "bow": 0.3}
"""and a Weapon in hand."""
PIG, APPROACH = 0.6, 0.03
EVEN = 0.0
"""The margin at which winning is as likely as losing."""
CALM = 3.5
"""The margin that makes winning e times as likely as losing."""


def evaluate(camp: Camp) -> float:
    """The estimated chance to win."""
    if camp.outcome:
        return camp.outcome.worth[0]
    return 1 / (1 + exp(-margin(camp) / CALM))


def margin(camp: Camp) -> float:
    """How many points of Health the Warrior has to spare."""
    spare = strength(camp) - sum(cost(camp, each) for each in camp.monsters())
    if camp.encounter != camp.setting.highest or not camp.round:
        spare -= 0.0 if "troll" in camp.waiting else TO_COME
    waiting = camp.waiting
    if camp.pending and camp.pending[-1].name == "again":
        number = int(camp.pending[-1].about[0])
        waiting = tuple(spawn.standee for spawn in camp.setting.encounters[number])
    for id in waiting:
        kind = camp.kind(id)
        spare -= HIT[kind.id] * (kind.health + kind.defence) + ALIVE[kind.id]
    if camp.round and camp.monsters():
        spare += prospects(camp) + ground(camp)
    return spare + EVEN


def strength(camp: Camp) -> float:
    """What the Warrior can still take, and the stones."""
    warrior, most = camp.warrior, camp.setting.armour
    left = sum(most[piece] - notches for piece, notches in camp.notches.items())
    stones = RUNESTONE * camp.runestones + LUCKSTONE * min(camp.luckstones, USEFUL_LUCK)
    ails = sum(AILS.get(each, 0.0) for each in warrior.conditions)
    skill = sum(worth * stat for worth, stat in zip(STATS, camp.stats, strict=False))
    weapon = IN_HAND.get(warrior.weapon, 0.0)
    return warrior.health + NOTCH * left + stones + skill + weapon - ails


def cost(camp: Camp, monster: Figure) -> float:
    """What it should cost to defeat a Monster."""
    kind = camp.kind(monster.id).id
    gain = sum(AILING.get(each, 0.0) for each in monster.conditions)
    if monster.weapon in camp.setting.ranged and not monster.loaded:
        gain += 0.2
    return ALIVE[kind] + HIT[kind] * (monster.health + monster.defence) - gain


def ground(camp: Camp) -> float:
    """How near the Warrior is to what is wanted: the Pig, and an enemy."""
    near = DISTANCE[camp.warrior.at]
    value = 0.0
    if camp.terrain.pig >= 0 and not camp.looted:
        value += PIG * (1 - near[camp.terrain.pig] / 9)
    value -= APPROACH * min(near[monster.at] for monster in camp.monsters())
    return value
