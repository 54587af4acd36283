"""Limbs, Power and Health: what a player gains, spends and loses.

Every Power token that a player gains or spends comes from the supply or goes back there
(`power-supply`).
"""

from __future__ import annotations

from generator.engine.events import Event
from generator.games.ggt import statistics
from generator.games.ggt.content import BARE
from generator.games.ggt.rules.cards import trim
from generator.games.ggt.state import GgtState


def gain(state: GgtState, seat: int, tokens: int) -> None:
    """`power-supply`: a gain is never short."""
    state.power[seat] += tokens
    state.supply -= tokens
    in_play = sum(state.power)
    if in_play > state.tally.power:
        state.tally = state.tally._replace(power=in_play)


def spend(state: GgtState, seat: int, tokens: int) -> None:
    """Power that goes back to the supply."""
    state.power[seat] -= tokens
    state.supply += tokens


def heal(state: GgtState, seat: int, points: int, rule: str, events: list[Event]) -> None:
    """`heal`: Power for Health, point for point."""
    spend(state, seat, points)
    state.pool[seat] += points
    facts = {"points": points, "pool": state.pool[seat], "power": state.power[seat]}
    events.append(Event("heal", rule, seat, facts))


def record_limb_event(state: GgtState, what: str, item: str, seat: int) -> None:
    """Record for the statistics what a seat did with a limb."""
    entry = what, item, seat
    if entry not in state.limb_events:
        state.limb_events = (*state.limb_events, entry)


def ability_takes_effect(state: GgtState, seat: int, ability: str, events: list[Event]) -> None:
    """An ability takes effect: one event for every limb that has it (`ability-use`)."""
    box = state.config.box
    for limb in state.slots[seat]:
        if limb >= 0 and box.limbs[limb].ability == ability:
            facts = {"limb": box.limbs[limb].id, "ability": ability}
            events.append(Event("ability", f"ability-{ability}", seat, facts))
            record_limb_event(state, statistics.USED, box.limbs[limb].id, seat)


def take_off(state: GgtState, seat: int, limb: int, events: list[Event]) -> bool:
    """Take a limb from its slot; whether it is still in the game (`reattach-once`)."""
    slots = state.slots[seat]
    state.slots[seat] = tuple(BARE if each == limb else each for each in slots)
    if not state.stitched >> limb & 1:
        return True
    state.lost |= 1 << limb
    facts = {"limb": state.config.box.limbs[limb].id}
    events.append(Event("lost", "reattach-once", seat, facts))
    return False


def drop(state: GgtState, limb: int, cell: int) -> None:
    """Lay a limb on the map, where it is in nobody's way (`vacant`)."""
    state.lying = (*state.lying, (limb, cell))


def recompute_totals(state: GgtState, seat: int, events: list[Event]) -> None:
    """`total-attributes`: recomputes the totals."""
    body = state.body[seat] = state.config.box.body(state.monster[seat], state.slots[seat])
    facts = {
        attribute: body[number] for number, attribute in enumerate(state.config.box.attributes)
    }
    events.append(Event("totals", "total-attributes", seat, facts))


def apply_limits(state: GgtState, seat: int, events: list[Event]) -> None:
    """After new totals: no more Health or cards than they allow (`attach-pool`, `hand-limit`)."""
    state.pool[seat] = min(state.pool[seat], state.body[seat].health)
    trim(state, seat, events)
