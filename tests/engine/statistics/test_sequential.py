"""Tests of confidence sequences: valid at every stopping time, where plain intervals are not."""

from __future__ import annotations

import pytest

from generator.engine.rng import Rng
from generator.engine.statistics.intervals import Share
from generator.engine.statistics.sequential import SequentialShare


def test_the_interval_contains_the_share_and_is_wider_than_wilsons() -> None:
    for won, of in ((0, 10), (5, 10), (10, 10), (430, 1000)):
        low, high = SequentialShare(Share(won, of)).range
        least, most = Share(won, of).range
        assert 0 <= low <= least < most <= high <= 1
    assert SequentialShare(Share(0, 0)).range == (0, 1)
    assert SequentialShare(Share(430, 1000)).reach < 0.06


def test_at_the_ends_the_mixture_is_twenty_times_as_likely() -> None:
    """Of 2 games 1 won: B(1.5, 1.5) / B(0.5, 0.5) = 1/8 = 20 p (1 - p), so p (1 - p) = 1/160."""
    low, high = SequentialShare(Share(1, 2)).range
    assert low * (1 - low) == pytest.approx(1 / 160)
    assert high == pytest.approx(1 - low)


@pytest.mark.parametrize("tenths", [5, 2])
def test_checking_after_each_game_is_valid(tenths: int) -> None:
    """Of 200 series checked every tenth game, few ever exclude the truth; with Wilson's, many do."""
    rng, truth = Rng(tenths), tenths / 10
    missed = plain = 0
    for _ in range(200):
        won, out, out_plain = 0, False, False
        for game in range(1, 301):
            won += rng.below(10) < tenths
            if game % 10 == 0:
                low, high = Share(won, game).range
                out_plain |= not low <= truth <= high
                if not low <= truth <= high:  # the other interval is wider
                    low, high = SequentialShare(Share(won, game)).range
                    out |= not low <= truth <= high
        missed += out
        plain += out_plain
    assert missed <= 10 < 40 < plain
