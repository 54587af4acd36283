"""Tests of printed effects: how often each occurred, and the win rates with and without it."""

from __future__ import annotations

import pytest

from generator.engine.statistics.printed_effects import (
    EffectCounter,
    effect_lines,
    effects_as_data,
    plain_name,
)
from tests.engine.records import won_or_lost


def uses() -> EffectCounter:
    """Axe: 1 of 4 won with it, 5 of 6 without; Bell in all games; Cup in none; Dog 2 of 2, 4 of 8."""
    counted = EffectCounter(["Axe", "Bell", "Cup", "Dog"])
    for seed in range(1, 11):
        with_axe = ("Axe",) if seed <= 4 else ()
        with_dog = ("Dog",) if seed in (5, 6) else ()
        won = seed in (4, 5, 6, 7, 8, 9)
        counted.add(won_or_lost(seed, won, "Bell", *with_axe, *with_dog))
    return counted


def test_the_most_harmful_comes_first_and_the_unknown_last() -> None:
    assert [use.item for use in uses().by_harm()] == ["Axe", "Dog", "Bell", "Cup"]
    axe, *_, cup = uses().by_harm()
    assert (axe.won_with, axe.won_without) == ((1, 4), (5, 6))
    assert axe.difference is not None
    assert round(axe.difference.value, 3) == -0.583
    assert axe.difference.low < axe.difference.value < axe.difference.high
    assert (cup.games, cup.seed, cup.difference) == ((0, 10), None, None)


def test_the_most_used_comes_first() -> None:
    assert [use.item for use in uses().by_use()] == ["Bell", "Axe", "Dog", "Cup"]
    assert [use.seed for use in uses().by_use()] == [1, 1, 5, None]


def test_wins_are_compared_only_where_all_win_or_lose_together() -> None:
    together, apart = effects_as_data(uses(), True), effects_as_data(uses(), False)
    assert apart["Dog"] == {"games": 2, "share": 0.2, "95%": [0.0567, 0.5098], "seed": 5}
    dog = together["Dog"]
    assert isinstance(dog, dict)
    assert dog["won-with"] == {"games": 2, "share": 1.0, "95%": [0.3424, 1.0]}
    assert dog["difference"] == {"difference": 0.5, "95%": [-0.2166, 0.7848]}
    assert not any("won" in line for line in effect_lines(uses(), False))
    first = list(effect_lines(uses(), True))[2]
    assert first.split()[:6] == ["Axe", "4", "40.0%", "won", "25.0%", "and"]
    assert first.endswith("seed 1")


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ('Grumble "Yank"', "Grumble Yank"),
        ('Goof "Goof of Doom"', "Goof of Doom"),
        ('Goof "Super Goof"', "Super Goof"),
        ('"Merry Christmas"', "Merry Christmas"),
        ('Threat card "Snow+Rain" t12', "Threat card Snow+Rain t12"),
        ('Range of "Lantern Head"', "Range of Lantern Head"),
        ("axe", "Axe"),
    ],
)
def test_the_printed_table(item: str, told: str) -> None:
    assert plain_name(item) == told


def test_without_won_games_only_use_is_shown() -> None:
    lost = EffectCounter(["Axe", "Bell"])
    for seed in (1, 2, 3):
        lost.add(won_or_lost(seed, False, "Bell", *["Axe"] * (seed == 1)))
    head, *lines = effect_lines(lost, cooperative=True)
    assert head == "printed things, and in how many games they had an effect:"
    assert [line.split()[0] for line in lines] == ["Bell", "Axe"]
    assert not any("won" in line for line in lines)
