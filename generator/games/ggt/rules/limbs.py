"""Limbs, Power and Health: gains, costs and losses of players.

Gained Power tokens come from the supply, and spent ones return to it (`power-supply`).
"""

from __future__ import annotations

from generator.engine.events import Event
from generator.games.ggt import statistics
from generator.games.ggt.content import BARE
from generator.games.ggt.rules.cards import trim
from generator.games.ggt.state import GgtState


def gain(state: GgtState, seat: int, tokens: int) -> None:
    """`power-supply`: take tokens from the supply, below 0 if need be."""
    state.power[seat] += tokens
    state.supply -= tokens
    in_play = sum(state.power)
    if in_play > state.tally.power:
        state.tally = state.tally._replace(power=in_play)


def spend(state: GgtState, seat: int, tokens: int) -> None:
    """Return Power tokens to the supply."""
    state.power[seat] -= tokens
    state.supply += tokens


def heal(state: GgtState, seat: int, points: int, rule: str, events: list[Event]) -> None:
    """`heal`: exchange Power for Health, one for one."""
    spend(state, seat, points)
    state.pool[seat] += points
    facts = {"points": points, "pool": state.pool[seat], "power": state.power[seat]}
    events.append(Event("heal", rule, seat, facts))


def record_limb_event(state: GgtState, what: str, item: str, seat: int) -> None:
    """Record, for the statistics, what a seat did with a limb, once each."""
    entry = what, item, seat
    if entry not in state.limb_events:
        state.limb_events = (*state.limb_events, entry)


def ability_takes_effect(state: GgtState, seat: int, ability: str, events: list[Event]) -> None:
    """`ability-use`: report the effect of an ability, with an event for each limb that has it."""
    box = state.config.box
    for limb in state.slots[seat]:
        if limb >= 0 and box.limbs[limb].ability == ability:
            facts = {"limb": box.limbs[limb].id, "ability": ability}
            events.append(Event("ability", f"ability-{ability}", seat, facts))
            record_limb_event(state, statistics.USED, box.limbs[limb].id, seat)


def take_off(state: GgtState, seat: int, limb: int, events: list[Event]) -> bool:
    """Take a limb out of its slot; return whether it stays in the game (`reattach-once`)."""
    slots = state.slots[seat]
    state.slots[seat] = tuple(BARE if each == limb else each for each in slots)
    if not state.stitched >> limb & 1:
        return True
    state.lost |= 1 << limb
    facts = {"limb": state.config.box.limbs[limb].id}
    events.append(Event("lost", "reattach-once", seat, facts))
    return False


def drop(state: GgtState, limb: int, cell: int) -> None:
    """Put a limb on the map; it does not occupy its cell (`vacant`)."""
    state.lying = (*state.lying, (limb, cell))


def recompute_totals(state: GgtState, seat: int, events: list[Event]) -> None:
    """`total-attributes`: recompute and report the totals."""
    body = state.body[seat] = state.config.box.body(state.monster[seat], state.slots[seat])
    facts = {
        attribute: body[number] for number, attribute in enumerate(state.config.box.attributes)
    }
    events.append(Event("totals", "total-attributes", seat, facts))


def apply_limits(state: GgtState, seat: int, events: list[Event]) -> None:
    """`attach-pool`, `hand-limit`: cut Health and hand to the new totals."""
    state.pool[seat] = min(state.pool[seat], state.body[seat].health)
    trim(state, seat, events)
