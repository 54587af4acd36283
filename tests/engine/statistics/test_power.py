"""Tests of statistical power: the numbers of textbooks, and simulated games that agree with them."""

from __future__ import annotations

import random

import pytest

from generator.engine.statistics.intervals import Share
from generator.engine.statistics.power import (
    detectable_by,
    detectable_difference,
    detectable_difference_in_pairs,
    games_needed,
    games_to_show,
    pairs_needed,
)
from generator.lab.report.paired import Pairs, two_sample_p


def test_the_sample_sizes_are_those_of_the_textbooks() -> None:
    assert games_needed(0.6, 0.1) == 388  # 60 % against 50 %
    assert games_needed(0.5) == 39_240
    assert pairs_needed(0.3, 0.2) == 57


def test_rare_events_and_paired_games_need_fewer_games() -> None:
    assert games_needed(0.05) < games_needed(0.3) < games_needed(0.5)
    assert pairs_needed(0.05) < pairs_needed(0.5)
    assert pairs_needed(0.0) == pairs_needed(0.01)


def test_the_detectable_difference_inverts_the_sample_size() -> None:
    assert detectable_difference(games_needed(0.4, 0.05), 0.4) == pytest.approx(0.05, abs=0.0005)
    assert detectable_difference(39_240, 0.5) == pytest.approx(0.01, abs=0.0001)
    assert detectable_difference(2, 0.5) > 0.4
    assert detectable_difference_in_pairs(pairs_needed(0.3, 0.2), 0.3) == pytest.approx(
        0.2, abs=0.002
    )
    assert detectable_difference_in_pairs(100, 0.05) < detectable_difference_in_pairs(100, 0.5)


def test_an_interval_tells_what_its_games_can_detect() -> None:
    assert detectable_by(0.1) == pytest.approx(0.143, abs=0.001)  # 2.8 standard errors
    assert games_to_show(400, 0.1, 1.01 * detectable_by(0.1) / 2) == 1600
    assert detectable_by(0.1, 100) == pytest.approx(0.221, abs=0.001)
    assert detectable_by(0.8) == 1


def test_four_of_five_runs_find_the_difference() -> None:
    rng, rounds = random.Random(2), 200
    games = games_needed(0.5, 0.1)
    found = 0
    for _ in range(rounds):
        one, other = (
            Share(sum(rng.random() < share for _ in range(games)), games) for share in (0.5, 0.4)
        )
        found += two_sample_p(one, other) < 0.05
    assert 0.74 <= found / rounds <= 0.86


def test_four_of_five_paired_runs_find_the_difference() -> None:
    rng, rounds = random.Random(3), 400
    games = pairs_needed(0.2, 0.1)
    found = 0
    for _ in range(rounds):
        counts = [0, 0, 0, 0]
        for kind in rng.choices(range(4), [0.4, 0.05, 0.15, 0.4], k=games):
            counts[kind] += 1
        found += Pairs(*counts).p < 0.05
    assert 0.74 <= found / rounds <= 0.88
