"""Damage: Notches, lost Defence and Health, defeat, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Step
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules.event_makers import (
    damage_event,
    destroyed_event,
    monster_damage_event,
    notch_event,
)
from generator.games.grudge.state import GrudgeState

SHIELD = "shield"
PLAIN, PIERCING, NO_SHIELD = "plain", "piercing", "no-shield"
"""Kinds of damage: it can be Notched, not Notched, or not on a Shield (`flail`)."""
DAMAGE_RULES = {PLAIN: "warrior-health", PIERCING: "piercing", NO_SHIELD: "flail"}
"""The rule for damage of each kind to the Warrior."""
SCORES = {"victory": 1.0, "defeat": 0.0, "unfinished": 0.5}
"""The score of each result."""


def finish(state: GrudgeState, result: str, rule: str, events: list[Event]) -> None:
    """End the game at once; pending steps are dropped."""
    facts: dict[str, JsonValue] = {
        "challenges": state.won,
        "rounds": state.rounds,
        "luckstones": state.luckstones,
        "health": max(0, state.warrior.health) if WARRIOR in state.figures else 0,
        "killer": state.killer if result == "defeat" else "",
    }
    state.outcome = Outcome(result, rule, (SCORES[result],), facts)
    state.pending = ()
    events.append(Event("result", rule, 0, {"result": result, **facts}))
    events.append(Event("keep", "luckstone-keep", 0, {"luckstones": state.luckstones}))


def hurt(
    state: GrudgeState,
    victim: str,
    amount: int,
    how: str,
    by: str,
    weapon: str,
    events: list[Event],
) -> None:
    """Deal damage by a Character or the Campfire; `weapon` is the kind of Weapon, empty for fire.

    The Warrior may have to decide about Notches, so later steps must already be on the stack.
    """
    if victim == WARRIOR:
        offer_notch(state, amount, how, by, events)
        return
    figure = state.figures[victim]
    if weapon and weapon == figure.immune:
        state.note(events, "immune", "troll-harden", who=victim, weapon=weapon)
        return
    defence = 0 if how == PIERCING else min(amount, figure.defence)
    health = figure.health - (amount - defence)
    rule = "piercing" if how == PIERCING else "defence-first"
    figure = state.renew(victim)
    figure.defence -= defence
    figure.health = health
    figure.hurt_by = weapon or figure.hurt_by
    events.append(monster_damage_event(rule, victim, amount, by, figure.defence, health))
    if health <= 0:
        defeat(state, victim, events)


def defeat(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`defeated`: remove a Monster; its Weapon, even dropped, can be looted (`disarmed-state`)."""
    figure = state.figures[id]
    state.place_figures({other: each for other, each in state.figures.items() if other != id})
    weapon = figure.weapon or next((each for each in figure.dropped if each != SHIELD), "")
    state.fallen = (*state.fallen, (id, figure.at, weapon))
    state.fell |= not state.reached
    state.note(events, "defeated", "defeated", who=id, square=NAMES[figure.at])
    state.count(f"defeated {id}")


# The Warrior


def offer_notch(state: GrudgeState, amount: int, how: str, by: str, events: list[Event]) -> None:
    """`notch`: let the player Notch damage, if there is armour for it."""
    if found := notches(state, how):
        state.ask("damage", amount, how, by)
        state.set_legal_moves([*found, PASS])
    else:
        suffer(state, amount, how, by, events)


def notches(state: GrudgeState, how: str) -> list[Move]:
    """`notch`: any armour that is not destroyed, subject to `piercing` and `flail`."""
    if how == PIERCING:
        return []
    return [
        state.config.notch_moves[piece]
        for piece, notches in state.notches.items()
        if notches < state.config.armour[piece]
        and (piece != SHIELD or (state.warrior.shield and how != NO_SHIELD))
    ]


def damage_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*notches(state, step.about[1]), PASS]


def take_damage(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Notch one point of damage, or take all the rest."""
    amount, how, by = step.about
    if move.what == "pass":
        suffer(state, amount, how, by, events)
        return
    notch(state, move.one, events)
    if amount > 1:
        offer_notch(state, amount - 1, how, by, events)


def suffer(state: GrudgeState, amount: int, how: str, by: str, events: list[Event]) -> None:
    """Take damage to the Warrior's Health."""
    health = state.warrior.health - amount
    state.renew(WARRIOR).health = health
    state.killer = by
    rule = DAMAGE_RULES[how]
    events.append(damage_event(rule, WARRIOR, amount, by, health))
    if health <= 0:
        state.note(events, "defeated", "defeated", who=WARRIOR, square=NAMES[state.warrior.at])
        finish(state, "defeat", "defeated", events)


def notch(state: GrudgeState, piece: str, events: list[Event]) -> None:
    notches = state.notches[piece] + 1
    state.notches = {**state.notches, piece: notches}
    events.append(notch_event("notch", WARRIOR, piece, notches))
    state.count("notches")
    if notches == state.config.armour[piece]:
        events.append(destroyed_event("armour-destroyed", WARRIOR, piece))
        if piece == SHIELD:
            state.renew(WARRIOR).shield = False
