"""Tests of intervals of shares and differences: as printed in Newcombe (1998), and at the edges."""

from __future__ import annotations

import pytest

from generator.engine.statistics.intervals import Difference, Share, difference


def test_a_share_has_the_wilson_interval() -> None:
    assert Share(81, 263).range == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert Share(0, 20).range == pytest.approx((0, 0.1611), abs=1e-4)
    assert str(Share(81, 263)) == " 30.8%  (25.5% to 36.6%)"


def test_a_share_of_no_games_may_be_anything() -> None:
    assert Share(0, 0).value == 0
    assert Share(0, 0).range == (0, 1)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        (Share(56, 70), Share(48, 80), 0.0524, 0.3339),
        (Share(9, 10), Share(3, 10), 0.1705, 0.8090),
        (Share(10, 10), Share(0, 20), 0.6791, 1.0),
    ],
)
def test_a_difference_has_the_interval_of_newcombe(
    one: Share, other: Share, low: float, high: float
) -> None:
    found = difference(one, other)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    back = difference(other, one)
    assert back is not None
    assert (-back.high, -back.low) == pytest.approx((found.low, found.high))


def test_no_difference_has_no_minus() -> None:
    assert str(Difference(-0.0, -0.0004, -0.2)) == "  +0.0  (+0.0 to -20.0)"


def test_without_games_there_is_no_difference() -> None:
    assert difference(Share(0, 0), Share(3, 9)) is None
    assert difference(Share(3, 9), Share(0, 0)) is None
