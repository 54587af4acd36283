"""Tests of new dials: turned step by step, each number comes under the window, and it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.units import Matrix, Rect, Size
from generator.kit.load import load_kit
from generator.press.marks.cut_lines import cut_lines
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import GlyphRun, Scene, walk
from generator.press.scene.paths import (
    around_all,
    bounds,
    bounds_under,
    covers,
    letters_of,
    touches,
)
from generator.press.templates.style import style_of
from generator.tools.new_pieces import NewPieces, add_pieces
from tests.new_kits import NewKits


def turned(scene: Scene, degrees: float) -> Matrix:
    """From a scene to coordinates whose origin is its middle, turned clockwise."""
    move = Matrix.move(-scene.width / 2, -scene.height / 2)
    return move.then(Matrix.turn(degrees))


def numbers(disc: Scene, degrees: float) -> dict[int, Rect]:
    """The box of each number of a disc that is turned, from its middle."""
    found = {}
    for item, matrix in walk(disc.items):
        if isinstance(item, GlyphRun):
            letters = around_all(bounds(outline) for _, outline in letters_of(item))
            found[int(item.text)] = bounds_under(letters, matrix.then(turned(disc, degrees)))
    return found


@pytest.mark.parametrize("size", ["44mm", "60mm", "120mm"])
def test_each_number_comes_under_the_window_and_it_alone(
    new_kits: NewKits, tmp_path: Path, size: str
) -> None:
    kit = new_kits.copy(tmp_path).find("mygame")
    add_pieces(kit, NewPieces("dials", "dial", size=size))
    loaded = load_kit(kit)
    faces = FaceSet(loaded, style_of(loaded))
    for row, last in (("health", 20), ("gold", 15)):
        disc, cover = (faces.face(part, row, "front") for part in ("dial", "dial-cover"))
        (hole,) = cut_lines(Size(0, 0), (), [(cover, turned(cover, 0))]).holes
        window = bounds(hole)
        for number in range(last + 1):
            boxes = numbers(disc, -360 * number / (last + 1))
            assert covers(window, boxes.pop(number))
            assert not [other for other, box in boxes.items() if touches(window, box)]
