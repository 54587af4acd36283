"""Benchmark of all kits in one command: from nothing, unchanged, and with one card changed.

Each round starts with an empty cache and an empty folder.  The card belongs to one of the largest
decks, and gets a new text as in a manual edit.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.bench.measure import Cost, run

ROOT = Path(__file__).resolve().parents[2]
CARD = "data/gruff/cards.yaml"
WORDS = ("Every patch remembers a fight.", "Every patch recalls a fight.")
COLD, SAME, ONE = "from nothing", "nothing changed", "one card changed"


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, dict[str, float | None]]:
    """The medians of each case by name, and its times as ratios to those from nothing."""
    runs: dict[str, list[Cost]] = {COLD: [], SAME: [], ONE: []}
    written = 0
    for number in range(1, rounds + 1):
        say(f"kits: round {number} of {rounds}")
        with tempfile.TemporaryDirectory() as folder:
            kits = Kits(Path(folder))
            for case, spent in runs.items():
                if case == ONE:
                    kits.change_a_card()
                spent.append(kits.build())
            written = kits.written()
    base = runs[COLD]
    return {
        case: {
            "wall_s": median(cost.wall for cost in spent),
            "cpu_s": median(cost.cpu for cost in spent),
            "memory_mb": median(cost.memory for cost in spent),
            "written_kb": written / 1000,
            "wall_of_cold": median(a.wall / b.wall for a, b in zip(spent, base, strict=True)),
            "cpu_of_cold": median(a.cpu / b.cpu for a, b in zip(spent, base, strict=True)),
        }
        for case, spent in runs.items()
    }


class Kits:
    """A copy of all kits in a folder, with its own cache and output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("data", "templates"):
            shutil.copytree(ROOT / name, folder / name)

    def build(self, *words: str) -> Cost:
        """Build all of them for A4 and a printer that flips on the long edge."""
        folders = [f"--{name}={self.folder / name}" for name in ("data", "templates", "out")]
        before = os.environ.get("GRIMOIRE_CACHE")
        os.environ["GRIMOIRE_CACHE"] = str(self.folder / "cache")
        try:
            return run([sys.executable, "-m", "generator", "build", *words, *folders])[0]
        finally:
            if before is None:
                del os.environ["GRIMOIRE_CACHE"]
            else:
                os.environ["GRIMOIRE_CACHE"] = before

    def change_a_card(self) -> None:
        path = self.folder / CARD
        text = path.read_text(encoding="utf-8")
        assert text.count(WORDS[0]) == 1
        path.write_text(text.replace(*WORDS), encoding="utf-8")

    def written(self) -> int:
        """The total size in bytes of the finished files."""
        return sum(p.stat().st_size for p in (self.folder / "out").rglob("*") if p.is_file())
