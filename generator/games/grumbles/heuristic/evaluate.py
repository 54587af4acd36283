"""Heuristic of Grumbles and Goofs: the value of a position to each seat, for bots.

It uses only what both seats know.  The value of a capture depends on later ones: the Goof of Doom
ends the game, so a seat that is behind must not take an unseen Goof lightly, and a seat that leads
may.  Therefore the estimate begins with the exact chance to win if the remaining Goofs were
captured in any order, each by either seat.  Captures to come count by how soon a Grumble alone could
make them, and all distances a little, so that Grumbles find the Goofs that are far away.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from math import exp, log
from statistics import fmean
from typing import NamedTuple

from generator.engine.outcome import Weights
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, MatchConfig
from generator.games.grumbles.heuristic.solo import repeated, solo_captures
from generator.games.grumbles.state import GrumblesState

WEIGHTS: Weights = {
    "near": 0.4,  # a Goof on a home, relative to its capture; halved by every step away
    "ready": 0.5,  # a Goof that a Grumble can capture next, relative to that; halved by every turn
    "reach": 0.05,  # a Grumble on a Goof, in odds; halved by every step away
}
"""Default weights of the estimate."""
SLOPE = 1 / 60
"""What every step away costs besides, relative to being there."""
SURE = 0.01
"""Closest value of a chance to 0 or 1."""
UNFINISHED = 0.97
"""Factor to the certainty of a chance while the game goes on: a sure win has to be fetched."""

KINDS = (STARTER, REGULAR, SUPER, DOOM)
"""All kinds of Goofs; those after the first cannot be told apart before they are captured."""
SIGNS = (1, -1)
"""The sign of each seat's captures in the lead of Red."""

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
    """Each seat's gain from one more Goof that started on a star."""
    drawn: tuple[float, float]
    """The same for an unseen Goof, on average."""


class Prospects:
    """What squares are worth on one board, before the value of a Goof is known."""

    def __init__(self, config: MatchConfig) -> None:
        board, distance = config.board, config.board.distance
        squares = range(len(board.blank))
        self.close = [
            [0.5**steps - SLOPE * steps for steps in map(distance, squares, repeat(other))]
            for other in squares
        ]
        """For each pair of squares how close they are: 1 if they are equal, halved by every step."""
        red, green = board.homes
        self.lean = [self.close[red][square] - self.close[green][square] for square in squares]
        """For each square, how much closer it is to Red's home than to Green's."""
        by_power = {power: solo_captures(board, power) for power in config.powers.values()}
        self.captures: list[dict[str, list[int]]] = [
            {name: by_power[power][seat] for name, power in config.powers.items()}
            for seat in range(len(board.homes))
        ]
        """For each seat, Grumble and square the Goofs that it can bring home (see `solo`)."""
        self.repeated = repeated(board)
        self.near = lru_cache(1 << 12)(self._near)
        self.nearest = lru_cache(1 << 12)(self._nearest)

    def _near(self, goofs: int) -> tuple[float, float]:
        """For each seat how much closer the Goofs that are nearer to its home are to that."""
        lean = [self.lean[square] for square in squares_of(goofs)]
        return sum([max(0.0, each) for each in lean]), sum([max(0.0, -each) for each in lean])

    def _nearest(self, goofs: int) -> tuple[list[int], list[float]]:
        """The squares of Goofs, and for each square its closeness to the nearest of them."""
        squares = squares_of(goofs)
        rows = [self.close[square] for square in squares]
        return squares, [max(row) for row in zip(*rows, strict=True)] or [0.0] * len(self.close)

    def ready(self, goofs: int, captures: int) -> float:
        """The number of these Goofs among the captures: 1, or half of that for every further turn."""
        return ((goofs & captures).bit_count() + (goofs * self.repeated & captures).bit_count()) / 4


def judge(state: GrumblesState, weights: Weights) -> tuple[float, float]:
    """The outlook, shifted by every Goof towards its capture by the seat whose home is nearer, and by
    a seat whose Grumbles are ready for it, and by every Grumble by its closeness to the nearest Goof.
    """
    board, at, prospects = state.board, state.at, prospects_on(state.config)
    goofs, starters = state.occupied, 0
    for square in at.values():
        goofs ^= 1 << square
    squares, nearest = prospects.nearest(goofs)
    for square in squares:
        if board[square] == STARTER:
            starters |= 1 << square
    unseen = goofs ^ starters
    odds, known, drawn = outlook(state.config, *state.captured)
    near, near_unseen = prospects.near(starters), prospects.near(unseen)
    for seat, sign in enumerate(SIGNS):
        soon, reach, captures = 0, 0.0, prospects.captures[seat]
        for name in state.teams[seat]:
            square = at[name]
            soon |= captures[name][square]
            reach += nearest[square]
        value = known[seat] * near[seat] + drawn[seat] * near_unseen[seat]
        odds += sign * (weights["near"] * value + weights["reach"] * reach)
        if soon:  # A capture that costs more than it gains need not be made.
            value = max(0.0, known[seat]) * prospects.ready(starters, soon)
            value += max(0.0, drawn[seat]) * prospects.ready(unseen, soon)
            odds += sign * weights["ready"] * value
    red = chance_of(odds)
    return red, 1 - red


@lru_cache(16)
def prospects_on(config: MatchConfig) -> Prospects:
    """The prospects on a board."""
    return Prospects(config)


def squares_of(mask: int) -> list[int]:
    """The squares of a bit mask."""
    return [square for square in range(mask.bit_length()) if mask >> square & 1]


@lru_cache(1 << 12)
def outlook(config: MatchConfig, red: tuple[str, ...], green: tuple[str, ...]) -> Outlook:
    """The outlook after these captures of each seat."""
    stakes = Stakes(tuple([config.points[kind] for kind in KINDS]), config.last_chance)
    copies = {**config.copies, STARTER: len(config.board.stars)}
    copies[REGULAR] -= copies[STARTER]
    left = tuple([copies[kind] - (*red, *green).count(kind) for kind in KINDS])
    lead = sum([config.points[goof] for goof in red]) - sum([config.points[goof] for goof in green])
    now = odds_of(unfinished(chance(stakes, lead, left)))

    def after(kind: int, sign: int) -> float:
        """Red's chance after the seat with this sign captures a Goof of this kind."""
        red = chance_after(stakes, lead, left, kind, sign)
        return red if KINDS[kind] == DOOM else unfinished(red)

    def moved(kinds: slice) -> tuple[float, float]:
        """The change in each seat's favour by its capture of a Goof of one of these kinds."""
        some = [kind for kind in range(len(KINDS))[kinds] for _ in range(left[kind])]
        if not some:
            return 0.0, 0.0
        by_red, by_green = [fmean([after(kind, sign) for kind in some]) for sign in SIGNS]
        return odds_of(by_red) - now, now - odds_of(by_green)

    return Outlook(now, moved(slice(1)), moved(slice(1, None)))


@lru_cache(1 << 14)
def chance(stakes: Stakes, lead: int, left: Counts) -> float:
    """Red's chance to win if each remaining Goof is equally likely to be the next, for either seat."""
    ways = [
        count * chance_after(stakes, lead, left, kind, sign)
        for kind, count in enumerate(left)
        if count
        for sign in SIGNS
    ]
    return sum(ways) / (2 * sum(left))


def chance_after(stakes: Stakes, lead: int, left: Counts, kind: int, sign: int) -> float:
    """Red's chance after the seat with this sign captures a remaining Goof (`doom-ends`, `last-chance`)."""
    if KINDS[kind] != DOOM:
        rest = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        return chance(stakes, lead + sign * stakes.points[kind], rest)
    lead += sign * (stakes.points[kind] if sum(left) > 1 else stakes.last_chance)
    return 0.5 if lead == 0 else float(lead > 0)


def unfinished(chance: float) -> float:
    """A chance while the game goes on, less certain than at its end."""
    return 0.5 + UNFINISHED * (chance - 0.5)


def odds_of(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    chance = min(max(chance, SURE), 1 - SURE)
    return log(chance / (1 - chance))


def chance_of(odds: float) -> float:
    """The chance with these odds, given as their logarithm."""
    return 1 / (1 + exp(-odds))
