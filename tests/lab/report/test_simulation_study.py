"""Simulation study of a report: its methods applied to simulated games with a known truth.

Intervals of 95 % must contain the truth in 93 to 97 % of the studies, chapter by chapter, and at
most one whole report in twenty may find something where there is nothing.  `make soak` writes more
reports.  Single statistics of components, shares and measures are tested in
`tests/engine/statistics`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.intervals import Share
from generator.lab.report.ablation import ablations
from generator.lab.report.compare import Comparison, compare
from generator.lab.report.load import Version, _families
from generator.lab.report.paired import Pairs, difference_of_means, mean_of_pairs, two_sample_p
from generator.lab.report.results import RunResults, by_bot
from generator.lab.report.sections.components import effect_rows
from generator.lab.tune import change, rate
from tests.lab.report.simulated import game, plan, results_of

REPORTS = 800 if os.environ.get("GRIMOIRE_LAW_GAMES") else 60
"""The number of reports of games without effects."""
GAMES = 40
"""The games of each run of these."""
ITEMS = ("Yank", "Pull", "Push", "Swap")


def has_coverage(held: list[bool]) -> bool:
    """Whether as many intervals contain the truth as 95 % of them should."""
    return 0.93 <= sum(held) / len(held) <= 0.97


# The methods of the chapters


def test_intervals_of_paired_games_with_a_ban_or_an_edit() -> None:
    """Wins and lengths in games with the same seeds: a shared part and an independent one."""
    rng = random.Random(3)
    wins, lengths = [], []
    for _ in range(2000):
        shared = [rng.random() for _ in range(60)]
        pairs = Pairs.of(
            (0.6 * s + 0.4 * rng.random() < 0.5, 0.6 * s + 0.4 * rng.random() < 0.5) for s in shared
        )
        assert pairs.difference is not None
        wins.append(pairs.difference.low <= 0 <= pairs.difference.high)
        more = mean_of_pairs([1 + rng.expovariate(0.5) - rng.expovariate(0.5) for _ in shared])
        assert more is not None
        lengths.append(more.low <= 1 <= more.high)
    assert has_coverage(wins), sum(wins)
    assert has_coverage(lengths), sum(lengths)


def test_intervals_of_games_with_different_seeds() -> None:
    rng = random.Random(4)
    lengths, false = [], 0
    for _ in range(2000):
        one, other = ([rng.gauss(20, spread) for _ in range(50)] for spread in (3, 6))
        found = difference_of_means(one, other)
        assert found is not None
        lengths.append(found.low <= 0 <= found.high)
        shares = [Share(sum(rng.random() < 0.4 for _ in range(60)), 60) for _ in range(2)]
        false += two_sample_p(*shares) < 0.05
    assert has_coverage(lengths), sum(lengths)
    assert 0.03 <= false / 2000 <= 0.07


@pytest.mark.parametrize("edit", [0.0, 0.2])
def test_intervals_of_the_share_and_the_change_in_tuning(edit: float) -> None:
    """Each game has no, one or two seats with the component; both values are played with the same seeds."""
    rng = random.Random(5)
    shares, changes = [], []
    for _ in range(1500):
        before: list[tuple[float, int]] = []
        after: list[tuple[float, int]] = []
        for _ in range(80):
            seats, luck = rng.randrange(3), rng.random()
            for counts, chance in ((before, 0.3), (after, 0.3 + edit)):
                own = 0.7 * luck + 0.3 * rng.random()
                counts.append((float(seats * (own < _quantile(chance))), seats))
        share, shift = rate(before), change(before, after)
        shares.append(share.low <= 0.3 <= share.high)
        changes.append(shift.low <= edit <= shift.high)
    assert has_coverage(shares), sum(shares)
    assert has_coverage(changes), sum(changes)


def _quantile(share: float) -> float:
    """The quantile of the sum of 0.7 and 0.3 of two uniform draws, for a share of 0.3 / 1.4 or more."""
    small = 0.3 / 0.7 / 2
    return sqrt(2 * 0.21 * share) if share < small else 0.15 + 0.7 * share


# A whole report of games without effects


def equal_games(rng: random.Random, count: int = GAMES, players: int = 2) -> Iterator[GameRecord]:
    """Games with the same probability of winning, whatever components a seat had."""
    for seed in range(count):
        winner = rng.randrange(players)
        had = {item: tuple(seat for seat in range(players) if rng.random() < 0.5) for item in ITEMS}
        yield GameRecord(
            seed,
            "won",
            "doom-ends",
            tuple(float(seat == winner) for seat in range(players)),
            turns=rng.randrange(5, 30),
            used=tuple(f'Grumble "{item}"' for item in ITEMS if rng.random() < 0.5),
            parts={"in the team": had},
        )


def run(rng: random.Random, number: int, of: Plan, **facts: Any) -> RunResults:
    return results_of([replace(record, **facts) for record in equal_games(rng)], of, number)


def report(rng: random.Random) -> tuple[list[RunResults], Comparison]:
    """Two orders of bots, one of them played again with a ban, and again after an edit."""
    orders = [
        Plan(game("grumbles"), bots, 2, {}) for bots in (("greedy", "random"), ("random", "greedy"))
    ]
    runs = [run(rng, number, of) for number, of in enumerate(orders, start=1)]
    banned = replace(orders[0], bans=plan("grumbles", "yank").bans)
    runs.append(run(rng, 3, banned))
    edited = run(rng, 4, orders[0])
    families = _families(runs) + _families([edited]) + 2
    runs, edited = [each.with_families(families) for each in runs], edited.with_families(families)
    versions = [
        Version("games", str(n), "1.0", {}, found) for n, found in enumerate((runs, [edited]))
    ]
    return runs, compare(*versions)


def findings(runs: list[RunResults], compared: Comparison) -> Iterator[bool]:
    """For each test in a report: whether it found something."""
    free = [run for run in runs if not run.plan.bans] + [run.after for run in compared.compared]
    for each in free:
        yield from (p < 0.05 for p in each.seat_tests)
        yield from (part.significant for usage in each.usages for part in usage.parts)
    bots = by_bot(free)
    assert bots is not None
    yield from (part.significant for part in bots.parts)
    yield from (effect.significant for each in ablations(runs) for effect in each.effects)
    for pair in compared.compared:
        shifts: list[Any] = [*pair.results, *pair.used, *pair.parts]
        yield from (shift.significant for shift in shifts)
        yield pair.turns is not None and pair.turns.p < 0.05


def limit(studies: int) -> float:
    """The most false findings among this many that a rate of one in twenty explains (97.5 %)."""
    return 0.05 * studies + 1.96 * sqrt(studies * 0.05 * 0.95)


def test_a_report_without_effects_finds_nothing() -> None:
    rng = random.Random(6)
    found_by_report = [[*findings(*report(rng))] for _ in range(REPORTS)]
    assert all(len(each) > 20 for each in found_by_report)
    assert sum(map(any, found_by_report)) <= limit(REPORTS)


def test_a_cooperative_report_without_effects_finds_nothing() -> None:
    """Printed things that had an effect in half of the games, won or lost."""
    rng, false, held = random.Random(7), 0, []
    for _ in range(4 * REPORTS):
        records = []
        for record in equal_games(rng, 60):
            won = float(rng.random() < 0.4)
            threats = tuple(
                f'threat "{name}"' for name in ("Rain", "Snow", "Night") if rng.random() < 0.5
            )
            records.append(replace(record, worth=(won, won), used=threats, parts={}))
        each = results_of(records, plan("grizzled"))
        used = [effect for effect in each.effects if effect.difference]
        false += any(row.significant for row in effect_rows(used, 1))
        held += [e.difference.low <= 0 <= e.difference.high for e in used if e.difference]
    assert false <= limit(4 * REPORTS)
    assert has_coverage(held), sum(held) / len(held)


def test_equal_bots_do_not_differ_whatever_their_seats() -> None:
    """The first seat wins two of three; both orders were played, so the interval contains 0."""
    rng, held = random.Random(8), []
    for _ in range(4 * REPORTS):
        runs = []
        for number, bots in enumerate((("greedy", "random"), ("random", "greedy")), start=1):
            worths = [(1.0, 0.0) if rng.random() < 2 / 3 else (0.0, 1.0) for _ in range(GAMES)]
            records = [GameRecord(n, "won", "doom-ends", worth) for n, worth in enumerate(worths)]
            runs.append(results_of(records, Plan(game("grumbles"), bots, 2, {}), number))
        usage = by_bot(runs)
        assert usage is not None
        found = usage.parts[0].found.difference
        assert found is not None
        held.append(found.low <= 0 <= found.high)
    assert abs(sum(held) / len(held) - 0.95) <= 0.02 + 1.96 * sqrt(0.95 * 0.05 / len(held))
