"""Tests of the law soak: a stopped and resumed run has the same results as an uninterrupted one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.base.atomic_output import write_whole
from generator.engine.testing.laws import LawBrokenError
from tests import law_soak

GAME = ["--game", "grudge", "--ledger"]
WAYS = 4
"""The ways to play Grudge."""


def soak(ledger: Path, games: int) -> int:
    return law_soak.main([*GAME, str(ledger), "--games", str(games)])


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The games that are played; if `broken`, the third game of the first way breaks a law instead."""
    outputs: list[tuple[str, int]] = []

    def play(trial: object, seed: int, every: int | None, most: int) -> int:
        outputs.append((str(trial), seed))
        if seed == 2 and outputs[0][0] == str(trial):
            raise LawBrokenError("it leaks")
        return 7

    monkeypatch.setattr(law_soak, "play", play)
    return outputs


def test_a_stopped_run_resumes(
    tmp_path: Path, played: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, uninterrupted = tmp_path / "ledger.json", tmp_path / "whole.json"
    assert soak(ledger, 2 * WAYS) == 0
    assert soak(ledger, 13 * WAYS) == 1
    assert len(played) == len({*played}) == 13 * WAYS
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "grudge: 52 games, 357 decisions, 4 ways to play, seeds 0 to 12",
        "laws broken: 1",
        "it leaks",
    ]
    assert soak(uninterrupted, 13 * WAYS) == 1
    assert json.loads(uninterrupted.read_text()) == json.loads(ledger.read_text())
    assert soak(ledger, WAYS) == 1  # nothing is left to do, and the broken law is not forgotten
    assert len(played) == 2 * 13 * WAYS


def test_an_interrupted_run_loses_no_finished_round(
    tmp_path: Path, played: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = tmp_path / "ledger.json"
    written: list[Path] = []

    def interrupt(path: Path, content: bytes) -> None:
        write_whole(path, content)
        written.append(path)
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(law_soak, "write_whole", interrupt)
    soak(ledger, 40 * WAYS)
    counts = [way["games"] for way in json.loads(ledger.read_text())["ways"].values()]
    assert 0 < sum(counts) < 40 * WAYS
    soak(ledger, 40 * WAYS)
    assert [way["games"] for way in json.loads(ledger.read_text())["ways"].values()] == [40] * WAYS


def test_a_ledger_of_other_rules_is_refused(
    tmp_path: Path, played: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "ledger.json"
    ledger.write_text('{"rules": {"grudge": "others"}, "ways": {}, "broken": []}')
    assert soak(ledger, WAYS) == 2
    assert not played
    assert capsys.readouterr().err.endswith("of other rules or data of grudge: name a new ledger\n")
    assert json.loads(ledger.read_text())["rules"] == {"grudge": "others"}


def test_a_ledger_of_another_game_is_extended(
    tmp_path: Path, played: list[tuple[str, int]]
) -> None:
    ledger = tmp_path / "ledger.json"
    other = {"games": 3, "decisions": 40}
    ledger.write_text(
        json.dumps({"rules": {"chess": "others"}, "ways": {"chess players=2": other}, "broken": []})
    )
    assert soak(ledger, WAYS) == 0
    kept = json.loads(ledger.read_text())
    assert kept["rules"] == {"chess": "others", "grudge": law_soak.state_of_rules("grudge")}
    assert kept["ways"].pop("chess players=2") == other
    assert len(kept["ways"]) == WAYS


def test_changed_comments_leave_a_ledger_valid(tmp_path: Path) -> None:
    source = '"""A module."""\n\n\ndef double(x):\n    """Twice."""\n    return 2 * x\n'
    digests = []
    for change in (
        ('"""Twice."""', '"""Two times.\n\n    Of it."""  # said so'),
        ("2 * x", "x + x"),
    ):
        for name, text in (("one.py", source), ("other.py", source.replace(*change))):
            (tmp_path / name).write_text(text)
        digests.append(
            law_soak._code_of(tmp_path / "one.py") == law_soak._code_of(tmp_path / "other.py")
        )
    assert digests == [True, False]


def test_a_new_ladder_leaves_a_ledger_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(law_soak, "data_root", lambda: tmp_path)
    (tmp_path / "grudge").mkdir()
    digests = [law_soak.state_of_rules("grudge")]
    for name in ("ladder.yaml", "monsters.yaml"):
        (tmp_path / "grudge" / name).write_text("- id: troll\n")
        digests.append(law_soak.state_of_rules("grudge"))
    assert digests[0] == digests[1] != digests[2]


def test_a_played_game_obeys_the_laws() -> None:
    kept = law_soak.play_one(law_soak.Way("grudge", 0), 3)
    assert kept.decisions > 20
    assert not kept.broken
