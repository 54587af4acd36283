"""Tests of the lab: games played into a store, stopped and gone on with, and a game to look at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.of_kit import game_of
from generator.kit.locate import KitSearchPath
from generator.lab.store import Store
from generator.studio.lab import experiment as lab
from generator.studio.lab import gaps
from generator.studio.play.match import PERSON, Match
from tests.lab.fuzz.broken import Stuck, WalkGame
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


def test_two_cores_play_the_games_that_one_plays(tmp_path: Path) -> None:
    """And every figure of theirs has a game in which it is to be seen."""
    stores = [tmp_path / f"{cores}.sqlite" for cores in (1, 2)]
    for cores, store in enumerate(stores, 1):
        lab.play(lambda *told: None, replace(asked(12), cores=cores), store)
    one, two = (lab.findings(asked(12), store) for store in stores)
    assert one
    assert one == two
    games = range(1, 13)
    assert all(each.seed in games for each in (*one.estimates, *one.rules, *one.lengths))
    assert {"the players win", "ends: defeat", "defeat by the rule defeat-monument"} >= {
        each.title for each in one.estimates if "defeat-four" not in each.title
    }
    dealt = next(each for each in one.rules if each.title == "deal-one-by-one")
    assert dealt.games > 12


def test_a_gap_in_the_rules_is_a_question_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = WalkGame.new(Stuck)
    monkeypatch.setattr(gaps, "game_of", lambda folders: game)
    monkeypatch.setattr(gaps, "GAMES", 8)
    file = tmp_path / "found.yaml"
    assert gaps.questions(PATH, "grizzled", file) == []
    told: list[str] = []
    for _ in range(2):
        gaps.search(lambda step, done, of: told.append(step), PATH, "grizzled", file, 1)
    assert {*told} == {"games", "making games smaller"}
    (asked,) = gaps.questions(PATH, "grizzled", file)
    assert asked.says.endswith("?")
    match = Match.of(game, asked.of(game), [PERSON])
    assert match.last == len(asked.game.moves)
    monkeypatch.setattr(gaps, "game_of", lambda folders: WalkGame.new())
    gaps.search(lambda *told: None, PATH, "grizzled", file, 1)
    assert gaps.questions(PATH, "grizzled", file) == []


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
