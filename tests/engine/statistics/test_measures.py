"""Tests of measures of games: mean, median and maximum, with an example game for each maximum."""

from __future__ import annotations

import pytest

from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.measures import MeasureCounter, student


def counted(*values: float) -> MeasureCounter:
    measures = MeasureCounter()
    for seed, value in enumerate(values, 1):
        measures.add(GameRecord(seed, "won", "most", (1.0,), measures={"limbs torn": value}))
    return measures


def test_a_measure_has_mean_median_and_maximum_with_its_first_seed() -> None:
    measures = counted(3, 10, 2, 10)
    measures.add(GameRecord(5, "won", "most", (1.0,), measures={"rounds": 0.5}))
    assert measures.as_data() == {
        "limbs torn": {
            "games": 4, "mean": 6.25, "95%": [-0.6198, 13.1198], "median": 6.5,
            "most": {"value": 10, "seed": 2},
        },
        "rounds": {
            "games": 1, "mean": 0.5, "95%": [0.5, 0.5], "median": 0.5,
            "most": {"value": 0.5, "seed": 5},
        },
    }  # fmt: skip
    assert list(measures.lines())[1:] == [
        "    limbs torn  6.25 (-0.62 to 13.12), median 6.5, most 10 (seed 2)",
        "    rounds      0.50 (0.50 to 0.50), median 0.5, most 0.5 (seed 5)",
    ]


@pytest.mark.parametrize(
    ("free", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (99, 1.984)],
)
def test_students_quantiles_are_those_of_the_tables(free: int, expected: float) -> None:
    assert student(free) == pytest.approx(expected, rel=0.01)


def test_games_without_measures_have_no_lines() -> None:
    measures = MeasureCounter()
    measures.add(GameRecord(1, "won", "most", (1.0,)))
    assert (measures.as_data(), list(measures.lines())) == ({}, [])
