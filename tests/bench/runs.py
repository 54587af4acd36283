"""Times runs of many games: what a second process brings, and what a long run costs.

Every figure is of a whole program, `grimoire simulate`, from its start to its end, so that start and
statistics count too.  For the gain of a second process each game is played for long enough that the
start matters little; runs with one process and with two take turns, and medians are compared.
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
"""Every kit, and the options that make its games unlike one another."""

FEW = 20
"""Games from which the length of a run is told."""

Say = Callable[[str], None]
Figures = dict[str, dict[str, float | None]]


def simulate(kit: str, bot: str, games: int, *words: object) -> Cost:
    """What a run of so many games costs."""
    command = ["-m", "generator", "simulate", kit, "--bot", bot, "--games", games]
    return run([sys.executable, *map(str, [*command, *KITS[kit], *words])])[0]


def measure_gain(rounds: int, seconds: float, say: Say) -> Figures:
    """How much sooner two processes are through than one, with random bots, for every kit."""
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
            # On a busy machine two processes do not get two cores, whatever they are worth.
            "cores_got": median(cost.cpu / cost.wall for cost in two),
        }
    return figures


def measure_long(games: int, say: Say) -> Figures:
    """Time and memory of so many games with greedy bots, kept in a store by two processes."""
    figures: Figures = {}
    for kit in KITS:
        say(f"runs: {kit}, {games} greedy games")
        with tempfile.TemporaryDirectory() as folder:
            try:
                store = Path(folder, "games.sqlite")
                tenth = simulate(kit, "greedy", ceil(games / 10), "--store", Path(folder, "tenth"))
                whole = simulate(kit, "greedy", games, "--jobs", 2, "--store", store)
            except CannotRunError as error:
                say(f"{kit} cannot run here: {error}")
                continue
            figures[kit] = {
                "games": games,
                "wall_s": whole.wall,
                "games_per_s": games / whole.wall,
                "memory_mb": whole.memory,
                "growth_mb": whole.memory - tenth.memory,
                "store_mb": store.stat().st_size / 1e6,
            }
    return figures


def _games_for(kit: str, seconds: float) -> int:
    """How many games take about that long with one process, its start included.

    Told from a run that is long enough for its length not to be chance.
    """
    games = FEW
    while (wall := simulate(kit, "random", games).wall) < seconds / 3:
        games *= 3
    return max(1, int(games * seconds / wall))
