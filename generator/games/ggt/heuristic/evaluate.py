"""Evaluation: the estimated value of a position to each seat.

Each monster has a standing in points of Health: the damage it can still take, and the value of its
totals, limbs, Power and cards.  A combat in progress counts as the average result of its next
exchange.  Each seat adds its options to its own standing: the monsters it can reach, and the limb
it could attach.  The weights were found by playing; `grimoire train` finds others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from generator.engine.outcome import Weights, picked
from generator.games.ggt.heuristic.combat_odds import ODDS_WEIGHTS, add_expected
from generator.games.ggt.heuristic.mobility import MOBILITY_WEIGHTS, mobility, outlook
from generator.games.ggt.heuristic.values import VALUE_WEIGHTS, monster_value, values_of
from generator.games.ggt.state import GgtState

WEIGHTS: Weights = {
    "rival": 1.0,  # weight of each rival's gain as one's own loss
    "calm": 90.0,  # the lead that is half way from even to won
    "outlook": 0.03,  # having the whole map ahead, before the first action; less than any pick
    **VALUE_WEIGHTS,
    **ODDS_WEIGHTS,
    **MOBILITY_WEIGHTS,
}
"""Default weights of the estimate, in points of Health."""
USUAL = 85.0
"""Typical standing of a monster at the start."""


def judge(state: GgtState, weights: Weights) -> tuple[float, ...]:
    """From 0, out, to 1, the last in play; 0.5 at the start."""
    return tuple(_shares(state, weights, range(state.config.players)))


def judge_seat(state: GgtState, seat: int, weights: Weights) -> float:
    """The value for one seat: the options of the others are not needed."""
    return _shares(state, weights, (seat,))[0]


def _shares(state: GgtState, weights: Weights, seats: Sequence[int]) -> list[float]:
    """The values for some seats."""
    if not _has_begun(state):
        return [_chosen(state, weights, seat) for seat in seats]
    values, players = values_of(state, weights), state.config.players
    standing = [0.0] * players
    for seat in state.living:
        standing[seat] = monster_value(state, seat, values)
    if state.fight or state.contest:
        add_expected(state, standing, values)
    everybody = sum(standing)
    rival, calm = weights["rival"], weights["calm"]
    even = USUAL * (rival * (players - 1) - 1)
    shares = []
    for seat in seats:
        if seat not in state.living:
            shares.append(0.0)
            continue
        own = standing[seat]
        lead = own - rival * (everybody - own) + even + mobility(state, seat, values)
        shares.append(0.5 + 0.5 * lead / (calm + abs(lead)))
    return shares


def _chosen(state: GgtState, weights: Weights, seat: int) -> float:
    """The trained value of a seat's monster among those chosen, and the value of its position."""
    box = state.config.box
    worth = [
        picked(weights, [f"take {box.monsters[monster].id}"]) if monster >= 0 else 0.0
        for monster in state.monster
    ]
    ahead = worth[seat] - sum(worth) / len(worth)
    odds = ahead * len(worth) / max(1, len(worth) - 1)
    return min(1.0, 1 / (1 + exp(-odds)) + weights["outlook"] * outlook(state, seat))


def _has_begun(state: GgtState) -> bool:
    """Whether anybody can have acted since all monsters were placed on the map's edge."""
    if state.turn > 1 or state.fallen or state.acted or state.turned or state.healed:
        return True
    edge = state.config.board.edge
    decides = state.pending[-1].name == "act" if state.round else True
    return not decides or any(at >= 0 and at not in edge for at in state.at)
