"""The Encounter: rolling and placing its Monsters, and the Warrior's Weapon in hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import AT_DISTANCE, EVERY, NAMES, NUMBER, squares_in
from generator.games.grudge.moves import Move, known_move
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.event_makers import wield_event
from generator.games.grudge.state import GrudgeState


def rolled_encounter(state: GrudgeState, number: int, events: list[Event]) -> None:
    """`encounter-reroll`: offer to reroll an Encounter that the Warrior has met before.

    The number of rerolls is limited, because all six may have been met.
    """
    if number in state.experienced and state.rerolls < state.config.number["rerolls"]:
        state.ask("again", number)
    else:
        begin_encounter(state, number, events)


def again_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("keep"), known_move("reroll")]


def again(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "keep":
        begin_encounter(state, int(step.about[0]), events)
        return
    state.rerolls += 1
    state.note(events, "again", "encounter-reroll", who=WARRIOR, what="encounter")
    dice.roll(state, "encounter", "encounter-table", events)


def begin_encounter(state: GrudgeState, number: int, events: list[Event]) -> None:
    """`encounter-table`: begin the Encounter with this number; its Monsters wait to be placed."""
    config = state.config
    state.encounter = number
    state.experienced = tuple(sorted({*state.experienced, number}))
    state.waiting = tuple(spawn.standee for spawn in config.encounters[number])
    rule = "troll-by-luckstone" if number == config.highest else "encounter-table"
    state.note(events, "encounter", rule, encounter=config.encounter_ids[number])
    state.count(f"encounter {config.encounter_ids[number]}")
    state.run_next("wield-choice")
    state.ask("spawn")


def spawn_of(state: GrudgeState, id: str) -> tuple[str, str]:
    """The kind of ambush and the Weapon of a Monster of this Encounter."""
    found = state.config.spawns[state.encounter][id]
    return found.spawn, found.weapon


def squares_for(state: GrudgeState, spawn: str) -> tuple[int, str]:
    """The legal squares for a kind of ambush, as a bit mask, and the rule for them.

    `empty-square`: they have neither an Element nor a Character.
    """
    taken = state.taken | state.terrain.taken
    warrior, reach = state.warrior.at, state.config.reach[spawn]
    seen = state.terrain.sight.seen(warrior)
    return spawn_squares(spawn, reach, warrior, EVERY & ~taken, seen)


def spawn_squares(
    spawn: str, reach: int, warrior: int, empty: int, visible: int
) -> tuple[int, str]:
    """The legal squares for a kind of ambush, and the rule for them; sets of squares are bit masks.

    `reach`: the greatest distance of lurking Monsters; `visible`: squares that the Warrior sees.
    """
    rings = AT_DISTANCE[warrior]
    if spawn == "intimate":
        return next(ring & empty for ring in rings if ring & empty), "spawn-intimate"
    if spawn == "lurking":
        near = reduce(or_, rings[: reach + 1]) & empty
        return near & ~visible or near, "spawn-lurking"
    watching = empty & visible
    squares = next(
        ring & (watching or empty) for ring in reversed(rings) if ring & (watching or empty)
    )
    return squares, "spawn-watching" if watching else "empty-square"


def spawn_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """Place one of the waiting Monsters; any order is legal."""
    found: list[Move] = []
    squares: dict[str, list[int]] = {}
    for id in state.waiting:
        spawn, _ = spawn_of(state, id)
        if spawn not in squares:
            squares[spawn] = squares_in(squares_for(state, spawn)[0])
        found += map(_spawns(id).__getitem__, squares[spawn])
    return found


@cache
def _spawns(id: str) -> tuple[Move, ...]:
    """The move that places a Monster on each square."""
    return tuple(Move("spawn", id, name) for name in NAMES)


def spawn(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    id = move.one
    where, weapon = spawn_of(state, id)
    rule = squares_for(state, where)[1]
    kind, standee = state.kind(id), state.config.standees[id]
    at = NUMBER[move.other]
    figure = Figure(id, at, kind.health, kind.defence, weapon, standee.shield)
    state.place_figures({**state.figures, id: figure})
    state.waiting = tuple(other for other in state.waiting if other != id)
    state.note(events, "spawn", rule, who=id, square=move.other, weapon=weapon)
    if state.waiting:
        state.ask("spawn")


def wield_choice(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`choose-wielded`: choose a Weapon once the Monsters are placed."""
    state.run_next("round")
    state.ask("wield")


def wield_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*map(state.config.wield_moves.__getitem__, dict.fromkeys(state.weapons))]


def wield(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    warrior = state.renew(WARRIOR)
    warrior.weapon, warrior.loaded = move.one, False
    events.append(wield_event("choose-wielded", WARRIOR, move.one))
