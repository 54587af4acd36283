"""Tests of the lab: games played into a store, stopped and gone on with, and a game to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.of_kit import game_of
from generator.kit.locate import KitSearchPath
from generator.lab.store import Store
from generator.studio.lab import experiment as lab
from generator.studio.play.match import Match
from tests.readme_steps import ROOT

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")


def asked(games: int) -> lab.Experiment:
    return lab.Experiment(PATH, "grizzled", ("random",), 3, {}, games)


def test_estimates_narrow_as_games_are_added(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    assert lab.findings(asked(8), store) is None
    told: list[tuple[int, int]] = []
    widths = []
    for games in (8, 24):
        lab.play(lambda step, done, of: told.append((done, of)), asked(games), store)
        found = lab.findings(asked(games), store)
        assert found
        assert found.games == games
        assert sum(each.games for each in found.estimates if "ends" in each.title) == games
        (loss,) = (each for each in found.estimates if each.title == "ends: defeat")
        assert loss.low < loss.share <= loss.high
        widths.append(loss.high - loss.low)
    assert widths[1] < widths[0]
    assert (8, 24) in told  # what was played before is not played again
    assert told[-1] == (24, 24)
    with Store.open(store) as kept:
        (run,) = kept.runs()
        assert kept.count(run) == 24


def test_a_figure_has_its_game_to_look_at(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    lab.play(lambda *told: None, asked(6), store)
    found = lab.findings(asked(6), store)
    assert found
    game = game_of(PATH.find("grizzled"))
    longest = found.lengths[-1]
    match = Match.of(game, lab.recorded(game, asked(6), longest.seed), asked(6).bots)
    assert match.state.outcome
    assert match.state.turn == longest.games
    assert match.position(match.last) is match.state
    assert match.position(0).turn == 0


def test_a_report_is_a_page_that_runs_nothing(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    lab.play(lambda *told: None, asked(6), store)
    page = lab.report_page(store, PATH, "grizzled", compare=False).decode()
    assert "what 6 games tell" in page
    assert "<script" not in page
    with pytest.raises(KitError):
        lab.report_page(store, PATH, "grizzled", compare=True)


def test_what_cannot_be_played_says_why() -> None:
    with pytest.raises(KitError, match="there is no bot"):
        lab.Experiment(PATH, "grizzled", ("clever",), 3, {}, 5).plan()
