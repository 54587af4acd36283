"""Actions of the Warrior: the legal actions of each card, and their execution."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.games.grudge.content import MAIN, REACTION, SLOTS, WARRIOR, MatchConfig
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.moves import DIRECTIONS, Move, known_move
from generator.games.grudge.rules import combat, items
from generator.games.grudge.rules.aid import beats, offer_aid
from generator.games.grudge.rules.conditions import afflict, drop, gear, recover
from generator.games.grudge.rules.event_makers import roughhouse_event
from generator.games.grudge.rules.movement import displace, free_steps, go, threats
from generator.games.grudge.rules.strikes import declare
from generator.games.grudge.state import GrudgeState

NOTHING = "-"
"""Placeholder for the further word of an action that needs none."""


# Legal actions


def main_moves(state: GrudgeState) -> list[Move]:
    """`main-any-suit`: all actions, whatever the suit of the card."""
    found = [*strikes(state), *roughhouses(state), *moving(state)]
    return [*found, *items.moves(state), *recoveries(state)]


def reaction_moves(state: GrudgeState) -> list[Move]:
    """`reaction-suit`."""
    suit = state.config.suit[state.card(WARRIOR, REACTION)]
    if suit == "spades":
        return strikes(state)
    if suit == "clubs":
        return moving(state)
    return [*items.moves(state), *recoveries(state)]


def strikes(state: GrudgeState) -> list[Move]:
    warrior, moves = state.warrior, state.config.strike_moves
    if combat.is_ranged(state, warrior):
        return [
            moves[each.id] for each in state.monsters() if combat.can_strike(state, warrior, each)
        ]
    return [*map(moves.__getitem__, state.beside)] if warrior.weapon else []


def roughhouses(state: GrudgeState) -> list[Move]:
    """`roughhouse`, `melee-reach`, `troll-huge`; with each item to drop, and each direction."""
    return [
        move
        for monster in combat.adjacent_monsters(state)
        for move in _roughhouses(state.config, monster.id, *gear(monster))
    ]


@lru_cache(1 << 6)
def _roughhouses(config: MatchConfig, id: str, *gear: str) -> list[Move]:
    """All ways to Roughhouse a Monster with these items in its hands."""
    if "troll-huge" in config.kind_of[id].abilities:
        return []
    further = {"disarm": gear, "displace": DIRECTIONS}
    return [
        Move("roughhouse", id, rough, what)
        for rough in config.roughs
        for what in further.get(rough, ("",))
    ]


MOVING = tuple((Move("dash", name), Move("avoid", name)) for name in NAMES)
"""The moves to each square."""


def moving(state: GrudgeState) -> list[Move]:
    """`dash`, `avoid`; `root` and `prone` allow neither."""
    if not combat.can_move(state.warrior):
        return []
    return [move for each in free_steps(state) for move in MOVING[each]]


def recoveries(state: GrudgeState) -> list[Move]:
    """`needs-recover`: any Condition of the Warrior."""
    conditions = state.warrior.conditions
    if not conditions:
        return []
    return [known_move("recover", each) for each in state.config.conditions if each in conditions]


# Execution


def act(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """Begin an action with the card in that slot."""
    if slot == MAIN:
        state.note(
            events, "main", "main-any-suit", who=WARRIOR, card=state.slots[MAIN], move=str(move)
        )
    ACTIONS[move.what](state, move, slot, events)


def strike(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    declare(state, WARRIOR, move.one, slot, events)


def roughhouse(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """`roughhouse-is-spades`: the value includes the Spades Stat, and may get Aid."""
    value = combat.plain_value(state, WARRIOR, "spades", slot)
    target = state.figures[move.one]
    events.append(roughhouse_event("roughhouse", WARRIOR, move.one, value))
    useful = value <= state.initiative_of(target.id) or target.shield
    offer_aid(state, useful, "rough", target.id, move.other, move.third or NOTHING, value)


def rough(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`roughhouse`: a value above the Initiative succeeds."""
    target, what, how, value = map(str, step.about)
    if not beats(state, target, int(value), events):
        state.note(events, "resist", "roughhouse", who=target, enemy=WARRIOR, value=int(value))
        return
    condition = state.config.roughs[what]
    state.count(f"roughhouse {what}")
    if what == "disarm":
        drop(state, target, how, events)
    elif what == "displace":
        state.note(events, "push", "roughhouse", who=WARRIOR, target=target, direction=how)
        displace(state, target, how, events)
    else:
        afflict(state, target, condition, events, "roughhouse")


def dash(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """`dash`: Aid helps only if the value is below the Speed."""
    value = combat.plain_value(state, WARRIOR, "clubs", slot)
    useful = value < state.speed(WARRIOR)
    offer_aid(state, useful, "begin-dash", NUMBER[move.one], slot, value)


def avoid(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    """`avoid`: Aid helps only if an enemy could otherwise make an Opportunity Attack."""
    value, to = combat.plain_value(state, WARRIOR, "clubs", slot), NUMBER[move.one]
    here = state.warrior.at
    facts: dict[str, JsonValue] = {"square": move.one, "slot": SLOTS[slot], "value": value}
    state.note(events, "avoid", "avoid", who=WARRIOR, **facts)
    useful = any(
        value <= state.initiative_of(each.id) or each.shield
        for each in threats(state, WARRIOR, here, to)
    )
    offer_aid(state, useful, "begin-avoid", to, value)


def begin_avoid(state: GrudgeState, step: Step, events: list[Event]) -> None:
    to, value = step.about
    go(state, WARRIOR, to, value, events)


def recovery(state: GrudgeState, move: Move, slot: int, events: list[Event]) -> None:
    recover(state, WARRIOR, move.one, events)


Action: TypeAlias = "Callable[[GrudgeState, Move, int, list[Event]], None]"
ACTIONS: dict[str, Action] = {
    **{"strike": strike, "roughhouse": roughhouse, "dash": dash, "avoid": avoid},
    **{"recover": recovery, "cast": items.cast, "wield": items.change_weapon},
    **{"loot": items.loot, "load": items.load},
}
"""The function of each action, by the first word of its move."""
