"""Tests of games in Python: their code runs only from a folder that the user has named."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.locations import RULES
from tests.press.running import CommandResult, run

TUTORIAL = Path(__file__).parents[2] / "tutorial"
GAMES = TUTORIAL / "games"


def play(*words: object) -> CommandResult:
    return run("play", "lanterns", "--data", TUTORIAL / "data", "--turns", "1", *words)


def test_an_environment_variable_names_the_folder_for_all_commands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without = play()
    assert without.code == 2
    assert "--rules FOLDER; " in without.err
    assert "(unknown-game)" in without.err
    monkeypatch.setenv(RULES, str(GAMES))
    assert play().code == 0
    assert play() == play("--rules", GAMES)
    monkeypatch.setenv(RULES, str(tmp_path))
    assert play().err == without.err  # only packages of the named folder are run
    assert play("--rules", GAMES).code == 0


def test_a_folder_that_moves_with_the_user_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TUTORIAL)
    monkeypatch.setenv(RULES, "games")
    result = play()
    assert result.code == 2
    assert result.faults == [
        f"{RULES} is the relative path games, a different folder in each working directory; "
        f"use an absolute path: {GAMES} (option-value)"
    ]


def test_a_missing_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RULES, str(TUTORIAL / "nowhere"))
    result = play()
    assert (result.code, len(result.faults)) == (2, 1)
    assert f"there is no such folder; check --rules, or {RULES}" in result.err
    monkeypatch.setenv(RULES, "")
    assert "there are no rules for playing" in play().err
