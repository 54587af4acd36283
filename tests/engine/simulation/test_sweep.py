"""Tests of sweeps: every combination played with the same seeds, and one table of win rates."""

from __future__ import annotations

import json
from typing import Any

from generator.engine.simulation.parameters import Axis
from generator.engine.simulation.run import GameRecord, simulate, simulate_all
from generator.engine.simulation.sweep import Sweep
from tests.engine.records import plan_of_heap, won_or_lost

ROUNDS = Axis("rounds", (1, 2))
PLAYERS = Axis("players", (1, 3))


def test_each_combination_has_its_own_plan() -> None:
    sweep = Sweep(plan_of_heap(), [PLAYERS, ROUNDS])
    assert [(plan.players, dict(plan.options)) for plan in sweep.plans] == [
        (1, {"rounds": 1}), (1, {"rounds": 2}), (3, {"rounds": 1}), (3, {"rounds": 2}),
    ]  # fmt: skip
    assert sweep.at(2) == "players 3, rounds 1"


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    sweep = Sweep(plan_of_heap(), [PLAYERS, ROUNDS])
    alone = list(simulate_all(sweep.plans, games=5, seed=4))
    assert list(simulate_all(sweep.plans, games=5, seed=4, jobs=2)) == alone
    for number, plan in enumerate(sweep.plans):
        records = [record for which, record in alone if which == number]
        assert records == list(simulate(plan, games=5, seed=4))


def test_the_table_has_a_line_for_each_combination() -> None:
    sweep = Sweep(plan_of_heap(), [ROUNDS])
    for seed in range(1, 5):
        sweep.add(0, won_or_lost(seed, seed > 1, turns=seed))
        sweep.add(1, won_or_lost(seed, False, turns=10))
    assert sweep.text().splitlines() == [
        "toy, random",
        "rounds  games  the players win  (95 %)          turns  how else it ends",
        "1       4       75.0%           30.1% to 95.4%  2.5    defeat (tie) 25.0%",
        "2       4        0.0%           0.0% to 49.0%   10.0   defeat (tie) 100.0%",
    ]
    data: dict[str, Any] = sweep.as_data()
    json.dumps(data)
    assert (data["each"], data["counted"]) == ({"rounds": [1, 2]}, "the players win")
    first, second = data["at"]
    assert first["values"] == {"rounds": 1}
    assert first["share"] == {"games": 3, "share": 0.75, "95%": [0.3006, 0.9544]}
    assert [ending["rule"] for ending in second["endings"]] == ["tie"]


def test_in_competitive_games_the_first_seats_wins_are_counted() -> None:
    sweep = Sweep(plan_of_heap(), [ROUNDS])
    sweep.add(0, won_or_lost(1, True))  # alone it may be cooperative
    sweep.add(1, GameRecord(1, "most", "most", (0.0, 1.0)))
    sweep.add(1, GameRecord(2, "most", "most", (1.0, 0.0)))
    assert sweep.counted == "Ann wins"
    assert sweep.text().splitlines()[-1].split()[2] == "50.0%"


def test_games_that_fail_are_faults_that_name_the_combination() -> None:
    sweep = Sweep(plan_of_heap(), [ROUNDS])
    sweep.add(1, GameRecord(7, error="ZeroDivisionError: "))
    (fault,) = sweep.faults()
    assert str(fault) == "rounds 2, game with seed 7: ZeroDivisionError: (game-package)"
    assert sweep.games == 0
    assert sweep.text().splitlines()[-1].split() == ["2", "0"]
