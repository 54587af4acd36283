"""Tests of the resolution check: pixels are counted at the printed size of a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import Place
from generator.base.units import Matrix, Rect
from generator.press.layout.checks.resolution import coarse_images, too_coarse, warning
from generator.press.scene.items import Group, Image, Item, Scene, Use

HERE = Place("templates/demo/card.xml", 7)
IMAGE = Image(Path("/kit/art/glass.png"), Rect(0, 0, 144, 72), (300, 150))  # 150 dpi
FINE = Image(Path("/kit/art/fine.png"), Rect(0, 0, 72, 72), (200, 200))


def scene(*items: Item) -> Scene:
    return Scene("face", 180, 252, items)


def fault_lines(*scenes: Scene) -> list[str]:
    return [str(each.fault(HERE)) for each in coarse_images(scenes)]


def test_a_coarse_picture_is_reported_with_its_line_size_and_a_remedy() -> None:
    assert fault_lines(scene(IMAGE, FINE)) == [
        "templates/demo/card.xml:7: the picture /kit/art/glass.png has 300 × 150 pixels, but "
        "is printed at 50.8 × 25.4 mm: 150 dpi, below the minimum of 100; print it smaller, use "
        "one that is at least 400 pixels wide, or write coarse: allow in game.yaml (proof-image)"
    ]


@pytest.mark.parametrize(("scale", "count"), [(0.5, 0), (0.75, 0), (0.8, 1), (2.0, 1)])
def test_the_scale_of_groups_and_uses_changes_the_resolution(scale: float, count: int) -> None:
    matrix = Matrix.turn(30).then(Matrix.scale(scale))
    assert len(fault_lines(scene(Group((IMAGE,), matrix)))) == count
    assert len(fault_lines(scene(Use(scene(IMAGE), matrix)))) == count


def test_a_picture_is_reported_once_at_its_largest() -> None:
    larger = scene(Group((IMAGE,), Matrix.scale(2)))
    (line,) = fault_lines(scene(IMAGE), larger, scene(IMAGE, IMAGE))
    assert "101.6 × 50.8 mm: 75 dpi" in line


def test_soft_pictures_are_one_warning_and_coarse_ones_are_faults() -> None:
    """A tile of 256 pixels at 45 mm has 144 dpi, which is printed."""
    side = 45 * 72 / 25.4
    tiles = [
        Image(Path(f"/kit/art/{name}.png"), Rect(0, 0, side, side), (256, 256)) for name in "ab"
    ]
    found = coarse_images([scene(*tiles), scene(tiles[0])])
    assert too_coarse(found) == ()
    assert warning(found) == (
        "warning: pictures below 200 dpi look soft in print; these do at their largest size: "
        "/kit/art/a.png (144 dpi), /kit/art/b.png (144 dpi)"
    )
    doubled = scene(Group((tiles[0],), Matrix.scale(2)))
    assert [each.dpi for each in too_coarse(coarse_images([doubled, scene(*tiles)]))] == [
        pytest.approx(72.2, abs=0.1)
    ]
    assert warning(()) == ""
