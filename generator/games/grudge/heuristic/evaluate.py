"""Evaluation: the estimated chance that the Warrior wins.

The estimate is made in points of Health: what the Warrior can still take, less what it should cost
to defeat the Monsters here and the Troll in the end, with what the cards of this Round promise and
threaten. The weights were found by playing.
"""

from __future__ import annotations

from math import exp

from generator.engine.outcome import Weights
from generator.games.grudge.character import Figure
from generator.games.grudge.heuristic.threats import ROUND_WEIGHTS, round_value
from generator.games.grudge.map.squares import DISTANCE
from generator.games.grudge.state import GrudgeState

WEIGHTS: Weights = {
    "notch": 0.8,  # each Notch that is left, in points of Health
    "runestone": 0.8,
    "luckstone": 1.3,
    "useful luck": 6.0,  # more Luckstones than these add nothing
    "goblin hit": 0.8,  # the expected cost of each point of a Monster's Defence and Health
    "boss hit": 0.9,
    "troll hit": 0.9,
    "goblin alive": 0.7,  # and of each Monster while it stands
    "boss alive": 1.0,
    "troll alive": 0.5,
    "to come": 8.0,  # the expected cost of all that comes before the Troll is met
    "disarmed": 1.4,  # what a Condition costs the Warrior
    "prone": 1.2,
    "rooted": 0.5,
    "stunned": 0.9,
    "monster disarmed": 0.6,  # what a Condition of a Monster gains
    "monster prone": 0.6,
    "monster rooted": 0.4,
    "monster stunned": 0.5,
    "monster unloaded": 0.2,
    "spades": 0.9,  # each point of a Stat
    "clubs": 0.3,
    "hearts": 0.35,
    "hammer": 1.0,  # a Weapon in hand
    "flail": 0.8,
    "axe": 0.7,
    "spear": 0.7,
    "blade": 0.5,
    "bow": 0.3,
    "pig": 0.6,  # to stand beside the Pig
    "approach": 0.03,  # the cost of each square to the nearest enemy
    "calm": 3.5,  # the margin that makes winning e times as likely as losing
    **ROUND_WEIGHTS,
}
"""The weights of what the estimate counts."""
STATS = ("spades", "clubs", "hearts")


def judge(state: GrudgeState, weights: Weights) -> tuple[float]:
    """The estimated chance to win."""
    if state.outcome:
        return (state.outcome.worth[0],)
    return (1 / (1 + exp(-margin(state, weights) / weights["calm"])),)


def margin(state: GrudgeState, weights: Weights) -> float:
    """The points of Health that the Warrior has to spare."""
    spare = strength(state, weights)
    spare -= sum(cost(state, each, weights) for each in state.monsters())
    if state.encounter != state.config.highest or not state.round:
        spare -= 0.0 if "troll" in state.waiting else weights["to come"]
    waiting = state.waiting
    if state.pending and state.pending[-1].name == "again":
        number = int(state.pending[-1].about[0])
        waiting = tuple(spawn.standee for spawn in state.config.encounters[number])
    for id in waiting:
        kind = state.kind(id)
        left = kind.health + kind.defence
        spare -= weights[f"{kind.id} hit"] * left + weights[f"{kind.id} alive"]
    if state.round and state.monsters():
        spare += round_value(state, weights) + ground(state, weights)
    return spare


def strength(state: GrudgeState, weights: Weights) -> float:
    """What the Warrior can still take, with stones, Stats and Weapon."""
    warrior, most = state.warrior, state.config.armour
    left = sum(most[piece] - notches for piece, notches in state.notches.items())
    stones = weights["runestone"] * state.runestones
    stones += weights["luckstone"] * min(state.luckstones, weights["useful luck"])
    conditions = sum(weights.get(each, 0.0) for each in warrior.conditions)
    skill = sum(weights[suit] * stat for suit, stat in zip(STATS, state.stats, strict=False))
    weapon = weights.get(warrior.weapon, 0.0)
    return warrior.health + weights["notch"] * left + stones + skill + weapon - conditions


def cost(state: GrudgeState, monster: Figure, weights: Weights) -> float:
    """What it should cost to defeat a Monster."""
    kind = state.kind(monster.id).id
    gain = sum(weights.get(f"monster {each}", 0.0) for each in monster.conditions)
    if monster.weapon in state.config.ranged and not monster.loaded:
        gain += weights["monster unloaded"]
    left = monster.health + monster.defence
    return weights[f"{kind} alive"] + weights[f"{kind} hit"] * left - gain


def ground(state: GrudgeState, weights: Weights) -> float:
    """The value of standing near the Pig and near an enemy."""
    near = DISTANCE[state.warrior.at]
    value = 0.0
    if state.terrain.pig >= 0 and not state.looted:
        value += weights["pig"] * (1 - near[state.terrain.pig] / 9)
    value -= weights["approach"] * min(near[monster.at] for monster in state.monsters())
    return value
