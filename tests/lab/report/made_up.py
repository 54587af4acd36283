"""Stores of simulated records, whose true parameters a report can be compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from generator.engine.game import Game
from generator.engine.of_kit import game_of
from generator.engine.simulation.move_bans import MoveBan
from generator.engine.simulation.run import GameRecord, Plan
from generator.kit.locate import BUILT_IN
from generator.lab.report.load import Collection, collect
from generator.lab.report.results import ResultsCollector, RunResults
from generator.lab.store import Store

Make = Callable[[int], GameRecord]


@cache
def game(name: str) -> Game[Any]:
    """A kit's game."""
    return game_of(BUILT_IN.find(name))


def plan(name: str = "grumbles", *bars: str, players: int = 2, **options: object) -> Plan:
    """The plan of the simulated games."""
    told = tuple(MoveBan(tuple(bar.split())) for bar in bars)
    return Plan(game(name), ("greedy",), players, options, told)


def duel(seed: int, red: float = 0.5, **facts: Any) -> GameRecord:
    """A game that red wins with this probability, and that takes 1 to 9 turns."""
    rng = random.Random(seed)
    won = rng.random() < red
    told: dict[str, Any] = {
        "turns": rng.randint(1, 9),
        "decisions": 12,
        "rules": {"yank": 2, "doom-ends": 1},
        "happened": {"yank": 2},
        "used": ('Grumble "Yank"',),
        "parts": {"in the team": {"Yank": (0 if won else 1,), "Pull": (0, 1)}},
        "measures": {"tries": seed % 5},
        "most": {"goof": 3 + seed % 4},
    } | facts
    result = "red" if won else "green"
    told["outcome"] = {"result": result, "rule": "doom-ends"}
    return GameRecord(seed, result, "doom-ends", (float(won), float(not won)), **told)


def together(seed: int, share: float = 0.4, **facts: Any) -> GameRecord:
    """A game that its players win together with this probability, and in which a Speech helps."""
    rng = random.Random(seed)
    spoken = rng.random() < 0.5
    won = rng.random() < share + 0.3 * (spoken - 0.5)
    result, rule = ("victory", "victory-peace") if won else ("defeat", "defeat-monument")
    told: dict[str, Any] = {
        "turns": 4 + seed % 7,
        "decisions": 30,
        "rules": {rule: 1},
        "used": ('threat "Rain"',) if spoken else (),
        "most": {"speech": 1 + spoken},
        "outcome": {"result": result, "rule": rule},
    } | facts
    return GameRecord(seed, result, rule, (float(won),) * 2, **told)


def keep(path: Path, plan: Plan, write_report: Make, seeds: range) -> Path:
    """Write the games of these seeds to a store."""
    with Store.open(path, write=True) as store:
        store.add(store.run(plan), [write_report(seed) for seed in seeds])
    return path


def read(*paths: Path) -> Collection:
    """The contents of the stores."""
    return collect(paths, BUILT_IN)


def results_of(
    records: Sequence[GameRecord], of: Plan | None = None, number: int = 1
) -> RunResults:
    """The results of these games."""
    collector = ResultsCollector(of or plan())
    for record in records:
        collector.add(record)
    told = {
        slug: {"happens": rule.happens} for slug, rule in collector.tally.plan.game.rules.items()
    }
    return collector.results(number, "1.0", "f", told, {"goof": 10})
