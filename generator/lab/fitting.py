"""Fit of weights to the results of games: regularized logistic regression by Newton's method."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.engine.outcome import Weights

DERIVATIVE_STEP = 0.05
"""Change of a weight's logarithm for the numerical derivative."""
MAX_STEP = 0.7
"""Largest change of a weight's logarithm in one round."""
REGULARIZATION = 40.0
"""Strength of the regularization, in positions that depend on one weight alone."""
EPSILON = 0.001
"""Least distance of an estimated probability from 0 and 1; also the tolerance of the method."""

Array = NDArray[np.float64]


class Sample(NamedTuple):
    """Training sample: one position, with its result and its estimates."""

    result: float
    """Result of the game for the seat to act; with a measure, how much it rose after the position."""
    odds: tuple[float, ...]
    """Log odds by the present weights, then with each of them increased by DERIVATIVE_STEP."""


class SeatPicks(NamedTuple):
    """The picks of a seat, and its result of the game."""

    result: float
    moves: Sequence[str]


def fit_weights(samples: Sequence[Sample], ranked: bool) -> tuple[list[float], float]:
    """Return the change of each weight's logarithm, and the mean loss before it.

    `ranked`: results are measures, which are replaced by their quantiles among all positions; an
    intercept is fitted as well, so that only the order of the estimates matters, not their level.
    """
    results = np.array([sample.result for sample in samples])
    if ranked:
        results = np.array(
            [(np.mean(results < one) + np.mean(results <= one)) / 2 for one in results]
        )
    odds = np.array([sample.odds for sample in samples])
    slopes = (odds[:, 1:] - odds[:, :1]) / DERIVATIVE_STEP
    precision = np.full(slopes.shape[1], REGULARIZATION)
    if ranked:
        slopes = np.column_stack([slopes, np.ones(len(samples))])
        precision = np.append(precision, EPSILON)
    shift = np.zeros(len(precision))
    for _ in range(30):  # Newton's method, each step halved until it helps
        chance = _chance(odds[:, 0] + slopes @ shift)
        gradient = slopes.T @ (results - chance) - precision * shift
        hessian = (slopes * (chance * (1 - chance))[:, None]).T @ slopes + np.diag(precision)
        step, current = np.linalg.solve(hessian, gradient), _cost(results, chance, precision, shift)
        while (
            _cost(results, _chance(odds[:, 0] + slopes @ (shift + step)), precision, shift + step)
            > current
        ):
            step /= 2
            if np.abs(step).max() < EPSILON:
                break
        shift = shift + step
        if np.abs(step).max() < EPSILON:
            break
    loss = _cost(results, _chance(odds[:, 0]), precision, 0 * shift) / len(samples)
    count = odds.shape[1] - 1
    return [float(change) for change in np.clip(shift[:count], -MAX_STEP, MAX_STEP)], float(loss)


def fit_picks(games: Sequence[Sequence[SeatPicks]], ranked: bool) -> Weights:
    """Return what each pick adds to the log odds, compared with the rivals' picks."""
    seats = [seat for game in games for seat in game]
    names = sorted({move for seat in seats for move in seat.moves})
    counts = np.array([[seat.moves.count(name) for name in names] for seat in seats], dtype=float)
    counts = counts.reshape(len(games), -1, len(names))
    rivals = counts.shape[1] - 1
    if rivals:
        counts -= (counts.sum(axis=1, keepdims=True) - counts) / rivals
    counts = (counts - counts.mean(axis=(0, 1))).reshape(len(seats), -1)
    base_odds = 0.0 if ranked else log_odds(fmean(seat.result for seat in seats))
    samples = [
        Sample(
            seat.result, (base_odds, *(base_odds + DERIVATIVE_STEP * float(count) for count in row))
        )
        for seat, row in zip(seats, counts, strict=True)
    ]
    return dict(zip(names, fit_weights(samples, ranked)[0], strict=True))


def _chance(odds: Array) -> Array:
    chance: Array = np.clip(1 / (1 + np.exp(-np.clip(odds, -30, 30))), EPSILON, 1 - EPSILON)
    return chance


def _cost(results: Array, chance: Array, precision: Array, shift: Array) -> float:
    """The logarithmic loss of all positions, plus the penalty for changing the weights."""
    loss = -np.sum(results * np.log(chance) + (1 - results) * np.log(1 - chance))
    return float(loss + np.sum(precision * shift**2) / 2)


def log_odds(chance: float) -> float:
    """The log odds of a probability."""
    chance = min(max(chance, EPSILON), 1 - EPSILON)
    return float(np.log(chance / (1 - chance)))
