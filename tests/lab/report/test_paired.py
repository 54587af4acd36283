"""Tests of paired games: coverage of intervals, and published examples."""

from __future__ import annotations

import random

import pytest

from generator.engine.statistics.intervals import Share
from generator.lab.report.paired import Pairs, difference_of_means, mean_of_pairs, two_sample_p


def test_a_published_example_is_reproduced() -> None:
    """The trial of Bentur and others (2009), as computed by Fagerland and others (2014)."""
    pairs = Pairs(1, 1, 7, 12)
    found = pairs.difference
    assert found is not None
    assert tuple(found) == pytest.approx((0.286, 0.026, 0.507), abs=0.0005)
    assert pairs.p == pytest.approx(0.039, abs=0.0005)


def test_pairs_are_counted_by_who_won_where() -> None:
    told = [(True, True), (True, False), (False, True), (False, True), (False, False)]
    pairs = Pairs.of(told)
    assert pairs == (1, 1, 2, 1)
    assert (pairs.one, pairs.other, pairs.differ) == (Share(2, 5), Share(3, 5), Share(3, 5))
    assert Pairs.of([]).difference is None


def test_identical_pairs_show_no_difference() -> None:
    pairs = Pairs(30, 0, 0, 20)
    assert pairs.p == 1.0
    assert pairs.difference is not None
    assert pairs.difference.low < 0 < pairs.difference.high


def test_exact_and_approximate_probabilities_agree() -> None:
    exact, normal = Pairs(0, 460, 540, 0).p, Pairs(0, 461, 541, 0).p
    assert exact == pytest.approx(normal, rel=0.02)


@pytest.mark.parametrize(("both", "first", "second"), [(0.3, 0.1, 0.2), (0.05, 0.02, 0.1)])
def test_the_interval_has_its_stated_coverage(both: float, first: float, second: float) -> None:
    rng, held, rounds = random.Random(4), 0, 400
    for _ in range(rounds):
        counts = [0, 0, 0, 0]
        for kind in rng.choices(range(4), [both, first, second, 1 - both - first - second], k=120):
            counts[kind] += 1
        found = Pairs(*counts).difference
        assert found is not None
        held += found.low <= second - first <= found.high
    assert 0.93 <= held / rounds <= 0.98


def test_paired_means_have_narrower_intervals_than_separate_ones() -> None:
    rng = random.Random(1)
    before = [rng.gauss(20, 5) for _ in range(200)]
    after = [turns + rng.gauss(1, 1) for turns in before]
    paired = mean_of_pairs([two - one for one, two in zip(before, after, strict=True)])
    loose = difference_of_means(before, after)
    assert paired
    assert loose
    assert paired.value == pytest.approx(loose.value)
    assert paired.high - paired.low < (loose.high - loose.low) / 3
    assert paired.p < 1e-6 < loose.p
    assert mean_of_pairs([1.0]) is None
    assert mean_of_pairs([2.0, 2.0]) == (2.0, 2.0, 2.0, 0.0)


def test_two_samples_are_compared_by_the_z_test() -> None:
    assert two_sample_p(Share(50, 100), Share(50, 100)) == pytest.approx(1.0)
    assert two_sample_p(Share(60, 100), Share(45, 100)) == pytest.approx(0.0338, abs=0.0005)
    assert two_sample_p(Share(0, 0), Share(3, 5)) == two_sample_p(Share(0, 9), Share(0, 9)) == 1.0
