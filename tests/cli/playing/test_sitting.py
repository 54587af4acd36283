"""Tests of `grimoire play --interactive`: at a terminal, in a pipe, and interrupted."""

from __future__ import annotations

import errno
import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.games.grumbles.game import Grumbles
from tests.press.running import CommandResult, run

pty = pytest.importorskip("pty", reason="a terminal of one's own needs Unix")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Write input to the pipe that `grimoire` reads."""
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stdin", pipe)
    return pipe


def play(pipe: io.StringIO, lines: str, *words: object) -> CommandResult:
    pipe.seek(0)
    pipe.truncate()
    pipe.write(lines)
    pipe.seek(0)
    return run("play", *words)


def test_in_a_pipe_a_game_is_played_and_saved_when_the_input_ends(stdin: io.StringIO) -> None:
    result = play(stdin, "1\n1\n", "grumbles", "-i", "--seed", 3)
    assert (result.code, result.err) == (0, "")
    assert "Red> 1\nRed\n    Red picks Push and puts it onto c1." in result.out
    assert "\033" not in result.out
    assert result.out.endswith(
        "Red> \nSaved to grumbles-game.json. To continue it:\n"
        "    grimoire play grumbles -i --load grumbles-game.json\n"
    )


def test_a_bot_is_chosen_by_how_hard_it_is_to_beat(stdin: io.StringIO) -> None:
    result = play(stdin, "1\n", "grumbles", "-i", "--seed", 3, "--bot", "easy")
    assert result.out.endswith("grimoire play grumbles -i --load grumbles-game.json --bot random\n")
    refused = play(stdin, "", "grizzled", "-i", "--bot", "hard")
    assert refused.err.startswith("The Grizzled has no ladder that says which bot is hard; ")


def test_a_saved_game_can_be_continued_and_replayed(stdin: io.StringIO) -> None:
    play(stdin, "1\n1\nquit\n", "grumbles", "-i", "--seed", 3, "--option", "board=plus")
    gone_on = play(
        stdin, "undo\n1\n1\n", "grumbles", "-i", "--load", "grumbles-game.json", "--save", "b.json"
    )
    assert gone_on.code == 0
    assert "--load b.json" in gone_on.out
    again = run("play", "grumbles", "--replay", "b.json")
    assert again.code == 0
    assert "The plus board is laid out" in again.out
    assert again.out.count("Red: Pick ") == 3


def test_several_persons_and_a_turn_limit(stdin: io.StringIO) -> None:
    result = play(
        stdin, "\n1\n\n\n1\n\n", "grizzled", "-i", "--seat", "1,3", "--players", 3, "--turns", 1
    )
    assert result.code == 0
    assert result.out.startswith(
        "The Grizzled: you are Player 1 and Player 3; the program plays Player 2."
    )
    assert "Press Enter, then pass the screen to Player 3> \n-----" in result.out
    assert "--seat 1,3" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "2"], "--seat needs --interactive"),
        (["--load", "x.json"], "--load needs --interactive"),
        (["-i", "--json"], "--json cannot be combined with --interactive"),
        (["-i", "--replay", "x.json"], "--replay cannot be combined with --interactive"),
        (["-i", "--seat", "3"], 'there is no seat "3"; there are seats 1 to 2, or write all'),
        (["-i", "--load", "x.json"], "x.json: there is no such file"),
        (["-i", "--bot", "gredy"], 'did you mean "greedy"?'),
        (["-i", "--option", "board=pluss"], 'did you mean "plus"?'),
        (["-i", "--save", "/nowhere/x.json"], "its folder does not exist"),
    ],
)
def test_unplayable_requests_are_one_line(
    stdin: io.StringIO, words: list[str], message: str
) -> None:
    result = play(stdin, "", "grumbles", *words)
    assert (result.code, len(result.faults), bool(result.out)) == (2, 1, "--json" in words)
    assert message in result.err


def test_an_unsavable_game_ends_with_exit_code_2(
    stdin: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("generator.cli.terminal_session.write_whole", full)
    result = play(stdin, "1\n", "grumbles", "-i")
    assert result.code == 2
    assert "No space left on device" in result.out


def test_a_fault_in_the_game_does_not_lose_the_moves(
    stdin: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Grumbles.explain_illegal

    def breaks(game: Grumbles, state: object, move: object) -> tuple[str, str]:
        raise ZeroDivisionError

    monkeypatch.setattr(Grumbles, "explain_illegal", breaks)
    result = play(stdin, "1\npick push g7\n", "grumbles", "-i")
    monkeypatch.setattr(Grumbles, "explain_illegal", original)
    assert result.code == 2
    assert "this is a fault of Grimoire itself: ZeroDivisionError" in result.err
    assert "Saved to grumbles-game.json" in result.out
    assert run("play", "grumbles", "--replay", "grumbles-game.json").code == 0


class Terminal:
    """A person at a terminal of eighty by twenty-four."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.side, other = pty.openpty()
        variables = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
        variables.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", "play", *words],
            cwd=folder, env=variables, stdin=other, stdout=other, stderr=other,
            preexec_fn=_hear_signals,
        )  # fmt: skip
        os.close(other)
        self.text, self.read = "", 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *reason: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.side)

    def until(self, words: str) -> str:
        """The output from the last read position up to this text."""
        late = time.monotonic() + 20
        while words not in self.text[self.read :]:
            assert time.monotonic() < late, f"{words!r} is not in {self.text[self.read :]!r}"
            if select.select([self.side], [], [], 0.2)[0]:
                self.text += os.read(self.side, 4096).decode()
        start, self.read = self.read, self.text.index(words, self.read) + len(words)
        return self.text[start : self.read]

    def type(self, keys: str) -> None:
        os.write(self.side, keys.encode())

    def interrupt(self) -> None:
        self.send(signal.SIGINT)

    def send(self, kind: signal.Signals) -> None:
        """Repeated until it is received: one that comes just before the line is read may be lost."""
        for _ in range(10):
            self.process.send_signal(kind)
            if select.select([self.side], [], [], 2)[0]:
                return


def _hear_signals() -> None:
    """A process started in the background, as tests may be, would ignore some."""
    for each in (signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)


def test_an_interrupt_keeps_the_game_and_leaves_a_clean_line(tmp_path: Path) -> None:
    with Terminal(tmp_path, "grumbles", "-i") as terminal:
        assert "\033[" in terminal.until("Red> ")  # in colour
        terminal.type("pick swap d2\n")
        terminal.until("Green picks")
        terminal.until("Red> ")
        terminal.interrupt()
        output = terminal.until("--load grumbles-game.json")
        assert terminal.process.wait(20) == 0
    output = re.sub(r"\033\[[0-9;?]*[a-zA-Z]", "", output).replace("\r", "")
    assert "\nSaved to grumbles-game.json. To continue it:\n    grimoire play" in output
    assert "Traceback" not in terminal.text
    assert '"pick swap d2"' in (tmp_path / "grumbles-game.json").read_text()


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_and_a_terminated_program_save_the_game(
    tmp_path: Path, kind: signal.Signals
) -> None:
    with Terminal(tmp_path, "grumbles", "-i") as terminal:
        terminal.until("Red> ")
        terminal.type("pick swap d2\n")
        terminal.until("Green picks")
        terminal.until("Red> ")
        terminal.send(kind)
        terminal.until("--load grumbles-game.json")
        assert terminal.process.wait(20) == 0
    assert '"pick swap d2"' in (tmp_path / "grumbles-game.json").read_text()


def test_an_interrupt_saves_the_game_when_the_output_is_not_read(
    stdin: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "Input/output error")

    def interrupted(prompt: str) -> str:
        if not asked:
            asked.append(prompt)
            return "1"
        monkeypatch.setattr(sys, "stdout", Gone())
        raise KeyboardInterrupt

    asked: list[str] = []
    monkeypatch.setattr("builtins.input", interrupted)
    play(stdin, "", "grumbles", "-i")
    assert (tmp_path / "grumbles-game.json").is_file()


def test_the_screen_is_wiped_before_the_next_person_sees_it(tmp_path: Path) -> None:
    with Terminal(tmp_path, "grizzled", "-i", "--seat", "all") as terminal:
        terminal.until("nobody else sees the screen> ")
        terminal.type("\n")
        terminal.until("Player 1> ")
        terminal.type("1\n")
        terminal.until("pass the screen to Player 2> ")
        terminal.type("\n")
        assert "\033[H\033[2J\033[3J" in terminal.until("Player 2, press Enter")
        terminal.type("\x04")
        terminal.until("--seat all")
        assert terminal.process.wait(20) == 0
