"""Attaching limbs: legal attachments, their price, and the former owner's share."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue
from generator.games.ggt import statistics
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE
from generator.games.ggt.moves import OFF, Move
from generator.games.ggt.rules.limbs import (
    apply_limits,
    drop,
    gain,
    recompute_totals,
    record_limb_event,
    spend,
    take_off,
)
from generator.games.ggt.rules.rounds import end_turn
from generator.games.ggt.state import GgtState


def cost(state: GgtState, seat: int, limb: int, slot: int) -> int:
    """`attach-cost-match`, `attach-cost-other`: the price in Power."""
    box = state.config.box
    counter = box.limbs[limb]
    same = box.monsters[state.monster[seat]].slots[slot] == counter.kind
    return counter.matching if same else counter.other


def limbs_here(state: GgtState, seat: int) -> list[int]:
    """`attach`: the limbs in a monster's own space."""
    here = state.at[seat]
    return [limb for limb, cell in state.lying if cell == here]


def attachments(state: GgtState, seat: int) -> list[Move]:
    """All attachments that a monster can pay for."""
    found: list[Move] = []
    limbs = limbs_here(state, seat)
    power = state.power[seat]
    if not limbs or not power:
        return found
    box, slots = state.config.box, state.slots[seat]
    for limb in limbs:
        prices = [cost(state, seat, limb, slot) for slot in range(len(slots))]
        id = box.limbs[limb].id
        for slot, there in enumerate(slots):
            if there == BARE and prices[slot] <= power:
                found.append(Move("attach", (id, str(slot + 1))))
        if min(prices) < power:
            found += _with_removal(state, seat, id, prices)
    return found


def _with_removal(state: GgtState, seat: int, limb: str, prices: list[int]) -> list[Move]:
    """`voluntary-removal`, `removal-one-action`: the Power must cover both prices."""
    found: list[Move] = []
    box, slots, board = state.config.box, state.slots[seat], state.config.board
    left = state.power[seat] - box.figures["removal-cost"]
    spaces = [board.names[cell] for cell in state.vacant_near(state.at[seat])]
    for removed in state.limbs(seat):
        off = (OFF, box.limbs[removed].id)
        ends = [off] if state.stitched >> removed & 1 else [(*off, space) for space in spaces]
        for slot, there in enumerate(slots):
            if there in (BARE, removed) and prices[slot] <= left:
                found += [Move("attach", (limb, str(slot + 1), *end)) for end in ends]
    return found


def attach(state: GgtState, seat: int, move: Move, first: bool, events: list[Event]) -> None:
    """`attach`, `removal-one-action`: remove, pay, attach; then totals, pool and hand."""
    box = state.config.box
    limb, slot = box.limb_number[move.about[0]], int(move.about[1]) - 1
    if len(move.about) > 2:
        _remove(state, seat, box.limb_number[move.about[3]], move.about[4:], events)
    _pay(state, seat, limb, slot, events)
    state.lying = tuple(each for each in state.lying if each[0] != limb)
    slots = list(state.slots[seat])
    slots[slot] = limb
    state.slots[seat] = tuple(slots)
    state.stitched |= 1 << limb
    facts: dict[str, JsonValue] = {"limb": box.limbs[limb].id, "slot": slot + 1}
    events.append(Event("attach", "attach", seat, facts))
    record_limb_event(state, statistics.ATTACHED, box.limbs[limb].id, seat)
    state.tally = state.tally._replace(attached=state.tally.attached + 1)
    recompute_totals(state, seat, events)
    apply_limits(state, seat, events)
    if state.adjacent(seat):
        events.append(Event("end", "attach-pinned", seat, {}))
        end_turn(state, events)


def _remove(
    state: GgtState, seat: int, limb: int, space: tuple[str, ...], events: list[Event]
) -> None:
    """`voluntary-removal`: pay for it; an original limb goes to the chosen adjacent space."""
    box, board = state.config.box, state.config.board
    spend(state, seat, box.figures["removal-cost"])
    facts: dict[str, JsonValue] = {"limb": box.limbs[limb].id, "to": space[0] if space else None}
    events.append(Event("remove", "voluntary-removal", seat, facts))
    if take_off(state, seat, limb, events):
        drop(state, limb, board.number[space[0]])


def _pay(state: GgtState, seat: int, limb: int, slot: int, events: list[Event]) -> None:
    """`former-owner-share`, `former-owner`: pay the price, with a share to the former owner."""
    box = state.config.box
    counter = box.limbs[limb]
    price = cost(state, seat, limb, slot)
    same = box.monsters[state.monster[seat]].slots[slot] == counter.kind
    rule = "attach-cost-match" if same else "attach-cost-other"
    spend(state, seat, price)
    events.append(Event("pay", rule, seat, {"limb": counter.id, "power": price}))
    owner = state.monster.index(counter.home) if counter.home in state.monster else NOBODY
    share = min(price, box.figures["former-owner-share"])
    if owner in state.living and owner != seat:
        gain(state, owner, share)
        facts: dict[str, JsonValue] = {"from": state.config.people[seat], "power": share}
        events.append(Event("share", "former-owner-share", owner, facts))
    else:
        events.append(Event("no-share", "former-owner", seat, {"limb": counter.id}))
