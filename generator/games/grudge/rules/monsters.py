"""Turns a position into what each Monster does next: its Main Action, its Reaction, where it goes.

A Monster strictly does the first thing that applies, and does what its cards say at the first
opportunity at which that is productive (`productive`, `productive-move`).  A plan is one word:
`recover`, `load`, `strike`, `avoid`, `dash`, `drag`, `harden`, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, REACTION, SLOTS, WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.aid import contest_aid, monster_aid, shield_aid
from generator.games.grudge.rules.combat_values import (
    adjacent_goblins,
    can_strike,
    is_archer,
    is_engaged,
    is_ranged,
    note_favour,
    plain_value,
    strike_effect,
    strike_value,
)
from generator.games.grudge.rules.conditions import (
    MONSTERS_RECOVER,
    PRONE,
    STUNNED,
    afflict,
    recover,
    skip,
)
from generator.games.grudge.rules.monster_movement import aims, may_avoid

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp


# What to do


def main_plan(camp: Camp, id: str) -> str:
    """`monster-main-order`: the first that applies."""
    figure, warrior = camp.figures[id], camp.warrior
    if figure.conditions.intersection(MONSTERS_RECOVER):
        return "recover"
    if is_ranged(camp, figure) and not figure.loaded:
        return "load"
    if can_strike(camp, figure, warrior):
        return "strike"
    if may_avoid(camp, figure) and aims(camp, id, "avoid", MAIN):
        return "avoid"
    return "dash" if aims(camp, id, "dash", MAIN) else ""


def reaction_plan(camp: Camp, id: str) -> str:
    """What a Monster's Reaction would be now; empty if that is not productive."""
    figure = camp.figures[id]
    if figure.reacted:
        return ""
    suit = camp.setting.suit[camp.card(id, REACTION)]
    if suit == "spades":
        return "strike" if would_hit(camp, figure) else ""
    if suit == "clubs":
        # `monster-reaction-clubs`
        what = "avoid" if is_archer(camp, figure) and is_engaged(camp, id) else "dash"
        return what if aims(camp, id, what, REACTION) else ""
    if is_ranged(camp, figure) and not figure.loaded:
        return "load"
    return SPECIALS[camp.kind(id).special](camp, figure)


def would_hit(camp: Camp, figure: Figure) -> bool:
    """`productive`: a Reaction's Strike must succeed, with Aid if there is any."""
    warrior = camp.warrior
    if not can_strike(camp, figure, warrior):
        return False
    value = strike_value(camp, figure, warrior, REACTION)
    more = monster_aid(camp, figure.id, f"{SLOTS[REACTION]} strike")
    return strike_effect(camp, figure, warrior, value + more) > 0


def would_drag(camp: Camp, figure: Figure) -> str:
    """`goblin-drag-down`, `drag-down-trips`: once per Round, by a Goblin beside the Warrior."""
    goblins = adjacent_goblins(camp)
    if camp.dragged or figure not in goblins or PRONE in camp.warrior.conditions:
        return ""
    if len(goblins) < camp.setting.number["drag-down"]:
        return ""
    value = plain_value(camp, figure.id, "spades", REACTION)
    more = monster_aid(camp, figure.id, f"{SLOTS[REACTION]} roughhouse")
    return "drag" if value + more > camp.initiative_of(WARRIOR) else ""


def would_charge(camp: Camp, figure: Figure) -> str:
    """`boss-charge`, `charge-this-round`: it waits where it would miss."""
    if figure.struck:
        return "avoid" if aims(camp, figure.id, "avoid", REACTION) else ""
    if can_strike(camp, figure, camp.warrior):
        return "strike" if would_hit(camp, figure) else ""
    return "dash" if aims(camp, figure.id, "dash", REACTION) else ""


def would_harden(camp: Camp, figure: Figure) -> str:
    """`troll-harden`: if that changes what it is immune to."""
    return "harden" if figure.hurt_by not in ("", figure.immune) else ""


SPECIALS = {
    "goblin-drag-down": would_drag,
    "boss-charge": would_charge,
    "troll-harden": would_harden,
}
"""The Special Reactions by their rules."""


# Doing it


def main_action(camp: Camp, id: str, events: list[Event]) -> None:
    """A Monster's turn; `acted` has been noted."""
    if STUNNED in camp.figures[id].conditions:
        skip(camp, id, events)
        return
    plan = main_plan(camp, id)
    if not plan:
        camp.note(events, "idle", "monster-main-order", id)
        return
    camp.note(events, "main", "monster-main-order", id, plan=plan)
    do(camp, id, plan, MAIN, events)


def react(camp: Camp, id: str, events: list[Event]) -> None:
    """`monsters-react-at-once`; a Stunned Monster loses the Reaction instead (`stun-any`)."""
    plan = reaction_plan(camp, id)
    figure = camp.change(id, reacted=True)
    if STUNNED in figure.conditions:
        skip(camp, id, events)
        return
    hearts = camp.setting.suit[camp.card(id, REACTION)] == "hearts"
    rule = "monsters-react-at-once"
    if camp.setting.suit[camp.card(id, REACTION)] == "clubs":
        rule = "monster-reaction-clubs"
    elif hearts:
        rule = "monster-reaction-hearts" if plan == "load" else camp.kind(id).special
    camp.note(events, "reaction", rule, id, plan=plan)
    camp.count(f"reaction {plan}")
    do(camp, id, plan, REACTION, events)


def do(camp: Camp, id: str, plan: str, slot: int, events: list[Event]) -> None:
    if plan == "strike":
        camp.pending = then(camp.pending, Step("strike", None, (id, WARRIOR, slot)))
    elif plan in ("avoid", "dash"):
        camp.pending = then(camp.pending, Step("to", 0, (id, plan, slot)))
    elif plan == "recover":
        camp.pending = then(camp.pending, Step("monster-recover", 0, (id,)))
    elif plan == "load":
        camp.change(id, loaded=True)
        camp.note(events, "load", "load-bow", id)
    elif plan == "drag":
        drag_down(camp, id, events)
    else:
        weapon = camp.figures[id].hurt_by
        camp.change(id, immune=weapon)
        camp.note(events, "harden", "harden-details", id, weapon=weapon)


def recover_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`needs-recover`: the player picks which, if there are several."""
    conditions = camp.figures[str(step.about[0])].conditions
    return [Move("recover", each) for each in MONSTERS_RECOVER if each in conditions]


def recover_decided(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    recover(camp, str(step.about[0]), move.one, events)


# Drag Down


def drag_down(camp: Camp, id: str, events: list[Event]) -> None:
    """It is a Roughhouse, so its value has favour and may have Aid; the Warrior may Aid, too."""
    camp.dragged = True
    value = plain_value(camp, id, "spades", REACTION)
    camp.note(events, "roughhouse", "goblin-drag-down", id, target=WARRIOR, value=value)
    note_favour(camp, id, "ganging-up", value, events)
    value = contest_aid(camp, id, f"{SLOTS[REACTION]} roughhouse", value, events)
    against = camp.initiative_of(WARRIOR)

    def differs(bonus: int) -> bool:
        return against < value <= against + bonus

    shield_aid(camp, WARRIOR, differs, Step("dragged", None, (id, value)), events)


def dragged(camp: Camp, step: Step, events: list[Event]) -> None:
    id, value, bonus = str(step.about[0]), int(step.about[1]), int(step.about[2])
    if value > camp.initiative_of(WARRIOR) + bonus:
        afflict(camp, WARRIOR, PRONE, events)
    else:
        camp.note(events, "resist", "roughhouse", WARRIOR, enemy=id, value=value)
