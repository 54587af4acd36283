"""Tests of the commands that play: sample turns, saved games, examples, many games."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.base.locations import data_root
from generator.cli.commands.playing.simulate import _expectation
from generator.lab.store import Store
from tests.press.running import KITS, run

EXAMPLES = data_root() / "grumbles" / "examples"
BROKEN = """\
kit: grumbles
examples:
  - id: wrong
    position:
      turn: 2
      red: {push: c2, swap: d1, throw: e1}
      green: {yank: b2, pull: a2, shove: e7}
    moves: [push step W]
"""


def test_sample_turns_name_the_rule_of_every_event() -> None:
    result = run("play", "grumbles", "--turns", 1, "--seed", 5)
    assert (result.code, result.err) == (0, "")
    assert "Green: With Yank, yank a regular Goof nearer, to d5" in result.out
    assert "    Green’s Yank yanks a regular Goof nearer, to d5.  (yank)" in result.out


def test_events_are_told_in_another_language() -> None:
    told = run("play", "grumbles", "--turns", 1, "--language", "de").out
    assert "Auf jeden Stern kommt ein normaler Dussel" in told
    assert "A regular Goof goes" not in told
    refused = run("play", "grumbles", "--language", "fr")
    assert refused.code == 2
    assert "has not been translated into this language yet: fr" in refused.err


def test_json_lines_hold_the_full_state_of_every_turn() -> None:
    lines = [
        json.loads(line)
        for line in run("play", "grumbles", "--turns", 2, "--json").out.splitlines()
    ]
    states = [line["state"] for line in lines if "state" in line]
    assert [state["turn"] for state in states] == [0, 1, 2, 3]
    assert all({"red", "green", "goofs", "pile", "chance"} <= state.keys() for state in states)


def test_a_saved_game_replays_to_the_same_end(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    first = run("play", "grumbles", "--seed", 3, "--turns", 6, "--save", saved)
    again = run("play", "grumbles", "--replay", saved)
    assert (again.code, again.out) == (0, first.out)


def test_a_changed_saved_game_is_refused_with_its_line(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    run("play", "grumbles", "--seed", 3, "--turns", 2, "--save", saved)
    lines = saved.read_text().splitlines()
    (number,) = [n for n, line in enumerate(lines) if "trade" in line][:1]
    lines[number] = '  "trade nobody",'
    saved.write_text("\n".join(lines))
    refused = run("play", "grumbles", "--replay", saved)
    assert refused.code in (1, 2)
    assert len(refused.faults) == 1
    assert refused.err.startswith(f"{saved}:{number + 1}: ")


def test_the_examples_of_the_kit_pass() -> None:
    files = sorted(EXAMPLES.glob("*.yaml"))
    result = run("example", *files)
    assert (result.code, result.err) == (0, "")
    assert len(result.out.splitlines()) >= 25


def test_an_example_that_cannot_fail_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "idle.yaml"
    file.write_text(
        "kit: grumbles\nexamples:\n  - id: empty\n    moves: []\n"
        "  - id: fine\n    expect: {position: {turn: 0}}\n"
    )
    result = run("example", file)
    assert result.code == 1
    assert result.out == "fine: as expected. fine\n"
    assert result.err == (
        f'{file}:3: example "empty": this example expects nothing, so it cannot fail '
        "(idle-expectation)\n"
    )


def test_an_illegal_move_in_an_example_is_one_line_with_its_rule(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(BROKEN)
    result = run("example", file)
    assert (result.code, len(result.faults)) == (1, 1)
    assert result.err.startswith(f'{file}:8: example "wrong", move "push step W": ')
    assert result.err.strip().endswith("(push-not-off-board)")


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_of_many_games_depend_only_on_the_seed(jobs: int, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    result = run("simulate", "grumbles", "--games", 6, "--jobs", jobs, "--option", "turn-cap=40",
              "--log", log, "--json")  # fmt: skip
    assert result.code == 0
    data = json.loads(result.out)
    assert data["games"] == 6
    assert [json.loads(line)["seed"] for line in log.read_text().splitlines()] == [1, 2, 3, 4, 5, 6]
    one = json.loads(
        run("simulate", "grumbles", "--games", 6, "--option", "turn-cap=40", "--json").out
    )
    assert data == one


def test_a_sweep_is_one_table_one_document_one_log_and_one_picture(tmp_path: Path) -> None:
    log, chart = tmp_path / "games.jsonl", tmp_path / "chart.svg"
    words = ["simulate", "grumbles", "--games", 2, "--option", "turn-cap=20",
             "--each", "board"]  # fmt: skip
    table = run(*words)
    assert (table.code, table.err) == (0, "")
    assert [line.split()[:2] for line in table.out.splitlines()[1:]] == [
        ["board", "games"], ["saltire", "2"], ["plus", "2"],
    ]  # fmt: skip
    result = run(*words, "--json", "--log", log, "--chart", chart)
    assert (result.code, result.err) == (0, "")
    assert [at["values"] for at in json.loads(result.out)["at"]] == [
        {"board": "saltire"}, {"board": "plus"},
    ]  # fmt: skip
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["values"]["board"], line["seed"]) for line in lines] == [
        ("saltire", 1), ("saltire", 2), ("plus", 1), ("plus", 2),
    ]  # fmt: skip
    assert chart.read_bytes().startswith(b"<?xml")


def test_a_sweep_with_a_store_resumes_where_it_stopped(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    words = ["simulate", "grumbles", "--option", "turn-cap=20", "--each", "board", "--store", store]
    assert run(*words, "--games", 2).code == 0
    log = tmp_path / "games.jsonl"
    result = run(*words, "--games", 4, "--jobs", 2, "--json", "--log", log)
    assert (result.code, result.err) == (0, "")
    assert result.out == run(*words[:-2], "--games", 4, "--json").out
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["values"]["board"], line["seed"]) for line in lines] == [
        (board, seed) for board in ("saltire", "plus") for seed in (1, 2, 3, 4)
    ]
    with Store.open(store) as kept:
        assert [(run.options["board"], kept.count(run)) for run in kept.runs()] == [
            ("saltire", 4), ("plus", 4),
        ]  # fmt: skip


def test_games_with_other_data_are_stored_separately_and_reported(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    words = ["simulate", "grumbles", "--option", "turn-cap=20", "--games", 2, "--store", store]
    assert run(*words).err == ""
    shutil.copytree(data_root() / "grumbles", tmp_path / "grumbles")
    rules = tmp_path / "grumbles" / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("text: ", "text: As said, ", 1))
    edited = run(*words, "--data", tmp_path / "grumbles")
    assert (edited.code, len(edited.faults)) == (0, 1)
    assert f"{store}: has 2 games that were played with other data" in edited.err
    assert run(*words, "--data", tmp_path / "grumbles").err == ""
    with Store.open(store) as kept:
        assert [kept.count(run) for run in kept.runs()] == [2, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_terminated_run_reports_the_results_so_far(jobs: int, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    words = [sys.executable, "-m", "generator", "simulate", "grumbles", "--games", "100000",
             "--option", "turn-cap=40", "--jobs", str(jobs), "--log", str(log)]  # fmt: skip
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 60
        while not (log.is_file() and log.stat().st_size):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert (process.returncode, err) == (128 + signal.SIGTERM, b"")
    assert int(out.split()[0]) == len(log.read_text().splitlines()) > 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_an_unwritable_log_is_reported_after_the_results() -> None:
    result = run(
        "simulate", "grumbles", "--games", 3, "--option", "turn-cap=20", "--log", "/dev/full"
    )
    assert result.code == 2
    assert result.faults == [
        "/dev/full: cannot be written: No space left on device; "
        "free some space, or name another file (disk-full)"
    ]
    assert result.out.startswith("0 games of Grumbles and Goofs")


def test_a_log_in_a_missing_folder_is_reported_before_any_game() -> None:
    result = run("simulate", "grumbles", "--games", 3, "--log", "nowhere/x.jsonl")
    assert (result.code, result.out) == (2, "")
    assert result.faults == [
        "nowhere/x.jsonl: cannot be written: No such file or directory; name another file (file-not-writable)"
    ]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["play", "nobody"], "nobody"),
        (["play", "grumbles", "--bot", "gredy"], 'did you mean "greedy"?'),
        (["play", "grumbles", "--players", "3"], "(two-players)"),
        (["play", "grumbles", "--option", "board"], "write name=value"),
        (["play", "grumbles", "--option", "board=pluss"], 'did you mean "plus"?'),
        (
            ["play", "grumbles", "--option", "board=plus", "--option", "board=base"],
            "--option board is given twice; give it one value (conflicting-options)",
        ),
        (["play", "grumbles", "--players", "0"], "--players must be 1 or more"),
        (["simulate", "grumbles", "--players", "-3"], "--players must be 1 or more"),
        (["simulate", "grumbles", "--games", "9" * 30], "--games must be 1000000000 or less"),
        (["ladder", "grumbles", "--jobs", "9" * 30], "--jobs must be 1000 or less"),
        (["simulate", "grumbles", "--bot", "x"], "x"),
        (["simulate", "grumbles", "--each", "bord"], 'did you mean "board"? (unknown-option)'),
        (
            ["simulate", "grumbles", "--each", "board", "--option", "board=plus"],
            "has a fixed value",
        ),
        (["simulate", "grumbles", "--players", "2", "--each", "players"], "has a fixed value"),
        (["simulate", "grumbles", "--chart", "chart.jpg"], 'no kind of picture ".jpg"'),
        (["simulate", "grumbles", "--store", "/nowhere/x.sqlite"], "cannot be opened"),
        (["simulate", "grumbles", "--store", __file__], "is not a store of games"),
        (
            ["simulate", "grumbles", "--cluster", "x", "--jobs", "2"],
            "--jobs cannot be combined with --cluster",
        ),
        (["simulate", "grumbles", "--bar", "3: shove"], "but the seats are 1 to 2"),
        (
            ["play", "grumbles", "--seed", "x"],
            "grimoire: --seed must be a whole number; see grimoire play --help",
        ),
        (
            ["play", "grumbles", "--turns", "0"],
            "grimoire: --turns must be 1 or more; see grimoire play --help",
        ),
        (
            ["play", "grumbles", "--bot", "random,random,random"],
            "3 bots are named, but 2 play; name",
        ),
        (["play", "grumbles", "--save", "/nowhere/x.json"], "its folder does not exist; choose"),
        (["play", "grumbles", "--save", "/"], "/: is a folder, not a file"),
        (
            ["play", "grumbles", "--replay", __file__],
            "is not a saved game; --save writes one (not-a-saved-game)",
        ),
        (["example", "missing.yaml"], "missing.yaml"),
    ],
)
def test_unplayable_requests_are_one_line(words: list[str], line: str) -> None:
    result = run(*words)
    assert (result.code, len(result.faults)) == (2, 1)
    assert line in result.err
    assert result.out == ""


def test_the_expected_precision_is_reported_before_the_games() -> None:
    assert _expectation(400, None) == (
        "to play: 400 games; two runs of this size show a difference of 9.8 points or more"
    )
    assert _expectation(400, 0.03) == "at most 400 games, until the share won is known to 3 points"


def test_until_stops_at_the_requested_precision(tmp_path: Path) -> None:
    """One and two processes count the same games and drop the rest."""
    words = ["simulate", "tidewrack", "--data", KITS / "data", "--games", 5000, "--until", "20pt"]
    results = [run(*words, "--jobs", jobs, "--json") for jobs in (1, 2)]
    data = [json.loads(each.out) for each in results]
    assert [each.code for each in results] == [0, 0]
    assert data[0] == data[1]
    low, high = data[0]["until"]["95%"]
    assert 0.19 < (high - low) / 2 <= 0.2
    assert 20 < data[0]["games"] < 200


def test_an_invalid_precision_is_one_line() -> None:
    for until in ("soon", "0pt", "70"):
        result = run("simulate", "grumbles", "--until", until)
        assert (result.code, result.out) == (2, "")
        assert f'--until "{until}" is not a precision; write percentage points' in result.err
    result = run("simulate", "grizzled", "--until", "3pt", "--each", "mode")
    assert result.code == 2
    assert "--until cannot be combined with --each" in result.err
