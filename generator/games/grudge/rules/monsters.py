"""Actions of Monsters: their Main Actions, Reactions and movement.

A Monster always takes the first action that applies, and reacts at the first opportunity at which
that is productive (`productive`, `productive-move`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import INTERRUPT, MAIN, REACTION, SLOTS, WARRIOR
from generator.games.grudge.map import pathfinding
from generator.games.grudge.map.squares import BIT, DISTANCE, EVERY, NAMES, NUMBER
from generator.games.grudge.moves import Move, known_move
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.aid import contest_aid, makes_fail, monster_aid, offer_shield
from generator.games.grudge.rules.conditions import (
    MONSTERS_RECOVER,
    PRONE,
    STUNNED,
    afflict,
    recover,
    skip,
)
from generator.games.grudge.rules.event_makers import (
    load_event,
    monster_dash_event,
    monster_reaction_event,
    roughhouse_event,
)
from generator.games.grudge.rules.movement import NO_AVOID, threatened_and_clouded, walk
from generator.games.grudge.rules.strikes import declare
from generator.games.grudge.state import GrudgeState, new

# Plans


class Plan(NamedTuple):
    """A plan: what a Monster does next."""

    what: str = ""
    """`recover`, `load`, `strike`, `avoid`, `dash`, `drag` or `harden`; empty for nothing."""
    ends: pathfinding.Squares = ()
    """The destinations of an Avoid or a Dash."""


NOTHING, RECOVER, LOAD, STRIKE, DRAG, HARDEN = map(
    Plan, ("", "recover", "load", "strike", "drag", "harden")
)


def main_plan(state: GrudgeState, id: str) -> Plan:
    """`monster-main-order`: the plan of a Monster's Main Action, the first that applies."""
    figure, warrior = state.figures[id], state.warrior
    if not figure.conditions.isdisjoint(MONSTERS_RECOVER):
        return RECOVER
    if figure.weapon in state.config.ranged and not figure.loaded:
        return LOAD
    if combat.can_strike(state, figure, warrior):
        return STRIKE
    if may_avoid(state, figure) and (plan := move_plan(state, figure, "avoid", MAIN)).what:
        return plan
    return move_plan(state, figure, "dash", MAIN)


def move_plan(state: GrudgeState, figure: Figure, what: str, slot: int) -> Plan:
    """The plan of an Avoid or a Dash, if it has a destination."""
    ends = destinations(state, figure, what, slot)
    return new(Plan, (what, ends)) if ends else NOTHING


def reaction_plan(state: GrudgeState, figure: Figure) -> Plan:
    """The plan of a Monster's Reaction now; `NOTHING` if none is productive."""
    return REACTIONS[state.config.suit[state.m_slots[REACTION]]](state, figure)


def reacting(state: GrudgeState, after: str) -> list[str]:
    """The Monsters with a productive Reaction after the turn of a Character."""
    plan = REACTIONS[state.config.suit[state.m_slots[REACTION]]]
    return [
        id
        for id, figure in state.figures.items()
        if not figure.reacted and id != after and id != WARRIOR
        if plan(state, figure) is not NOTHING
    ]


def would_strike(state: GrudgeState, figure: Figure) -> Plan:
    """`productive`: if a Strike as a Reaction would hit, with Aid if available."""
    warrior = state.warrior
    if not combat.can_strike(state, figure, warrior):
        return NOTHING
    value = combat.strike_value(state, figure, warrior, REACTION)
    if not combat.strike_effect(state, figure, warrior, value):
        more = monster_aid(state, figure.id, f"{SLOTS[REACTION]} strike")
        if not (more and combat.strike_effect(state, figure, warrior, value + more)):
            return NOTHING
    return STRIKE


def would_move(state: GrudgeState, figure: Figure) -> Plan:
    """`monster-reaction-clubs`"""
    archer = combat.is_archer(state, figure)
    if archer and combat.is_engaged(state, figure.id):
        return move_plan(state, figure, "avoid", REACTION)
    if is_in_place(state, figure.at, archer):
        return NOTHING
    return move_plan(state, figure, "dash", REACTION)


def would_use(state: GrudgeState, figure: Figure) -> Plan:
    """`monster-reaction-hearts`"""
    config = state.config
    if figure.weapon in config.ranged and not figure.loaded:
        return LOAD
    return SPECIALS[config.kind_of[figure.id].special](state, figure)


def would_drag(state: GrudgeState, figure: Figure) -> Plan:
    """`goblin-drag-down`, `drag-down-trips`: once a Round, by a Goblin beside the Warrior."""
    fewest = state.config.number["drag-down"]
    if state.dragged or len(state.beside) < fewest or PRONE in state.warrior.conditions:
        return NOTHING
    goblins = combat.adjacent_goblins(state)
    if len(goblins) < fewest or figure not in goblins:
        return NOTHING
    value = combat.plain_value(state, figure.id, "spades", REACTION)
    more = monster_aid(state, figure.id, f"{SLOTS[REACTION]} roughhouse")
    return DRAG if value + more > state.initiative_of(WARRIOR) else NOTHING


def would_charge(state: GrudgeState, figure: Figure) -> Plan:
    """`boss-charge`, `charge-this-round`: the Boss waits if a Strike would miss."""
    if figure.struck:
        return move_plan(state, figure, "avoid", REACTION)
    if combat.can_strike(state, figure, state.warrior):
        return would_strike(state, figure)
    return move_plan(state, figure, "dash", REACTION)


def would_harden(state: GrudgeState, figure: Figure) -> Plan:
    """`troll-harden`: if that changes its immunity."""
    return NOTHING if figure.hurt_by in ("", figure.immune) else HARDEN


SPECIALS = {
    "goblin-drag-down": would_drag,
    "boss-charge": would_charge,
    "troll-harden": would_harden,
}
"""Special Reactions, by their rules."""
REACTIONS = {"spades": would_strike, "clubs": would_move, "hearts": would_use}
"""Reactions, by the suit of their card."""


# Execution


def main_action(state: GrudgeState, id: str, events: list[Event]) -> None:
    """Take a Monster's turn; the caller has set `acted`."""
    if STUNNED in state.figures[id].conditions:
        skip(state, id, events)
        return
    plan = main_plan(state, id)
    if not plan.what:
        state.note(events, "idle", "monster-main-order", who=id)
        return
    events.append(state.config.main_events[id][plan.what])
    carry_out(state, id, plan, MAIN, events)


def react(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`monsters-react-at-once`; a Stunned Monster loses the Reaction instead (`stun-any`)."""
    figure = state.renew(id)
    suit = state.config.suit[state.m_slots[REACTION]]
    # Since the move is legal, the Reaction is productive.
    plan = STRIKE if suit == "spades" else REACTIONS[suit](state, figure)
    figure.reacted = True
    if STUNNED in figure.conditions:
        skip(state, id, events)
        return
    rule = "monsters-react-at-once"
    if suit == "clubs":
        rule = "monster-reaction-clubs"
    elif suit == "hearts":
        rule = "monster-reaction-hearts" if plan is LOAD else state.kind(id).special
    events.append(monster_reaction_event(rule, id, plan.what))
    state.count(f"reaction {plan.what}")
    carry_out(state, id, plan, REACTION, events)


def carry_out(state: GrudgeState, id: str, plan: Plan, slot: int, events: list[Event]) -> None:
    if plan.ends:
        set_out(state, id, plan, slot, events)
    elif plan is STRIKE:
        declare(state, id, WARRIOR, slot, events)
    elif plan is RECOVER:
        state.ask("monster-recover", id)
    elif plan is LOAD:
        state.renew(id).loaded = True
        events.append(load_event("load-bow", id))
    elif plan is DRAG:
        drag_down(state, id, events)
    else:
        weapon = state.figures[id].hurt_by
        state.renew(id).immune = weapon
        state.note(events, "harden", "harden-details", who=id, weapon=weapon)


def recover_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`needs-recover`: the player picks one of several Conditions."""
    conditions = state.figures[str(step.about[0])].conditions
    return [known_move("recover", each) for each in MONSTERS_RECOVER if each in conditions]


def recover_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    recover(state, str(step.about[0]), move.one, events)


# Drag Down


def drag_down(state: GrudgeState, id: str, events: list[Event]) -> None:
    """Begin a Drag Down: a Roughhouse with favour, for which both sides may use Aid."""
    state.dragged = True
    value = combat.plain_value(state, id, "spades", REACTION)
    events.append(roughhouse_event("goblin-drag-down", id, WARRIOR, value))
    combat.note_favour(state, id, "ganging-up", value, events)
    value = contest_aid(state, id, f"{SLOTS[REACTION]} roughhouse", value, events)
    fails = makes_fail(state, WARRIOR, value)
    bonus = offer_shield(state, WARRIOR, fails, events, "dragged", id, value)
    if bonus is not None:
        state.run_next("dragged", id, value, bonus)


def dragged(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Resolve a Drag Down: a value above the Initiative succeeds."""
    id, value, bonus = step.about
    if value > state.initiative_of(WARRIOR) + bonus:
        afflict(state, WARRIOR, PRONE, events)
    else:
        state.note(events, "resist", "roughhouse", who=WARRIOR, enemy=id, value=value)


# Movement


def ground(state: GrudgeState, start: int) -> pathfinding.Ground:
    """The surroundings of a Monster about to move from a square."""
    warrior = state.warrior
    allies = state.taken & ~(BIT[warrior.at] | BIT[start])
    engaging = warrior.conditions.isdisjoint(combat.IDLE)
    terrain = state.terrain
    passable = ~(terrain.shut | BIT[warrior.at])
    about = warrior.at, allies, EVERY & passable, terrain.sight, engaging
    return new(pathfinding.Ground, about)


def destinations(state: GrudgeState, figure: Figure, what: str, slot: int) -> pathfinding.Squares:
    """`monster-paths`: destinations of an Avoid or a Dash; none if it is not productive."""
    if not combat.can_move(figure):
        return ()
    start, kind = figure.at, state.config.kind_of[figure.id]
    if what == "avoid":
        steps = kind.abilities.get("boss-mobility", 0) or 1
        return pathfinding.avoid_destinations(start, steps, ground(state, start))
    steps = min(kind.speed, combat.favoured_value(state, figure.id, "clubs", slot, state.gang))
    if combat.is_archer(state, figure):
        return pathfinding.bow_destinations(start, steps, ground(state, start), slot == MAIN)
    return pathfinding.melee_destinations(start, steps, ground(state, start))


def is_in_place(state: GrudgeState, at: int, archer: bool) -> bool:
    """Whether a Monster is where a Dash as a Reaction would bring it, which is often so.

    Pathfinding finds no destination for it either, but takes longer.
    """
    terrain, warrior = state.terrain, state.warrior.at
    if archer:
        return terrain.sight.can_see(warrior, at)
    return DISTANCE[at][warrior] == 1 and not terrain.shut >> at & 1


def may_avoid(state: GrudgeState, figure: Figure) -> bool:
    """`productive-move`: an engaged archer may Avoid, and before the Warrior's turn any Monster."""
    engaged = combat.is_engaged(state, figure.id)
    return engaged and (combat.is_archer(state, figure) or not state.warrior.acted)


def sidestep(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`sidestep` of a Monster after the Warrior's Strike missed it, if that is productive."""
    id = str(step.about[0])
    figure = state.figures[id]
    if may_avoid(state, figure) and (plan := move_plan(state, figure, "avoid", INTERRUPT)).what:
        state.renew(id).interrupted = True
        state.note(events, "sidestep", "sidestep", who=id)
        state.count("monsters sidestep")
        set_out(state, id, plan, INTERRUPT, events)


def set_out(state: GrudgeState, id: str, plan: Plan, slot: int, events: list[Event]) -> None:
    """`player-breaks-ties`: begin a move, whose destination the player picks if there are several."""
    what, ends = plan
    if len(ends) == 1:
        head_for(state, (id, what, slot, ends[0]), events)
    else:
        state.ask("to", id, what, slot)
        state.set_legal_moves(to_squares(ends))


def to_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`monster-paths`, `player-breaks-ties`: the destinations."""
    id, what, slot = step.about
    return to_squares(destinations(state, state.figures[id], what, slot))


def to_squares(ends: Sequence[int]) -> list[Move]:
    return [known_move("to", NAMES[each]) for each in ends]


def to_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    head_for(state, (*step.about, NUMBER[move.one]), events)


def head_for(state: GrudgeState, about: tuple[Any, ...], events: list[Event]) -> None:
    """Move to a square; the player picks the way if there are several."""
    found = ways(state, about)
    if len(found) == 1:
        take_way(state, about, found[0], events)
    else:
        state.ask("via", *about)
        state.set_legal_moves(by_ways(found))


def ways(state: GrudgeState, about: tuple[Any, ...]) -> Sequence[pathfinding.Squares]:
    """The shortest paths, one for each combination of hazards."""
    id, end = about[0], about[3]
    start, dangers = state.figures[id].at, threatened_and_clouded(state)
    paths = pathfinding.shortest_paths(start, end, ground(state, start), dangers[0] | dangers[1])
    if len(paths) == 1:
        return paths
    found: dict[tuple[int, ...], pathfinding.Squares] = {}
    for way in paths:
        found.setdefault(pathfinding.hazards(start, way, *dangers), way)
    return [*found.values()]


def via_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return by_ways(ways(state, step.about))


def by_ways(found: Sequence[pathfinding.Squares]) -> list[Move]:
    return [Move("via", "-".join(NAMES[each] for each in way)) for way in found]


def via_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    way = tuple(NUMBER[name] for name in move.one.split("-"))
    take_way(state, step.about, way, events)


def take_way(
    state: GrudgeState, about: tuple[Any, ...], way: pathfinding.Squares, events: list[Event]
) -> None:
    """Move along a path; an Avoid of two squares is one Avoid with one value (`boss-mobility`)."""
    id, what, slot, _ = about
    value = combat.plain_value(state, id, "clubs", slot)
    favoured = combat.ganging_up(state, id)
    if what == "avoid":
        rule = "boss-mobility" if len(way) > 1 else "monster-paths"
        state.note(events, "avoid", rule, who=id, value=value, steps=len(way))
    else:
        events.append(monster_dash_event("monster-paths", id, value, len(way)))
        favoured = favoured and value - state.config.number["favour"] < len(way)
    if favoured:
        combat.note_favour(state, id, "ganging-up", value, events)
    if what == "dash":
        value = NO_AVOID
    elif slot != INTERRUPT:
        start = state.figures[id].at
        if -1 in pathfinding.hazards(start, way, *threatened_and_clouded(state)):
            value = contest_aid(state, id, f"{SLOTS[slot]} avoid", value, events)
    walk(state, id, value, way, events)
