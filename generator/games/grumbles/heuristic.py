"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.
"""

from __future__ import annotations

from generator.engine.outcome import Weights
from generator.games.grumbles.content import STARTER
from generator.games.grumbles.state import GrumblesState

WEIGHTS: Weights = {
    "near": 1.2,  # a Goof on a home, in points; it halves with every step away
    "reach": 0.1,  # a Grumble on a Goof, in points; it halves with every step away
    "calm": 4.0,  # the lead in points that is half way from even to won
}
"""The weights of what the estimate counts."""


def judge(state: GrumblesState, weights: Weights) -> tuple[float, float]:
    """Points, then every Goof by how much nearer it is to one home than to the other, then every
    Grumble by how near it is to the nearest Goof.

    A drawn Goof counts as what such a Goof is worth on the average.  0.5 is even; the more one seat
    leads, the nearer to 1 its value, without reaching it.
    """
    if state.outcome:
        red, green = state.outcome.worth
        return red, green
    config, board = state.config, state.board
    lean, points = config.lean, config.points
    goofs = state.occupied
    for square in state.at.values():
        goofs ^= 1 << square
    squares, nearest = config.nearest(goofs)
    # The worth of what is hidden is that of all drawn Goofs but those that have been captured.
    worth, left = config.pile_points, config.pile_size
    for goof in state.captured[0] + state.captured[1]:
        if goof != STARTER:
            worth, left = worth - points[goof], left - 1
    usual, known = worth / max(1, left), points[STARTER]
    ours, theirs = state.points()
    lead = (
        ours
        - theirs
        + weights["near"]
        * sum([(known if board[at] == STARTER else usual) * lean[at] for at in squares])
    )
    reach = weights["reach"]
    for sign, team in zip((reach, -reach), state.teams, strict=True):
        for name in team:
            lead += sign * nearest[state.at[name]]
    red = 0.5 + 0.5 * lead / (weights["calm"] + abs(lead))
    return red, 1 - red
