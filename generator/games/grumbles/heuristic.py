"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.
"""

from __future__ import annotations

from generator.games.grumbles.content import DRAWN, STARTER
from generator.games.grumbles.state import GrumblesState

NEAR = 1.2
"""The worth of a Goof on a home, in points; it halves with every step away."""
REACH = 0.1
"""The worth of a Grumble on a Goof, in points; it halves with every step away."""
CALM = 4.0
"""The lead in points that is half way from even to won."""


def evaluate(state: GrumblesState) -> tuple[float, float]:
    """Points, then every Goof by how much nearer it is to one home than to the other, then every
    Grumble by how near it is to the nearest Goof.

    A drawn Goof counts as what such a Goof is worth on the average.  0.5 is even; the more one seat
    leads, the nearer to 1 its value, without reaching it.
    """
    if state.outcome:
        red, green = state.outcome.worth
        return red, green
    config = state.config
    lean, points = config.lean, config.points
    goofs = state.goofs()
    hidden = [*filter(DRAWN.__contains__, goofs.values()), *state.pile]
    usual, known = sum(map(points.__getitem__, hidden)) / max(1, len(hidden)), points[STARTER]
    ours, theirs = state.points()
    lead = (
        ours
        - theirs
        + NEAR
        * sum([(known if goof == STARTER else usual) * lean[at] for at, goof in goofs.items()])
    )
    for sign, team in zip((REACH, -REACH), state.teams, strict=True):
        for name in team:
            near = config.near[state.at[name]]
            lead += sign * max(map(near.__getitem__, goofs), default=0)
    red = 0.5 + 0.5 * lead / (CALM + abs(lead))
    return red, 1 - red
