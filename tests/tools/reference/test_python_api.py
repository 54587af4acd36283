"""Tests of the page about rules in Python: its game can be played, obeys the laws and is checked."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from generator.engine.events import Event
from generator.engine.game import Outcome
from generator.engine.registry import load_game
from generator.engine.simple_game import SimpleGame
from generator.engine.testing.laws import play, trials
from tests.press.running import run
from tests.tools.reference.sections import PAGES, examples

MODULE, RULES_FILE = examples("python", "A whole game")


@pytest.fixture(scope="module")
def game_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the instructions of the page were followed."""
    game_folder = tmp_path_factory.mktemp("python")
    with contextlib.chdir(game_folder):
        assert run("new", "mygame").code == 0
    (game_folder / "my-games" / "mygame").mkdir(parents=True)
    (game_folder / "my-games" / "mygame" / "__init__.py").write_text(MODULE, encoding="utf-8")
    (game_folder / "data" / "mygame" / "rules.yaml").write_text(RULES_FILE, encoding="utf-8")
    return game_folder


def test_the_game_on_the_page_obeys_the_laws(game_folder: Path) -> None:
    game = load_game("mygame", game_folder / "data" / "mygame", game_folder / "my-games")
    assert game.max_decisions({}) == 100
    for trial in trials(game):
        assert play(trial, 1, every=4) == 18  # every card is taken
    assert {game.rules[slug].section for slug in game.rules} == {"The game", "Your turn", "The end"}


def test_the_game_is_played_as_on_the_page(
    game_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game_folder)
    result = run("play", "mygame", "--rules", "my-games", "--turns", "2", "--bot", "random")
    assert (result.code, result.err) == (0, "")
    assert "(row)" in result.out or "(deck)" in result.out


def test_the_guide_imports_from_the_same_modules() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "write-a-game.md").read_text(encoding="utf-8")
    imports = {line for line in MODULE.splitlines() if line.startswith("from generator")}
    assert len(imports) == 3
    assert imports <= set(guide.splitlines())


def test_the_page_lists_every_method_of_a_game() -> None:
    page = PAGES["python"].text
    must, may = page.split("## What a game must define")[1].split("## What a game may define")
    assert [line[1:].partition("(")[0] for line in must.splitlines() if line.startswith("`")] == [
        name for name in vars(SimpleGame) if name in SimpleGame.__abstractmethods__
    ]
    assert {"`imagine(position, seat, rng)`", "`describe_event(event, who)`"} <= set(
        may.splitlines()
    )
    fields = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert fields == [*Event._fields, *Outcome._fields]
    assert "`pick(items)`" in page
    assert MODULE in page
