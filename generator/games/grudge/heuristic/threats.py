"""Threats and chances: the rest of a Round, for the evaluation."""

from __future__ import annotations

from functools import cache

from generator.engine.outcome import Weights
from generator.games.grudge.character import Figure
from generator.games.grudge.content import INTERRUPT, MAIN, REACTION
from generator.games.grudge.heuristic.shelter import steps_to
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.conditions import MONSTERS_RECOVER, STUNNED
from generator.games.grudge.state import GrudgeState

ROUND_WEIGHTS: Weights = {
    "threat": 0.9,  # a Strike that would hit: a Monster's Main Action,
    "reacted": 0.8,  # a Monster's Reaction,
    "promise": 0.7,  # the Warrior's,
    "held": 0.1,  # and the Warrior's that is not possible yet
    "spare spades": 0.3,  # an unused Interrupt, by its suit
    "spare clubs": 0.2,
    "spare hearts": 0.3,
    "riposte": 0.3,  # a Riposte against a Monster that is about to Strike
    "calm round": 0.5,  # the cost of an enemy within reach before the Initiative is chosen
    "keep": 0.05,  # the cost of each point of Initiative used
    "first": 0.3,  # acting first
    "near": 0.35,  # the chance that a Monster within its Speed reaches the Warrior
}
"""Default weights of the terms for the rest of a Round."""
RANKS, SUITS = 13, 3


def round_value(state: GrudgeState, weights: Weights) -> float:
    """The expected gain of the rest of this Round, in points of Health."""
    if not state.m_initiative:
        return value_before_cards(state, weights)
    warrior = state.warrior
    value = own_value(state, warrior, weights)
    for monster in state.monsters():
        value -= threat(state, monster, warrior, weights)
    return value


def threat(state: GrudgeState, monster: Figure, warrior: Figure, weights: Weights) -> float:
    """The expected Damage from a Monster in this Round, its cards being open."""
    stunned = STUNNED in monster.conditions
    busy = stunned or monster.conditions.intersection(MONSTERS_RECOVER)
    spades = state.config.suit[state.card(monster.id, REACTION)] == "spades"
    reaction = 0.0
    if spades and not monster.reacted and not stunned:
        damage = combat.strike_damage(state, monster, warrior, REACTION)
        reaction = weights["reacted"] * damage
    if not combat.can_strike(state, monster, warrior):
        comes = not (monster.acted or busy or combat.is_archer(state, monster))
        return reaction * exposure(state, monster, weights) if comes else 0.0
    if monster.acted or busy:
        return reaction
    return reaction + weights["threat"] * combat.strike_damage(state, monster, warrior, MAIN)


def own_value(state: GrudgeState, warrior: Figure, weights: Weights) -> float:
    """The expected gain from the Warrior's unused cards."""
    value = 0.0
    for slot, used in ((MAIN, warrior.acted), (REACTION, warrior.reacted)):
        card = state.slots[slot]
        if used or not card:
            continue
        if slot == REACTION and state.config.suit[card] != "spades":
            value += weights["held"]
            continue
        value += best_strike(state, warrior, slot, weights)
    if not warrior.interrupted and state.slots[INTERRUPT]:
        suit = state.config.suit[state.slots[INTERRUPT]]
        value += weights[f"spare {suit}"]
        if suit == "spades":
            value += weights["riposte"] * riposte(state, warrior)
    return value


def best_strike(state: GrudgeState, warrior: Figure, slot: int, weights: Weights) -> float:
    """The value of the best Strike with the card in this slot, now or once an enemy is in reach."""
    found = 0.0
    for monster in state.monsters():
        if monster.immune == warrior.weapon:
            continue
        chance = weights["promise" if combat.can_strike(state, warrior, monster) else "held"]
        found = max(found, chance * combat.strike_damage(state, warrior, monster, slot))
    return found


def riposte(state: GrudgeState, warrior: Figure) -> bool:
    """Whether a Riposte would hit a Monster that is about to Strike."""
    against = state.config.value[state.slots[INTERRUPT]]
    for monster in state.monsters():
        if monster.acted or not combat.can_riposte(state, warrior, monster):
            continue
        strikes = combat.can_strike(state, monster, warrior)
        if strikes and against > combat.strike_value(state, monster, warrior, MAIN):
            return True
    return False


def value_before_cards(state: GrudgeState, weights: Weights) -> float:
    """The expected gain of the Round before the Monsters' cards are known.

    A high Initiative fends off Strikes, so it is worth saving.
    """
    if not state.initiative:
        return -weights["calm round"] * sum(
            exposure(state, monster, weights) for monster in state.monsters()
        )
    own = state.config.value[state.initiative]
    favour = state.config.number["favour"] * state.gang
    feared = 0.0
    for monster in state.monsters():
        nearness = exposure(state, monster, weights)
        if nearness:
            spades, hammer = state.kind(monster.id).spades, monster.weapon == combat.HAMMER
            feared += nearness * expected_damage(spades + favour, own, hammer)
            feared += nearness / SUITS * expected_damage(favour, own, hammer)
    value = -feared - weights["keep"] * own
    if any(combat.can_strike(state, state.warrior, monster) for monster in state.monsters()):
        value += weights["first"] * (RANKS - own) / RANKS
    return value


def exposure(state: GrudgeState, monster: Figure, weights: Weights) -> float:
    """The chance that a Monster reaches the Warrior in this Round."""
    warrior = state.warrior
    if monster.conditions.intersection((STUNNED, *MONSTERS_RECOVER)):
        return 0.1
    if combat.is_ranged(state, monster):
        return (
            0.9 if monster.loaded and state.terrain.sight.can_see(monster.at, warrior.at) else 0.3
        )
    steps = steps_to(warrior.at, state.terrain.shut)[monster.at]
    if not steps:
        return 1.0
    return weights["near"] if steps <= state.speed(monster.id) else 0.0


@cache
def expected_damage(more: int, own: int, hammer: bool) -> float:
    """The mean Damage of a Strike by a random card, with a bonus, against an Initiative."""
    dealt = 0
    for rank in range(1, RANKS + 1):
        value = rank + more
        dealt += (value > own) + (hammer and value >= 2 * own)
    return dealt / RANKS
