"""Benchmark of many games: the gain of a second process, and the cost of a long run.

Every figure is of a whole program, `grimoire simulate`, from start to end, including start-up and
statistics.  For the gain, each game is played for long enough that start-up matters little; runs
with one process and with two alternate, and medians are compared.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from statistics import median

from tests.bench.measure import CannotRunError, Cost, run

KITS: Mapping[str, Sequence[str]] = {
    "grumbles": (),
    "grizzled": (),
    "gruff": ("--option", "draft=random", "--option", "decks=random"),
    "ggt": (),
    "grudge": (),
}
"""Every kit, with options that add variety to its games."""

FEW = 20
"""Games from which the duration of a run is estimated."""

Say = Callable[[str], None]
Figures = dict[str, dict[str, float | None]]


def simulate(kit: str, bot: str, games: int, *words: object) -> Cost:
    """The cost of a run of this many games."""
    command = ["-m", "generator", "simulate", kit, "--bot", bot, "--games", games]
    return run([sys.executable, *map(str, [*command, *KITS[kit], *words])])[0]


def measure_gain(rounds: int, seconds: float, say: Say) -> Figures:
    """For every kit, how much sooner two processes finish than one, with random bots."""
    figures: Figures = {}
    for kit in KITS:
        say(f"runs: {kit}, one process and two")
        try:
            games = _games_for(kit, seconds)
            alone, two = [], []
            for _ in range(rounds):
                alone.append(simulate(kit, "random", games))
                two.append(simulate(kit, "random", games, "--jobs", 2))
        except CannotRunError as error:
            say(f"{kit} cannot run here: {error}")
            continue
        one_s, two_s = (median(cost.wall for cost in costs) for costs in (alone, two))
        figures[kit] = {
            "games": games,
            "one_s": one_s,
            "two_s": two_s,
            "gain": one_s / two_s,
            # On a busy machine two processes do not get two cores.
            "cores_got": median(cost.cpu / cost.wall for cost in two),
        }
    return figures


def measure_long(games: int, say: Say) -> Figures:
    """Time and memory of this many games with greedy bots, stored by two processes."""
    figures: Figures = {}
    for kit in KITS:
        say(f"runs: {kit}, {games} greedy games")
        with tempfile.TemporaryDirectory() as folder:
            try:
                store = Path(folder, "games.sqlite")
                tenth = simulate(kit, "greedy", ceil(games / 10), "--store", Path(folder, "tenth"))
                full = simulate(kit, "greedy", games, "--jobs", 2, "--store", store)
            except CannotRunError as error:
                say(f"{kit} cannot run here: {error}")
                continue
            figures[kit] = {
                "games": games,
                "wall_s": full.wall,
                "games_per_s": games / full.wall,
                "memory_mb": full.memory,
                "growth_mb": full.memory - tenth.memory,
                "store_mb": store.stat().st_size / 1e6,
            }
    return figures


def _games_for(kit: str, seconds: float) -> int:
    """The number of games that take about this long in one process, start-up included.

    It is estimated from a run that is long enough for a reliable duration.
    """
    games = FEW
    while (wall := simulate(kit, "random", games).wall) < seconds / 3:
        games *= 3
    return max(1, int(games * seconds / wall))
