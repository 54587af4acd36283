"""Tests of the guide to variants: followed literally, it changes a rule of a copied game."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tests.press.running import run
from tests.readme_steps import ROOT, follow, own_process

GUIDE = ROOT / "docs/howto/make-a-variant.md"


def test_the_guide_changes_a_rule_and_the_check_finds_where_the_old_one_is_stated(
    tmp_path: Path,
) -> None:
    done = follow(GUIDE.read_text(encoding="utf-8"), tmp_path)
    assert [code for _, code in done] == [0, 0, 0, 0, 0, 1]
    words = ("mygame", "--rules", "my-games")
    with contextlib.chdir(tmp_path):
        refused = own_process("check", *words)
        first_turn = own_process("play", *words, "--turns", "1", "--seed", "1")
    assert 'example "first-game", move "trade yank"' in refused.err
    assert "Step" in first_turn.out
    assert "Trade" not in first_turn.out
    assert "Trade" in run("play", "grumbles", "--turns", "1", "--seed", "1").out
