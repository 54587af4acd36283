"""Tests of the guide to boards, tokens and dice: done as the page says, its game is printed and checked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from tests.press.running import request_for
from tests.readme_steps import add_pieces


def test_the_guide_adds_a_board_tokens_and_dice(tmp_path: Path) -> None:
    add_pieces(tmp_path, "mygame")
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    result = build(request_for("mygame", roots, tmp_path / "out"))
    manifest = json.loads((tmp_path / "out/mygame/manifest.json").read_text(encoding="utf-8"))
    copies: Counter[str] = Counter()
    for piece in manifest["pieces"]:
        copies[piece["component"]] += piece["copies"]
    added = ("card", "token", "board", "die", "fate-die")
    assert [copies[name] for name in added] == [18, 18, 1, 1, 1]
    assert {file.path for file in result.files} >= {"mygame-print-a4.pdf", "mygame-extras-a4.pdf"}
    assert all(entry.passed for entry in check("mygame", roots))
