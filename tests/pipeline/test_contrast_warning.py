"""Tests of the contrast warning: a build warns of text whose contrast `check` refuses, and prints it."""

from __future__ import annotations

from pathlib import Path

from generator.pipeline.build import build
from generator.press.cache.store import Store
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import request_for


def test_a_build_warns_of_pale_text_only_and_with_its_line(tmp_path: Path) -> None:
    roots = create_kit(ScaffoldOptions("mygame", "My Game"), tmp_path).roots
    request = request_for("mygame", roots, tmp_path / "out", only="cards")
    assert build(request).notes == ()
    game = tmp_path / "data/mygame/game.yaml"
    game.write_text(game.read_text().replace('gold: "#8f5a00"', 'gold: "#fdf0d0"'))
    (note,) = build(request).notes
    assert note.startswith(f"warning: {tmp_path}/templates/mygame/card.xml:8: ")
    assert '"Falling Star" (#fdf0d0, 17 pt) has a contrast of 1.1:1' in note
    assert "How to print" not in note
    assert note.count("(eyes-contrast)") == 3


def test_faces_from_the_cache_are_warned_of_with_their_lines(tmp_path: Path) -> None:
    """Where they come from is known of faces only that are drawn, so these are drawn again."""
    roots = create_kit(ScaffoldOptions("mygame", "My Game"), tmp_path).roots
    game = tmp_path / "data/mygame/game.yaml"
    game.write_text(game.read_text().replace('gold: "#8f5a00"', 'gold: "#fdf0d0"'))
    store = Store(tmp_path / "cache")
    notes = [
        build(
            request_for("mygame", roots, tmp_path / "out", paper, only="cards"), store=store
        ).notes
        for paper in ("a4", "letter")
    ]
    assert notes[0] == notes[1] != ()
