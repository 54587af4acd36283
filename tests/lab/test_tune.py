"""Tests of tuning: the smallest change that brings a share to its target, in simulated games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from generator.base.errors import KitError
from generator.engine.simulation.run import GameRecord
from generator.lab.tune import Rate, Tuning, Value, change, rate, steps, tune


def games(value: Value, number: int = 400) -> Sequence[GameRecord]:
    """Duels that the first seat wins in 50 % at a value of 3, and in 8 % more for each step up."""
    if value == 7:
        raise KitError("seven is too many")
    found = []
    for seed in range(number):
        won = random.Random(seed).random() < 0.26 + 0.08 * float(value)
        found.append(GameRecord(seed, "won", "most", (float(won), float(not won))))
    return found


def red(record: GameRecord) -> tuple[float, int]:
    return record.worth[0], 1


def tuned(value: int, target: float = 0.5, low: int = 0, high: int = 9) -> Tuning:
    *_, last = tune(games, red, value, steps(value, low, high, 9), target)
    return last


def test_the_smallest_change_that_reaches_the_target_is_found() -> None:
    found = tuned(5)
    assert found.best is not None
    assert found.best.value in (3, 4)
    assert [trial.value for trial in found.trials] == [5, 6, 4, 3][: len(found.trials)]
    assert found.present.rate is not None
    assert found.present.rate.low > 0.5


def test_a_correct_value_is_unchanged() -> None:
    found = tuned(3)
    assert [trial.value for trial in found.trials] == [3]
    assert found.best == found.present


def test_a_wrong_direction_is_abandoned_and_unplayable_values_reported() -> None:
    found = tuned(6)
    values = [trial.value for trial in found.trials]
    assert values[:3] == [6, 7, 5]
    assert found.trials[1].error == "seven is too many"
    assert found.best is not None


def test_no_game_is_played_after_a_failed_one() -> None:
    seeds = []

    def breaking(_: Value) -> Iterator[GameRecord]:
        for seed in (1, 2, 3):
            seeds.append(seed)
            yield GameRecord(seed, error="without end" if seed == 2 else "")

    with pytest.raises(KitError, match="the game with seed 2 breaks off: without end"):
        next(tune(breaking, lambda _: (0.5, 1), 5, [], 0.5))
    assert seeds == [1, 2]


def test_without_a_fitting_value_the_nearest_is_reported() -> None:
    found = tuned(8, target=0.2, low=6)
    assert found.best is None
    assert found.nearest.value == 6
    assert 9 not in [trial.value for trial in found.trials][2:]


def test_common_seeds_measure_a_change_more_precisely_than_two_shares() -> None:
    before, after = ([red(record) for record in games(value)] for value in (3, 4))
    found = change(before, after)
    one, other = rate(before), rate(after)
    assert found.value == pytest.approx(other.value - one.value)
    assert found.low < 0.08 < found.high
    assert found.high - found.low < 0.6 * (one.high - one.low)


def test_the_rate_of_single_seats_has_the_interval_of_agresti_and_coull() -> None:
    found = rate([(1.0, 1)] * 30 + [(0.0, 1)] * 70)
    middle = 32 / 104
    reach = 1.96 * (middle * (1 - middle) / 104) ** 0.5
    assert found.value == 0.3
    assert (found.low, found.high) == pytest.approx((middle - reach, middle + reach), abs=0.001)
    assert rate([]) == Rate(0.0, 0.0, 1.0)
    # Two seats that always win together are no more evidence than one.
    both = rate([(2.0, 2)] * 30 + [(0.0, 2)] * 70)
    assert both.high - both.low > 0.9 * (found.high - found.low)


def test_steps_stay_within_the_limits_of_the_field() -> None:
    assert list(steps(3, 1, 4, 3)) == [[4, 2], [1], []]
