"""A picture counts its dots at the size it has on paper, however it got there."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import Place
from generator.base.units import Matrix, Rect
from generator.press.layout.checks.resolution import low_resolution_images
from generator.press.scene.items import Group, Image, Item, Scene, Use

HERE = Place("templates/demo/card.xml", 7)
IMAGE = Image(Path("/kit/art/glass.png"), Rect(0, 0, 144, 72), (300, 150))  # 150 dpi
FINE = Image(Path("/kit/art/fine.png"), Rect(0, 0, 72, 72), (200, 200))


def scene(*items: Item) -> Scene:
    return Scene("face", 180, 252, items)


def told(*scenes: Scene) -> list[str]:
    return [str(fault) for fault in low_resolution_images(scenes, lambda image: HERE)]


def test_a_coarse_picture_is_named_with_its_line_its_size_and_what_would_do() -> None:
    assert told(scene(IMAGE, FINE)) == [
        "templates/demo/card.xml:7: the picture /kit/art/glass.png has 300 × 150 dots and is "
        "printed 50.8 × 25.4 mm large: 150 dpi, less than 200; print it smaller, or use one that "
        "is at least 400 dots wide (proof-image)"
    ]


@pytest.mark.parametrize(("scale", "count"), [(0.5, 0), (0.75, 0), (0.8, 1), (2.0, 1)])
def test_groups_and_uses_make_pictures_finer_or_coarser(scale: float, count: int) -> None:
    matrix = Matrix.turn(30).then(Matrix.scale(scale))
    assert len(told(scene(Group((IMAGE,), matrix)))) == count
    assert len(told(scene(Use(scene(IMAGE), matrix)))) == count


def test_a_picture_is_told_once_at_its_largest() -> None:
    larger = scene(Group((IMAGE,), Matrix.scale(2)))
    (line,) = told(scene(IMAGE), larger, scene(IMAGE, IMAGE))
    assert "101.6 × 50.8 mm large: 75 dpi" in line
