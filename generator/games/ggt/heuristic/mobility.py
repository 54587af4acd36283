"""Mobility: the options of a monster in its current position."""

from __future__ import annotations

from generator.engine.outcome import Weights
from generator.games.ggt.content import BARE, HEALTH, STRENGTH
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


def mobility(state: GgtState, seat: int, weights: Weights) -> float:
    """The value of a monster's options, in points of Health."""
    found = _approach(state, seat, weights)
    if state.lying:
        found += _limb_in_reach(state, seat, weights)
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


def _approach(state: GgtState, seat: int, weights: Weights) -> float:
    """The closeness of the monster to its best target, and the threats close to it."""
    board, here, facing = state.config.board, state.at[seat], state.facing[seat]
    arcs, distance = board.arc[here], board.distance[here]
    body, near = state.body[seat], board.near[here]
    ahead, behind = near[facing], near[(facing + 3) % 6]
    reach = state.config.box.figures["reach-distance"] if body.reach else 1
    reach = max(reach, body.ranged)
    best, danger, beside = -99.0, 0.0, False
    askew, backwards, threat = weights["askew"], weights["backwards"], weights["threat"]
    step, weakness = weights["step"], weights["weakness"]
    for other in state.living:
        if other == seat:
            continue
        there = state.at[other]
        faced = bool(arcs[there] >> facing & 1)
        if distance[there] == 1:
            beside = True
            if board.arc[there][here] >> state.facing[other] & 1:
                danger += threat if faced else threat + weights["exposed"]
        away: float
        if distance[there] <= reach:
            # Next to it, turning round requires an Escape.
            away = 0.0 if faced else askew if distance[there] > 1 else weights["trapped"]
        else:
            to = board.steps(there, state.objects)
            away = to[here] - reach
            if ahead < 0 or to[ahead] >= to[here]:
                away += backwards if behind >= 0 and to[behind] < to[here] else askew
        drawn = -step * away - weakness * (state.pool[other] + 3 * len(state.hands[other]))
        if drawn > best:
            best = drawn
    if beside and not state.hands[seat]:
        danger += weights["no cards"]
    return best - danger


def _limb_in_reach(state: GgtState, seat: int, weights: Weights) -> float:
    """The best affordable limb on the map, by its worth, its price and its distance."""
    slots, power = state.slots[seat], state.power[seat]
    if not power or BARE not in slots:
        return 0.0
    box, board = state.config.box, state.config.board
    kinds = box.monsters[state.monster[seat]].slots
    here, facing = state.at[seat], state.facing[seat]
    near = board.near[here]
    ways = near[facing], near[(facing + 3) % 6]
    best = 0.0
    for limb, cell in state.lying:
        to = board.steps(cell, state.objects)
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
