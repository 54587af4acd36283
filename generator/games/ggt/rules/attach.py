"""Turns a limb that lies about into one of the finder's own: what it costs, and who gets a share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.games.ggt import statistics
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE
from generator.games.ggt.moves import OFF, Move
from generator.games.ggt.rules.limbs import add_up, drop, gain, note, settle, spend, take_off
from generator.games.ggt.rules.rounds import end_turn

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def cost(table: Table, seat: int, limb: int, slot: int) -> int:
    """`attach-cost-match`, `attach-cost-other`."""
    box = table.setting.box
    counter = box.limbs[limb]
    same = box.monsters[table.monster[seat]].slots[slot] == counter.kind
    return counter.matching if same else counter.other


def from_cwd(table: Table, seat: int) -> list[int]:
    """`attach`: the limbs in a monster's own space."""
    here = table.at[seat]
    return [limb for limb, cell in table.lying if cell == here]


def attachments(table: Table, seat: int) -> list[Move]:
    """Every way to attach a limb that a monster can pay for."""
    found: list[Move] = []
    limbs = from_cwd(table, seat)
    power = table.power[seat]
    if not limbs or not power:
        return found
    box, slots = table.setting.box, table.slots[seat]
    for limb in limbs:
        prices = [cost(table, seat, limb, slot) for slot in range(len(slots))]
        id = box.limbs[limb].id
        for slot, there in enumerate(slots):
            if there == BARE and prices[slot] <= power:
                found.append(Move("attach", (id, str(slot + 1))))
        if min(prices) < power:
            found += _with_removal(table, seat, id, prices)
    return found


def _with_removal(table: Table, seat: int, limb: str, prices: list[int]) -> list[Move]:
    """`voluntary-removal`, `removal-one-action`: the Power must cover both."""
    found: list[Move] = []
    box, slots, board = table.setting.box, table.slots[seat], table.setting.board
    left = table.power[seat] - box.figures["removal-cost"]
    spaces = [board.names[cell] for cell in table.vacant_near(table.at[seat])]
    for removed in table.limbs(seat):
        off = (OFF, box.limbs[removed].id)
        ends = [off] if table.stitched >> removed & 1 else [(*off, space) for space in spaces]
        for slot, there in enumerate(slots):
            if there in (BARE, removed) and prices[slot] <= left:
                found += [Move("attach", (limb, str(slot + 1), *end)) for end in ends]
    return found


def attach(table: Table, seat: int, move: Move, first: bool, events: list[Event]) -> None:
    """`attach`, `removal-one-action`: off, pay, on; then totals, pool and hand."""
    box = table.setting.box
    limb, slot = box.limb_number[move.about[0]], int(move.about[1]) - 1
    if len(move.about) > 2:
        _remove(table, seat, box.limb_number[move.about[3]], move.about[4:], events)
    _pay(table, seat, limb, slot, events)
    table.lying = tuple(each for each in table.lying if each[0] != limb)
    slots = list(table.slots[seat])
    slots[slot] = limb
    table.slots[seat] = tuple(slots)
    table.stitched |= 1 << limb
    facts: dict[str, JsonValue] = {"limb": box.limbs[limb].id, "slot": slot + 1}
    events.append(Event("attach", "attach", seat, facts))
    note(table, statistics.ATTACHED, box.limbs[limb].id, seat)
    table.tally = table.tally._replace(attached=table.tally.attached + 1)
    add_up(table, seat, events)
    settle(table, seat, events)
    if table.adjacent(seat):
        events.append(Event("end", "attach-pinned", seat, {}))
        end_turn(table, events)


def _remove(
    table: Table, seat: int, limb: int, space: tuple[str, ...], events: list[Event]
) -> None:
    """`voluntary-removal`: one Power, and an original limb goes to the space beside."""
    box, board = table.setting.box, table.setting.board
    spend(table, seat, box.figures["removal-cost"])
    facts: dict[str, JsonValue] = {
        "limb": box.limbs[limb].id,
        "to": space[0] if space else None,
    }
    events.append(Event("remove", "voluntary-removal", seat, facts))
    if take_off(table, seat, limb, events):
        drop(table, limb, board.number[space[0]])


def _pay(table: Table, seat: int, limb: int, slot: int, events: list[Event]) -> None:
    """`former-owner-share`, `former-owner`: what goes to whom."""
    box = table.setting.box
    counter = box.limbs[limb]
    price = cost(table, seat, limb, slot)
    same = box.monsters[table.monster[seat]].slots[slot] == counter.kind
    rule = "attach-cost-match" if same else "attach-cost-other"
    spend(table, seat, price)
    events.append(Event("pay", rule, seat, {"limb": counter.id, "power": price}))
    owner = table.monster.index(counter.home) if counter.home in table.monster else NOBODY
    share = min(price, box.figures["former-owner-share"])
    if owner in table.living and owner != seat:
        gain(table, owner, share)
        facts: dict[str, JsonValue] = {"from": table.setting.people[seat], "power": share}
        events.append(Event("share", "former-owner-share", owner, facts))
    else:
        events.append(Event("no-share", "former-owner", seat, {"limb": counter.id}))
