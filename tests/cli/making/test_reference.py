"""Tests of `grimoire reference`: in a pipe, on a terminal and as a file."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.commands import COMMANDS
from generator.cli.reference_page import commands
from generator.tools.reference.page import cells, rows
from tests.press.running import run

ROOT = Path(__file__).parents[3]
TOPICS = [
    "data",
    "templates",
    "shared",
    "rulebook",
    "turns",
    "python",
    "commands",
    "errors",
    "json",
]


def test_without_words_it_lists_its_topics() -> None:
    lines = run("reference").out.splitlines()
    assert [line.split()[0] for line in lines[: len(TOPICS)]] == TOPICS
    assert run("reference", "").out.splitlines() == lines
    data = json.loads(run("reference", "--json").out)["topics"]
    assert [topic["topic"] for topic in data] == TOPICS
    assert all(topic["sections"] for topic in data)


def test_a_topic_is_the_page_of_the_repository_except_for_links() -> None:
    for topic, file in {"data": "data/REFERENCE.md", "rulebook": "templates/RULEBOOK.md"}.items():
        kept = (ROOT / file).read_text(encoding="utf-8").splitlines()
        lines = run("reference", topic).out.splitlines()
        assert [line for line in kept if "](" not in line and "<!--" not in line] == [
            line for line in lines if line in kept and "](" not in line
        ]


def test_unknown_words_are_reported() -> None:
    result = run("reference", "templates", "bleeed")
    assert (result.code, result.out) == (2, "")
    assert result.faults == [
        'the reference says nothing about "bleeed"; did you mean "bleed"? (unknown-topic)'
    ]


def test_every_option_of_every_command_is_found() -> None:
    heads = [f"## grimoire {name}" for name in COMMANDS]
    assert sorted(line for line in commands().splitlines() if line.startswith("## ")) == sorted(
        heads
    )
    names = [cells(row)[0] for _, row in rows(commands())]
    assert {"`--backs` long-edge, short-edge, gutterfold or none", "`-o` `--out` FOLDER"} <= set(
        names
    )
    assert not any(mark in cell for cell in names for mark in ("<", "[", "|"))
    sections = json.loads(run("reference", "commands", "secrecy", "--json").out)["sections"]
    assert [section["title"] for section in sections] == ["grimoire ladder"]


def test_the_reference_is_written_as_one_file(tmp_path: Path) -> None:
    file = tmp_path / "reference.html"
    result = run("reference", "-o", file)
    assert (result.code, result.out) == (0, f"{file}\n")
    text = file.read_text(encoding="utf-8")
    assert all(f'<article id="{topic}">' in text for topic in TOPICS)
    assert run("reference", "turns", "-o", file).code == 0
    assert file.read_text(encoding="utf-8").count("<article") == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [("x.pdf", 'the reference cannot be a ".pdf" file; name a file that ends in .html '
               "(option-value)"),
     ("nowhere/x.html", "its folder does not exist")],
)  # fmt: skip
def test_an_unwritable_file_is_reported(name: str, message: str, tmp_path: Path) -> None:
    result = run("reference", "-o", tmp_path / name)
    assert (result.code, len(result.faults)) == (2, 1)
    assert message in result.err


@pytest.mark.parametrize(("words", "paged"), [(["bleed"], False), (["data"], True)])
def test_long_output_is_paged_on_a_terminal(words: list[str], paged: bool, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; cat >/dev/null\n")
    pager.chmod(0o755)
    ours, theirs = pty.openpty()
    surroundings = {
        **os.environ, "PYTHONPATH": str(ROOT), "PAGER": str(pager), "TERM": "xterm",
        "COLUMNS": "90", "LINES": "50",
    }  # fmt: skip
    command = [sys.executable, "-m", "generator", "reference", *words]
    shown = b""
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, env=surroundings) as process:
        os.close(theirs)
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0
    assert (b"PAGED" in shown) == paged
    assert (b"how far the art extends" in shown) != paged
