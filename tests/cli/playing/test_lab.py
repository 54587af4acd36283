"""Tests of the commands that measure bots and search rules for gaps."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.base.locations import data_root
from tests.press.running import run


@pytest.fixture
def grumbles_with_gap(tmp_path: Path) -> Path:
    """Grumbles and Goofs without the statement that a rule covers the empty pile."""
    folder = tmp_path / "data" / "grumbles"
    shutil.copytree(data_root() / "grumbles", folder)
    shutil.copytree(data_root() / "shared", tmp_path / "data" / "shared")
    rules = folder / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    assert "  answers: [empty pile]\n" in text
    rules.write_text(text.replace("  answers: [empty pile]\n", ""), encoding="utf-8")
    return tmp_path / "data"


def test_a_gap_becomes_an_example_with_a_question(grumbles_with_gap: Path, tmp_path: Path) -> None:
    out = tmp_path / "gaps"
    where = ("--data", grumbles_with_gap)
    result = run("check", "grumbles", "--deep", "--games", 2, "-o", out, "--json", *where)
    assert result.code == 1
    (kit,) = json.loads(result.out)["kits"]
    (gap,) = kit["gaps"]
    assert (gap["kind"], gap["about"], kit["games"]) == ("empty", "pile", 2)
    assert "grumbles-empty-pile.yaml: grumbles (2 players, " in result.err
    assert "what happens when a rule says to take something from the pile now?" in result.err
    again = run("example", out / "grumbles-empty-pile.yaml", *where)
    assert (again.code, again.err) == (0, "")
    assert "empty-pile: as expected. The pile has run out" in again.out


def test_a_kit_without_gaps_names_the_rules_that_closed_them(tmp_path: Path) -> None:
    out = tmp_path / "gaps"
    result = run("check", "grumbles", "--deep", "--games", 2, "-o", out)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Grumbles and Goofs: no gaps in 2 games with ")
    assert "empty pile (rule pile-empty)" in result.out
    assert not out.exists()


def test_gaps_do_not_overwrite_a_file(tmp_path: Path) -> None:
    (tmp_path / "gaps").write_text("mine")
    result = run("check", "grizzled", "--deep", "--games", 1, "-o", tmp_path / "gaps")
    assert (result.code, result.out) == (2, "")
    assert "is not a folder" in result.err


def test_a_kit_without_rules_cannot_be_searched_for_gaps() -> None:
    result = run("check", "nothing", "--deep")
    assert result.code == 2


def test_bots_are_rated_against_each_other() -> None:
    result = run("ladder", "gruff", "--bots", "random,greedy", "--games", 3)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Gruff, 2 players, every seed with either seating"
    assert lines[2].startswith("  greedy over random: 100.0%  (")
    assert lines[3:] == [
        "random: any legal move.",
        "greedy: the move after which its position looks best.",
    ]


def test_several_budgets_give_a_curve() -> None:
    result = run(
        *("ladder", "grizzled", "--bots", "random", "--budget", "2,4", "--games", 2, "--json")
    )
    pairs = json.loads(result.out)["pairs"]
    assert [(pair["one"], pair["other"]) for pair in pairs] == [
        ("mcts:2", "random"),
        ("mcts:4", "random"),
        ("mcts:4", "mcts:2"),
    ]
    assert all(pair["seeds"] == 2 and len(pair["won"]) == 2 for pair in pairs)


def test_the_cost_of_hidden_information_is_that_of_the_same_search() -> None:
    result = run("ladder", "grizzled", "--secrecy", "--budget", 3, "--games", 2)
    assert result.code == 0
    assert "mcts-open:3 over mcts:3: " in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "greedy"], "one bot alone cannot be measured; name two, or add --budget"),
        (["--bots", "greedy,gready"], 'no bot "gready"; did you mean "greedy"?'),
        (["--budget", "many"], 'a budget must be a whole number, 1 or more, not "many"'),
        (["--players", "9"], "grumbles is for 2 players, not 9"),
        (["--secrecy", "--option", "bord=plus"], 'no option "bord"; did you mean "board"?'),
    ],
)
def test_unmeasurable_requests_are_refused(words: list[str], message: str) -> None:
    result = run("ladder", "grumbles", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
