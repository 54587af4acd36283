"""Figures of games: their mean, median and most, each most with a game to look at."""

from __future__ import annotations

import pytest

from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.measures import MeasureCounter, student


def counted(*values: float) -> MeasureCounter:
    measures = MeasureCounter()
    for seed, value in enumerate(values, 1):
        measures.add(GameRecord(seed, "won", "most", (1.0,), measures={"limbs torn": value}))
    return measures


def test_a_figure_has_its_mean_its_median_and_its_most_with_the_first_seed() -> None:
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
def test_the_quantile_of_student_is_that_of_the_tables(free: int, expected: float) -> None:
    assert student(free) == pytest.approx(expected, rel=0.01)


def test_games_that_measure_nothing_have_no_lines() -> None:
    measures = MeasureCounter()
    measures.add(GameRecord(1, "won", "most", (1.0,)))
    assert (measures.as_data(), list(measures.lines())) == ({}, [])
