"""Tests of the difference of two win rates: as published for single seats, wider in duels."""

from __future__ import annotations

from math import sqrt

import pytest

from generator.engine.rng import Rng
from generator.engine.statistics.clustered import (
    Arm,
    Contrast,
    GameCluster,
    Stratum,
    contrast,
    holm,
    one_stratum,
)
from generator.engine.statistics.intervals import Z

NOBODY = Arm(0, 0.0)


def alone(having: tuple[int, int], lacking: tuple[int, int]) -> Contrast:
    """Games of one seat each: how many were won and lost with the component, and without it."""
    return contrast(
        [
            one_stratum(having[0], Arm(1, 1.0), NOBODY),
            one_stratum(having[1], Arm(1, 0.0), NOBODY),
            one_stratum(lacking[0], NOBODY, Arm(1, 1.0)),
            one_stratum(lacking[1], NOBODY, Arm(1, 0.0)),
        ]
    )


def duels(won: int, lost: int) -> Contrast:
    """Duels in which exactly one of the two has the component."""
    return contrast(
        [one_stratum(won, Arm(1, 1.0), Arm(1, 0.0)), one_stratum(lost, Arm(1, 0.0), Arm(1, 1.0))]
    )


def test_single_seats_have_the_interval_of_agresti_and_caffo() -> None:
    found = alone((56, 14), (48, 32)).difference
    assert found is not None
    one, other = 57 / 72, 49 / 82
    spread = sqrt(one * (1 - one) / 72 + other * (1 - other) / 82)
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(one - other - Z * spread, abs=0.003)
    assert found.high == pytest.approx(one - other + Z * spread, abs=0.003)


def test_the_interval_is_wider_in_duels() -> None:
    duel, apart = duels(120, 80), alone((120, 80), (80, 120))
    assert duel.difference is not None
    assert apart.difference is not None
    assert duel.difference.value == apart.difference.value == pytest.approx(0.2)
    wide = duel.difference.high - duel.difference.low
    assert wide == pytest.approx((apart.difference.high - apart.difference.low) * sqrt(2), rel=0.02)
    assert duel.p == pytest.approx(0.0049, abs=0.0005)


def test_players_who_win_and_lose_together_show_no_difference() -> None:
    found = contrast(
        [one_stratum(30, Arm(1, 1.0), Arm(2, 2.0)), one_stratum(70, Arm(1, 0.0), Arm(2, 0.0))]
    )
    assert found.difference is not None
    assert found.difference.value == 0
    assert found.p > 0.5


def test_a_few_games_with_the_same_result_prove_nothing() -> None:
    found = duels(3, 0)
    assert found.difference is not None
    assert (found.having.rate, found.lacking.rate, found.difference.value) == (1, 0, 1)
    assert found.difference.low < 0 < found.difference.high == 1
    # Four of five duels won, the two others never played it: 4 r (1 - r) / (n - 1).
    assert found.difference.low == pytest.approx(0.6 - Z * sqrt(4 * 0.8 * 0.2 / 4))
    assert found.p > 0.1


def test_no_difference_if_all_seats_have_the_component() -> None:
    found = contrast([one_stratum(9, Arm(2, 1.0), NOBODY)])
    assert (found.having.rate, found.lacking.rate) == (0.5, 0)
    assert (found.difference, found.p) == (None, 1)


def test_the_corrected_p_values_are_those_of_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1, 1]
    assert holm([]) == []


def test_without_effects_one_in_twenty_intervals_misses() -> None:
    rng = Rng(8)
    missed = 0
    for _ in range(400):
        # One of four has it and wins a quarter of the games; the other three win the rest.
        won = sum(rng.below(4) == 0 for _ in range(60))
        found = contrast(
            [
                one_stratum(won, Arm(1, 1.0), Arm(3, 0.0)),
                one_stratum(60 - won, Arm(1, 0.0), Arm(3, 1.0)),
            ]
        ).difference
        assert found is not None
        missed += not found.low <= 0 <= found.high
    assert 8 <= missed <= 34


def test_a_component_of_strong_players_is_not_strong_itself() -> None:
    """Strong teams own the card and win 8 of 10; within them it is won less often with it."""
    games = [
        GameCluster(times, {team: Stratum(Arm(1, won), NOBODY) if had else Stratum(NOBODY, Arm(1, won))})
        for times, team, had, won in [
            (70, 0, True, 1.0), (30, 0, True, 0.0), (90, 0, False, 1.0), (10, 0, False, 0.0),
            (0, 1, True, 1.0), (200, 1, False, 0.0),
        ]
        if times
    ]  # fmt: skip
    together = contrast(
        [one_stratum(int(times), *strata[min(strata)]) for times, strata in games]
    ).difference
    within = contrast(games)
    assert together is not None
    assert within.difference is not None
    assert together.value == pytest.approx(0.4)
    assert within.difference.value == pytest.approx(-0.2)
    assert within.difference.high < 0
    assert (within.seats, within.having.seats, within.lacking.seats) == (100, 100, 100)


def test_strata_are_weighted_as_mantel_and_haenszel_do() -> None:
    """Greenland and Robins (1985): the sum of (x1 n0 - x0 n1) / n over the sum of n1 n0 / n."""
    tables = [((8, 10), (20, 40)), ((15, 50), (2, 10))]
    games = [
        GameCluster(times, {key: Stratum(*arms)})
        for key, ((won, with_), (lost, without)) in enumerate(tables)
        for times, arms in (
            (won, (Arm(1, 1.0), NOBODY)), (with_ - won, (Arm(1, 0.0), NOBODY)),
            (lost, (NOBODY, Arm(1, 1.0))), (without - lost, (NOBODY, Arm(1, 0.0))),
        )
    ]  # fmt: skip
    found = contrast(games)
    top = (8 * 40 - 20 * 10) / 50 + (15 * 10 - 2 * 50) / 60
    assert found.difference is not None
    assert found.difference.value == pytest.approx(top / (10 * 40 / 50 + 50 * 10 / 60))
    assert found.having.rate - found.lacking.rate == pytest.approx(found.difference.value)
