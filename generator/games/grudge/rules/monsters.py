"""Turns a position into what each Monster does next: its Main Action, its Reaction, where it goes.

A Monster strictly does the first thing that applies, and does what its cards say at the first
opportunity at which that is productive (`productive`, `productive-move`).  A plan is one word:
`recover`, `load`, `strike`, `avoid`, `dash`, `drag`, `harden`, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
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
from generator.games.grudge.state import GrudgeState

# What to do


def main_plan(state: GrudgeState, id: str) -> str:
    """`monster-main-order`: the first that applies."""
    figure, warrior = state.figures[id], state.warrior
    if figure.conditions.intersection(MONSTERS_RECOVER):
        return "recover"
    if is_ranged(state, figure) and not figure.loaded:
        return "load"
    if can_strike(state, figure, warrior):
        return "strike"
    if may_avoid(state, figure) and aims(state, id, "avoid", MAIN):
        return "avoid"
    return "dash" if aims(state, id, "dash", MAIN) else ""


def reaction_plan(state: GrudgeState, id: str) -> str:
    """What a Monster's Reaction would be now; empty if that is not productive."""
    figure = state.figures[id]
    if figure.reacted:
        return ""
    suit = state.config.suit[state.card(id, REACTION)]
    if suit == "spades":
        return "strike" if would_hit(state, figure) else ""
    if suit == "clubs":
        # `monster-reaction-clubs`
        what = "avoid" if is_archer(state, figure) and is_engaged(state, id) else "dash"
        return what if aims(state, id, what, REACTION) else ""
    if is_ranged(state, figure) and not figure.loaded:
        return "load"
    return SPECIALS[state.kind(id).special](state, figure)


def would_hit(state: GrudgeState, figure: Figure) -> bool:
    """`productive`: a Reaction's Strike must succeed, with Aid if there is any."""
    warrior = state.warrior
    if not can_strike(state, figure, warrior):
        return False
    value = strike_value(state, figure, warrior, REACTION)
    more = monster_aid(state, figure.id, f"{SLOTS[REACTION]} strike")
    return strike_effect(state, figure, warrior, value + more) > 0


def would_drag(state: GrudgeState, figure: Figure) -> str:
    """`goblin-drag-down`, `drag-down-trips`: once per Round, by a Goblin beside the Warrior."""
    goblins = adjacent_goblins(state)
    if state.dragged or figure not in goblins or PRONE in state.warrior.conditions:
        return ""
    if len(goblins) < state.config.number["drag-down"]:
        return ""
    value = plain_value(state, figure.id, "spades", REACTION)
    more = monster_aid(state, figure.id, f"{SLOTS[REACTION]} roughhouse")
    return "drag" if value + more > state.initiative_of(WARRIOR) else ""


def would_charge(state: GrudgeState, figure: Figure) -> str:
    """`boss-charge`, `charge-this-round`: it waits where it would miss."""
    if figure.struck:
        return "avoid" if aims(state, figure.id, "avoid", REACTION) else ""
    if can_strike(state, figure, state.warrior):
        return "strike" if would_hit(state, figure) else ""
    return "dash" if aims(state, figure.id, "dash", REACTION) else ""


def would_harden(state: GrudgeState, figure: Figure) -> str:
    """`troll-harden`: if that changes what it is immune to."""
    return "harden" if figure.hurt_by not in ("", figure.immune) else ""


SPECIALS = {
    "goblin-drag-down": would_drag,
    "boss-charge": would_charge,
    "troll-harden": would_harden,
}
"""The Special Reactions by their rules."""


# Doing it


def main_action(state: GrudgeState, id: str, events: list[Event]) -> None:
    """A Monster's turn; `acted` has been noted."""
    if STUNNED in state.figures[id].conditions:
        skip(state, id, events)
        return
    plan = main_plan(state, id)
    if not plan:
        state.note(events, "idle", "monster-main-order", id)
        return
    state.note(events, "main", "monster-main-order", id, plan=plan)
    do(state, id, plan, MAIN, events)


def react(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`monsters-react-at-once`; a Stunned Monster loses the Reaction instead (`stun-any`)."""
    plan = reaction_plan(state, id)
    figure = state.change(id, reacted=True)
    if STUNNED in figure.conditions:
        skip(state, id, events)
        return
    hearts = state.config.suit[state.card(id, REACTION)] == "hearts"
    rule = "monsters-react-at-once"
    if state.config.suit[state.card(id, REACTION)] == "clubs":
        rule = "monster-reaction-clubs"
    elif hearts:
        rule = "monster-reaction-hearts" if plan == "load" else state.kind(id).special
    state.note(events, "reaction", rule, id, plan=plan)
    state.count(f"reaction {plan}")
    do(state, id, plan, REACTION, events)


def do(state: GrudgeState, id: str, plan: str, slot: int, events: list[Event]) -> None:
    if plan == "strike":
        state.pending = then(state.pending, Step("strike", None, (id, WARRIOR, slot)))
    elif plan in ("avoid", "dash"):
        state.pending = then(state.pending, Step("to", 0, (id, plan, slot)))
    elif plan == "recover":
        state.pending = then(state.pending, Step("monster-recover", 0, (id,)))
    elif plan == "load":
        state.change(id, loaded=True)
        state.note(events, "load", "load-bow", id)
    elif plan == "drag":
        drag_down(state, id, events)
    else:
        weapon = state.figures[id].hurt_by
        state.change(id, immune=weapon)
        state.note(events, "harden", "harden-details", id, weapon=weapon)


def recover_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`needs-recover`: the player picks which, if there are several."""
    conditions = state.figures[str(step.about[0])].conditions
    return [Move("recover", each) for each in MONSTERS_RECOVER if each in conditions]


def recover_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    recover(state, str(step.about[0]), move.one, events)


# Drag Down


def drag_down(state: GrudgeState, id: str, events: list[Event]) -> None:
    """It is a Roughhouse, so its value has favour and may have Aid; the Warrior may Aid, too."""
    state.dragged = True
    value = plain_value(state, id, "spades", REACTION)
    state.note(events, "roughhouse", "goblin-drag-down", id, target=WARRIOR, value=value)
    note_favour(state, id, "ganging-up", value, events)
    value = contest_aid(state, id, f"{SLOTS[REACTION]} roughhouse", value, events)
    against = state.initiative_of(WARRIOR)

    def differs(bonus: int) -> bool:
        return against < value <= against + bonus

    shield_aid(state, WARRIOR, differs, Step("dragged", None, (id, value)), events)


def dragged(state: GrudgeState, step: Step, events: list[Event]) -> None:
    id, value, bonus = str(step.about[0]), int(step.about[1]), int(step.about[2])
    if value > state.initiative_of(WARRIOR) + bonus:
        afflict(state, WARRIOR, PRONE, events)
    else:
        state.note(events, "resist", "roughhouse", WARRIOR, enemy=id, value=value)
