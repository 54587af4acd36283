"""Tests of `grimoire watch` as a process: it reports changes until it is stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from tests.press.running import FIND, Workshop, run


def test_watch_prints_a_line_an_event_until_interrupted(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = ["watch", "tidewrack", "-o", "out", "--data", "data", "--templates", "templates"]
    with subprocess.Popen(
        [sys.executable, "-m", "generator", *words, "--json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "GRIMOIRE_CACHE": "off", "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            first = json.loads(process.stdout.readline())
            assert first["kind"] == "begun"
            workshop.edit(FIND, '"worth"><ellipse fill', '"worth"><ellipse fil')
            fault = json.loads(process.stdout.readline())
            assert (fault["kind"], fault["milliseconds"]) == ("fault", None)
            assert (fault["faults"][0]["file"], fault["faults"][0]["line"]) == (FIND, 5)
            process.send_signal(signal.SIGINT)
            rest, err = process.communicate(timeout=60)
        finally:
            process.kill()  # otherwise a failure would wait for its end for ever
    assert (process.returncode, rest, err) == (0, "", "")


def test_an_unknown_kit_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    result = run("watch", "nothing", "--data", tmp_path / "data", "-o", tmp_path / "out")
    assert result.code == 2
    assert len(result.faults) == 1
    assert 'there is no kit "nothing"' in result.err
