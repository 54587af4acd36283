"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.outcome import Weights
from generator.games.grumbles.content import DOOM, STARTER
from generator.games.grumbles.state import GREEN, RED, GrumblesState, player

WEIGHTS: Weights = {
    "near": 1.2,  # a Goof on a home, in points
    "far": 0.5,  # the share of it that is left with every step away
    "turn": 1.0,  # how much more that is for the seat that has the turn
    "end": 1.0,  # the end by Doom for the seat that it lets win, in points; 1 is no matter
    "reach": 0.1,  # a Grumble on a Goof, in points; it halves with every step away
    "calm": 4.0,  # the lead in points that is half way from even to won
}
"""The weights of what the estimate counts."""


def judge(state: GrumblesState, weights: Weights) -> tuple[float, float]:
    """Points, then every Goof by how much nearer it is to one home than to the other, then every
    Grumble by how near it is to the nearest Goof.

    A drawn Goof counts as what such a Goof is worth on the average, which depends on whom it would let
    win if it were Doom.  0.5 is even; the more one seat leads, the nearer to 1 its value, without
    reaching it.
    """
    if state.outcome:
        red, green = state.outcome.worth
        return red, green
    config, squares = state.config, (*state.goof_squares(),)
    ours, theirs = state.points()
    on_red, on_green = _at_home(state, squares, ours - theirs, weights)
    lead = ours - theirs + weights["near"] * (on_red - on_green)
    nearest = config.nearest(squares)
    reach = weights["reach"]
    for sign, team in zip((reach, -reach), state.teams, strict=True):
        for name in team:
            lead += sign * nearest[state.at[name]]
    red = 0.5 + 0.5 * lead / (weights["calm"] + abs(lead))
    return red, 1 - red


def _at_home(
    state: GrumblesState, squares: Sequence[int], lead: int, weights: Weights
) -> tuple[float, float]:
    """What all Goofs are worth to each seat by how near they are to its home, in points.

    `lead`: the points by which Red leads.
    """
    config, board = state.config, state.board
    points = config.points
    # The worth of what is hidden is that of all drawn Goofs but those that have been captured.
    worth, left = config.pile_points, config.pile_size
    for goof in state.captured[0] + state.captured[1]:
        if goof != STARTER:
            worth, left = worth - points[goof], left - 1
    doom = config.last_chance if len(squares) == 1 and not state.pile else points[DOOM]
    homes, known = config.home(weights["far"]), points[STARTER]
    found = []
    for seat, after in ((RED, lead + doom), (GREEN, doom - lead)):
        end = (weights["end"] - 1) * ((after > 0) - (after < 0))
        usual, near = (worth + end) / max(1, left), homes[seat]
        value = sum([(known if board[at] == STARTER else usual) * near[at] for at in squares])
        found.append(value * weights["turn"] if seat == player(state.turn) else value)
    return found[0], found[1]
