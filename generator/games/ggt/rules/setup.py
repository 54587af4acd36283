"""Set-up: choice of monsters, starting hands, and placement on the map."""

from __future__ import annotations

from generator.engine.events import Event, shared_event
from generator.engine.pending import Step, then
from generator.games.ggt.content import SMARTS
from generator.games.ggt.moves import Move
from generator.games.ggt.rules.cards import draw, show_hand
from generator.games.ggt.state import GgtState


def set_up(state: GgtState, events: list[Event]) -> None:
    """`monster-and-map-choice`, `power-supply`; then each player chooses a monster."""
    config = state.config
    name = config.board.map.name
    events.append(Event("map", "monster-and-map-choice", None, {"map": name}))
    events.append(Event("supply", "power-supply", None, {"power": state.supply}))
    steps = [Step("take", seat) for seat in range(config.players)]
    state.pending = then((), *steps, Step("muster"), Step("round"))


def take(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`monster-and-map-choice`: take a torso with its starting limbs."""
    box, (id,) = state.config.box, move.about
    monster = box.monster_number[id]
    assemble(state, step.decider, monster, box.monsters[monster].limbs)
    events.append(Event("take", "monster-and-map-choice", step.seat, {"monster": id}))


def assemble(state: GgtState, seat: int, monster: int, slots: tuple[int, ...]) -> None:
    """Give a seat a monster with these limbs and a full pool."""
    state.monster[seat] = monster
    state.slots[seat] = slots
    state.body[seat] = state.config.box.body(monster, slots)
    state.pool[seat] = state.body[seat].health


def muster(state: GgtState, step: Step, events: list[Event]) -> None:
    """`health-pool`, `starting-hand`; then `place-order` for the placement."""
    for seat in state.living:
        events.append(Event("pool", "health-pool", seat, {"pool": state.pool[seat]}))
        cards = draw(state, seat, state.body[seat][SMARTS], events)
        events.append(Event("deal", "starting-hand", seat, {"cards": cards}))
        show_hand(state, seat, "starting-hand", events)
    order = state.ranked(state.living)
    people = state.config.people
    events.append(Event("placing", "place-order", None, {"players": [people[s] for s in order]}))
    report_ties(state, events)
    state.pending = then(state.pending, *(Step("place", seat) for seat in order))


def report_ties(state: GgtState, events: list[Event]) -> None:
    """`smarts-ties`: report the ties of Smarts."""
    smarts = [state.body[seat].smarts for seat in state.living]
    tied = sorted({each for each in smarts if smarts.count(each) > 1})
    if tied:
        events.append(shared_event("ties", "smarts-ties", None, smarts=tuple(tied)))


def starts(state: GgtState) -> list[int]:
    """Cells on which the next pawn may start."""
    placed = [cell for cell in state.at if cell >= 0]
    apart = state.config.box.figures["start-distance"]
    return state.config.board.starts_for(placed, [*placed, *state.objects], apart)


def place(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`start-space`, `start-fallback`, `start-facing`."""
    board, seat, (space, way) = state.config.board, step.decider, move.about
    cell, facing = board.number[space], int(way)
    apart = state.config.box.figures["start-distance"]
    near = [board.distance[cell][at] for at in state.at if at >= 0]
    rule = "start-fallback" if near and min(near) < apart else "start-space"
    state.at[seat], state.facing[seat] = cell, facing
    events.append(Event("place", rule, seat, {"space": space}))
    events.append(Event("face", "start-facing", seat, {"facing": facing}))
