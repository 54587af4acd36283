"""Turns a limb that joins or leaves a body into new totals, a cut pool and a trimmed hand.

It also keeps the book on Power: every token a player gains or spends comes from the supply or goes
back there (`power-supply`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.games.ggt import statistics
from generator.games.ggt.content import BARE
from generator.games.ggt.rules.cards import trim

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def gain(table: Table, seat: int, tokens: int) -> None:
    """`power-supply`: a gain is never short."""
    table.power[seat] += tokens
    table.supply -= tokens
    in_play = sum(table.power)
    if in_play > table.tally.power:
        table.tally = table.tally._replace(power=in_play)


def spend(table: Table, seat: int, tokens: int) -> None:
    """Power that goes back to the supply."""
    table.power[seat] -= tokens
    table.supply += tokens


def heal(table: Table, seat: int, points: int, rule: str, events: list[Event]) -> None:
    """`heal`: Power for Health, point for point."""
    spend(table, seat, points)
    table.pool[seat] += points
    facts = {"points": points, "pool": table.pool[seat], "power": table.power[seat]}
    events.append(Event("heal", rule, seat, facts))


def note(table: Table, what: str, item: str, seat: int) -> None:
    """Remembers for the statistics what a seat did with a limb."""
    deed = what, item, seat
    if deed not in table.deeds:
        table.deeds = (*table.deeds, deed)


def use(table: Table, seat: int, ability: str, events: list[Event]) -> None:
    """An ability takes effect: one event for every limb that has it (`ability-use`)."""
    box = table.setting.box
    for limb in table.slots[seat]:
        if limb >= 0 and box.limbs[limb].ability == ability:
            facts = {"limb": box.limbs[limb].id, "ability": ability}
            events.append(Event("ability", f"ability-{ability}", seat, facts))
            note(table, statistics.USED, box.limbs[limb].id, seat)


def take_off(table: Table, seat: int, limb: int, events: list[Event]) -> bool:
    """Takes a limb from its slot; whether it is still in the game (`reattach-once`)."""
    slots = table.slots[seat]
    table.slots[seat] = tuple(BARE if each == limb else each for each in slots)
    if not table.stitched >> limb & 1:
        return True
    table.lost |= 1 << limb
    facts = {"limb": table.setting.box.limbs[limb].id}
    events.append(Event("lost", "reattach-once", seat, facts))
    return False


def drop(table: Table, limb: int, cell: int) -> None:
    """Lays a limb on the map, where it is in nobody's way (`vacant`)."""
    table.lying = (*table.lying, (limb, cell))


def add_up(table: Table, seat: int, events: list[Event]) -> None:
    """`total-attributes`: recomputes the totals."""
    body = table.body[seat] = table.setting.box.body(table.monster[seat], table.slots[seat])
    facts = {
        attribute: body[number] for number, attribute in enumerate(table.setting.box.attributes)
    }
    events.append(Event("totals", "total-attributes", seat, facts))


def settle(table: Table, seat: int, events: list[Event]) -> None:
    """After new totals: no more Health or cards than they allow (`attach-pool`, `hand-limit`)."""
    table.pool[seat] = min(table.pool[seat], table.body[seat].health)
    trim(table, seat, events)
