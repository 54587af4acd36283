"""Tests of the recording painter: one line for every kind of item."""

from __future__ import annotations

from pathlib import Path

from generator.base.units import Matrix, Rect
from generator.press.library import fonts as shared_fonts
from generator.press.paint.recording import record
from generator.press.scene.items import Anchor, GlyphRun, Group, Image, Link, Scene, Stroke, Use
from generator.press.scene.items import Path as Shape

SHARED = Path(__file__).parents[3] / "data" / "shared"


def test_every_kind_of_item_is_recorded() -> None:
    font = shared_fonts((SHARED,)).font("Roboto")
    line = (("M", 0.0, 0.0), ("L", 9.96, -0.01))
    inner = Scene("inner", 9, 9, ())
    scene = Scene(
        "all",
        99,
        99,
        (
            Shape(line, "#ffffff", Stroke("#000000", 1, (2, 1))),
            Group((Use(inner, Matrix.move(1, 2)),), Matrix.scale(2), line, "star"),
            GlyphRun(1, 2, 9, "#112233", (font.word("Two"), font.word("words")), 3),
            Image(Path("art/oar.jpg"), Rect(1, 2, 3, 4), (30, 40)),
            Link(Rect(0, 0, 5, 5), "#a"),
            Anchor("a", 7, "A"),
        ),
    )
    assert record(scene) == [
        "path M 0 0 L 10 0 fill #ffffff stroke #000000 1 dash 2 1",
        "group star 2 0 0 2 0 0 clip M 0 0 L 10 0",
        "  use inner 1 0 0 1 1 2",
        'text "Two words" Roboto Regular 9 at 1 2 #112233',
        "image oar.jpg 1 2 3 4",
        "link #a 0 0 5 5",
        'anchor a at 7 "A"',
    ]
