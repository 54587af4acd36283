"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.  What captures are worth depends on those to come: the Goof of Doom ends
the game, so who is behind must not take an unseen Goof lightly, and who leads may well.  Therefore the
estimate begins with the chance to win if the Goofs that are left were captured in any order, each by
either seat, which is counted exactly.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from generator.engine.outcome import Weights
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, MatchConfig
from generator.games.grumbles.state import GrumblesState

WEIGHTS: Weights = {
    "near": 1.2,  # a Goof on a home, compared with its capture; it halves with every step away
    "reach": 0.05,  # a Grumble on a Goof, in odds; it halves with every step away
}
"""The weights of what the estimate counts."""
SURE = 0.02
"""No chance is taken to be nearer to 0 or 1 than this while the game goes on."""

KINDS = (STARTER, REGULAR, SUPER, DOOM)
"""All kinds of Goofs; nobody can tell those after the first apart before they are captured."""
RED, GREEN = 1, -1
"""The sign of what a seat captures in the lead of Red."""

Counts = tuple[int, ...]
"""How many Goofs of each kind are left."""


class Stakes(NamedTuple):
    """What Goofs are worth."""

    points: tuple[int, ...]
    """The points of each kind."""
    last_chance: int


class Outlook(NamedTuple):
    """What captures mean to Red, as logarithms of the odds to win."""

    now: float
    """By those that have been made,"""
    known: tuple[float, float]
    """what Red gains by one more of a Goof that started on a star, and loses if Green makes it;"""
    drawn: tuple[float, float]
    """the same of an unseen Goof, on average."""


def judge(state: GrumblesState, weights: Weights) -> tuple[float, float]:
    """The outlook, moved by every Goof towards its capture by the seat whose home is nearer, and by every
    Grumble by how near it is to the nearest Goof.
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
        """What each seat's capture of a Goof of one of these kinds changes to its favour."""
        some = [kind for kind in range(len(KINDS))[kinds] for _ in range(left[kind])]
        by_red, by_green = [
            sum([chance_after(stakes, lead, left, kind, seat) for kind in some]) / max(1, len(some))
            for seat in (RED, GREEN)
        ]
        return (odds_of(by_red) - now, now - odds_of(by_green)) if some else (0.0, 0.0)

    return Outlook(now, moved(slice(1)), moved(slice(1, None)))


@lru_cache(1 << 14)
def chance(stakes: Stakes, lead: int, left: Counts) -> float:
    """Red's chance to win if each Goof that is left is as likely to be the next, for either seat."""
    ways = [
        count * chance_after(stakes, lead, left, kind, seat)
        for kind, count in enumerate(left)
        if count
        for seat in (RED, GREEN)
    ]
    return sum(ways) / (2 * sum(left))


def chance_after(stakes: Stakes, lead: int, left: Counts, kind: int, seat: int) -> float:
    """Red's chance after a seat captures one of the Goofs that are left (`doom-ends`, `last-chance`)."""
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
    """The chance with these odds, given by their logarithm."""
    return 1 / (1 + exp(-odds))
