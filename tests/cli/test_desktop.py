"""Tests of the start by a click: the folder of games, and a window that shows what was wrong."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from generator.cli import desktop


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The documents of a user."""
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path / "documents")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["grimoire-studio", "--no-browser"])
    return tmp_path / "documents"


def ends_with(code: int) -> NoReturn:
    """What the command line does in these tests: notes where and how it was called, and ends."""
    print("called in", Path.cwd().name, *sys.argv[1:])
    raise SystemExit(code)


def test_the_studio_is_opened_in_a_folder_among_the_documents(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(desktop, "program", lambda: ends_with(0))
    with pytest.raises(SystemExit) as end:
        desktop.open_studio()
    assert end.value.code == 0
    assert Path.cwd() == documents / "Grimoire"
    assert capsys.readouterr().out.splitlines()[-1] == "called in Grimoire studio --no-browser"


def test_games_that_are_there_already_stay(documents: Path) -> None:
    (documents / "Grimoire/data").mkdir(parents=True)
    assert desktop.games_folder() == documents / "Grimoire"
    assert (documents / "Grimoire/data").is_dir()


def test_documents_that_cannot_be_written_leave_the_home_folder(documents: Path) -> None:
    documents.write_text("a file where a folder should be", encoding="utf-8")
    assert desktop.games_folder() == Path.home()


def test_without_a_home_folder_it_says_which_folder_cannot_be_made(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    documents.write_text("a file where a folder should be", encoding="utf-8")
    monkeypatch.setattr(Path, "home", lambda: documents / "nobody")
    with pytest.raises(SystemExit) as end:
        desktop.open_studio()
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(f"grimoire: {documents}/Grimoire: ")


@pytest.mark.parametrize(("code", "waits"), [(2, True), (0, False)])
def test_a_window_with_an_error_waits_to_be_closed(
    code: int, waits: bool, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(desktop, "program", lambda: ends_with(code))
    monkeypatch.setattr("builtins.input", asked.append)
    leader, follower = os.openpty()
    with os.fdopen(leader), os.fdopen(follower) as window:
        monkeypatch.setattr(sys, "stdin", window)
        with pytest.raises(SystemExit):
            desktop.open_studio()
    assert bool(asked) == waits
