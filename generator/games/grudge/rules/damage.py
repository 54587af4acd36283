"""Turns damage into Notches, lost Defence and lost Health, and lost Health into defeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Step, then
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.moves import PASS, Move

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

SHIELD = "shield"
UNTRANSLATED, PIERCING, NO_SHIELD = "plain", "piercing", "no-shield"
"""How damage is dealt: it can be Notched, it cannot, or not on a Shield (`flail`)."""
WORTH = {"victory": 1.0, "defeat": 0.0, "unfinished": 0.5}


def finish(camp: Camp, result: str, rule: str, events: list[Event]) -> None:
    """The game is over at once; nothing that waits happens any more."""
    facts: dict[str, JsonValue] = {
        "challenges": camp.won,
        "rounds": camp.rounds,
        "luckstones": camp.luckstones,
        "health": max(0, camp.warrior.health) if WARRIOR in camp.figures else 0,
        "killer": camp.killer if result == "defeat" else "",
    }
    camp.outcome = Outcome(result, rule, (WORTH[result],), facts)
    camp.pending = ()
    events.append(Event("result", rule, 0, {"result": result, **facts}))
    events.append(Event("keep", "luckstone-keep", 0, {"luckstones": camp.luckstones}))


def hurt(
    camp: Camp,
    victim: str,
    amount: int,
    how: str,
    by: str,
    weapon: str,
    events: list[Event],
) -> None:
    """Damage by a Character (or the campfire) with a kind of Weapon, none for fire.

    The Warrior may have to decide about Notches, so what follows must wait on the stack already.
    """
    if victim == WARRIOR:
        camp.pending = then(camp.pending, Step("damage", 0, (amount, how, by)))
        return
    figure = camp.figures[victim]
    if weapon and weapon == figure.immune:
        camp.note(events, "immune", "troll-harden", victim, weapon=weapon)
        return
    defence = 0 if how == PIERCING else min(amount, figure.defence)
    health = figure.health - (amount - defence)
    rule = "piercing" if how == PIERCING else "defence-first"
    figure = camp.change(
        victim,
        defence=figure.defence - defence,
        health=health,
        hurt_by=weapon or figure.hurt_by,
    )
    camp.note(
        events,
        *("damage", rule, victim),
        amount=amount,
        by=by,
        defence=figure.defence,
        health=health,
    )
    if health <= 0:
        defeat(camp, victim, events)


def defeat(camp: Camp, id: str, events: list[Event]) -> None:
    """`defeated`: a Monster is removed and what it fought with can be looted (`disarmed-state`)."""
    figure = camp.figures[id]
    camp.figures = {other: each for other, each in camp.figures.items() if other != id}
    weapon = figure.weapon or next((each for each in figure.dropped if each != SHIELD), "")
    camp.fallen = (*camp.fallen, (id, figure.at, weapon))
    camp.fell |= not camp.reached
    camp.note(events, "defeated", "defeated", id, square=NAMES[figure.at])
    camp.count(f"defeated {id}")


# The Warrior


def damage_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`notch`: on any armour that is whole enough; `piercing` and `flail` have their say."""
    how = step.about[1]
    found = []
    if how != PIERCING:
        found = [
            Move("notch", piece)
            for piece, notches in camp.notches.items()
            if notches < camp.setting.armour[piece]
            and (piece != SHIELD or (camp.warrior.shield and how != NO_SHIELD))
        ]
    return [*found, PASS]


def take_damage(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """One point at a time is Notched, or all that is left is taken."""
    amount, how, by = step.about
    if move.what == "notch":
        notch(camp, move.one, events)
        if int(amount) > 1:
            camp.pending = then(camp.pending, Step("damage", 0, (int(amount) - 1, how, by)))
        return
    health = camp.warrior.health - int(amount)
    camp.change(WARRIOR, health=health)
    camp.killer = str(by)
    rule = {PIERCING: "piercing", NO_SHIELD: "flail"}.get(str(how), "notch")
    camp.note(events, "damage", rule, WARRIOR, amount=amount, by=by, health=health)
    if health <= 0:
        camp.note(events, "defeated", "defeated", WARRIOR, square=NAMES[camp.warrior.at])
        finish(camp, "defeat", "defeated", events)


def notch(camp: Camp, piece: str, events: list[Event]) -> None:
    notches = camp.notches[piece] + 1
    camp.notches = {**camp.notches, piece: notches}
    camp.note(events, "notch", "notch", WARRIOR, piece=piece, notches=notches)
    camp.count("notches")
    if notches == camp.setting.armour[piece]:
        camp.note(events, "destroyed", "armour-destroyed", WARRIOR, piece=piece)
        if piece == SHIELD:
            camp.change(WARRIOR, shield=False)
