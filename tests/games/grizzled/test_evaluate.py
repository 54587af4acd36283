"""Tests of the heuristic: what it prefers, what it may know, and how bots play by it."""

from __future__ import annotations

from math import log
from typing import Any

import pytest

from generator.engine.simulation.run import Plan, simulate
from generator.games.grizzled.game import Grizzled
from generator.games.grizzled.heuristic import forecast


def worth(game: Grizzled, **position: Any) -> float:
    return game.load({"players": 3, "round": 2, "pending": ["turn p1"], **position}).evaluate()[0]


BETTER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "fewer cards in the pile": ({"trials": 9, "reserve": 20}, {"trials": 12, "reserve": 20}),
    "more cards in the Reserve": ({"trials": 9, "reserve": 20}, {"trials": 9, "reserve": 17}),
    "an unused Charm": ({}, {"used": ["p2"]}),
    "a Speech token in hand": ({"tokens": {"p1": 1}}, {}),
    "a Speech token in the stock": ({}, {"removed": 1}),
    "two Hard Knocks apart": (
        {"knocks": {"p1": ["k10"], "p2": ["k12"]}},
        {"knocks": {"p1": ["k10", "k12"]}},
    ),
    "cards that fit": ({"hands": {"p1": ["t02", "t25"]}}, {"hands": {"p1": ["t02", "t31", "t01"]}}),
}


@pytest.mark.parametrize("what", BETTER)
def test_a_better_position_is_worth_more(game: Grizzled, what: str) -> None:
    good, bad = BETTER[what]
    assert 0 < worth(game, **bad) < worth(game, **good) < 1


def test_the_last_cards_weigh_more_than_others(game: Grizzled) -> None:
    def gain(trials: int) -> float:
        few, more = (worth(game, trials=number, reserve=20) for number in (trials, trials + 1))
        return log(few / (1 - few)) - log(more / (1 - more))

    assert gain(1) > gain(9) > 0


def test_the_forecast_plays_fitting_cards_and_keeps_the_rest(game: Grizzled) -> None:
    hands = {"p1": ["t02", "t31"], "p2": ["t01"], "p3": ["k12"]}
    state = game.load({"players": 3, "round": 2, "hands": hands, "pending": ["turn p1"]})
    after = forecast(state)
    assert after.in_hand == 1
    assert after.knocks == [0, 0, 1]
    assert state.hands == [("t02", "t31"), ("t01",), ("k12",)]


def test_the_forecast_lets_all_players_answer_a_speech(game: Grizzled) -> None:
    hands = {"p1": ["t08"], "p2": ["t13"]}
    tokens = {"p1": 1}
    state = game.load(
        {
            "players": 3,
            "hands": hands,
            "tokens": tokens,
            "land": ["t15", "t26"],
            "pending": ["turn p1"],
        }
    )
    assert forecast(state).in_hand == 1
    state.apply(game.read_move("speech shell"))
    assert forecast(state).in_hand == 0


def test_planning_beats_random_play(game: Grizzled) -> None:
    won = {
        bot: sum(record.result == "victory" for record in simulate(Plan(game, (bot,), 2, {}), 10))
        for bot in ("random", "greedy")
    }
    assert won["random"] == 0
    assert won["greedy"] >= 2
