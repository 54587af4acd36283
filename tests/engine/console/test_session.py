"""Tests of whole sessions: with bots, without bots, and with secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.engine.console import Kind, Size
from generator.engine.game import Game
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from generator.engine.save_file import read_saved, replay, short_fingerprint
from tests.engine.console.talk import Talk
from tests.engine.toy import Toy, ToyGame
from tests.shipped import shipped_game


def test_a_person_against_a_bot_sees_players_events_and_moves(
    grumbles: Game[Any],
) -> None:
    talk = Talk(grumbles)
    assert talk.text.startswith("Grumbles and Goofs: you are Red; the program plays Green.")
    assert "its stars on c3, c5, d4, e3 and e5.\n      (star-squares)" in talk.text
    assert talk.lines_of(Kind.CHOICE)[0].startswith("  a pick push ...  3 moves")
    assert talk.type("A").startswith("  1 pick push c1    2 pick push e1")
    assert talk.session.prompt == "Red> "
    talk.type("pick push c1")
    assert talk.lines_of(Kind.HEAD)[:2] == ["Red: pick push c1", "Green:"]
    assert "    Red picks Push and puts it onto c1.  (draft-order, draft-place)" in talk.lines_of(
        Kind.EVENT
    )
    assert any(line.startswith("    Green picks") for line in talk.lines_of(Kind.EVENT))
    assert any("R:push" in line for line in talk.lines_of(Kind.BOARD))


@pytest.mark.parametrize("typed", ["2", "pick push e1", "  PICK   push E1 "])
def test_a_move_is_made_by_number_or_text(grumbles: Game[Any], typed: str) -> None:
    talk = Talk(grumbles)
    talk.type(typed)
    assert talk.session.history.moves[0] == "pick push e1"


def test_a_number_can_be_part_of_the_text_of_a_move() -> None:
    talk = Talk(shipped_game("grizzled"))
    talk.type("1")
    while "intensity 3" not in talk.text:
        talk.type(str(talk.session.history.state.legal_moves()[0]))
    assert "  3 intensity 3" in talk.text
    assert "there is no move 1; the moves are numbered 3 to " in talk.type("1")
    assert "Player 1: intensity 3" in talk.type("3")


def test_a_card_is_played_by_its_name() -> None:
    talk = Talk(shipped_game("grizzled"), seed=2)
    talk.type("take g1", "intensity 5")
    assert "play t04  Night+Rain" in talk.text
    output = talk.type("play night+rain")
    assert "Player 1: play t04" in output
    assert "Player 1 lays Night and Rain in No Man's Land." in output


def test_a_prefix_lists_its_moves_and_enter_makes_the_only_one(
    grumbles: Game[Any],
) -> None:
    talk = Talk(grumbles)
    assert talk.type("pick pus") == "  1 pick push c1    2 pick push e1    3 pick push d2"
    assert talk.type("pick push d") == "  3 pick push d2\nEnter makes this move."
    talk.type("")
    assert talk.session.history.moves[0] == "pick push d2"


def test_an_offered_move_expires_after_the_next_line(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    talk.type("pick push d", "help", "")
    assert talk.session.history.moves == []


def test_enter_shows_the_next_page_of_moves(
    grumbles: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.engine.console.menu.ROWS", 2)
    talk = Talk(grumbles, size=lambda: Size(30, 10))
    seen = []
    for _ in range(12):
        seen += re.findall(r"(\d+) pick", "\n".join(talk.lines_of(Kind.CHOICE)))
        if "Enter shows more" not in talk.text:
            break
        talk.type("")
    assert [int(number) for number in seen] == list(range(1, 22))


def test_the_decision_and_the_symbols_are_explained(grumbles: Game[Any]) -> None:
    """The symbols are explained once, and again after `show`."""
    talk = Talk(grumbles)
    prompt = "Red, pick a Grumble, and a square beside your home to put it on:"
    assert prompt in talk.lines_of(Kind.HEAD)
    assert "[ ] a home" in talk.text
    talk.type("1")
    assert prompt in talk.lines_of(Kind.HEAD)
    assert "[ ] a home" not in talk.text
    assert "[ ] a home" in talk.type("show")


def test_consecutive_moves_of_a_bot_have_one_heading(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, seed=1)
    for _ in range(2):
        talk.type("1")
    output = talk.type("1")  # the last pick of the draft, then Green's whole turn
    assert len(grumbles.seat_names(2)) == 2
    assert output.count("\nGreen:\n") == 1
    assert output.count("  (trade, turns-alternate)") == 1


def test_every_line_fits_on_a_narrow_screen(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, size=lambda: Size(50, 24))
    lines = [*talk.lines]
    for typed in ("1", "help", "rules", "why pick push a1", "undo"):
        talk.type(typed)
        lines += talk.lines
    drawn = [line for line in lines if line.kind is Kind.BOARD]
    assert max(len(line.text) for line in lines if line not in drawn) <= 50


def test_a_session_ends_after_the_turn_limit(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, (0, 1), turns=1)
    while talk.session.prompt != "over> ":
        talk.type("1")
    assert talk.session.history.state.turn == 2
    assert "Stopped after turn 1. Press Enter to leave" in talk.text
    talk.type("hint")
    assert "not now" in talk.text
    talk.type("undo")
    assert talk.session.prompt == "Green> "


def test_without_secrets_the_screen_is_not_passed(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles, (0, 1))
    lines = list(talk.lines_of(Kind.EVENT))
    prompts = []
    for _ in range(10):
        prompts.append(talk.session.prompt)
        talk.type("1")
        assert not talk.lines_of(Kind.WIPE)
        lines += talk.lines_of(Kind.EVENT)
    assert prompts[:7] == [*["Red> ", "Green> "] * 3, "Green> "]
    joined = re.sub(r"\n +", " ", "\n".join(lines))
    assert joined.count("Red picks") == joined.count("Green picks") == 3  # nothing is shown twice


class OpenHands(Toy):
    """The toy game, but the only secrets are the numbers until all have chosen."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return {**super().view(seat), "hands": list(self.hands)}


def test_the_screen_is_passed_for_a_secret_decision() -> None:
    class Game(ToyGame):
        state = OpenHands

    talk = Talk(Game.new(), (0, 1), 2)
    assert talk.session.prompt == "Ann, press Enter when nobody else sees the screen> "
    talk.type("", "two")
    assert talk.session.prompt == "Press Enter, then pass the screen to Ben> "
    talk.type("")
    assert talk.lines_of(Kind.WIPE)


def test_later_secrets_are_shown_to_one_seat_at_a_time() -> None:
    """In the first round all have the same open card; hands are dealt after it."""

    class LateHands(Toy):
        def view(self, seat: int | None) -> dict[str, Any]:
            return super().view(seat if self.turn > 1 else None)

        def compute_legal_moves(self) -> list[str]:
            return ["one"] if self.turn == 1 else super().compute_legal_moves()

    class Game(ToyGame):
        state = LateHands

    talk = Talk(Game.new(), (0, 1), 2)
    assert talk.session.prompt == "Ann> "
    talk.type("one")
    assert "Ann: one" in talk.text
    assert talk.session.prompt == "Press Enter, then pass the screen to Ben> "  # his move deals
    talk.type("", "", "one")
    second = talk.session.history.state.hands  # type: ignore[attr-defined]
    assert f"see {{'card': '{second[1]}'}}" in talk.text
    assert f"see {{'card': '{second[0]}'}}" not in talk.text
    talk.type("", "")
    assert f"see {{'card': '{second[0]}'}}" in talk.text
    assert f"see {{'card': '{second[1]}'}}" not in talk.text


class Screen:
    """The screen of a game with secrets, and the seat that looks at it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.shown = ""
        self.names = talk.session.history.names
        self.add()

    def add(self) -> None:
        for line in self.talk.lines:
            self.shown = "" if line.kind is Kind.WIPE else f"{self.shown}\n{line.text}"

    def type(self, text: str) -> None:
        self.talk.type(text)
        self.add()


def test_with_secrets_the_screen_is_passed(toy: ToyGame) -> None:
    talk = Talk(toy, (0, 1, 2), 3)
    screen = Screen(talk)
    state = talk.session.history.state
    cards = [state.view(seat)["hands"][seat] for seat in range(3)]  # type: ignore[index,call-overload]
    assert "hands" not in screen.shown
    assert talk.session.prompt == "Ann, press Enter when nobody else sees the screen> "
    screen.type("")
    assert f"hands 1: {cards[0]}" in screen.shown
    assert f"see {{'card': '{cards[0]}'}}" in screen.shown
    screen.type("two")
    assert "Ann: two" in screen.shown
    assert talk.session.prompt == "Press Enter, then pass the screen to Ben> "
    screen.type("")
    assert screen.shown == ""
    assert talk.session.prompt == "Ben, press Enter when nobody else sees the screen> "
    screen.type("")
    assert "two" not in screen.shown.partition("  1 one")[0]
    assert f"see {{'card': '{cards[0]}'}}" not in screen.shown
    assert f"see {{'card': '{cards[1]}'}}" in screen.shown
    assert "Ann:\n    commit {}" in screen.shown


def test_no_command_reveals_secrets_while_the_screen_is_passed(toy: ToyGame) -> None:
    talk = Talk(toy, (0, 1), 2)
    for typed in ("hint", "show", "why one", "one", "1"):
        assert talk.type(typed).startswith("not now: press Enter")
    assert talk.session.history.moves == []
    talk.type("", "one")
    assert talk.session.prompt.startswith("Press Enter, then pass")
    assert "All: Reveal" in talk.type("rules reveal")
    assert talk.type("show").startswith("not now")


@pytest.mark.parametrize("seed", range(4))
def test_no_seat_ever_reads_the_secrets_of_another(toy: ToyGame, seed: int) -> None:
    """Cards are shown as `card`, secret numbers in moves; each seat may see only its own."""
    talk, rng = Talk(toy, (0, 2), 3, seed=seed), Rng(seed)
    screen = Screen(talk)
    while not talk.session.done:
        screen.type("" if "Enter" in talk.session.prompt else rng.pick(["one", "two", "three"]))
        if talk.session.prompt == "over> ":
            break
        if talk.session.prompt in ("Ann> ", "Cat> "):
            seat = 0 if talk.session.prompt == "Ann> " else 2
            for step in talk.session.history.steps:
                for event in step.events:
                    if event.only is not None:
                        assert (toy.describe(event) in screen.shown) <= (event.only == seat)
            for name in {"Ann", "Ben", "Cat"} - {"Ann" if seat == 0 else "Cat"}:
                assert not re.search(f"{name}: (one|two|three)", screen.shown)
    assert talk.session.history.state.outcome is not None


def test_bots_repeat_their_moves_after_undo(grumbles: Game[Any]) -> None:
    talk = Talk(grumbles)
    talk.type("1", "1", "1")
    once = talk.session.history.moves
    talk.type("undo", "undo")
    assert len(talk.session.history.moves) == 2
    talk.type("1", "1")
    assert talk.session.history.moves == once


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_played_saved_and_replayed(name: str, tmp_path: Path) -> None:
    game = shipped_game(name)
    seats = game.seats_with(game.read_options({}))
    for players in {seats[0], seats[-1]}:
        file = tmp_path / f"{players}.json"
        talk = Talk(game, tuple(range(players)), players, turns=2, file=file, bot="greedy")
        rng, handed_over = Rng(players), True
        while talk.session.prompt != "over> ":
            handed_over = "press Enter" in talk.session.prompt.replace("Press", "press")
            if handed_over:
                talk.type("")
            elif rng.below(12) == 0:
                talk.type("undo")
            else:
                talk.type(str(rng.below(len(talk.session.history.state.legal_moves())) + 1))
        talk.type("")
        file.write_text(talk.files[file])
        saved = read_saved(file)
        *_, last = replay(game, saved)
        assert json.loads(json.dumps(last.state.to_data())) == saved.end
        assert last.state.turn > 2 or last.state.outcome


def test_a_game_saved_by_other_rules_continues_with_a_warning(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    talk = Talk(grumbles)
    talk.type("1", f"save {file}")
    (text,) = talk.files.values()
    for data, changed in (
        (text, False),
        (text.replace(short_fingerprint(grumbles), "0" * 16), True),
    ):
        file.write_text(data)
        output = " ".join(talk.type(f"load {file}").split())
        assert ("have changed since this game was saved" in output) is changed
        assert talk.session.history.moves[0] == "pick push c1"
