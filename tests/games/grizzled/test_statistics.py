"""Tests of the statistics of The Grizzled: whom each seat played."""

from __future__ import annotations

from generator.engine.bots.baselines import random
from generator.engine.playthrough import play
from generator.engine.simulation.run import Plan, play_one
from tests.shipped import shipped_game


def test_a_finished_game_tells_who_was_whom() -> None:
    game = shipped_game("grizzled")
    names = game.component_names()
    for seed in range(1, 9):
        *_, last = play(game, [random], seed, 3)
        grizzled = last.state.components_by_seat()["Grizzled"]
        assert sorted(map(list, grizzled.values())) == [[0], [1], [2]]
        assert set(grizzled) <= set(names["Grizzled"])


def test_the_chaplain_is_no_seat() -> None:
    game = shipped_game("grizzled")
    parts = play_one(Plan(game, ("random",), 2, {}), 3).parts
    assert sorted(parts["Grizzled"].values()) == [(0,), (1,)]


def test_statistics_call_components_by_their_titles() -> None:
    game = shipped_game("grizzled")
    titles = [game.component_title(id) for ids in game.component_names().values() for id in ids]
    assert "Basile" in titles
    assert len({*titles}) == len(titles)
