"""Benchmark of the press: one deck of cards printed by Grimoire and by other tools.

Every tool is a whole program, from the data to the finished PDF. They alternate, round after round,
so that other load of the machine affects all of them alike; medians are compared.  A first round
with the small deck warms the caches and shows how memory grows with the deck.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench.measure import CannotRunError, Cost, run

SMALL, LARGE = 54, 504
OURS = "Grimoire"

Command = Callable[[Path, Path], list[str]]
"""(folder of the deck, folder for the output) -> the command line."""


def _peer(module: str) -> Command:
    name = f"tests.bench.peers.{module}"
    return lambda deck, out: [sys.executable, "-m", name, f"{deck}/data/deck", f"{out}/deck.pdf"]


def _grimoire(deck: Path, out: Path) -> list[str]:
    folders = ["--data", f"{deck}/data", "--templates", f"{deck}/templates", "-o", str(out)]
    return [sys.executable, "-m", "generator", "build", "deck", "--no-cache", *folders]


TOOLS: dict[str, Command] = {
    OURS: _grimoire,
    "reportlab by hand": _peer("by_hand"),
    "fpdf2": _peer("with_fpdf2"),
    "WeasyPrint": _peer("with_weasyprint"),
    "Typst": _peer("with_typst"),
}


@dataclass(slots=True)
class Result:
    """The runs of a tool with the large deck, and its memory with the small one."""

    small: Cost
    pdf_bytes: int = 0
    runs: list[Cost] = field(default_factory=list)

    def as_data(self, ours: Result | None) -> dict[str, float | None]:
        """Medians over the rounds; `ours` divided by this tool's as `ratio`s."""
        figures = self._medians()
        base = ours._medians() if ours else {}
        return figures | {
            "growth_mb": figures["memory_mb"] - self.small.memory,
            "pdf_kb": self.pdf_bytes / 1000,
            "wall_ratio": base["wall_s"] / figures["wall_s"] if base else None,
            "cpu_ratio": base["cpu_s"] / figures["cpu_s"] if base else None,
            "memory_ratio": base["memory_mb"] / figures["memory_mb"] if base else None,
        }

    def _medians(self) -> dict[str, float]:
        return {
            "wall_s": median(each.wall for each in self.runs),
            "cpu_s": median(each.cpu for each in self.runs),
            "memory_mb": median(each.memory for each in self.runs),
        }


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, dict[str, float | None]]:
    """Every tool's figures by name; those that cannot run here are reported and left out."""
    with tempfile.TemporaryDirectory() as folder:
        decks = {}
        for cards in (SMALL, LARGE):
            decks[cards] = Path(folder, str(cards))
            run([sys.executable, "-m", "tests.bench.deck", str(decks[cards]), str(cards)])
        results = dict(_warm_up(decks[SMALL], Path(folder), say))
        for number in range(1, rounds + 1):
            say(f"press: round {number} of {rounds}, {LARGE} cards")
            for tool, result in results.items():
                cost, result.pdf_bytes = _print(tool, decks[LARGE], Path(folder))
                result.runs.append(cost)
    return {tool: result.as_data(results.get(OURS)) for tool, result in results.items()}


def _warm_up(deck: Path, folder: Path, say: Callable[[str], None]) -> Iterator[tuple[str, Result]]:
    for tool in TOOLS:
        try:
            yield tool, Result(_print(tool, deck, folder)[0])
        except CannotRunError as error:
            say(f"{tool} cannot run here: {error}")


def _print(tool: str, deck: Path, folder: Path) -> tuple[Cost, int]:
    """The cost of printing the deck, and the size of the PDF in bytes."""
    with tempfile.TemporaryDirectory(dir=folder) as out:
        cost, _ = run(TOOLS[tool](deck, Path(out)))
        return cost, max(path.stat().st_size for path in Path(out).rglob("*.pdf"))
