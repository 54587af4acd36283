"""Tests of example runs: each example is played once, however many checks use it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import CheckFailed
from generator.base.side_by_side import job_limit
from generator.engine import of_kit
from generator.engine.game import Game
from generator.engine.of_kit import ExampleRuns, examples_of
from generator.engine.scripted.game import ScriptedGame
from generator.engine.simple_game import Position
from generator.engine.testing.example_run import PlayedExample, begin_example, run_example
from generator.engine.testing.examples import Example
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check

KITS = Path(__file__).parents[2] / "kits"
SEARCH = KitSearchPath(KITS / "data", KITS / "templates")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the examples that are played from now on."""
    ids: list[str] = []

    def noted(game: Game[Any], example: Example) -> PlayedExample:
        ids.append(example.id)
        return run_example(game, example)

    monkeypatch.setattr(of_kit, "run_example", noted)
    return ids


def test_a_check_plays_each_example_once(played: list[str]) -> None:
    with job_limit(1):
        check("tidewrack", SEARCH)
    assert sorted(played) == sorted(each.id for each in examples_of(SEARCH.find("tidewrack")))


def test_a_failing_example_fails_again_the_same_way(played: list[str]) -> None:
    kit = load_kit(SEARCH.find("tidewrack"))
    runs, (example, *_) = ExampleRuns(kit), examples_of(kit.folders)
    example = replace(example, expect={"position": {"seat": 5}})
    for _ in range(2):
        with pytest.raises(CheckFailed, match="expected 5"):
            runs.run(example)
    assert played == [example.id]


def test_a_position_is_set_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = ExampleRuns(load_kit(SEARCH.find("tidewrack")))
    set_up = ScriptedGame.set_up
    times: list[int] = []

    def noted(self: ScriptedGame, *values: Any) -> Position:
        times.append(1)
        return set_up(self, *values)

    monkeypatch.setattr(ScriptedGame, "set_up", noted)
    example = next(each for each in examples_of(runs.kit.folders) if each.position)
    begin_example(runs.game, example)
    assert len(times) == 1


def test_a_position_has_as_many_players_as_the_example_states() -> None:
    runs = ExampleRuns(load_kit(SEARCH.find("tidewrack")))
    example = next(each for each in examples_of(runs.kit.folders) if each.position)
    fewest, most = runs.game.seats[0], runs.game.seats[-1]
    assert fewest < most
    for players in (fewest, most):
        stated = replace(example, players=players, position={"turn": 2})
        state, _ = begin_example(runs.game, stated)
        assert len(state.config.people) == players
