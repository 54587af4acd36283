"""Tests of the version mark: it is inside the safe zone and does not cover text."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from generator.base.units import MM, Rect
from generator.press.scene.items import GlyphRun, Group, Path, Scene, Use
from generator.press.scene.paths import bounds, ellipse
from generator.press.upgrade.sheets import SIZE, with_version
from tests.press.imposition.making import face, font


def plate(scene: Scene) -> tuple[float, float]:
    """The upper left corner of the plate with the version, in millimetres."""
    used, mark = scene.items
    assert isinstance(used, Use)
    assert isinstance(mark, Group)
    (run,) = (item for item in mark.items if isinstance(item, GlyphRun))
    assert (run.text, run.size) == ("v1.1", SIZE)
    return mark.matrix.e / MM, mark.matrix.f / MM


def marked(scene: Scene) -> Scene:
    found = with_version(scene, "v1.1", font().font())
    assert found
    assert (found.width, found.height, found.trim) == (scene.width, scene.height, scene.trim)
    return found


def test_the_mark_is_in_the_lower_right_corner_of_the_safe_zone() -> None:
    x, y = plate(marked(face(63.5, 88.9)))
    assert 50 < x < 60.5
    assert 80 < y < 85.9


def test_the_mark_avoids_text() -> None:
    plain = face(63.5, 88.9)
    words = tuple(font().word(word) for word in ["words"] * 9)
    line = GlyphRun(3.5 * MM, 85 * MM, 9.0, "#000000", words, 4.0)
    _, y = plate(marked(replace(plain, items=(*plain.items, line))))
    assert y < 82


def test_the_mark_of_a_round_piece_is_inside_the_circle() -> None:
    round_piece = face(20, 20, trim=ellipse(Rect(0, 0, 20 * MM, 20 * MM)))
    scene = marked(round_piece)
    x, y = plate(scene)
    _, mark = scene.items
    assert isinstance(mark, Group)
    shape = mark.items[0]
    assert isinstance(shape, Path)
    _, _, width, height = bounds(shape.outline)
    for right in (x, x + width / MM):
        for lower in (y, y + height / MM):
            assert math.hypot(right - 10, lower - 10) < 7.1


@pytest.mark.parametrize("size", [(5.4, 18), (8, 8)])
def test_a_small_piece_has_no_room_for_the_mark(size: tuple[float, float]) -> None:
    assert with_version(face(*size), "v1.1", font().font()) is None
