"""Tests of streams that break: a full disk or a closed pipe behind the output or the messages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GRIMOIRE = [sys.executable, "-m", "generator"]
FULL = Path("/dev/full")
UNKNOWN = ("build", "nosuch")
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


def start(*words: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    """Start `grimoire WORDS` in a new process."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.run([*GRIMOIRE, *words], text=True, check=False, **streams)


def closed_pipe() -> int:
    """The end of a pipe to write to, whose reader is gone."""
    read, write = os.pipe()
    os.close(read)
    return write


@needs_full_device
@pytest.mark.parametrize("words", [("kits", "--json"), ("play", "grumbles", "--json")])
def test_a_full_disk_behind_a_json_answer_is_reported_in_one_line(words: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        result = start(*words, stdout=full)
    said = "grimoire: No space left on device; free some space (system-error)\n"
    assert (result.returncode, result.stderr) == (2, said)


@needs_full_device
def test_messages_that_cannot_be_written_change_no_exit_code() -> None:
    with FULL.open("w") as full:
        assert start(*UNKNOWN, stderr=full).returncode == 2
        failed = start(*UNKNOWN, "--json", stderr=full)
    assert failed.returncode == 2
    assert json.loads(failed.stdout)["faults"][0]["check"] == "unknown-kit"


def test_messages_that_nobody_reads_change_no_exit_code() -> None:
    write = closed_pipe()
    assert start(*UNKNOWN, stderr=write).returncode == 2
    os.close(write)


INTERRUPTED = """
import os, signal, sys
from generator.cli import app, main
app._check_folder = lambda: os.kill(os.getpid(), signal.{name})
sys.argv = ["grimoire", {words}, "--json"]
main()
"""
SLOW_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "generator.base.errors":  # among the first to be imported
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{name})
sys.meta_path.insert(0, Finder())
from generator.cli import main
sys.argv = ["grimoire", {words}, "--json"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
@pytest.mark.parametrize("code", [INTERRUPTED, SLOW_IMPORT], ids=["running", "importing"])
@pytest.mark.parametrize("words", ["'kits'", "'play', 'grumbles'"])
def test_an_interrupt_is_answered_as_json(code: str, words: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", code.format(name="SIGINT", words=words)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 128 + signal.SIGINT
    assert result.stderr.count("\n") == 1
    (fault,) = json.loads(result.stdout)["faults"]
    assert (fault["message"], fault["check"]) == ("stopped", "interrupted")


def test_an_error_of_the_system_names_the_remedy(tmp_path: Path) -> None:
    name = f"{'é' * 126}.html"  # 257 bytes
    result = start("reference", "rulebook", "-o", name, cwd=tmp_path)
    said = f"grimoire: {name}: File name too long; choose a shorter name (system-error)\n"
    assert (result.returncode, result.stderr) == (2, said)
