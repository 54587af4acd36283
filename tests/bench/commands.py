"""Benchmark of whole commands: start-up, an answer, a check, a parallel build.

With `--reference FOLDER`, another checkout of Grimoire, each command alternates with the same
command there, so that the effect of a change shows on a machine under load.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from tests.bench.measure import CannotRunError, Cost, run

COMMANDS: Mapping[str, Sequence[str]] = {
    "--version": ["--version"],
    "kits": ["kits"],
    "first sample turn": ["play", "grumbles", "--turns", "1"],
    "check gruff": ["check", "gruff"],
    "five kits, one process": ["build", "--no-cache", "--jobs", "1", "-o", "OUT"],
    "five kits, all cores": ["build", "--no-cache", "-o", "OUT"],
}
"""Name of each -> its arguments; OUT is an empty folder."""
HEAVY = 3
"""The number of slow commands at the end, which run once in a quick look."""


def measure(
    rounds: int, say: Callable[[str], None], reference: Path | None = None
) -> dict[str, dict[str, float | None]]:
    """The medians of each command; with a reference also as ratios to it."""
    programs = [[sys.executable, "-m", "generator"]]
    if reference:
        programs.append([str(reference / ".venv/bin/grimoire")])
    figures: dict[str, dict[str, float | None]] = {}
    for number, (name, words) in enumerate(COMMANDS.items()):
        say(f"commands: {name}")
        heavy = number >= len(COMMANDS) - HEAVY
        try:
            pairs = [
                [_cost(program, words) for program in programs]
                for _ in range((rounds + 2) // 3 if heavy else rounds)
            ]
        except CannotRunError as error:
            say(f"{name} cannot run here: {error}")
            continue
        figures[name] = {
            "wall_s": median(pair[0].wall for pair in pairs),
            "cpu_s": median(pair[0].cpu for pair in pairs),
            "cores_got": median(pair[0].cpu / pair[0].wall for pair in pairs),
            "wall_of_reference": _share(
                [(one.wall, *(o.wall for o in more)) for one, *more in pairs]
            ),
            "cpu_of_reference": _share([(one.cpu, *(o.cpu for o in more)) for one, *more in pairs]),
        }
    return figures


def _cost(program: Sequence[str], words: Sequence[str]) -> Cost:
    with tempfile.TemporaryDirectory() as out:
        return run([*program, *(out if word == "OUT" else word for word in words)])[0]


def _share(pairs: Sequence[Sequence[float]]) -> float | None:
    """The median ratio of each run to the reference run beside it."""
    return median(one / other for one, other in pairs) if len(pairs[0]) > 1 else None
