"""Tests of sweep parameters: names and values from text, and what cannot be varied."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.base.option import Option
from generator.engine.game import Game, Records
from generator.engine.simulation.parameters import Axis, combinations, read_axes
from tests.engine.toy import RULES, ToyGame


@pytest.fixture
def game() -> Game[Any]:
    options = {
        "rounds": Option(2, low=1, high=9),
        "mode": Option(choices=("plain", "hard"), default="plain"),
        "open": Option(default=False),
    }
    return ToyGame(Records({}, RULES, options, range(1, 4)))


def test_a_name_stands_for_all_its_values(game: Game[Any]) -> None:
    assert read_axes(game, ["players,mode", "open"]) == (
        Axis("players", (1, 2, 3)),
        Axis("mode", ("plain", "hard")),
        Axis("open", ("false", "true")),
    )


def test_values_are_named_after_an_equals_sign(game: Game[Any]) -> None:
    axes = read_axes(game, ["rounds=3, 1,9", "players=2", "open=yes", "mode=hard"])
    assert axes == (
        Axis("rounds", (3, 1, 9)),
        Axis("players", (2,)),
        Axis("open", ("true",)),
        Axis("mode", ("hard",)),
    )
    assert [axis.numeric for axis in axes] == [True, True, False, False]


def test_the_last_axis_varies_fastest(game: Game[Any]) -> None:
    points = combinations(read_axes(game, ["mode", "players=1,3"]))
    assert [tuple(point.values()) for point in points] == [
        ("plain", 1), ("plain", 3), ("hard", 1), ("hard", 3),
    ]  # fmt: skip
    assert combinations([]) == [{}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mood"], 'there is no "mood" to vary; did you mean "mode"'),
        ([""], 'there is no "" to vary'),
        (["rounds"], "rounds is a number; say which: --each rounds=1,2,3"),
        (["rounds=1,x"], 'rounds must be a whole number, not "x"'),
        (["rounds=0"], "rounds must be 1..9, not 0"),
        (["rounds=1,1"], "rounds takes a value twice"),
        (["players=2,4"], "toy is for 1, 2, 3 players, not 4 \\(seats\\)"),
        (["players="], "toy is for 1, 2, 3 players, not"),
        (["mode=hart"], 'there is no mode "hart"; did you mean "hard"'),
        (["mode", "mode=hard"], "mode is varied twice"),
        (["open"], "open is varied, but also has a fixed value"),
    ],
)
def test_invalid_axes_are_reported(game: Game[Any], words: list[str], message: str) -> None:
    with pytest.raises(KitError, match=message):
        read_axes(game, words, fixed=["open"])


def test_all_faults_are_reported_at_once(game: Game[Any]) -> None:
    with pytest.raises(KitError) as caught:
        read_axes(game, ["mood", "rounds", "players=9"])
    assert len(caught.value.faults) == 3
