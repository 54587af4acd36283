"""Tests of session commands: undo, hints, reasons, rules, files, and unknown input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.engine.console import Kind, Size
from generator.engine.console.commands import COMMANDS
from generator.engine.game import Game
from tests.engine.console.driver import SessionDriver
from tests.engine.toy import ToyGame


def test_help_lists_every_command_and_every_way_to_move(grumbles: Game[Any]) -> None:
    output = SessionDriver(grumbles).type("help")
    for command in COMMANDS.values():
        assert f"    {command.usage}" in output
    assert len(output.splitlines()) < 20


def test_undo_returns_to_the_last_decision_of_a_person(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, seed=2)
    driver.type("4", "5")
    assert len(driver.session.history.moves) == 4
    before = driver.session.history.state.text()
    driver.type("1")
    assert driver.type("undo").startswith('Undone: "Pick ')
    assert driver.session.history.state.text() == before
    driver.type("undo", "undo")
    assert driver.session.history.moves == []
    assert driver.type("undo") == "you have no decision to undo"


def test_undoing_another_persons_move_does_not_reveal_it(toy: ToyGame) -> None:
    driver = SessionDriver(toy, (0, 1), 2)
    driver.type("", "three", "", "")
    assert driver.session.prompt == "Ben> "
    assert "three" not in driver.type("undo")
    assert driver.session.prompt == "Press Enter, then pass the screen to Ann> "
    assert driver.session.history.moves == []


def test_enter_makes_the_hinted_move(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    output = driver.type("hint")
    says, move = output.split("\n")
    assert says == "A bot would make this move; press Enter to make it:"
    driver.type("")
    _, grumble, square = driver.session.history.moves[0].split()
    assert re.fullmatch(rf" +[0-9]+ Pick {grumble.title()} and put it onto {square}", move)


def test_the_hinted_move_is_listed_first_until_the_decision_is_made(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    hinted = driver.type("hint").splitlines()[1]
    driver.type("show")
    first, second, *_ = driver.lines_of(Kind.CHOICE)
    assert first == f"{hinted}  (hint)"
    assert "(hint)" not in second
    word = hinted.split()[2]
    driver.type(f"pick {word}")
    assert driver.lines_of(Kind.CHOICE)[0] == f"{hinted}  (hint)"
    assert " ".join(driver.lines_of(Kind.CHOICE)).count(hinted.strip()) == 1
    driver.type("1")
    assert "(hint)" not in driver.text + driver.type("show")


def test_the_notation_of_moves_is_listed_on_request(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert "[" not in driver.type("pick push")
    driver.type("notation")
    assert "Pick Push and put it onto d2 [pick push d2]" in driver.type("pick push")
    driver.type("notation")
    assert "[" not in driver.type("pick push")


PICK = "pick a Grumble, and a square beside your home to put it on"


def test_why_shows_the_rule_and_its_text(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    output = driver.type("why pick push d4")
    assert output.startswith("“pick push d4” is not legal: d4 is not beside Red’s home")
    assert output.endswith("(draft-place)")
    assert grumbles.rules["draft-place"].text.split(".")[0] in output.replace("\n  ", " ")
    assert driver.type("why 1") == "“Pick Push and put it onto c1” is legal."
    assert driver.type("why pick push c1") == driver.text
    assert 'did you mean "Push"' in driver.type("why pick pusch c1")
    traded = driver.type("why Trade Push for Swap").replace("\n  ", " ")
    assert traded.startswith("“Trade Push for Swap” is no move of this decision: " + PICK)
    assert driver.type("why").startswith("name a move or a thing")
    assert driver.session.history.moves == []


def test_a_typed_illegal_move_shows_the_same_reason(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.type("pick push d4") == driver.type("why pick push d4")
    assert driver.lines_of(Kind.FAULT)


def test_a_move_in_another_wording_is_made(toy: ToyGame) -> None:
    class Lenient(ToyGame):
        def read_move(self, text: str) -> str:
            return {"2": "two", "deux": "two"}.get(text, text)

    driver = SessionDriver(Lenient.new(), players=1)
    driver.type("deux")
    assert driver.session.history.moves == ["two"]


def test_rules_are_shown_by_name_by_word_and_by_section(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.type("rules draft-place").endswith("(draft-place)")
    assert "(push-not-off-board)" in driver.type("rules off-board")
    assert "Setting up:" in driver.type("rules")
    listed = driver.text.replace("\n", " ").replace(",", "").split()
    assert set(grumbles.rules) <= set(listed)
    assert driver.type("rules draft-plaze") == (
        'there is no rule "draft-plaze"; did you mean "draft-place"?'
    )


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("pusch", 'nothing here is called “pusch”; did you mean "Push"?'),
        ("0", "there is no move 0; the moves are numbered 1 to 21"),
        ("999", "there is no move 999; "),
        ("9" * 5000, "nothing here is called"),
        ("pick", None),
        ("\x00\x1b[2J", "nothing here is called"),
        ("undoo", 'did you mean "undo"?'),
        ("pik push c1", 'did you mean "pick"?'),
    ],
)
def test_unknown_input_changes_nothing(
    grumbles: Game[Any], typed: str, message: str | None
) -> None:
    driver = SessionDriver(grumbles)
    before = driver.session.history.state.to_data()
    output = driver.type(typed)
    assert message is None or message in output.replace("\n  ", " ")
    assert driver.session.history.state.to_data() == before


def test_a_saved_game_is_continued(grumbles: Game[Any], tmp_path: Path) -> None:
    driver = SessionDriver(grumbles, seed=5)
    driver.type("1", "1")
    file = tmp_path / "mine.json"
    assert f"Saved to {file}" in driver.type(f"save {file}").replace("\n  ", "")
    file.write_text(driver.files[file])
    other = SessionDriver(grumbles, seed=9)
    assert "moves so far: 4." in other.type(f"load {file}").replace("\n  ", " ")
    assert other.session.history.state == driver.session.history.state
    for each in (driver, other):
        each.type("1")
    assert other.session.history.moves == driver.session.history.moves  # the bots decide alike
    other.type("undo", "undo")
    assert other.session.history.moves == driver.session.history.moves[:2]


def test_an_unreadable_file_leaves_the_game_unchanged(
    grumbles: Game[Any], toy: ToyGame, tmp_path: Path
) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1")
    moves = driver.session.history.moves
    assert "there is no such file" in driver.type(f"load {tmp_path / 'nothing.json'}")
    (tmp_path / "text").write_text("hello")
    assert "is not a saved game" in driver.type(f"load {tmp_path / 'text'}")
    other = SessionDriver(toy, players=1)
    other.type("one", f"save {tmp_path / 'toy.json'}")
    (tmp_path / "toy.json").write_text(other.files[tmp_path / "toy.json"])
    assert "a saved game of toy, not of grumbles" in driver.type(f"load {tmp_path / 'toy.json'}")
    assert driver.type("load") == 'name the file: "load" and its name'
    many = SessionDriver(toy, (2,), 3)
    assert 'there is no seat "3"' in many.type(f"load {tmp_path / 'toy.json'}")
    assert driver.session.history.moves == moves


def test_help_is_in_columns_on_a_narrow_screen(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, size=lambda: Size(50, 24))
    lines = driver.type("?").splitlines()
    assert max(map(len, lines)) <= 50
    assert "    undo        take back your last decision, then" in lines
    assert "                the one before" in lines
