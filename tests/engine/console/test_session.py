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
from tests.engine.console.driver import SessionDriver
from tests.engine.toy import Toy, ToyGame
from tests.kinds import of_kind
from tests.shipped import shipped_game


def test_a_person_against_a_bot_sees_players_events_and_moves(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.text.startswith("Grumbles and Goofs: you are Red; the program plays Green.")
    assert "its stars on c3, c5, d4, e3 and e5.\n      (star-squares)" in driver.text
    assert driver.lines_of(Kind.CHOICE)[0].startswith("  a Pick Push ...  3 moves")
    assert driver.type("A").startswith("  1 Pick Push and put it onto c1")
    assert driver.session.prompt == "Red> "
    driver.type("pick push c1")
    assert driver.lines_of(Kind.HEAD)[:2] == ["Red", "Green"]
    assert "    Red picks Push and puts it onto c1.  (draft-order, draft-place)" in driver.lines_of(
        Kind.EVENT
    )
    assert any(line.startswith("    Green picks") for line in driver.lines_of(Kind.EVENT))
    assert any("R:Push" in line for line in driver.lines_of(Kind.BOARD))


@pytest.mark.parametrize(
    "typed", ["2", "pick push e1", "  PICK   push E1 ", "Pick Push and put it onto e1"]
)
def test_a_move_is_made_by_number_or_text(grumbles: Game[Any], typed: str) -> None:
    driver = SessionDriver(grumbles)
    driver.type(typed)
    assert driver.session.history.moves[0] == "pick push e1"


def test_a_number_can_be_part_of_the_text_of_a_move() -> None:
    driver = SessionDriver(shipped_game("grizzled"))
    driver.type("1")
    while "3 Deal 3 cards to each player" not in driver.text:
        driver.type(str(driver.session.history.state.legal_moves()[0]))
    assert "there is no move 1; the moves are numbered 3 to " in driver.type("1")
    assert "Player 1 names an Intensity of 3." in driver.type("3")


def test_a_card_is_played_by_its_name() -> None:
    driver = SessionDriver(shipped_game("grizzled"), seed=2)
    driver.type("take g1", "intensity 5")
    assert "Play Night and Rain" in driver.text
    output = driver.type("play night and rain")
    assert "play t04" in driver.session.history.moves
    assert "Player 1 lays Night and Rain in No Man's Land." in output


def test_a_prefix_lists_its_moves_and_enter_makes_the_only_one(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.type("pick pus").splitlines() == [
        "  1 Pick Push and put it onto c1    3 Pick Push and put it onto d2",
        "  2 Pick Push and put it onto e1",
    ]
    only = "  3 Pick Push and put it onto d2\nEnter makes this move."
    assert driver.type("pick push d") == only
    assert driver.type("Pick Push and put it onto d") == only
    driver.type("")
    assert driver.session.history.moves[0] == "pick push d2"


def test_an_offered_move_expires_after_the_next_line(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    driver.type("pick push d", "help", "")
    assert driver.session.history.moves == []


def test_enter_shows_the_next_page_of_moves(
    grumbles: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.engine.console.menu.ROWS", 2)
    driver = SessionDriver(grumbles, size=lambda: Size(34, 10))
    seen = []
    for _ in range(12):
        seen += re.findall(r"(\d+) Pick", "\n".join(driver.lines_of(Kind.CHOICE)))
        if "Enter shows more" not in driver.text:
            break
        driver.type("")
    assert [int(number) for number in seen] == list(range(1, 22))


def test_the_decision_and_the_symbols_are_explained(grumbles: Game[Any]) -> None:
    """The symbols are explained once, and again after `show`."""
    driver = SessionDriver(grumbles)
    prompt = "Red, pick a Grumble, and a square beside your home to put it on:"
    assert prompt in driver.lines_of(Kind.HEAD)
    assert "[ ] a home" in driver.text
    driver.type("1")
    assert prompt in driver.lines_of(Kind.HEAD)
    assert "[ ] a home" not in driver.text
    assert "[ ] a home" in driver.type("show")


def test_consecutive_moves_of_a_bot_have_one_heading(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, seed=1)
    for _ in range(2):
        driver.type("1")
    output = driver.type("1")  # the last pick of the draft, then Green's whole turn
    assert len(grumbles.seat_names(2)) == 2
    assert output.count("\nGreen\n") == 1
    assert output.count("  (trade, turns-alternate)") == 1


def test_every_line_fits_on_a_narrow_screen(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, size=lambda: Size(50, 24))
    lines = [*driver.lines]
    for typed in ("1", "help", "rules", "why pick push a1", "undo"):
        driver.type(typed)
        lines += driver.lines
    drawn = [line for line in lines if line.kind is Kind.BOARD]
    assert max(len(line.text) for line in lines if line not in drawn) <= 50


def test_a_session_ends_after_the_turn_limit(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, (0, 1), turns=1)
    while driver.session.prompt != "over> ":
        driver.type("1")
    assert driver.session.history.state.turn == 2
    assert "Stopped after turn 1. Press Enter to leave" in driver.text
    driver.type("hint")
    assert "not now" in driver.text
    driver.type("undo")
    assert driver.session.prompt == "Green> "


def test_without_secrets_the_screen_is_not_passed(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles, (0, 1))
    lines = list(driver.lines_of(Kind.EVENT))
    prompts = []
    for _ in range(10):
        prompts.append(driver.session.prompt)
        driver.type("1")
        assert not driver.lines_of(Kind.WIPE)
        lines += driver.lines_of(Kind.EVENT)
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

    driver = SessionDriver(Game.new(), (0, 1), 2)
    assert driver.session.prompt == "Ann, press Enter when nobody else sees the screen> "
    driver.type("", "two")
    assert driver.session.prompt == "Press Enter, then pass the screen to Ben> "
    driver.type("")
    assert driver.lines_of(Kind.WIPE)


def test_later_secrets_are_shown_to_one_seat_at_a_time() -> None:
    """In the first round all have the same open card; hands are dealt after it."""

    class LateHands(Toy):
        def view(self, seat: int | None) -> dict[str, Any]:
            return super().view(seat if self.turn > 1 else None)

        def compute_legal_moves(self) -> list[str]:
            return ["one"] if self.turn == 1 else super().compute_legal_moves()

    class Game(ToyGame):
        state = LateHands

    driver = SessionDriver(Game.new(), (0, 1), 2)
    assert driver.session.prompt == "Ann> "
    driver.type("one")
    assert "Ann: one" in driver.text
    assert driver.session.prompt == "Press Enter, then pass the screen to Ben> "  # his move deals
    driver.type("", "", "one")
    second = of_kind(driver.session.history.state, LateHands).hands
    assert f"see {{'card': '{second[1]}'}}" in driver.text
    assert f"see {{'card': '{second[0]}'}}" not in driver.text
    driver.type("", "")
    assert f"see {{'card': '{second[0]}'}}" in driver.text
    assert f"see {{'card': '{second[1]}'}}" not in driver.text


class Screen:
    """The screen of a game with secrets, and the seat that looks at it."""

    def __init__(self, driver: SessionDriver) -> None:
        self.driver = driver
        self.shown = ""
        self.names = driver.session.history.names
        self.add()

    def add(self) -> None:
        for line in self.driver.lines:
            self.shown = "" if line.kind is Kind.WIPE else f"{self.shown}\n{line.text}"

    def type(self, text: str) -> None:
        self.driver.type(text)
        self.add()


def test_with_secrets_the_screen_is_passed(toy: ToyGame) -> None:
    driver = SessionDriver(toy, (0, 1, 2), 3)
    screen = Screen(driver)
    state = driver.session.history.state
    views: list[Any] = [state.view(seat) for seat in range(3)]
    cards = [view["hands"][seat] for seat, view in enumerate(views)]
    assert "hands" not in screen.shown
    assert driver.session.prompt == "Ann, press Enter when nobody else sees the screen> "
    screen.type("")
    assert f"hands 1: {cards[0]}" in screen.shown
    assert f"see {{'card': '{cards[0]}'}}" in screen.shown
    screen.type("two")
    assert "Ann: two" in screen.shown
    assert driver.session.prompt == "Press Enter, then pass the screen to Ben> "
    screen.type("")
    assert screen.shown == ""
    assert driver.session.prompt == "Ben, press Enter when nobody else sees the screen> "
    screen.type("")
    assert "two" not in screen.shown.partition("  1 one")[0]
    assert f"see {{'card': '{cards[0]}'}}" not in screen.shown
    assert f"see {{'card': '{cards[1]}'}}" in screen.shown
    assert "Ann\n    commit {}" in screen.shown


def test_no_command_reveals_secrets_while_the_screen_is_passed(toy: ToyGame) -> None:
    driver = SessionDriver(toy, (0, 1), 2)
    for typed in ("hint", "show", "why one", "one", "1"):
        assert driver.type(typed).startswith("not now: press Enter")
    assert driver.session.history.moves == []
    driver.type("", "one")
    assert driver.session.prompt.startswith("Press Enter, then pass")
    assert "All: Reveal" in driver.type("rules reveal")
    assert driver.type("show").startswith("not now")


@pytest.mark.parametrize("seed", range(4))
def test_no_seat_ever_reads_the_secrets_of_another(toy: ToyGame, seed: int) -> None:
    """Cards are shown as `card`, secret numbers in moves; each seat may see only its own."""
    driver, rng = SessionDriver(toy, (0, 2), 3, seed=seed), Rng(seed)
    screen = Screen(driver)
    while not driver.session.done:
        screen.type("" if "Enter" in driver.session.prompt else rng.pick(["one", "two", "three"]))
        if driver.session.prompt == "over> ":
            break
        if driver.session.prompt in ("Ann> ", "Cat> "):
            seat = 0 if driver.session.prompt == "Ann> " else 2
            for step in driver.session.history.steps:
                for event in step.events:
                    if event.only is not None:
                        assert (toy.describe(event) in screen.shown) <= (event.only == seat)
            for name in {"Ann", "Ben", "Cat"} - {"Ann" if seat == 0 else "Cat"}:
                assert not re.search(f"{name}: (one|two|three)", screen.shown)
    assert driver.session.history.state.outcome is not None


def test_bots_repeat_their_moves_after_undo(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    driver.type("1", "1", "1")
    once = driver.session.history.moves
    driver.type("undo", "undo")
    assert len(driver.session.history.moves) == 2
    driver.type("1", "1")
    assert driver.session.history.moves == once


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_played_saved_and_replayed(name: str, tmp_path: Path) -> None:
    game = shipped_game(name)
    seats = game.seats_with(game.read_options({}))
    for players in {seats[0], seats[-1]}:
        file = tmp_path / f"{players}.json"
        driver = SessionDriver(
            game, tuple(range(players)), players, turns=2, file=file, bot="greedy"
        )
        rng, handed_over = Rng(players), True
        while driver.session.prompt != "over> ":
            handed_over = "press Enter" in driver.session.prompt.replace("Press", "press")
            if handed_over:
                driver.type("")
            elif rng.below(12) == 0:
                driver.type("undo")
            else:
                driver.type(str(rng.below(len(driver.session.history.state.legal_moves())) + 1))
        driver.type("")
        file.write_text(driver.files[file])
        saved = read_saved(file)
        *_, last = replay(game, saved)
        assert json.loads(json.dumps(last.state.to_data())) == saved.end
        assert last.state.turn > 2 or last.state.outcome


def test_a_game_saved_by_other_rules_continues_with_a_warning(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    driver = SessionDriver(grumbles)
    driver.type("1", f"save {file}")
    (text,) = driver.files.values()
    for data, changed in (
        (text, False),
        (text.replace(short_fingerprint(grumbles), "0" * 16), True),
    ):
        file.write_text(data)
        output = " ".join(driver.type(f"load {file}").split())
        assert ("have changed since this game was saved" in output) is changed
        assert driver.session.history.moves[0] == "pick push c1"
