"""Tests of the guide to roll and writes: followed literally, it prints sheets and plays the game."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from generator.api import simulate
from tests.readme_steps import ROOT, follow

GUIDE = ROOT / "docs/howto/make-a-roll-and-write.md"


def test_the_guide_prints_sheets_and_plays(tmp_path: Path) -> None:
    done = follow(GUIDE.read_text(encoding="utf-8"), tmp_path)
    assert [code for _, code in done] == [0, 0, 0]
    manifest = json.loads((tmp_path / "output/mygame/manifest.json").read_text(encoding="utf-8"))
    copies = {piece["component"]: piece["copies"] for piece in manifest["pieces"]}
    assert (copies["sheet"], copies["die"]) == (4, 2)
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=8, players=2, bots=["greedy", "random"])
    assert tally.wins[0] > 6  # of equal players, one wins 7 of 8 games once in thirty times
