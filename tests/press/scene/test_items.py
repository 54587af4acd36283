"""Tests of the items of a scene: its boxes, and the walk over everything in it."""

from __future__ import annotations

from generator.base.units import IDENTITY, Matrix
from generator.press.scene.items import Anchor, Group, Scene, Use, walk


def test_a_walk_opens_groups_and_used_scenes() -> None:
    mark = Anchor("mark")
    inner = Scene("inner", 10, 10, (Group((mark,), Matrix.move(1, 0)),))
    use = Use(inner, Matrix.scale(2))
    found = list(walk((Group((use, mark), Matrix.move(0, 5)), mark)))
    assert [matrix for item, matrix in found if item is mark] == [
        Matrix(2, 0, 0, 2, 2, 5),
        Matrix.move(0, 5),
        IDENTITY,
    ]
    assert [type(item).__name__ for item, _ in found] == [
        "Group", "Use", "Group", "Anchor", "Anchor", "Anchor",
    ]  # fmt: skip


def test_a_scene_knows_its_boxes() -> None:
    scene = Scene("card", 30, 40, (), bleed=3)
    assert scene.size == (30, 40)
    assert scene.box == (0, 0, 30, 40)
    assert scene.bleed_box == (-3, -3, 36, 46)
