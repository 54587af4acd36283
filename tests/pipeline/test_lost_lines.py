"""Tests of the warning about lines that can be seen with all the ink, but not with low ink."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.pipeline.build import build
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, Edition, Ink
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import request_for

CARD = """<card size="poker">
  <rect fill="sea" height="40mm"/>
  {}
  <text x="5mm" y="60mm" width="50mm" height="9mm" size="9">Oar</text>
</card>
"""
FRAME = '<rect inset="5mm" stroke="{}" line="1"/>'


@pytest.fixture
def request_of(tmp_path: Path) -> BuildRequest:
    roots = create_kit(ScaffoldOptions("mygame", "My Game"), tmp_path).roots
    game = tmp_path / "data/mygame/game.yaml"
    sea = '  sea: {full: "#223355", low: "#ffffff"}\n  rope: {full: "#883311", low: "#f8f8f8"}\n'
    game.write_text(game.read_text().replace("palette:\n", f"palette:\n{sea}"))
    return request_for("mygame", roots, tmp_path / "out", only="cards")


def notes(request: BuildRequest, tmp_path: Path, drawn: str, ink: Ink = "low") -> tuple[str, ...]:
    (tmp_path / "templates/mygame/card.xml").write_text(CARD.format(drawn))
    inked = replace(request, edition=Edition(ink=ink))
    return build(inked, store=Store(tmp_path / "cache")).notes


@pytest.mark.parametrize("color", ["rope", "sea", "#ffffff"])
def test_a_line_that_low_ink_makes_invisible_is_warned_of(
    request_of: BuildRequest, tmp_path: Path, color: str
) -> None:
    frame = FRAME.format(color)
    assert notes(request_of, tmp_path, frame, "full") == ()
    (note,) = notes(request_of, tmp_path, frame)
    assert f'1 line in the colour "{color}" cannot be seen with low ink' in note
    assert ("game.yaml:" in note) == (color != "#ffffff")


@pytest.mark.parametrize(
    "drawn",
    [
        FRAME.format("#883311"),
        '<rect inset="5mm" height="25mm" fill="sea" stroke="sea" line="1"/>',
        '<rect inset="2mm" height="30mm" fill="#883311"/><line x1="9" y1="9" x2="40" y2="9" stroke="rope"/>',
        FRAME.format("{{ 'ink' if ink == 'low' else 'rope' }}"),
    ],
    ids=["no low colour", "colour of its ground", "on a dark ground", "chosen by the ink"],
)
def test_a_line_that_is_seen_as_much_as_before_is_not(
    request_of: BuildRequest, tmp_path: Path, drawn: str
) -> None:
    assert notes(request_of, tmp_path, drawn) == ()
