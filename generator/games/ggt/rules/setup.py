"""Turns the opening decisions into a game that is set up: monsters, hands and places on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.ggt.content import SMARTS
from generator.games.ggt.rules.cards import draw, show_hand

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def set_up(table: Table, events: list[Event]) -> None:
    """`monster-and-map-choice`, `power-supply`; then the monsters are chosen."""
    setting = table.setting
    name = setting.board.map.name
    events.append(Event("map", "monster-and-map-choice", None, {"map": name}))
    events.append(Event("supply", "power-supply", None, {"power": table.supply}))
    steps = [Step("take", seat) for seat in range(setting.players)]
    table.pending = then((), *steps, Step("muster"), Step("round"))


def take(table: Table, seat: int, monster: int, events: list[Event]) -> None:
    """`monster-and-map-choice`: the torso with its starting limbs on their slots."""
    box = table.setting.box
    put_together(table, seat, monster, box.monsters[monster].limbs)
    facts = {"monster": box.monsters[monster].id}
    events.append(Event("take", "monster-and-map-choice", seat, facts))


def put_together(table: Table, seat: int, monster: int, slots: tuple[int, ...]) -> None:
    """Gives a seat a monster with these limbs, its pool full."""
    table.monster[seat] = monster
    table.slots[seat] = slots
    table.body[seat] = table.setting.box.body(monster, slots)
    table.pool[seat] = table.body[seat].health


def muster(table: Table, events: list[Event]) -> None:
    """`health-pool`, `starting-hand`, and `place-order` for the places on the map."""
    for seat in table.living:
        events.append(Event("pool", "health-pool", seat, {"pool": table.pool[seat]}))
        cards = draw(table, seat, table.body[seat][SMARTS], events)
        events.append(Event("deal", "starting-hand", seat, {"cards": cards}))
        show_hand(table, seat, "starting-hand", events)
    order = table.ranked(table.living)
    people = table.setting.people
    events.append(Event("placing", "place-order", None, {"players": [people[s] for s in order]}))
    tell_ties(table, events)
    table.pending = then(table.pending, *(Step("place", seat) for seat in order))


def tell_ties(table: Table, events: list[Event]) -> None:
    """`smarts-ties`: says so when equal Smarts had to be told apart."""
    smarts = [table.body[seat].smarts for seat in table.living]
    tied = sorted({each for each in smarts if smarts.count(each) > 1})
    if tied:
        events.append(Event("ties", "smarts-ties", None, {"smarts": tied}))


def starts(table: Table) -> list[int]:
    """The cells on which the next pawn may start."""
    placed = [cell for cell in table.at if cell >= 0]
    apart = table.setting.box.figures["start-distance"]
    return table.setting.board.starts_for(placed, [*placed, *table.objects], apart)


def place(table: Table, seat: int, cell: int, facing: int, events: list[Event]) -> None:
    """`start-space`, `start-fallback`, `start-facing`."""
    board = table.setting.board
    apart = table.setting.box.figures["start-distance"]
    near = [board.distance[cell][at] for at in table.at if at >= 0]
    rule = "start-fallback" if near and min(near) < apart else "start-space"
    table.at[seat], table.facing[seat] = cell, facing
    events.append(Event("place", rule, seat, {"space": board.names[cell]}))
    events.append(Event("face", "start-facing", seat, {"facing": facing}))
