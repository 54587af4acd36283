"""Tests of errors in a user's game: every command names the line of that game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots import BOTS
from generator.engine.game import Game
from generator.engine.playthrough import play
from generator.engine.registry import load_game
from generator.engine.simulation.workers import Processes
from tests.press.running import CommandResult, run

TUTORIAL = Path(__file__).parents[1] / "tutorial"
CODE = "games/lanterns/__init__.py"


@pytest.fixture
def broken_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tutorial's game with a mistake in it, in the current folder."""
    for name in ("data", "templates", "games"):
        shutil.copytree(TUTORIAL / name, tmp_path / name)
    code = tmp_path / CODE
    code.write_text(code.read_text().replace("card = position[", 'card = position["dekc"]; _ = ['))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def place(folder: Path) -> str:
    lines = (folder / CODE).read_text().splitlines()
    return f"{CODE}:{next(number for number, line in enumerate(lines, 1) if 'dekc' in line)}"


def mistake(folder: Path, code: str) -> None:
    """Make another mistake, in the same place."""
    path = folder / CODE
    path.write_text(path.read_text().replace('position["dekc"]', code))


def play_out(game: Game[Any], seed: int) -> None:
    for _ in play(game, [BOTS["random"]], seed):
        pass


def run_with_rules(*words: object) -> CommandResult:
    return run(*words, "--rules", "games")


def test_play_names_the_line_before_anything_else(broken_game: Path) -> None:
    result = run_with_rules("play", "lanterns")
    assert (result.code, len(result.faults)) == (2, 1)
    assert result.err.startswith(
        f"{place(broken_game)}: the game breaks off here: KeyError: 'dekc'"
    )


ENDS = {
    'exit("dekc")': "SystemExit: dekc",
    '(_ for _ in ()).throw(GeneratorExit("dekc"))': "GeneratorExit: dekc",
    'next(iter("dekc"[4:]))': "RuntimeError: generator raised StopIteration",
}
"""Code that ends more than one game, and how the error is told."""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("code", ENDS)
def test_a_game_that_ends_the_program_is_a_failed_game(
    broken_game: Path, code: str, jobs: int
) -> None:
    mistake(broken_game, code)
    result = run_with_rules("simulate", "lanterns", "--games", 3, "--jobs", jobs)
    said = f"game with seed 1 and 2 more: {ENDS[code]} ({place(broken_game)}) (game-package)\n"
    assert (result.code, result.err) == (1, said)


@pytest.mark.parametrize("code", ENDS)
def test_play_names_the_line_of_any_error(broken_game: Path, code: str) -> None:
    mistake(broken_game, code)
    result = run_with_rules("play", "lanterns")
    said = f"{place(broken_game)}: the game breaks off here: {ENDS[code]} (game-package)\n"
    assert (result.code, result.err) == (2, said)


def test_a_game_that_never_ends_is_stopped(broken_game: Path) -> None:
    """An owl brings no light, and the deck is never empty."""
    mistake(broken_game, '"owl"; self.owls = 100  # dekc')
    result = run_with_rules("simulate", "lanterns", "--games", 1)
    said = (
        f"{CODE}: the game is not over after 60 decisions, the most that it states; end it sooner"
    )
    assert (result.code, said in result.err, "game-without-end" in result.err) == (1, True, True)


def test_what_a_game_prints_is_no_part_of_an_answer(broken_game: Path) -> None:
    mistake(
        broken_game, 'print("dekc") or __import__("sys").stdout.close() or position["deck"].pop()'
    )
    for words in (("play", "lanterns"), ("simulate", "lanterns", "--games", 2)):
        result = run_with_rules(*words, "--json")
        assert result.code == 0
        assert "dekc" in result.err
        assert all(map(json.loads, result.out.splitlines() if words[0] == "play" else [result.out]))


def test_another_process_names_the_line(broken_game: Path) -> None:
    game = load_game("lanterns", broken_game / "data/lanterns", broken_game / "games")
    with pytest.raises(KitError) as error:
        list(Processes(2).batches(play_out, [game], [range(4)]))
    (fault,) = error.value.faults
    assert (str(fault.place), fault.check) == (place(broken_game), "game-package")
    assert fault.message == "the game breaks off here: KeyError: 'dekc'"


@pytest.mark.parametrize(
    "words", [("simulate", "lanterns", "--games", 2), ("check", "lanterns"),
              ("check", "lanterns", "--deep", "--games", 2)], ids=str,
)  # fmt: skip
def test_failed_games_name_the_line_too(broken_game: Path, words: tuple[object, ...]) -> None:
    result = run_with_rules(*words)
    assert result.code == 1
    assert f"KeyError: 'dekc' ({place(broken_game)})" in result.err


def test_a_game_without_rules_gets_a_hint_how_to_name_them(broken_game: Path) -> None:
    (broken_game / "data/lanterns/rules.yaml").unlink()
    result = run_with_rules("play", "lanterns")
    assert (result.code, len(result.faults)) == (2, 1)
    assert (
        "data/lanterns/rules.yaml: there is no such file; write it, with every rule" in result.err
    )


def test_a_kit_without_rules_gets_a_hint_where_they_belong(broken_game: Path) -> None:
    result = run("play", "lanterns")
    assert result.code == 2
    assert (
        'no rules for playing "lanterns"; `grimoire new lanterns --turns` writes first turns'
        in result.err
    )
