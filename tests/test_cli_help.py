"""The help as a newcomer reads it: every command, whole sentences, no words of Python's."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.helping import in_words_for_people
from generator.cli.listing import COMMANDS, SECTIONS
from tests.press.running import KITS, run


def test_the_sections_hold_every_command_once() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)


def test_the_list_of_commands_cuts_no_sentence_short() -> None:
    told = run("--help").out
    assert "..." not in told.partition("Print a kit:")[2]
    assert told.startswith("Usage: grimoire ")
    listed = re.findall(r"^  ([a-z]+)  ", told, re.MULTILINE)
    assert listed == [name for names in SECTIONS.values() for name in names]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_in_plain_words(name: str) -> None:
    told = run(name, "--help").out
    assert told.startswith(f"Usage: grimoire {name} ")
    assert f"`grimoire {name}" in " ".join(told.split())
    assert not re.search(r"<(str|int|path|Path|float|list)|x>=|[{}]|\[required\]", told)


def test_what_only_programmers_read_is_left_out() -> None:
    help = "Usage: grimoire diff [OPTIONS] {OLD} {NEW}\n  OLD <path>  Old.  [required]\n  [default: 1; x>=1]"
    plain = "Usage: grimoire diff [OPTIONS] OLD NEW\n  OLD  Old. (needed)\n  [default: 1]"
    assert in_words_for_people(help) == plain


@pytest.mark.parametrize(("begun", "ends"), [("build tid", ["tidewrack"]), ("kit", ["kits"])])
def test_a_shell_completes_commands_and_kits(begun: str, ends: list[str]) -> None:
    words = begun.split()
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "_GRIMOIRE_COMPLETE": "complete_bash",
        "COMP_WORDS": f"grimoire {begun}",
        "COMP_CWORD": str(len(words)),
    }
    command = [sys.executable, "-m", "generator"]
    ran = subprocess.run(
        command, cwd=KITS, env=surroundings, capture_output=True, text=True, check=False
    )
    assert ran.stdout.split() == ends


def test_json_lines_tell_what_keeps_a_game_from_beginning_in_one_line() -> None:
    ran = run("play", "grumbels", "--json")
    (line,) = ran.out.splitlines()
    assert ran.code == 2
    assert json.loads(line)["faults"][0]["hint"] == 'did you mean "grumbles"?'
