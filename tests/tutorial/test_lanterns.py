"""Tests of the tutorial's game: its rules are outside Grimoire and have every feature of a shipped game."""

from __future__ import annotations

import io
import json
import pickle
import sys
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from generator.engine.game import Game
from generator.engine.registry import load_game
from generator.engine.simulation.run import Plan, simulate
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import read_examples
from generator.engine.testing.laws import play, trials
from generator.kit.locate import KitSearchPath
from generator.lab.store import Store
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.cache.checksums import data_sum, kit_sum
from tests.press.running import request_for, run

HERE = Path(__file__).parent
ROOTS = KitSearchPath(HERE / "data", HERE / "templates", HERE / "games")
DATA = HERE / "data" / "lanterns"


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    return load_game("lanterns", DATA, HERE / "games")


def test_random_games_obey_the_laws(game: Game[Any]) -> None:
    found = trials(game)
    assert len(found) == 9
    for trial in found:
        for seed in range(10):
            assert 0 < play(trial, seed, every=3) <= game.max_decisions(trial.options)


@pytest.mark.parametrize("number", range(4))
def test_the_examples_pass(game: Game[Any], number: int) -> None:
    example = read_examples(DATA / "examples" / "turns.yaml")[number]
    shown = run_example(game, example)
    assert example.rules[0] in {event.rule for event in shown.events}


def test_the_kit_is_checked_and_built(tmp_path: Path) -> None:
    passed = [entry.slug for entry in check("lanterns", ROOTS)]
    assert passed == ["deck", "rules", "faces", "eyes"]
    built = build(request_for("lanterns", ROOTS, tmp_path))
    (files,) = built.files
    assert files.path == "lanterns-print-a4.pdf"
    manifest = json.loads((tmp_path / "lanterns" / "manifest.json").read_text())
    assert sum(piece["copies"] for piece in manifest["pieces"]) == 25  # and the page that explains


def test_a_state_survives_pickling(game: Game[Any]) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert type(twin) is type(game)
    assert twin.source_folder == game.source_folder == str(HERE / "games")
    plan = Plan(game, ("greedy", "random"), 3, {"goal": 12})
    alone = list(simulate(plan, 24))
    assert alone == list(simulate(plan, 24, jobs=2))
    assert not any(record.error for record in alone)


def test_planning_beats_random_play(game: Game[Any]) -> None:
    """Going home with one's light wins more often than going on at random."""
    plan = Plan(game, ("greedy", "random"), 2, {})
    wins = [record.winners for record in simulate(plan, 60)]
    assert wins.count((0,)) > 35


def test_drawn_cards_are_recorded_by_seat(game: Game[Any]) -> None:
    (record,) = simulate(Plan(game, ("random",), 2, {"goal": 40}), 1)
    assert set(record.parts["drawn"]) == {"spark", "pair", "swarm", "queen", "owl"}
    assert record.parts["drawn"]["spark"] == (0, 1)
    assert sum(record.rules.values()) == sum(record.happened.values())


def test_a_position_may_be_stated_in_part(game: Game[Any]) -> None:
    state = game.load({"players": 3, "home": [1, 2, 3], "lantern": ["pair"]})
    assert state.view(None)["home"] == [1, 2, 3]
    assert state.view(None)["deck"] == 24
    assert state.legal_moves() == ["draw", "home"]
    with_faults = {"lanterns": [], "seat": "first"}
    with pytest.raises(Exception, match=r'no "lanterns"; did you mean "lantern"') as error:
        game.load(with_faults)
    assert '"seat" must be of the kind int' in str(error.value)
    with pytest.raises(Exception, match="lanterns is for 2 to 4 players, not 9"):
        game.load({"players": 9})


def test_the_game_is_played_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.cli.terminal_session import SessionOptions, play_at_terminal

    output = io.StringIO()
    monkeypatch.chdir(tmp_path)  # where the unfinished game is kept
    monkeypatch.setattr(sys, "stdin", io.StringIO("home\nwhy home\ndraw\nquit\n"))
    monkeypatch.setattr(sys, "stdout", output)
    game = load_game("lanterns", DATA, HERE / "games")
    play_at_terminal(
        game, SessionOptions("1", ["greedy"], 2, 1, {"goal": 15}, None, None, None, None)
    )
    assert "draw a card first" in output.getvalue()
    assert "Player 1 draws" in output.getvalue()


FOLDERS = ("--data", HERE / "data", "--templates", HERE / "templates", "--rules", HERE / "games")


def test_the_commands_find_the_game_in_a_users_folder(tmp_path: Path) -> None:
    data, rules = FOLDERS[:2], FOLDERS[4:]
    played = run("play", "lanterns", *data, *rules, "--turns", 1)
    assert (played.code, played.err) == (0, "")
    assert "Player 1 draws" in played.out
    assert run("check", "lanterns", *FOLDERS).out == "lanterns: 4 checks passed\n"
    deep = run("check", "lanterns", "--deep", *data, *rules, "--games", 20, "-o", tmp_path / "gaps")
    assert deep.out.startswith("Lanterns on the Hill: no gaps in 20 games")
    examples = DATA / "examples" / "turns.yaml"
    assert run("example", examples, *data, *rules).out.count("as expected") == 4
    refused = run("play", "lanterns", *data)
    assert 'no rules for playing "lanterns"' in refused.err


def test_changed_code_starts_a_new_run(tmp_path: Path) -> None:
    """Games and builds of the old code are never reused for the new one."""
    games = tmp_path / "games"
    copytree(HERE / "games", games)
    store = tmp_path / "games.sqlite"
    words = ("simulate", "lanterns", *FOLDERS[:2], "--rules", games, "--games", 10)
    assert run(*words, "--store", store).code == 0
    folders = KitSearchPath(HERE / "data", HERE / "templates", games).find("lanterns")
    before = data_sum(folders, tmp_path), kit_sum(folders, tmp_path)
    code = games / "lanterns" / "__init__.py"
    code.write_text(code.read_text().replace("decision_limit = 60", "decision_limit = 61"))
    after = data_sum(folders, tmp_path), kit_sum(folders, tmp_path)
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert run(*words, "--store", store).code == 0
    with Store.open(store) as kept:
        assert len({each.program for each in kept.runs()}) == 2
