"""Tests of the guide to boards, tokens and dice: done as the page says, its game is printed and checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from generator.base.locations import data_root
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import request_for

PAGE = data_root().parent / "docs/howto/add-boards-tokens-and-dice.md"


def blocks(kind: str) -> list[str]:
    """The code blocks of one kind on the page."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_adds_a_board_tokens_and_dice(tmp_path: Path) -> None:
    roots = create_kit(ScaffoldOptions("mygame", "My Game"), tmp_path).roots
    game = tmp_path / "data/mygame/game.yaml"
    board, table, *components = blocks("yaml")
    text = game.read_text().replace("\ntables:\n", f"\ntables:\n{table}", 1)
    all_components = "".join((board, *components))
    game.write_text(text.replace("\nrulebook:", f"{all_components}\nrulebook:", 1))
    (tokens,) = blocks("csv")
    (tmp_path / "data/mygame/tokens.csv").write_text(tokens)
    for name, template in zip(("board", "token"), blocks("xml"), strict=True):
        (tmp_path / f"templates/mygame/{name}.xml").write_text(template)
    result = build(request_for("mygame", roots, tmp_path / "out"))
    manifest = json.loads((tmp_path / "out/mygame/manifest.json").read_text(encoding="utf-8"))
    copies: Counter[str] = Counter()
    for piece in manifest["pieces"]:
        copies[piece["component"]] += piece["copies"]
    added = ("card", "token", "board", "die", "fate-die")
    assert [copies[name] for name in added] == [18, 18, 1, 1, 1]
    assert {file.path for file in result.files} >= {"mygame-print-a4.pdf", "mygame-extras-a4.pdf"}
    assert all(entry.passed for entry in check("mygame", roots))
