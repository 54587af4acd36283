"""Evaluation: how good a position looks for each seat.

Every monster has a standing in points of Health: what it can still take, and what its totals, limbs,
Power and cards are worth. A combat under way counts as what its next exchange brings
on average. Each seat adds to its own standing what it could do next: whom it can reach, and which
limb it could attach. The weights were found by playing.
"""

from __future__ import annotations

from generator.games.ggt.heuristic.combat_odds import add_expected
from generator.games.ggt.heuristic.mobility import mobility, outlook
from generator.games.ggt.heuristic.values import monster_value
from generator.games.ggt.state import GgtState

RIVAL = 1.0
"""How much of one's own loss every rival's gain is."""
USUAL = 85.0
"""The standing of a monster at the start, about."""
CALM = 90.0
"""The lead that is half way from even to won."""
OUTLOOK = 0.5
"""What it is worth before the first action to have the whole map ahead."""


def evaluate(state: GgtState) -> tuple[float, ...]:
    """From 0, out, to 1, the last in play; 0.5 as things are at the start."""
    if state.outcome:
        return state.outcome.worth
    seats = state.config.players
    if not _has_begun(state):
        return tuple(0.5 + OUTLOOK * outlook(state, seat) for seat in range(seats))
    standing = [0.0] * seats
    for seat in state.living:
        standing[seat] = monster_value(state, seat)
    if state.fight or state.contest:
        add_expected(state, standing)
    everybody = sum(standing)
    values = [0.0] * seats
    even = USUAL * (RIVAL * (seats - 1) - 1)
    for seat in state.living:
        own = standing[seat]
        lead = own - RIVAL * (everybody - own) + even + mobility(state, seat)
        values[seat] = 0.5 + 0.5 * lead / (CALM + abs(lead))
    return tuple(values)


def _has_begun(state: GgtState) -> bool:
    """Whether anybody can have done anything since all monsters were placed, on the map's edge."""
    if state.turn > 1 or state.fallen or state.acted or state.turned or state.healed:
        return True
    edge = state.config.board.edge
    decides = state.pending[-1].name == "act" if state.round else True
    return not decides or any(at >= 0 and at not in edge for at in state.at)
