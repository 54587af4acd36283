"""Tests of charts: values in their places, round numbers on the axis, rows that fit a page."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from generator.engine.statistics.intervals import Difference, Share
from generator.lab.report.output.charts import (
    MAX_ROWS,
    ChartRow,
    columns,
    differences,
    dots,
    shares,
)


def test_the_axis_of_shares_is_from_0_to_100_percent() -> None:
    (picture,) = shares([("Red", Share(1, 4)), ("Green", Share(4, 4))], "won", line=0.5)
    red, green = picture.arg["rows"]
    assert (red["at"], green["at"], picture.arg["line"]) == (0.25, 1.0, 0.5)
    assert red["low"] < red["at"] < red["high"] < 1
    assert [tick["label"] for tick in picture.arg["ticks"]][::5] == ["0\u00a0%", "100\u00a0%"]


def test_differences_are_around_zero_with_their_sign() -> None:
    found = [
        ("up", Difference(0.07, 0.02, 0.12), True),
        ("down", Difference(-0.2, -0.31, 0), False),
    ]
    (picture,) = differences(found, "more")
    up, down = picture.arg["rows"]
    assert picture.arg["line"] == 0.5
    assert down["at"] < down["high"] == 0.5 < up["low"] < up["at"] < 1
    assert (up["says"], down["says"]) == ("+7.0", "\N{MINUS SIGN}20.0")
    assert (up["full"], down["full"]) == (True, False)
    assert picture.arg["ticks"][0]["label"] == "\N{MINUS SIGN}40"


def test_too_many_rows_give_several_pictures_on_one_scale() -> None:
    rows = [ChartRow(str(number), number) for number in range(2 * MAX_ROWS + 3)]
    pictures = dots(rows, (0, 100), "numbers")
    assert [len(picture.arg["rows"]) for picture in pictures] == [MAX_ROWS, MAX_ROWS, 3]
    assert len({str(picture.arg["ticks"]) for picture in pictures}) == 1
    assert [picture.caption for picture in pictures[:2]] == ["numbers", "numbers, continued"]


@pytest.mark.parametrize("games", [{7: 3}, {1: 5, 2: 9, 3: 2}, dict.fromkeys(range(200), 4)])
def test_columns_count_every_game_once(games: dict[int, int]) -> None:
    arg = columns(games, "turns", median(Counter(games).elements())).arg
    assert sum(int(column["says"]) for column in arg["columns"]) == sum(games.values())
    assert max(column["height"] for column in arg["columns"]) <= 1
    assert 0 <= arg["middle"] <= 1


def test_outliers_are_one_column() -> None:
    arg = columns({**dict.fromkeys(range(10), 50), 900: 2}, "turns", 5).arg
    assert [column["label"] for column in arg["columns"]] == [*map(str, range(10)), "10 or more"]
    assert arg["columns"][-1]["says"] == "2"


def test_a_label_that_is_too_long_is_truncated() -> None:
    (picture,) = dots([ChartRow("x" * 90, 1)], (0, 1), "one")
    assert picture.arg["rows"][0]["label"].endswith("x…")
