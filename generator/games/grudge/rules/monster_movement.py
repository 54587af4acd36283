"""Turns a Monster's wish to Avoid or to Dash into a way across the board (`monster-paths`)."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
from generator.games.grudge.content import INTERRUPT, MAIN, SLOTS
from generator.games.grudge.map import pathfinding
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.aid import contest_aid
from generator.games.grudge.rules.combat_values import (
    IDLE,
    can_move,
    ganging_up,
    is_archer,
    is_engaged,
    note_favour,
    plain_value,
)
from generator.games.grudge.rules.movement import NO_AVOID, held_off, threats
from generator.games.grudge.state import GrudgeState


def ground(state: GrudgeState, id: str) -> pathfinding.Ground:
    """What matters to a Monster that is about to move."""
    warrior = state.warrior
    allies = frozenset(each.at for each in state.monsters() if each.id != id)
    engaging = not warrior.conditions & IDLE
    terrain = state.terrain
    return pathfinding.Ground(warrior.at, allies, terrain.shut, terrain.hides, engaging)


def aims(state: GrudgeState, id: str, what: str, slot: int) -> pathfinding.Squares:
    """`monster-paths`: the squares an Avoid or a Dash may lead to; none if it is not productive."""
    figure = state.figures[id]
    if not can_move(figure):
        return ()
    if what == "avoid":
        steps = state.kind(id).abilities.get("boss-mobility", 0) or 1
        return pathfinding.avoid_aims(figure.at, steps, ground(state, id))
    steps = min(state.speed(id), plain_value(state, id, "clubs", slot))
    if is_archer(state, figure):
        return pathfinding.bow_aims(figure.at, steps, ground(state, id), slot == MAIN)
    return pathfinding.melee_aims(figure.at, steps, ground(state, id))


def may_avoid(state: GrudgeState, figure: Figure) -> bool:
    """`productive-move`: an Archer, or anybody before the Warrior's turn, gets out of the way."""
    engaged = is_engaged(state, figure.id)
    return engaged and (is_archer(state, figure) or not state.warrior.acted)


def sidestep(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`sidestep` of a Monster whose Strike has missed, if that is productive."""
    id = str(step.about[0])
    if may_avoid(state, state.figures[id]) and aims(state, id, "avoid", INTERRUPT):
        state.change(id, interrupted=True)
        state.note(events, "sidestep", "sidestep", id)
        state.count("monsters sidestep")
        state.pending = then(state.pending, Step("to", 0, (id, "avoid", INTERRUPT)))


def to_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`monster-paths`, `player-breaks-ties`: where to."""
    id, what, slot = str(step.about[0]), str(step.about[1]), int(step.about[2])
    return [Move("to", NAMES[each]) for each in aims(state, id, what, slot)]


def to_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    about = (*step.about, NUMBER[move.one])
    state.pending = then(state.pending, Step("via", 0, about))


def via_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """Which way; of ways on which the same happens only one is offered."""
    id, end = str(step.about[0]), int(step.about[3])
    found: dict[tuple[int, ...], Move] = {}
    for way in pathfinding.ways(state.figures[id].at, end, ground(state, id)):
        move = Move("via", "-".join(NAMES[each] for each in way))
        found.setdefault(happenings(state, id, way), move)
    return list(found.values())


def happenings(state: GrudgeState, id: str, way: Sequence[int]) -> tuple[int, ...]:
    """What a way leads through: clouds by their squares, and -1 for an Opportunity Attack."""
    clouds = {square for square, _ in state.clouds}
    found = []
    here = state.figures[id].at
    for square in way:
        if threats(state, id, here, square) and not held_off(state):
            found.append(-1)
        if square in clouds:
            found.append(square)
        here = square
    return tuple(found)


def via_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`boss-mobility`: an Avoid of two squares is still one Avoid, with one value."""
    id, what, slot = str(step.about[0]), str(step.about[1]), int(step.about[2])
    way = [NUMBER[name] for name in move.one.split("-")]
    value = NO_AVOID
    if what == "avoid":
        value = plain_value(state, id, "clubs", slot)
        state.note(events, "avoid", avoid_rule(state, id, way), id, value=value, steps=len(way))
        if ganging_up(state, id):
            note_favour(state, id, "ganging-up", value, events)
        if -1 in happenings(state, id, way) and slot != INTERRUPT:
            value = contest_aid(state, id, f"{SLOTS[slot]} avoid", value, events)
    else:
        value_of_dash = plain_value(state, id, "clubs", slot)
        state.note(events, "dash", "monster-paths", id, value=value_of_dash, steps=len(way))
        if ganging_up(state, id) and value_of_dash - state.config.number["favour"] < len(way):
            note_favour(state, id, "ganging-up", value_of_dash, events)
    here = state.figures[id].at
    state.pending = then(state.pending, Step("path", None, (id, value, here, *way)))


def avoid_rule(state: GrudgeState, id: str, way: Sequence[int]) -> str:
    return "boss-mobility" if len(way) > 1 else "monster-paths"
