"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.  The value of a capture depends on later ones: the Goof of Doom
ends the game, so a seat that is behind must not take an unseen Goof lightly, and a seat that leads
may.  Therefore the estimate begins with the exact chance to win if the remaining Goofs were
captured in any order, each by either seat.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from generator.engine.outcome import Weights
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, MatchConfig
from generator.games.grumbles.state import GrumblesState

WEIGHTS: Weights = {
    "near": 1.2,  # a Goof on a home, relative to its capture; halved by every step away
    "reach": 0.05,  # a Grumble on a Goof, in odds; halved by every step away
}
"""Default weights of the estimate."""
SURE = 0.02
"""Closest value of a chance to 0 or 1 while the game goes on."""

KINDS = (STARTER, REGULAR, SUPER, DOOM)
"""All kinds of Goofs; those after the first cannot be told apart before they are captured."""
RED, GREEN = 1, -1
"""The sign of a seat's captures in the lead of Red."""

Counts = tuple[int, ...]
"""Number of remaining Goofs of each kind."""


class Stakes(NamedTuple):
    """The values of Goofs."""

    points: tuple[int, ...]
    """The points of each kind."""
    last_chance: int


class Outlook(NamedTuple):
    """The meaning of captures to Red, as logarithms of the odds to win."""

    now: float
    """By the captures so far."""
    known: tuple[float, float]
    """Red's gain from one more Goof that started on a star, and its loss if Green captures it."""
    drawn: tuple[float, float]
    """The same for an unseen Goof, on average."""


def judge(state: GrumblesState, weights: Weights) -> tuple[float, float]:
    """The outlook, shifted by every Goof towards its capture by the seat whose home is nearer, and
    by every Grumble by its closeness to the nearest Goof.
    """
    if state.outcome:
        red, green = state.outcome.worth
        return red, green
    config, board, at = state.config, state.board, state.at
    goofs = state.occupied
    for square in at.values():
        goofs ^= 1 << square
    squares, nearest = config.nearest(goofs)
    now, known, drawn = outlook(config, *state.captured)
    lean, near = config.lean, 0.0
    for square in squares:
        side = lean[square]
        near += side * (known if board[square] == STARTER else drawn)[side < 0]
    ours, theirs = [sum([nearest[at[name]] for name in team]) for team in state.teams]
    red = chance_of(now + weights["near"] * near + weights["reach"] * (ours - theirs))
    return red, 1 - red


@lru_cache(1 << 12)
def outlook(config: MatchConfig, red: tuple[str, ...], green: tuple[str, ...]) -> Outlook:
    """The outlook after these captures of each seat."""
    stakes = Stakes(tuple([config.points[kind] for kind in KINDS]), config.last_chance)
    copies = {**config.copies, STARTER: len(config.board.stars)}
    copies[REGULAR] -= copies[STARTER]
    left = tuple([copies[kind] - (*red, *green).count(kind) for kind in KINDS])
    lead = sum([config.points[goof] for goof in red]) - sum([config.points[goof] for goof in green])
    now = odds_of(chance(stakes, lead, left))

    def moved(kinds: slice) -> tuple[float, float]:
        """The change in each seat's favour by its capture of a Goof of one of these kinds."""
        some = [kind for kind in range(len(KINDS))[kinds] for _ in range(left[kind])]
        by_red, by_green = [
            sum([chance_after(stakes, lead, left, kind, seat) for kind in some]) / max(1, len(some))
            for seat in (RED, GREEN)
        ]
        return (odds_of(by_red) - now, now - odds_of(by_green)) if some else (0.0, 0.0)

    return Outlook(now, moved(slice(1)), moved(slice(1, None)))


@lru_cache(1 << 14)
def chance(stakes: Stakes, lead: int, left: Counts) -> float:
    """Red's chance to win if each remaining Goof is equally likely to be the next, for either seat."""
    ways = [
        count * chance_after(stakes, lead, left, kind, seat)
        for kind, count in enumerate(left)
        if count
        for seat in (RED, GREEN)
    ]
    return sum(ways) / (2 * sum(left))


def chance_after(stakes: Stakes, lead: int, left: Counts, kind: int, seat: int) -> float:
    """Red's chance after a seat captures one of the remaining Goofs (`doom-ends`, `last-chance`)."""
    if KINDS[kind] != DOOM:
        rest = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        return chance(stakes, lead + seat * stakes.points[kind], rest)
    lead += seat * (stakes.points[kind] if sum(left) > 1 else stakes.last_chance)
    return 0.5 if lead == 0 else float(lead > 0)


def odds_of(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    chance = min(max(chance, SURE), 1 - SURE)
    return log(chance / (1 - chance))


def chance_of(odds: float) -> float:
    """The chance with these odds, given as their logarithm."""
    return 1 / (1 + exp(-odds))
