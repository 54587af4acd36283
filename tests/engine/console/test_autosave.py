"""Tests of autosave: quitting keeps the game, and no other file is overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.engine.game import Game
from generator.engine.save_file import free_name, read_saved, replay
from tests.engine.console.driver import SessionDriver


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_quitting_shows_the_file_and_how_to_continue(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1")
    assert driver.leave().splitlines() == [
        "Saved to grumbles-game.json. To continue it:",
        "    go on with grumbles-game.json",
    ]
    assert driver.session.done
    file = Path("grumbles-game.json")
    file.write_text(driver.files[file])
    assert len(list(replay(grumbles, read_saved(file)))) == 3


@pytest.mark.parametrize("typed", ["quit", None])
def test_quitting_and_the_end_of_input_both_save_the_game(
    grumbles: Game[Any], typed: str | None
) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1")
    output = driver.type(typed) if typed else driver.leave()
    assert output.startswith("Saved to")


def test_a_game_that_is_already_saved_is_not_saved_again(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.leave() == ""
    driver = SessionDriver(grumbles)
    driver.type("1", "save mine.json")
    assert driver.leave() == ""
    assert list(driver.files) == [Path("mine.json")]


def test_a_game_with_its_own_file_is_always_saved(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, file=Path("own.json"))
    assert "Saved to own.json" in driver.leave()
    driver = SessionDriver(grumbles, (0, 1), file=Path("own.json"), turns=1)
    while driver.session.prompt != "over> ":
        driver.type("1")
    assert "Saved to own.json" in driver.type("")


def test_a_finished_game_leaves_no_unwanted_file(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, (0, 1), turns=1)
    while driver.session.prompt != "over> ":
        driver.type("1")
    assert driver.type("") == ""
    assert driver.files == {}


def test_a_generated_name_is_not_that_of_an_existing_file(grumbles: Game[Any]) -> None:
    assert free_name("grumbles") == Path("grumbles-game.json")
    Path("grumbles-game.json").touch()
    Path("grumbles-game-2.json").touch()
    assert free_name("grumbles") == Path("grumbles-game-3.json")


def test_only_a_saved_game_is_overwritten(grumbles: Game[Any]) -> None:
    Path("letter.txt").write_text("Dear Ann")
    driver = SessionDriver(grumbles)
    driver.type("1")
    assert "is there already, and is not a saved game" in driver.type("save letter.txt")
    assert driver.session.autosave.failed
    assert driver.files == {}
    driver.type("save mine.json")
    Path("mine.json").write_text(driver.files[Path("mine.json")])
    assert "Saved to mine.json" in driver.type("save mine.json")
    assert not driver.session.autosave.failed


def test_an_unwritable_file_is_reported_and_play_continues(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    driver.session.autosave._write = full
    driver.type("1")
    assert driver.type("save mine.json") == "mine.json: No space left on device"
    driver.type("1")
    assert len(driver.session.history.moves) == 4
    assert "The game is not saved" in driver.type("quit")
    assert not driver.session.done
    driver.leave()
    assert driver.session.done
    assert driver.session.autosave.failed


def test_a_saved_game_can_be_quit_after_a_failed_save_elsewhere(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    driver = SessionDriver(grumbles)
    driver.type("1", "save mine.json")
    assert "is there already" in driver.type(f"save {tmp_path}/letter.txt")
    assert driver.type("quit") == ""
    assert driver.session.done
    assert list(driver.files) == [Path("mine.json")]


def test_an_interrupt_during_a_move_corrupts_nothing(
    grumbles: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1")
    state = driver.session.history.state

    def interrupted(state: object, events: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(state), "advance", interrupted)
        with pytest.raises(KeyboardInterrupt):
            driver.type("1")
    saved = driver.session.history.saved()
    assert len(saved.moves) == 2
    *_, last = replay(grumbles, saved)
    assert last.state != state


def test_an_unknown_users_home_is_an_ordinary_path(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1")
    assert "Saved to ~nobody-of-that-name/a.json" in driver.type("save ~nobody-of-that-name/a.json")
    assert "there is no such file" in driver.type("load ~nobody-of-that-name/a.json")
