"""Mobility: the options of a monster in its current position."""

from __future__ import annotations

from functools import lru_cache

from generator.engine.outcome import Weights
from generator.games.ggt.content import BARE, HEALTH, STRENGTH
from generator.games.ggt.heuristic.values import Slots, Values
from generator.games.ggt.map.board import Board
from generator.games.ggt.state import GgtState

MOBILITY_WEIGHTS: Weights = {
    "step": 0.25,  # being a step closer to a monster to fight;
    "backwards": 0.2,  # the number of steps that it costs to go there backwards,
    "askew": 0.45,  # to turn first,
    "trapped": 2.0,  # and to have to escape first
    "weakness": 0.02,  # additional attraction of a weak monster, per point of damage it can take
    "exposed": 0.5,  # the cost of a monster that can attack and cannot be attacked,
    "threat": 0.1,  # of standing in front of one,
    "no cards": 0.7,  # and of standing next to one without cards, if Rest is impossible
    "limb share": 0.35,  # the share of a limb's worth while it is on the map
    "asking": 0.05,  # the cost of waiting for consent
}
"""Default weights of mobility."""
TOO_FAR = 8
"""Distance in steps from which on a limb has no attraction."""


def mobility(state: GgtState, seat: int, values: Values) -> float:
    """The value of a monster's options, in points of Health."""
    weights = values.weights
    found = _approach(state, seat, values)
    if state.lying and state.power[seat] and BARE in state.slots[seat]:
        where = state.at[seat], state.facing[seat]
        body = state.monster[seat], state.slots[seat], state.power[seat]
        found += _limb_in_reach(
            values, state.config.board, state.objects, state.lying, where, *body
        )
    if state.pending[-1].name == "consent" and state.now == seat:
        found -= weights["asking"]
    return found


def outlook(state: GgtState, seat: int) -> float:
    """The share of the map in the front arc of a monster that has just been placed, from 0 to 1.

    It is 0 if the monster cannot step ahead.
    """
    here, facing, board = state.at[seat], state.facing[seat], state.config.board
    if here < 0 or board.near[here][facing] < 0:
        return 0.0
    return sum(arc >> facing & 1 for arc in board.arc[here]) / len(board.cells)


def _approach(state: GgtState, seat: int, values: Values) -> float:
    """The closeness of the monster to its best target, and the threats close to it."""
    weights = values.weights
    body, cells, facings, hands = state.body[seat], state.at, state.facing, state.hands
    reach = state.config.box.figures["reach-distance"] if body.reach else 1
    reach = max(reach, body.ranged)
    board, objects = state.config.board, state.objects
    best, danger, beside = -99.0, 0.0, False
    for other in state.living:
        if other == seat:
            continue
        free = state.now == seat and state.beaten >> other & 1 == 1
        where = cells[seat], facings[seat], cells[other], facings[other]
        away, exposed, adjacent = _stance(values, board, objects, where, reach, free)
        danger += exposed
        beside = beside or adjacent
        drawn = -away - weights["weakness"] * (state.pool[other] + 3 * len(hands[other]))
        if drawn > best:
            best = drawn
    if beside and not hands[seat]:
        danger += weights["no cards"]
    return best - danger


@lru_cache(1 << 14)
def _stance(
    values: Values,
    board: Board,
    objects: tuple[int, ...],
    where: tuple[int, int, int, int],
    reach: int,
    free: bool,
) -> tuple[float, float, bool]:
    """What it costs to attack another, what its threat costs, and whether it is adjacent.

    `where`: cell and facing of the monster, cell and facing of the other.  `free`: it has escaped.
    """
    weights = values.weights
    here, facing, there, other_facing = where
    distance, near = board.distance[here][there], board.near[here]
    faced = bool(board.arc[here][there] >> facing & 1)
    threat = 0.0
    if distance == 1 and board.arc[there][here] >> other_facing & 1:
        threat = weights["threat"] if faced else weights["threat"] + weights["exposed"]
    if distance <= reach:
        # Next to it, turning round requires an Escape.
        askew = weights["askew"] if distance > 1 or free else weights["trapped"]
        away = 0.0 if faced else askew
    else:
        to = board.steps(there, objects)
        ahead, behind = near[facing], near[(facing + 3) % 6]
        away = to[here] - reach
        if ahead < 0 or to[ahead] >= to[here]:
            retreats = behind >= 0 and to[behind] < to[here]
            away += weights["backwards"] if retreats else weights["askew"]
    return weights["step"] * away, threat, distance == 1


@lru_cache(1 << 14)
def _limb_in_reach(
    values: Values,
    board: Board,
    objects: tuple[int, ...],
    lying: tuple[tuple[int, int], ...],
    where: tuple[int, int],
    monster: int,
    slots: Slots,
    power: int,
) -> float:
    """The best affordable limb on the map, by its worth, its price and its distance."""
    box, weights, (here, facing) = values.box, values.weights, where
    kinds = box.monsters[monster].slots
    near = board.near[here]
    ways = near[facing], near[(facing + 3) % 6]
    best = 0.0
    for limb, cell in lying:
        to = board.steps(cell, objects)
        far: float = to[here]
        if far >= TOO_FAR:
            continue
        counter = box.limbs[limb]
        price = counter.other
        for kind, there in zip(kinds, slots, strict=True):
            if there == BARE and kind == counter.kind:
                price = counter.matching
        if price > power:
            continue
        if far and not any(way >= 0 and to[way] < far for way in ways):
            far += weights["askew"]
        value = weights["limb share"] * (
            12 + counter.figures[STRENGTH] + counter.figures[HEALTH] - price
        )
        best = max(best, value * (1 - far / (TOO_FAR + 1)))
    return best
