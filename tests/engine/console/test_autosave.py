"""Whoever leaves finds the game again, and no other file is lost for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.engine.game import Game
from generator.engine.save_file import free_name, read_saved, replay
from tests.engine.console.talk import Talk


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_who_leaves_is_told_the_file_and_how_to_go_on(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    talk.type("1")
    assert talk.leave().splitlines() == [
        "Saved to grumbles-game.json. To continue it:",
        "    go on with grumbles-game.json",
    ]
    assert talk.session.done
    file = Path("grumbles-game.json")
    file.write_text(talk.files[file])
    assert len(list(replay(grumbles, read_saved(file)))) == 3


@pytest.mark.parametrize("typed", ["quit", None])
def test_quitting_and_the_end_of_input_keep_the_game_alike(
    grumbles: Game[Any], typed: str | None
) -> None:
    talk = Talk(grumbles)
    talk.type("1")
    output = talk.type(typed) if typed else talk.leave()
    assert output.startswith("Saved to")


def test_what_is_in_a_file_already_is_not_kept_again(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    assert talk.leave() == ""
    talk = Talk(grumbles)
    talk.type("1", "save mine.json")
    assert talk.leave() == ""
    assert list(talk.files) == [Path("mine.json")]


def test_a_game_with_a_file_of_its_own_is_kept_in_any_case(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, file=Path("own.json"))
    assert "Saved to own.json" in talk.leave()
    talk = Talk(grumbles, (0, 1), file=Path("own.json"), turns=1)
    while talk.session.prompt != "over> ":
        talk.type("1")
    assert "Saved to own.json" in talk.type("")


def test_a_game_that_is_over_leaves_no_file_that_nobody_wanted(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, (0, 1), turns=1)
    while talk.session.prompt != "over> ":
        talk.type("1")
    assert talk.type("") == ""
    assert talk.files == {}


def test_a_name_that_is_made_up_is_that_of_no_file(grumbles: Game[Any]) -> None:
    assert free_name("grumbles") == Path("grumbles-game.json")
    Path("grumbles-game.json").touch()
    Path("grumbles-game-2.json").touch()
    assert free_name("grumbles") == Path("grumbles-game-3.json")


def test_only_a_saved_game_is_written_over(grumbles: Game[Any]) -> None:
    Path("letter.txt").write_text("Dear Ann")
    talk = Talk(grumbles)
    talk.type("1")
    assert "is there already, and is not a saved game" in talk.type("save letter.txt")
    assert talk.session.autosave.failed
    assert talk.files == {}
    talk.type("save mine.json")
    Path("mine.json").write_text(talk.files[Path("mine.json")])
    assert "Saved to mine.json" in talk.type("save mine.json")
    assert not talk.session.autosave.failed


def test_a_file_that_cannot_be_written_is_told_and_play_goes_on(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)

    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    talk.session.autosave._write = full
    talk.type("1")
    assert talk.type("save mine.json") == "mine.json: No space left on device"
    talk.type("1")
    assert len(talk.session.history.moves) == 4
    assert "The game is not saved" in talk.type("quit")
    assert not talk.session.done
    talk.leave()
    assert talk.session.done
    assert talk.session.autosave.failed


def test_who_has_saved_can_quit_after_a_save_elsewhere_has_failed(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    talk = Talk(grumbles)
    talk.type("1", "save mine.json")
    assert "is there already" in talk.type(f"save {tmp_path}/letter.txt")
    assert talk.type("quit") == ""
    assert talk.session.done
    assert list(talk.files) == [Path("mine.json")]


def test_an_interrupt_in_the_middle_of_a_move_spoils_nothing(
    grumbles: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(grumbles)
    talk.type("1")
    state = talk.session.history.state

    def interrupted(state: object, events: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(state), "advance", interrupted)
        with pytest.raises(KeyboardInterrupt):
            talk.type("1")
    saved = talk.session.history.saved()
    assert len(saved.moves) == 2
    *_, last = replay(grumbles, saved)
    assert last.state != state


def test_the_home_of_somebody_unknown_is_a_name_like_any_other(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    talk.type("1")
    assert "Saved to ~nobody-of-that-name/a.json" in talk.type("save ~nobody-of-that-name/a.json")
    assert "there is no such file" in talk.type("load ~nobody-of-that-name/a.json")
