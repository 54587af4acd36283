"""Turns a decision that waits into the moves that are legal for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

from generator.engine.pending import Step
from generator.games.ggt.moves import AHEAD, BEHIND, CLOSE, RANGED, Move
from generator.games.ggt.rules.actions import room
from generator.games.ggt.rules.attach import attachments
from generator.games.ggt.rules.combat import can_heal, targets
from generator.games.ggt.rules.dismember import landings
from generator.games.ggt.rules.setup import starts
from generator.games.ggt.rules.tests import may_flip

if TYPE_CHECKING:
    from generator.games.ggt.state import Table

FACINGS = tuple(str(facing) for facing in range(6))
TURN = [Move("turn", (facing,)) for facing in FACINGS]
STEP = {way: Move("move", (way,)) for way in (AHEAD, BEHIND, *FACINGS)}
YES_NO = [Move("yes"), Move("no")]
FLIP_OR_NOTHING = [Move("flip"), Move("nothing")]
REST, END, STOP, LEAVE = Move("rest"), Move("end"), Move("stop"), Move("leave")
HEAL = [Move("heal", (str(points),)) for points in range(100)]
"""The decisions that come up often, made once so that moves need not be."""
ATTACK = {
    (seat, ranged): Move("attack", (str(seat + 1), RANGED if ranged else CLOSE))
    for seat in range(6)
    for ranged in (False, True)
}


def moves(table: Table) -> list[Move]:
    """Every legal move of the decision on top of the stack."""
    step = table.pending[-1]
    assert step.seat is not None
    return DECISIONS[step.name](table, step.seat, step)


def action(table: Table, seat: int, step: Step) -> list[Move]:
    """`actions-speed`, `actions-live`, `free-actions`: what can be done in a turn."""
    body = table.body[seat]
    paid = table.spent < body.speed
    near = table.adjacent(seat)
    beaten = table.beaten
    unbeaten = [other for other in near if not beaten >> other & 1]
    asked = sum(1 << other for other in unbeaten)
    no_move, no_turn, no_rest = table.refused
    found: list[Move] = []
    if paid:
        found += [ATTACK[target] for target in targets(table, seat)]
        if not asked & no_move:
            found += steps(table, seat)
    if (paid or not table.turned) and not asked & no_turn:
        found += turns(table, seat)
    if paid:
        if unbeaten:
            found += escapes(table, unbeaten)
        all_near = sum(1 << other for other in near)
        hand = len(table.hands[seat])
        if hand < body.smarts and not all_near & no_rest and table.can_draw(seat):
            found.append(REST)
        found += pushes(table, seat, near)
        if table.lying and not (near and table.acted):
            # `attach-pinned`, `first-action`
            found += attachments(table, seat)
    if paid or not table.healed:
        found += HEAL[1 : can_heal(table, seat) + 1]
    # `no-legal-action`: ending the turn is always legal.
    found.append(END)
    return found


def steps(table: Table, seat: int) -> list[Move]:
    """`move`, `ability-sidestep`: steps to vacant cells."""
    facing = table.facing[seat]
    near = table.setting.board.near[table.at[seat]]
    found = []
    if table.vacant(near[facing]):
        found.append(STEP[AHEAD])
    if table.vacant(near[(facing + 3) % 6]):
        found.append(STEP[BEHIND])
    if table.body[seat].sidestep:
        for way in (1, 2, 4, 5):
            direction = (facing + way) % 6
            if table.vacant(near[direction]):
                found.append(STEP[FACINGS[direction]])
    return found


def turns(table: Table, seat: int) -> list[Move]:
    """`turn-facing`: any other facing."""
    facing = table.facing[seat]
    return TURN[:facing] + TURN[facing + 1 :]


def escapes(table: Table, unbeaten: list[int]) -> list[Move]:
    """`escape`, `escape-cost`: from those not beaten yet, with each attribute but Health."""
    words = table.setting.escapes
    return [move for other in unbeaten for move in words[other]]


def pushes(table: Table, seat: int, near: list[int]) -> list[Move]:
    """`push-scope`: any monster or object that is adjacent."""
    setting = table.setting
    found = [setting.push_monster[other] for other in near]
    distance = setting.board.distance[table.at[seat]]
    for move, cell in zip(setting.push_object, table.objects, strict=True):
        if distance[cell] == 1:
            found.append(move)
    return found


def test_card(table: Table, seat: int, step: Step) -> list[Move]:
    """`test-commit`, `no-card`, `desperate-flip`."""
    hand = table.hands[seat]
    if hand:
        cards = table.setting.card_moves
        return [cards[card] for card in hand]
    return FLIP_OR_NOTHING if may_flip(table, seat) else FLIP_OR_NOTHING[1:]


def free_steps(table: Table, seat: int, step: Step) -> list[Move]:
    """`escape-win`, `escape-bank`."""
    return [*steps(table, seat), *turns(table, seat), STOP]


def put_spaces(table: Table, seat: int, step: Step) -> list[Move]:
    """`push-win`: any vacant space beside the target, or none."""
    names = table.setting.board.names
    spaces = room(table, str(step.about[0]))
    return [*(Move("to", (names[cell],)) for cell in spaces), LEAVE]


def mends(table: Table, seat: int, step: Step) -> list[Move]:
    """`combat-heal`: as much Power as there is and as can be healed, or none."""
    return HEAL[: can_heal(table, seat) + 1]


def shields(table: Table, seat: int, step: Step) -> list[Move]:
    """`power-shield`: a set of limbs, one Power each, with at least one limb left bare."""
    limbs = sorted(table.limbs(seat))
    most = min(table.power[seat], len(limbs) - 1)
    ids = table.setting.box.limbs
    return [
        Move("shield", tuple(ids[limb].id for limb in chosen))
        for size in range(most + 1)
        for chosen in combinations(limbs, size)
    ]


def rips(table: Table, seat: int, step: Step) -> list[Move]:
    """`rip-choice`: any bare limb of the loser."""
    fight, limbs = table.fight, table.setting.box.limbs
    assert fight is not None
    loser = fight.sides[1 - fight.sides.index(seat)]
    return [Move("rip", (limbs[limb].id,)) for limb in table.limbs(loser) if limb not in step.about]


def lands(table: Table, seat: int, step: Step) -> list[Move]:
    """`limb-lands`, `ranged-limb-lands`."""
    names = table.setting.board.names
    cells = landings(table, int(step.about[1]))
    return [Move("land", (names[cell],)) for cell in cells]


def places(table: Table, seat: int, step: Step) -> list[Move]:
    """`start-space`, `start-facing`."""
    names = table.setting.board.names
    return [Move("place", (names[cell], facing)) for cell in starts(table) for facing in FACINGS]


def takes(table: Table, seat: int, step: Step) -> list[Move]:
    """`monster-and-map-choice`: any monster that nobody has."""
    monsters = enumerate(table.setting.box.monsters)
    return [
        Move("take", (monster.id,)) for number, monster in monsters if number not in table.monster
    ]


def yes_no(table: Table, seat: int, step: Step) -> list[Move]:
    """`consent`, `continue-or-end`."""
    return YES_NO


DECISIONS: dict[str, Callable[[Table, int, Step], list[Move]]] = {
    "act": action,
    "card": test_card,
    "again": yes_no,
    "consent": yes_no,
    "mend": mends,
    "rip": rips,
    "land": lands,
    "shield": shields,
    "free": free_steps,
    "put": put_spaces,
    "place": places,
    "take": takes,
}
