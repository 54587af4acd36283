"""Turns a Monster's wish to Avoid or to Dash into a way across the board (`monster-paths`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
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

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp


def ground(camp: Camp, id: str) -> pathfinding.Ground:
    """What matters to a Monster that is about to move."""
    warrior = camp.warrior
    allies = frozenset(each.at for each in camp.monsters() if each.id != id)
    engaging = not warrior.conditions & IDLE
    terrain = camp.terrain
    return pathfinding.Ground(warrior.at, allies, terrain.shut, terrain.hides, engaging)


def aims(camp: Camp, id: str, what: str, slot: int) -> pathfinding.Squares:
    """`monster-paths`: the squares an Avoid or a Dash may lead to; none if it is not productive."""
    figure = camp.figures[id]
    if not can_move(figure):
        return ()
    if what == "avoid":
        steps = camp.kind(id).abilities.get("boss-mobility", 0) or 1
        return pathfinding.avoid_aims(figure.at, steps, ground(camp, id))
    steps = min(camp.speed(id), plain_value(camp, id, "clubs", slot))
    if is_archer(camp, figure):
        return pathfinding.bow_aims(figure.at, steps, ground(camp, id), slot == MAIN)
    return pathfinding.melee_aims(figure.at, steps, ground(camp, id))


def may_avoid(camp: Camp, figure: Figure) -> bool:
    """`productive-move`: an Archer, or anybody before the Warrior's turn, gets out of the way."""
    engaged = is_engaged(camp, figure.id)
    return engaged and (is_archer(camp, figure) or not camp.warrior.acted)


def sidestep(camp: Camp, step: Step, events: list[Event]) -> None:
    """`sidestep` of a Monster whose Strike has missed, if that is productive."""
    id = str(step.about[0])
    if may_avoid(camp, camp.figures[id]) and aims(camp, id, "avoid", INTERRUPT):
        camp.change(id, interrupted=True)
        camp.note(events, "sidestep", "sidestep", id)
        camp.count("monsters sidestep")
        camp.pending = then(camp.pending, Step("to", 0, (id, "avoid", INTERRUPT)))


def to_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`monster-paths`, `player-breaks-ties`: where to."""
    id, what, slot = str(step.about[0]), str(step.about[1]), int(step.about[2])
    return [Move("to", NAMES[each]) for each in aims(camp, id, what, slot)]


def to_decided(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    about = (*step.about, NUMBER[move.one])
    camp.pending = then(camp.pending, Step("via", 0, about))


def via_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """Which way; of ways on which the same happens only one is offered."""
    id, end = str(step.about[0]), int(step.about[3])
    found: dict[tuple[int, ...], Move] = {}
    for way in pathfinding.ways(camp.figures[id].at, end, ground(camp, id)):
        move = Move("via", "-".join(NAMES[each] for each in way))
        found.setdefault(happenings(camp, id, way), move)
    return list(found.values())


def happenings(camp: Camp, id: str, way: Sequence[int]) -> tuple[int, ...]:
    """What a way leads through: clouds by their squares, and -1 for an Opportunity Attack."""
    clouds = {square for square, _ in camp.clouds}
    found = []
    here = camp.figures[id].at
    for square in way:
        if threats(camp, id, here, square) and not held_off(camp):
            found.append(-1)
        if square in clouds:
            found.append(square)
        here = square
    return tuple(found)


def via_decided(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """`boss-mobility`: an Avoid of two squares is still one Avoid, with one value."""
    id, what, slot = str(step.about[0]), str(step.about[1]), int(step.about[2])
    way = [NUMBER[name] for name in move.one.split("-")]
    value = NO_AVOID
    if what == "avoid":
        value = plain_value(camp, id, "clubs", slot)
        camp.note(events, "avoid", avoid_rule(camp, id, way), id, value=value, steps=len(way))
        if ganging_up(camp, id):
            note_favour(camp, id, "ganging-up", value, events)
        if -1 in happenings(camp, id, way) and slot != INTERRUPT:
            value = contest_aid(camp, id, f"{SLOTS[slot]} avoid", value, events)
    else:
        value_of_dash = plain_value(camp, id, "clubs", slot)
        camp.note(events, "dash", "monster-paths", id, value=value_of_dash, steps=len(way))
        if ganging_up(camp, id) and value_of_dash - camp.setting.number["favour"] < len(way):
            note_favour(camp, id, "ganging-up", value_of_dash, events)
    here = camp.figures[id].at
    camp.pending = then(camp.pending, Step("path", None, (id, value, here, *way)))


def avoid_rule(camp: Camp, id: str, way: Sequence[int]) -> str:
    return "boss-mobility" if len(way) > 1 else "monster-paths"
