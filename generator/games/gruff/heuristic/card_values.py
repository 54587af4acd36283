"""Turns what a card or an ability does into a rough worth in points of Life, for the evaluation.

It is worked out from the clauses alone, so that a new card has a worth without anybody rating it.
It is no rule, and nothing but a bot's taste hangs on it.
"""

from __future__ import annotations

from typing import Any

from generator.games.gruff.content import CONDITION, MUTATION, Card, Content, Deed, Rule
from generator.games.gruff.effects.ast import Mod, Pick, Ref, Shepherd

USUAL = 2.5
"""What an amount that hangs on the position usually comes to."""
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
"""What one of each operation is worth."""
FLAGS = {"no-attack": -2.0, "no-swap": -0.3, "no-excess": 0.7, "hidden": 0.8, "direct": 2.5}
"""What a flag is worth to the gruff that has it."""
BAD = frozenset({"damage", "kill", "exhaust", "cancel", "discard"})
"""Operations that hurt whom they are about."""
EACH = 1.8
"""How much more it is to reach each gruff instead of one."""
TIMES = {MUTATION: 1.6, CONDITION: 0.6}
"""How often a clause that waits comes into play, by the type of its card."""


def number(amount: object) -> float:
    return float(amount) if isinstance(amount, int) else USUAL


def towards(target: Any, host: Any) -> float:
    """1 for what is the controller's own, -1 for the enemy's, and more for each of several."""
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


def deed_worth(deed: Deed, host: Any) -> float:
    """What an operation is worth to its controller."""
    fields = deed.fields
    target = fields.get("who", fields.get("to", fields.get("from", "mine")))
    sign = towards(target, host)
    if deed.name == "boost":
        mods = fields["mods"]
        assert isinstance(mods, tuple)
        return sign * sum(map(mod_worth, mods)) * 0.6
    if deed.name in ("swap", "strip", "recover"):
        return POINT[deed.name]
    if target == Ref("chosen") and deed.name in BAD:
        sign = -1.0
    times = number(fields["n"]) if "n" in fields else 1.0
    if isinstance(target, Shepherd) and deed.name == "damage":
        times *= 1.6
    return POINT[deed.name] * times * (-sign if deed.name in BAD else sign)


def mod_worth(mod: Mod) -> float:
    """What a lasting change is worth to the gruff that has it."""
    return FLAGS[mod.what] if mod.is_flag else 1.0 * number(mod.n)


def rule_worth(rule: Rule, host: Any) -> float:
    """What it is worth that a clause happens once, or holds."""
    clause = rule.clause
    if clause.is_static:
        found = towards(clause.who, host) * sum(map(mod_worth, clause.mods))
    else:
        found = sum(deed_worth(deed, host) for deed in rule.deeds)
    if clause.may:
        found = max(found, 0.3)
    return found * (0.6 if clause.condition is not None else 1.0)


def waiting_worth(card: Card) -> float:
    """What a card on a gruff is worth to its player for all that it waits for, and for its flags."""
    found = sum(rule_worth(rule, card.host) for rule in card.heard) * TIMES.get(card.type, 1.0)
    for rule in card.held:
        flags = [mod for mod in rule.clause.mods if mod.is_flag]
        found += towards(rule.clause.who, card.host) * sum(map(mod_worth, flags))
    return found


def card_worth(card: Card) -> float:
    """What it is worth to play a card."""
    held = sum(rule_worth(rule, card.host) for rule in card.held)
    now = sum(rule_worth(rule, card.host) for rule in card.now)
    heard = sum(rule_worth(rule, card.host) for rule in card.heard)
    return now + heard * TIMES.get(card.type, 1.0) + held * TIMES.get(card.type, 1.0)


class CardValues:
    """What everything in the content is worth."""

    def __init__(self, content: Content) -> None:
        self.waiting = [waiting_worth(card) for card in content.cards]
        self.play = [card_worth(card) for card in content.cards]
        self.keep = [
            max(0.0, worth - 0.3 * card.cost)
            for worth, card in zip(self.play, content.cards, strict=True)
        ]
        """What a card is worth in a deck, its cost counted."""
        self.hold = [0.5 + 0.15 * min(worth, 6.0) for worth in self.keep]
        """What a card is worth in hand."""
        self.gruff = [
            sum(sorted(self.keep[card] for card in gruff.pool)[2:]) * 0.3
            + 1.2 * gruff.stats[0]
            + 0.8 * gruff.stats[1]
            + 1.0 * gruff.stats[2]
            + rule_worth(gruff.ability, None)
            for gruff in content.gruffs
        ]
        self.shepherd = [
            0.8 * each.life
            + 0.6 * each.crazy
            + 0.7 * each.breaking_point
            + 0.7 * rule_worth(each.ability, None)
            for each in content.shepherds
        ]
