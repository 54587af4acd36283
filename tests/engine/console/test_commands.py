"""Tests of session commands: undo, hints, reasons, rules, files, and unknown input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.engine.console import Kind, Size
from generator.engine.console.commands import COMMANDS
from generator.engine.game import Game
from tests.engine.console.talk import Talk
from tests.engine.toy import ToyGame


def test_help_lists_every_command_and_every_way_to_move(grumbles: Game[Any]) -> None:
    output = Talk(grumbles).type("help")
    for command in COMMANDS.values():
        assert f"    {command.usage}" in output
    assert len(output.splitlines()) < 20


def test_undo_returns_to_the_last_decision_of_a_person(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, seed=2)
    talk.type("4", "5")
    assert len(talk.session.history.moves) == 4
    before = talk.session.history.state.text()
    talk.type("1")
    assert talk.type("undo").startswith('Undone: "pick ')
    assert talk.session.history.state.text() == before
    talk.type("undo", "undo")
    assert talk.session.history.moves == []
    assert talk.type("undo") == "you have no decision to undo"


def test_undoing_another_persons_move_does_not_reveal_it(toy: ToyGame) -> None:
    talk = Talk(toy, (0, 1), 2)
    talk.type("", "three", "", "")
    assert talk.session.prompt == "Ben> "
    assert "three" not in talk.type("undo")
    assert talk.session.prompt == "Press Enter, then pass the screen to Ann> "
    assert talk.session.history.moves == []


def test_enter_makes_the_hinted_move(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    output = talk.type("hint")
    says, move = output.split("\n")
    assert says == "A bot would make this move; press Enter to make it:"
    talk.type("")
    assert re.fullmatch(rf" +[0-9]+ {talk.session.history.moves[0]}", move)


def test_why_shows_the_rule_and_its_text(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    output = talk.type("why pick push d4")
    assert output.startswith('"pick push d4" is not legal: d4 is not beside the red home')
    assert output.endswith("(draft-place)")
    assert grumbles.rules["draft-place"].text.split(".")[0] in output.replace("\n  ", " ")
    assert talk.type("why 1") == '"pick push c1" is legal.'
    assert talk.type("why pick push c1") == '"pick push c1" is legal.'
    assert 'did you mean "push"' in talk.type("why pick pusch c1")
    assert talk.type("why").startswith("name the move")
    assert talk.session.history.moves == []


def test_a_typed_illegal_move_shows_the_same_reason(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    assert talk.type("pick push d4") == talk.type("why pick push d4")
    assert talk.lines_of(Kind.FAULT)


def test_a_move_in_another_wording_is_made(toy: ToyGame) -> None:
    class Lenient(ToyGame):
        def read_move(self, text: str) -> str:
            return {"2": "two", "deux": "two"}.get(text, text)

    talk = Talk(Lenient.new(), players=1)
    talk.type("deux")
    assert talk.session.history.moves == ["two"]


def test_rules_are_shown_by_name_by_word_and_by_section(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    assert talk.type("rules draft-place").endswith("(draft-place)")
    assert "(push-not-off-board)" in talk.type("rules off-board")
    assert "Setting up:" in talk.type("rules")
    listed = talk.text.replace("\n", " ").replace(",", "").split()
    assert set(grumbles.rules) <= set(listed)
    assert talk.type("rules draft-plaze") == (
        'there is no rule "draft-plaze"; did you mean "draft-place"?'
    )


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("pusch", 'there is no Grumble "pusch"; did you mean "push"?'),
        ("0", "there is no move 0; the moves are numbered 1 to 21"),
        ("999", "there is no move 999; "),
        ("9" * 5000, "turn-shape"),
        ("pick", None),
        ("\x00\x1b[2J", "turn-shape"),
        ("undoo", 'did you mean "undo"?'),
        ("pik push c1", 'did you mean "pick"?'),
    ],
)
def test_unknown_input_changes_nothing(
    grumbles: Game[Any], typed: str, message: str | None
) -> None:
    talk = Talk(grumbles)
    before = talk.session.history.state.to_data()
    output = talk.type(typed)
    assert message is None or message in output.replace("\n  ", " ")
    assert talk.session.history.state.to_data() == before


def test_a_saved_game_is_continued(grumbles: Game[Any], tmp_path: Path) -> None:
    talk = Talk(grumbles, seed=5)
    talk.type("1", "1")
    file = tmp_path / "mine.json"
    assert f"Saved to {file}" in talk.type(f"save {file}").replace("\n  ", "")
    file.write_text(talk.files[file])
    other = Talk(grumbles, seed=9)
    assert "moves so far: 4." in other.type(f"load {file}").replace("\n  ", " ")
    assert other.session.history.state == talk.session.history.state
    for each in (talk, other):
        each.type("1")
    assert other.session.history.moves == talk.session.history.moves  # the bots decide alike
    other.type("undo", "undo")
    assert other.session.history.moves == talk.session.history.moves[:2]


def test_an_unreadable_file_leaves_the_game_unchanged(
    grumbles: Game[Any], toy: ToyGame, tmp_path: Path
) -> None:
    talk = Talk(grumbles)
    talk.type("1")
    moves = talk.session.history.moves
    assert "there is no such file" in talk.type(f"load {tmp_path / 'nothing.json'}")
    (tmp_path / "text").write_text("hello")
    assert "is not a saved game" in talk.type(f"load {tmp_path / 'text'}")
    other = Talk(toy, players=1)
    other.type("one", f"save {tmp_path / 'toy.json'}")
    (tmp_path / "toy.json").write_text(other.files[tmp_path / "toy.json"])
    assert "a saved game of toy, not of grumbles" in talk.type(f"load {tmp_path / 'toy.json'}")
    assert talk.type("load") == 'name the file: "load" and its name'
    many = Talk(toy, (2,), 3)
    assert 'there is no seat "3"' in many.type(f"load {tmp_path / 'toy.json'}")
    assert talk.session.history.moves == moves


def test_help_is_in_columns_on_a_narrow_screen(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, size=lambda: Size(50, 24))
    lines = talk.type("?").splitlines()
    assert max(map(len, lines)) <= 50
    assert "    undo        take back your last decision, then" in lines
    assert "                the one before" in lines
