"""Tests of bot strength in reports, from ladders that are stored as data."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.engine.kept_ladders import LADDER, load_ladders
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import Plan
from generator.kit.locate import KitSearchPath
from generator.lab.provenance import data_fingerprint
from generator.lab.strength import strength
from tests.engine.test_kept_ladders import KEPT
from tests.press.running import run
from tests.shipped import shipped_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / LADDER).write_text(KEPT, encoding="utf-8")
    return tmp_path


def test_a_stored_result_is_shown_from_either_bots_side(folder: Path) -> None:
    plan = Plan(shipped_game("grumbles"), ("greedy", "random"), 2, {})
    greedy, random = strength(plan, load_ladders(folder), "")
    assert greedy.replace("\u00a0", " ") == (
        "greedy won 95 % of its games, random 5 % of them (20 seeds; 95 % interval of the difference: "
        "+80 to +100 points)."
    )
    assert "random won 5" in random
    assert "-100 to -80 points" in random


def test_an_unmeasured_bot_gets_the_command_to_measure_it(folder: Path) -> None:
    game = shipped_game("grizzled")
    plan = Plan(game, ("search:50",), 3, {"mode": "veteran"})
    (line,) = strength(plan, load_ladders(folder), data_fingerprint(game))
    assert line == (
        "How well search:50 plays has not been measured: grimoire ladder grizzled --players 3 "
        "--option mode=veteran --bots random,greedy,search:50 --keep"
    )


def test_a_second_ladder_is_saved_next_to_the_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(data_root() / "grizzled", data / "grizzled")
    (data / "grizzled" / LADDER).unlink(missing_ok=True)
    words = (
        "ladder",
        "grizzled",
        "--data",
        data,
        "--bots",
        "random,greedy",
        "--games",
        2,
        "--keep",
    )
    for players in (3, 2, 3):
        assert run(*words, "--players", players).code == 0
        text = (data / "grizzled" / LADDER).read_text("utf-8")
        assert not re.search(r"^ +- -?\d+$", text, re.MULTILINE)  # shares have a decimal point
    kept = load_ladders(data / "grizzled")
    assert [each.players for each in kept] == [2, 3]

    game = game_of(KitSearchPath(data).find("grizzled"))
    (line,) = strength(Plan(game, ("random",), 3, {}), kept, data_fingerprint(game))
    assert "random won" in line
    (line,) = strength(Plan(game, ("random",), 3, {}), kept, "that of other data")
    assert line.startswith("How well random plays has not been measured")
    other = [each.model_copy(update={"bots": "that of other bots"}) for each in kept]
    (line,) = strength(Plan(game, ("random",), 3, {}), other, data_fingerprint(game))
    assert line.startswith("How well random plays has not been measured")


def test_a_ladder_that_replaces_one_of_other_bots_says_which(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(data_root() / "grizzled", data / "grizzled")
    (data / "grizzled" / LADDER).unlink(missing_ok=True)
    words = ("ladder", "grizzled", "--data", data, "--games", 1, "--keep", "--bots")
    assert "in place of" not in run(*words, "random,greedy,search:2").out
    assert "in place of" not in run(*words, "random,greedy,search:2").out
    told = run(*words, "random,greedy").out.splitlines()[-1]
    assert "ladder.yaml in place of a ladder that also measured search:2; to keep all" in told
    (kept,) = load_ladders(data / "grizzled")
    assert set(kept.ranking()) == {"random", "greedy"}


def test_a_ladder_that_cannot_be_kept_is_told_nevertheless(tmp_path: Path) -> None:
    """What can be known before the games is told before them."""
    folder = tmp_path / "data" / "grizzled"
    shutil.copytree(data_root() / "grizzled", folder)
    words: tuple[object, ...] = (
        "ladder",
        "grizzled",
        "--data",
        tmp_path / "data",
        "--bots",
        "random,greedy",
    )
    words = (*words, "--games", 1, "--keep")

    (folder / LADDER).write_text("ladders: 3\n")  # as somebody may leave it during the games
    result = run(*words)
    assert result.code == 2
    assert "ladder.yaml:1: ladders" in result.err
    assert "random" in result.out
    (folder / LADDER).unlink(missing_ok=True)
    (folder / LADDER).mkdir()
    result = run(*words)
    assert (result.code, result.out, len(result.faults)) == (2, "", 1)
    assert "is a folder, not a file" in result.err


def test_a_wrong_ladder_is_refused_with_its_line(folder: Path) -> None:
    (folder / LADDER).write_text(KEPT.replace("seeds: 20", "seeds: 0"), encoding="utf-8")
    with pytest.raises(KitError, match="seeds must be 1 or more, but is 0") as refused:
        load_ladders(folder)
    assert refused.value.faults[0].place is not None
    assert refused.value.faults[0].place.line == 6


@pytest.mark.parametrize("name", [path.parent.name for path in data_root().glob(f"*/{LADDER}")])
def test_shipped_ladders_can_be_parsed(name: str) -> None:
    assert load_ladders(data_root() / name)
