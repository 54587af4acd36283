"""Turns a card of the Warrior's into the actions it allows, and one of them into its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, REACTION, SLOTS, WARRIOR
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.moves import DIRECTIONS, Move
from generator.games.grudge.rules import items
from generator.games.grudge.rules.aid import beats, offer_aid
from generator.games.grudge.rules.combat_values import (
    adjacent_monsters,
    can_move,
    can_strike,
    has_shield,
    plain_value,
)
from generator.games.grudge.rules.conditions import afflict, drop, gear, recover
from generator.games.grudge.rules.movement import displace, free_steps, threats

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

NOTHING = "-"
"""Where an action needs no further word."""


# What can be done


def main_moves(camp: Camp) -> list[Move]:
    """`main-any-suit`: every action there is, whatever the suit of the card."""
    found = [*strikes(camp), *roughhouses(camp), *moving(camp)]
    return [*found, *items.moves(camp), *recoveries(camp)]


def reaction_moves(camp: Camp) -> list[Move]:
    """`reaction-suit`."""
    suit = camp.setting.suit[camp.card(WARRIOR, REACTION)]
    if suit == "spades":
        return strikes(camp)
    if suit == "clubs":
        return moving(camp)
    return [*items.moves(camp), *recoveries(camp)]


def strikes(camp: Camp) -> list[Move]:
    warrior = camp.warrior
    return [Move("strike", each.id) for each in camp.monsters() if can_strike(camp, warrior, each)]


def roughhouses(camp: Camp) -> list[Move]:
    """`roughhouse`, `melee-reach`, `troll-huge`; what can be dropped, and in which direction."""
    found = []
    for monster in adjacent_monsters(camp):
        if "troll-huge" in camp.kind(monster.id).abilities:
            continue
        for rough in camp.setting.roughs:
            if rough == "disarm":
                found += [Move("roughhouse", monster.id, rough, what) for what in gear(monster)]
            elif rough == "displace":
                found += [Move("roughhouse", monster.id, rough, each) for each in DIRECTIONS]
            else:
                found.append(Move("roughhouse", monster.id, rough))
    return found


def moving(camp: Camp) -> list[Move]:
    """`dash`, `avoid`; `root` and `prone` allow neither."""
    if not can_move(camp.warrior):
        return []
    return [Move(what, NAMES[each]) for each in free_steps(camp) for what in ("dash", "avoid")]


def recoveries(camp: Camp) -> list[Move]:
    """`needs-recover`: any Condition of one's own."""
    conditions = camp.warrior.conditions
    return [Move("recover", each) for each in camp.setting.conditions if each in conditions]


# Doing it


def act(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """Begins an action with the card in that place."""
    if slot == MAIN:
        camp.note(events, "main", "main-any-suit", WARRIOR, card=camp.slots[MAIN], move=str(move))
    ACTIONS[move.what](camp, move, slot, events)


def strike(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    camp.pending = then(camp.pending, Step("strike", None, (WARRIOR, move.one, slot)))


def roughhouse(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """`roughhouse-is-spades`: its value has the Spades Stat, and may have Aid."""
    value = plain_value(camp, WARRIOR, "spades", slot)
    target = camp.figures[move.one]
    camp.note(events, "roughhouse", "roughhouse", WARRIOR, target=move.one, value=value)
    useful = value <= camp.initiative_of(target.id) or target.shield
    following = Step("rough", None, (target.id, move.other, move.third or NOTHING, value))
    offer_aid(camp, following, useful)


def rough(camp: Camp, step: Step, events: list[Event]) -> None:
    """`roughhouse`: a value above the Initiative does what was chosen."""
    target, what, how, value = map(str, step.about)
    if not beats(camp, target, int(value), events):
        camp.note(events, "resist", "roughhouse", target, enemy=WARRIOR, value=int(value))
        return
    condition = camp.setting.roughs[what]
    camp.count(f"roughhouse {what}")
    if what == "disarm":
        drop(camp, target, how, events)
    elif what == "displace":
        camp.note(events, "push", "roughhouse", WARRIOR, target=target, direction=how)
        displace(camp, target, how, events)
    else:
        afflict(camp, target, condition, events, "roughhouse")


def dash(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """`dash`: Aid helps only where the value is below the Speed."""
    value = plain_value(camp, WARRIOR, "clubs", slot)
    following = Step("begin-dash", None, (NUMBER[move.one], slot, value))
    offer_aid(camp, following, value < camp.speed(WARRIOR))


def avoid(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    """`avoid`: Aid helps where somebody would make an Opportunity Attack."""
    value, to = plain_value(camp, WARRIOR, "clubs", slot), NUMBER[move.one]
    here = camp.warrior.at
    camp.note(*(events, "avoid", "avoid", WARRIOR), square=move.one, slot=SLOTS[slot], value=value)
    useful = any(
        value <= camp.initiative_of(each.id) or has_shield(camp, each.id)
        for each in threats(camp, WARRIOR, here, to)
    )
    offer_aid(camp, Step("begin-avoid", None, (to, value)), useful)


def begin_avoid(camp: Camp, step: Step, events: list[Event]) -> None:
    to, value = step.about
    camp.pending = then(camp.pending, Step("path", None, (WARRIOR, value, camp.warrior.at, to)))


def recovery(camp: Camp, move: Move, slot: int, events: list[Event]) -> None:
    recover(camp, WARRIOR, move.one, events)


Action: TypeAlias = "Callable[[Camp, Move, int, list[Event]], None]"
ACTIONS: dict[str, Action] = {
    **{"strike": strike, "roughhouse": roughhouse, "dash": dash, "avoid": avoid},
    **{"recover": recovery, "cast": items.cast, "wield": items.change_weapon},
    **{"loot": items.loot, "load": items.load},
}
"""Each action by the first word of its move."""
