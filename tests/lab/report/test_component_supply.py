"""Tests of component supply: the number needed by games against the number printed."""

from __future__ import annotations

import pytest

from generator.engine.bots import bots_named
from generator.engine.playthrough import play
from generator.engine.registry import game_names
from generator.lab.report.component_supply import (
    Supply,
    component_names,
    most_of_all,
    printed_copies,
    supplies,
)
from tests.lab.report.made_up import game
from tests.shipped import shipped_kit

RANDOM = {"gruff": {"draft": "random", "decks": "random"}}


@pytest.mark.parametrize("name", game_names())
def test_the_components_in_use_are_printed_under_that_name(name: str) -> None:
    printed = printed_copies(shipped_kit(name))
    needed = set()
    for step in play(game(name), bots_named(["random"], 2), 3, options=RANDOM.get(name), turns=6):
        for kind, count in step.state.component_usage().items():
            needed.add(kind)
            assert 0 <= count <= printed[kind], kind
    assert needed


def test_power_in_use_is_the_power_that_players_have() -> None:
    state, _ = game("ggt").start(1, 3)
    assert state.component_usage()["power-token"] == 0
    assert state.component_usage()["tracking-token"] == 12


def test_components_count_all_of_their_rows() -> None:
    printed = printed_copies(shipped_kit("grudge"))
    assert (printed["token/hit"], printed["token/immune"]) == (8, 1)
    assert printed["token"] == sum(n for kind, n in printed.items() if kind.startswith("token/"))


def test_a_shortage_is_found_and_listed_first() -> None:
    found = supplies({"egg": (3, 7), "hen": (9, 2), "fox": (1, 1)}, {"egg": 4, "hen": 8})
    assert found == [
        Supply("hen", 9, 2, 8, "hen"),
        Supply("egg", 3, 7, 4, "egg"),
        Supply("fox", 1, 1, None, "fox"),
    ]
    assert [supply.short for supply in found] == [True, False, False]


def test_the_run_with_the_highest_need_is_reported() -> None:
    runs = [
        (1, [Supply("egg", 3, 7, 4, "egg")]),
        (2, [Supply("egg", 4, 5, 4, "egg"), Supply("hen", 1, 1, 8, "hen")]),
    ]
    assert most_of_all(runs) == [
        (2, Supply("egg", 4, 5, 4, "egg")),
        (2, Supply("hen", 1, 1, 8, "hen")),
    ]


def test_components_and_their_rows_have_names() -> None:
    names = component_names(shipped_kit("grudge"))
    assert names["token/stunned"] == "Tokens: Stunned"
    assert names["token"] == "Tokens"
    found = supplies({"token/stunned": (1, 1)}, {}, names)
    assert found[0].name == "Tokens: Stunned"
