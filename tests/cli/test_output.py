"""Tests of output: it is plain text, so that no text of a kit controls the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from generator.base.errors import Fault, Place
from generator.cli.output import begin_reply, escaped_streams, print_errors, raw_stream, visible
from tests.press.running import FIND, GAME, Workshop, run

HARM = "\x1b]52;c;aGk=\x07\x1b[2J\x00\r\x9b\u202e\u2066"
SEEN = r"\x1b]52;c;aGk=\x07\x1b[2J\x00\r\x9b\u202e\u2066"


def test_control_characters_are_escaped() -> None:
    assert visible(f"a\t{HARM}\nä 🐐") == f"a\t{SEEN}\nä 🐐"


def test_everything_printed_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    begin_reply([])  # in words: the last command of this process may have answered in JSON
    with escaped_streams():
        import sys

        print(HARM, end="")
        sys.stdout.writelines([HARM])
        print(HARM, end="", file=sys.stderr)
        raw_stream(sys.stdout).write("\x1b[1m")
    print("\x1b", end="")
    assert out.getvalue() == f"{SEEN}{SEEN}\x1b[1m\x1b"
    assert err.getvalue() == SEEN


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (GAME, "title: Tidewrack", 'title: "\\e[2JTide\\a\\u202ewrack"'),
        (FIND, "<card", "<card {{ '\\x1b[2J\\u202e' }}"),
        ("templates/tidewrack/find.xml", "<card", "{{ missing['\\x1b]0;x\\x07'] }}<card"),
    ],
)
def test_a_kit_sends_no_commands_to_the_terminal(
    file: str, old: str, new: str, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(file, old, new)
    for words in (["kits"], ["check", "tidewrack"], ["build", "tidewrack", "-o", "out"]):
        result = workshop.run(*words)
        assert not set(result.out + result.err) & set("\x1b\x07\x00\x9b\u202e")


def test_arguments_send_no_commands_to_the_terminal() -> None:
    result = run("build", "\x1b[2J\u202e")
    assert result.code == 2
    assert r"\x1b[2J\u202e" in result.err
    assert "\x1b" not in result.err


def test_of_many_faults_with_one_cause_the_first_are_printed_and_the_rest_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cards = [Fault("too long", Place("card.xml", 7), f"card {n}", check="fit") for n in range(6)]
    rows = [Fault("too long", Place("cards.csv", n), f"card {n}", check="fit") for n in range(6)]
    files = [Fault(f"no page {n}", Place("out.pdf"), check="fit") for n in range(6)]
    print_errors([*cards[:4], *rows, *cards[4:], *files])
    printed = capsys.readouterr().err.splitlines()
    assert printed[:3] == [str(fault) for fault in cards[:3]]
    assert printed[3] == "card.xml:7: and 3 more like this; --json lists all (fit)"
    assert printed[4:] == [*map(str, rows), *map(str, files)]
    print_errors(cards[:4])
    assert capsys.readouterr().err.splitlines() == [*map(str, cards[:4])]


def test_of_many_faults_of_a_column_the_first_are_printed_and_the_rest_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [Fault("too much", Place("cards.csv", n), check="out-of-range") for n in range(1, 3001)]
    other = Fault("no such card", Place("cards.csv", 7), check="unknown-reference")
    print_errors([*rows[:50], other, *rows[50:]])
    printed = capsys.readouterr().err.splitlines()
    assert printed[:20] == [*map(str, rows[:20])]
    assert printed[20:] == [
        "cards.csv: and 2,980 more like this; --json lists all (out-of-range)",
        str(other),
    ]
