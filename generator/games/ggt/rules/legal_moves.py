"""Legal moves at each step."""

from __future__ import annotations

from itertools import combinations

from generator.engine.pending import Step
from generator.games.ggt.moves import AHEAD, BEHIND, CLOSE, RANGED, Move
from generator.games.ggt.rules.actions import push_spaces
from generator.games.ggt.rules.attach import attachments
from generator.games.ggt.rules.combat import can_heal, targets
from generator.games.ggt.rules.dismember import landings
from generator.games.ggt.rules.setup import starts
from generator.games.ggt.rules.tests import may_flip
from generator.games.ggt.state import GgtState

FACINGS = tuple(str(facing) for facing in range(6))
TURN = [Move("turn", (facing,)) for facing in FACINGS]
OTHER_WAYS = [TURN[:facing] + TURN[facing + 1 :] for facing in range(6)]
"""`turn-facing`: the legal Turns from each facing."""
STEP = {way: Move("move", (way,)) for way in (AHEAD, BEHIND, *FACINGS)}
YES_NO = [Move("yes"), Move("no")]
FLIP_OR_NOTHING = [Move("flip"), Move("nothing")]
REST, END, STOP, LEAVE = Move("rest"), Move("end"), Move("stop"), Move("leave")
HEAL = [Move("heal", (str(points),)) for points in range(100)]
"""Common moves, created once to save time."""
ATTACK = {
    (seat, ranged): Move("attack", (str(seat + 1), RANGED if ranged else CLOSE))
    for seat in range(6)
    for ranged in (False, True)
}


def actions(state: GgtState, step: Step) -> list[Move]:
    """`actions-speed`, `actions-live`, `free-actions`: the actions of a turn."""
    seat = step.decider
    body = state.body[seat]
    paid = state.spent < body.speed
    near = state.adjacent(seat)
    unbeaten = state.pinning(seat) if state.beaten else near
    no_move, no_turn, no_rest = state.refused
    found: list[Move] = []
    if paid:
        found += [ATTACK[target] for target in targets(state, seat)]
        if not refuses(no_move, unbeaten):
            found += steps(state, seat)
    if (paid or not state.turned) and not refuses(no_turn, unbeaten):
        found += OTHER_WAYS[state.facing[seat]]
    if paid:
        for other in unbeaten:
            found += state.config.escapes[other]
        hand = len(state.hands[seat])
        if hand < body.smarts and not refuses(no_rest, near) and state.can_draw(seat):
            found.append(REST)
        found += pushes(state, seat, near)
        if state.lying and not (near and state.acted):
            # `attach-pinned`, `first-action`
            found += attachments(state, seat)
    if paid or not state.healed:
        found += HEAL[1 : can_heal(state, seat) + 1]
    # `no-legal-action`: ending the turn is always legal.
    found.append(END)
    return found


def refuses(refused: int, seats: list[int]) -> bool:
    """Whether one of these seats has refused its consent this turn."""
    return refused != 0 and any(refused >> seat & 1 for seat in seats)


def steps(state: GgtState, seat: int) -> list[Move]:
    """`move`, `ability-sidestep`: steps to vacant cells."""
    facing = state.facing[seat]
    near = state.config.board.near[state.at[seat]]
    found = []
    if state.vacant(near[facing]):
        found.append(STEP[AHEAD])
    if state.vacant(near[(facing + 3) % 6]):
        found.append(STEP[BEHIND])
    if state.body[seat].sidestep:
        for way in (1, 2, 4, 5):
            direction = (facing + way) % 6
            if state.vacant(near[direction]):
                found.append(STEP[FACINGS[direction]])
    return found


def pushes(state: GgtState, seat: int, near: list[int]) -> list[Move]:
    """`push-scope`: any adjacent monster or object."""
    config = state.config
    found = [config.push_monster[other] for other in near]
    beside = config.board.beside[state.at[seat]]
    if beside.isdisjoint(state.objects):
        return found
    for move, cell in zip(config.push_object, state.objects, strict=True):
        if cell in beside:
            found.append(move)
    return found


def test_card(state: GgtState, step: Step) -> list[Move]:
    """`test-commit`, `no-card`, `desperate-flip`."""
    seat = step.decider
    hand = state.hands[seat]
    if hand:
        cards = state.config.card_moves
        return [cards[card] for card in hand]
    return FLIP_OR_NOTHING if may_flip(state, seat) else FLIP_OR_NOTHING[1:]


def free_steps(state: GgtState, step: Step) -> list[Move]:
    """`escape-win`, `escape-bank`."""
    seat = step.decider
    return [*steps(state, seat), *OTHER_WAYS[state.facing[seat]], STOP]


def put_spaces(state: GgtState, step: Step) -> list[Move]:
    """`push-win`: any vacant space next to the target, or leave it."""
    names = state.config.board.names
    spaces = push_spaces(state, step.about[0])
    return [*(Move("to", (names[cell],)) for cell in spaces), LEAVE]


def mends(state: GgtState, step: Step) -> list[Move]:
    """`combat-heal`: any amount from 0 to what can be healed."""
    return HEAL[: can_heal(state, step.decider) + 1]


def shields(state: GgtState, step: Step) -> list[Move]:
    """`power-shield`: any set of limbs, one Power each, with at least one limb left bare."""
    seat = step.decider
    limbs = sorted(state.limbs(seat))
    most = min(state.power[seat], len(limbs) - 1)
    ids = state.config.box.limbs
    return [
        Move("shield", tuple(ids[limb].id for limb in chosen))
        for size in range(most + 1)
        for chosen in combinations(limbs, size)
    ]


def rips(state: GgtState, step: Step) -> list[Move]:
    """`rip-choice`: any bare limb of the loser."""
    fight, limbs = state.combat, state.config.box.limbs
    loser = fight.other(step.decider)
    return [Move("rip", (limbs[limb].id,)) for limb in state.limbs(loser) if limb not in step.about]


def lands(state: GgtState, step: Step) -> list[Move]:
    """`limb-lands`, `ranged-limb-lands`."""
    names = state.config.board.names
    cells = landings(state, step.about[1])
    return [Move("land", (names[cell],)) for cell in cells]


def places(state: GgtState, step: Step) -> list[Move]:
    """`start-space`, `start-facing`."""
    names = state.config.board.names
    return [Move("place", (names[cell], facing)) for cell in starts(state) for facing in FACINGS]


def takes(state: GgtState, step: Step) -> list[Move]:
    """`monster-and-map-choice`: any monster not yet taken."""
    monsters = enumerate(state.config.box.monsters)
    return [
        Move("take", (monster.id,)) for number, monster in monsters if number not in state.monster
    ]


def yes_no(state: GgtState, step: Step) -> list[Move]:
    """`consent`, `continue-or-end`."""
    return YES_NO
