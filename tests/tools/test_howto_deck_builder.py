"""Tests of the guide to deck-builders: followed literally, it prints cards and plays the game."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from generator.api import simulate
from generator.base.load_document import load_csv
from tests.readme_steps import ROOT, follow

GUIDE = ROOT / "docs/howto/make-a-deck-builder.md"


def test_the_guide_prints_cards_and_plays(tmp_path: Path) -> None:
    done = follow(GUIDE.read_text(encoding="utf-8"), tmp_path)
    assert [code for _, code in done] == [0, 0, 0]
    manifest = json.loads((tmp_path / "output/mygame/manifest.json").read_text(encoding="utf-8"))
    copies = {piece["id"]: piece["copies"] for piece in manifest["pieces"]}
    assert (copies["card/acorn"], copies["card/hollow"]) == (20, 8)
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=8, players=2, bots=["greedy", "random"])
    assert (tally.unfinished, tally.wins[0] > 6) == ([], True)  # luck alone: once in thirty times
    rows = load_csv(tmp_path / "data/mygame/cards.csv").data
    start = [row for row in rows if int(row["start"])]
    assert all(int(row["copies"]) == 4 * int(row["start"]) for row in start)
