"""Tests of tuning: the smallest change that brings a share to its target, in simulated games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from generator.base.errors import KitError
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.intervals import joint_z
from generator.lab.tune import Rate, Target, Tuning, Value, change, rate, steps, tune


def games(value: Value, number: int = 1600) -> Sequence[GameRecord]:
    """Duels that the first seat wins in 50 % at a value of 3, and in 8 % more for each step up."""
    if value == 7:
        raise KitError("seven is too many")
    found = []
    for seed in range(number):
        won = random.Random(f"game {seed}").random() < 0.26 + 0.08 * float(value)
        found.append(GameRecord(seed, "won", "most", (float(won), float(not won))))
    return found


def red(record: GameRecord) -> tuple[float, int]:
    return record.worth[0], 1


def tuned(value: int, target: float = 0.5, low: int = 0, high: int = 9) -> Tuning:
    *_, last = tune(games, red, value, steps(value, low, high, 9), Target(target, 0.05))
    return last


def test_the_smallest_change_that_reaches_the_target_is_found() -> None:
    found = tuned(5)
    assert found.best is not None
    assert found.best.value == 3
    assert found.best.is_change_shown
    assert [trial.value for trial in found.trials] == [5, 6, 4, 3]
    assert found.undecided is None
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
        next(tune(breaking, lambda _: (0.5, 1), 5, [], Target(0.5, 0.05)))
    assert seeds == [1, 2]


def test_without_a_fitting_value_the_nearest_is_reported() -> None:
    found = tuned(8, target=0.2, low=6)
    assert found.best is None
    assert found.undecided is None
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
    assert rate([]) == Rate(0.0, 0.0, 1.0, 0)
    # Two seats that always win together are no more evidence than one.
    both = rate([(2.0, 2)] * 30 + [(0.0, 2)] * 70)
    assert both.high - both.low > 0.9 * (found.high - found.low)


def test_steps_stay_within_the_limits_of_the_field() -> None:
    assert list(steps(3, 1, 4, 3)) == [[4, 2], [1], []]


@cache
def duel(seed: int, won: bool) -> GameRecord:
    return GameRecord(seed, "won", "most", (float(won), float(not won)))


def equal_games(
    rng: random.Random, chance: float, number: int
) -> Callable[[Value], list[GameRecord]]:
    """Duels in which the value makes no difference, though it changes the luck of half of the games."""
    seeds = [rng.random() < chance for _ in range(number)]

    def play(_: Value) -> list[GameRecord]:
        won = [rng.random() < chance if rng.random() < 0.5 else same for same in seeds]
        return [duel(seed, each) for seed, each in enumerate(won)]

    return play


@pytest.mark.parametrize("number", [60, 400])
@pytest.mark.parametrize("chance", [0.5, 0.55, 0.6])
def test_a_value_without_effect_is_left_alone(chance: float, number: int) -> None:
    """In at least 95 % of tunings: with few games and many, on target, beside it, and off it."""
    rng, edited = random.Random(12), 0
    for _ in range(120):
        play = equal_games(rng, chance, number)
        *_, found = tune(play, red, 9, steps(9, 0, 20, 6), Target(0.5, 0.05))
        edited += found.best not in (None, found.present)
    assert edited <= 0.05 * 120


def test_the_changes_of_all_values_lie_in_their_intervals_together() -> None:
    rng, held = random.Random(13), 0
    for _ in range(300):
        play = equal_games(rng, 0.4, 50)
        before, *others = ([red(record) for record in play(0)] for _ in range(7))
        found = [change(before, after, len(others)) for after in others]
        held += all(each.low <= 0 <= each.high for each in found)
    assert held >= 0.95 * 300


def test_few_games_decide_nothing_and_say_how_many_do() -> None:
    """30 of 60 games won: any interval that contains the target used to be good enough."""
    play = equal_games(random.Random(3), 0.5, 60)
    *_, found = tune(play, red, 3, [[4], [2]], Target(0.5, 0.05))
    assert found.best is None
    assert [trial.value for trial in found.trials] == [3, 4, 2]
    assert found.undecided == found.present
    assert found.games_needed is not None
    assert 800 <= found.games_needed <= 1100


@pytest.mark.parametrize("within", [0.03, 0.05])
def test_as_many_games_as_needed_decide_four_times_of_five(within: float) -> None:
    rng = random.Random(4)
    *_, few = tune(equal_games(rng, 0.5, 100), red, 3, [], Target(0.5, within))
    needed = few.games_needed
    assert needed is not None
    decided = 0
    for _ in range(200):
        *_, found = tune(equal_games(rng, 0.5, needed), red, 3, [], Target(0.5, within))
        decided += found.best is found.present
    assert 0.7 <= decided / 200 <= 0.9


def test_a_rate_at_the_edge_is_not_decided_by_more_games() -> None:
    records = [
        GameRecord(n, "won", "most", (float(n % 20 < 11), float(n % 20 > 10))) for n in range(4000)
    ]
    *_, found = tune(lambda _: records, red, 3, [], Target(0.5, 0.05))
    assert found.undecided == found.present
    assert found.games_needed is None


def test_a_component_that_nobody_had_cannot_be_tuned() -> None:
    with pytest.raises(KitError, match="none of 1600 games has a seat to count"):
        next(tune(games, lambda _: (0.0, 0), 3, [[4]], Target(0.5, 0.05)))


def test_joint_intervals_are_wider_the_more_there_are() -> None:
    assert joint_z(1) == pytest.approx(1.959964)
    assert joint_z(10) == pytest.approx(2.807034)  # the 99.75 % quantile
