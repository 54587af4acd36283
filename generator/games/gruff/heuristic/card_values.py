"""Card values: the approximate value of every card and ability in points of Life, for the evaluation.

It is computed from the clauses alone, so a new card needs no rating.  Only the play of bots depends
on it, no rule.
"""

from __future__ import annotations

from typing import Any

from generator.games.gruff.content import (
    CONDITION,
    MUTATION,
    Card,
    CompiledClause,
    Content,
    Operation,
)
from generator.games.gruff.effects.ast import Mod, Pick, Ref, Shepherd

USUAL = 2.5
"""Typical amount, if it depends on the position."""
POINT = {
    "damage": 0.7,
    "heal": 0.7,
    "stat": 1.2,
    "crazy": 0.35,
    "draw": 1.0,
    "discard": 0.9,
    "swap": 0.7,
    "kill": 6.0,
    "resurrect": 4.0,
    "ready": 0.8,
    "exhaust": 0.8,
    "cancel": 2.0,
    "strip": 1.0,
    "recover": 1.0,
}
"""The value of one unit of each operation."""
FLAGS = {"no-attack": -2.0, "no-swap": -0.3, "no-excess": 0.7, "hidden": 0.8, "direct": 2.5}
"""The value of a flag to the gruff that has it."""
HARMFUL = frozenset({"damage", "kill", "exhaust", "cancel", "discard"})
"""Operations that harm their target."""
EACH = 1.8
"""Factor for an operation that affects each gruff instead of one."""
TIMES = {MUTATION: 1.6, CONDITION: 0.6}
"""How often a triggered clause takes effect, by the type of its card."""


def number(amount: object) -> float:
    """An amount, or the typical one if it depends on the position."""
    return float(amount) if isinstance(amount, int) else USUAL


def towards(target: Any, host: Any) -> float:
    """1 for the controller's own, -1 for the enemy's, and more for each of several."""
    if isinstance(target, Shepherd):
        return 1.0 if target.name == "my-shepherd" else -1.0
    if isinstance(target, Ref):
        if target.name == "self" and isinstance(host, Pick):
            return -1.0 if host.side == "enemy" else 1.0
        return -1.0 if target.name == "opposite" else 1.0
    if isinstance(target, Pick):
        one = {"mine": 1.0, "enemy": -1.0, "any": 0.0 if target.each else -1.0}[target.side]
        return one * (EACH if target.each else 1.0)
    return 1.0 if target == "mine" else -1.0


def operation_value(operation: Operation, host: Any) -> float:
    """The value of an operation to its controller."""
    fields, name = operation.fields, operation.name
    target = fields.get("who", fields.get("to", fields.get("from", "mine")))
    sign = towards(target, host)
    if name == "boost":
        mods = fields["mods"]
        assert isinstance(mods, tuple)
        return sign * sum(map(mod_value, mods)) * 0.6
    if name in ("swap", "strip", "recover"):
        return POINT[name]
    if target == Ref("chosen") and name in HARMFUL:
        sign = -1.0
    times = number(fields["n"]) if "n" in fields else 1.0
    if isinstance(target, Shepherd) and name == "damage":
        times *= 1.6
    return POINT[name] * times * (-sign if name in HARMFUL else sign)


def mod_value(mod: Mod) -> float:
    """The value of a lasting change to the gruff that has it."""
    return FLAGS[mod.what] if mod.is_flag else 1.0 * number(mod.n)


def clause_value(clause: CompiledClause, host: Any) -> float:
    """The value of a clause that takes effect once, or is static."""
    definition = clause.definition
    if definition.is_static:
        found = towards(definition.who, host) * sum(map(mod_value, definition.mods))
    else:
        found = sum(operation_value(operation, host) for operation in clause.operations)
    if definition.may:
        found = max(found, 0.3)
    return found * (0.6 if definition.condition is not None else 1.0)


def attached_value(card: Card) -> float:
    """The value of a card on a gruff to its player: its triggered clauses and its flags."""
    found = sum(clause_value(clause, card.host) for clause in card.triggered)
    found *= TIMES.get(card.type, 1.0)
    for clause in card.static:
        flags = [mod for mod in clause.definition.mods if mod.is_flag]
        found += towards(clause.definition.who, card.host) * sum(map(mod_value, flags))
    return found


def play_value(card: Card) -> float:
    """The value of playing a card."""
    static = sum(clause_value(clause, card.host) for clause in card.static)
    immediate = sum(clause_value(clause, card.host) for clause in card.immediate)
    triggered = sum(clause_value(clause, card.host) for clause in card.triggered)
    times = TIMES.get(card.type, 1.0)
    return immediate + triggered * times + static * times


class CardValues:
    """The values of all cards, gruffs and shepherds of the content."""

    def __init__(self, content: Content) -> None:
        self.attached = [attached_value(card) for card in content.cards]
        self.keep = [max(0.0, play_value(card) - 0.3 * card.cost) for card in content.cards]
        """The value of each card in a deck, less its cost."""
        self.hold = [0.5 + 0.15 * min(value, 6.0) for value in self.keep]
        """The value of each card in hand."""
        self.gruff = [
            sum(sorted(self.keep[card] for card in gruff.pool)[2:]) * 0.3
            + 1.2 * gruff.stats[0]
            + 0.8 * gruff.stats[1]
            + 1.0 * gruff.stats[2]
            + clause_value(gruff.ability, None)
            for gruff in content.gruffs
        ]
        self.shepherd = [
            0.8 * each.life
            + 0.6 * each.crazy
            + 0.7 * each.breaking_point
            + 0.7 * clause_value(each.ability, None)
            for each in content.shepherds
        ]
