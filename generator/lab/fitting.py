"""Fit of weights to the results of games: regularized logistic regression by Newton's method."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.engine.outcome import Weights

NUDGE = 0.05
"""Change of a weight's logarithm for the numerical derivative."""
STEP = 0.7
"""Largest change of a weight's logarithm in one round."""
TRUST = 40.0
"""Strength of the regularization, in positions that depend on one weight alone."""
SURE = 0.001
"""Least distance of an estimated probability from 0 and 1; also the tolerance of the method."""

Array = NDArray[np.float64]


class Lesson(NamedTuple):
    """Training sample: one position, with its result and its estimates."""

    brought: float
    """Result of the game for the seat to act; with a measure, how much it rose after the position."""
    odds: tuple[float, ...]
    """Log odds by the present weights, then with each of them increased by NUDGE."""


class Picked(NamedTuple):
    """The picks of a seat, and its result of the game."""

    brought: float
    moves: Sequence[str]


def fitted(lessons: Sequence[Lesson], ranked: bool) -> tuple[list[float], float]:
    """Return the change of each weight's logarithm, and the mean loss before it.

    `ranked`: results are measures, which are replaced by their quantiles among all positions; an
    intercept is fitted as well, so that only the order of the estimates matters, not their level.
    """
    brought = np.array([lesson.brought for lesson in lessons])
    if ranked:
        brought = np.array(
            [(np.mean(brought < one) + np.mean(brought <= one)) / 2 for one in brought]
        )
    odds = np.array([lesson.odds for lesson in lessons])
    slopes = (odds[:, 1:] - odds[:, :1]) / NUDGE
    known = np.full(slopes.shape[1], TRUST)
    if ranked:
        slopes = np.column_stack([slopes, np.ones(len(lessons))])
        known = np.append(known, SURE)
    moves = np.zeros(len(known))
    for _ in range(30):  # Newton's method, each step halved until it helps
        chance = _chance(odds[:, 0] + slopes @ moves)
        down = slopes.T @ (brought - chance) - known * moves
        bend = (slopes * (chance * (1 - chance))[:, None]).T @ slopes + np.diag(known)
        step, now = np.linalg.solve(bend, down), _cost(brought, chance, known, moves)
        while (
            _cost(brought, _chance(odds[:, 0] + slopes @ (moves + step)), known, moves + step) > now
        ):
            step /= 2
            if np.abs(step).max() < SURE:
                break
        moves = moves + step
        if np.abs(step).max() < SURE:
            break
    loss = _cost(brought, _chance(odds[:, 0]), known, 0 * moves) / len(lessons)
    count = odds.shape[1] - 1
    return [float(move) for move in np.clip(moves[:count], -STEP, STEP)], float(loss)


def worth_of_picks(games: Sequence[Sequence[Picked]], ranked: bool) -> Weights:
    """Return what each pick adds to the log odds, compared with the rivals' picks."""
    seats = [seat for game in games for seat in game]
    names = sorted({move for seat in seats for move in seat.moves})
    had = np.array([[seat.moves.count(name) for name in names] for seat in seats], dtype=float)
    had = had.reshape(len(games), -1, len(names))
    rivals = had.shape[1] - 1
    if rivals:
        had -= (had.sum(axis=1, keepdims=True) - had) / rivals
    had = (had - had.mean(axis=(0, 1))).reshape(len(seats), -1)
    usual = 0.0 if ranked else odds_of(fmean(seat.brought for seat in seats))
    lessons = [
        Lesson(seat.brought, (usual, *(usual + NUDGE * float(more) for more in own)))
        for seat, own in zip(seats, had, strict=True)
    ]
    return dict(zip(names, fitted(lessons, ranked)[0], strict=True))


def _chance(odds: Array) -> Array:
    chance: Array = np.clip(1 / (1 + np.exp(-np.clip(odds, -30, 30))), SURE, 1 - SURE)
    return chance


def _cost(brought: Array, chance: Array, known: Array, moves: Array) -> float:
    """The logarithmic loss of all positions, plus the penalty for changing the weights."""
    loss = -np.sum(brought * np.log(chance) + (1 - brought) * np.log(1 - chance))
    return float(loss + np.sum(known * moves**2) / 2)


def odds_of(chance: float) -> float:
    """The log odds of a probability."""
    chance = min(max(chance, SURE), 1 - SURE)
    return float(np.log(chance / (1 - chance)))
