"""Tests of PDF and SVG: the same picture of a scene, apart from anti-aliasing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pillow

from generator.base.units import Matrix, Rect
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import GlyphRun, Group, Item, Scene, Stroke, Use
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, polygon, rectangle
from tests.kinds import of_kind
from tests.press.paint.comparing import alike, as_pdf, as_svg, framed
from tests.press.running import KITS
from tests.shipped import face_set, shipped_faces

ENOUGH = 0.9999
"""The share of pixels that must match."""


@cache
def tidewrack() -> FaceSet:
    return face_set(load_kit(KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack")))


@pytest.fixture(scope="module")
def shore() -> Scene:
    return framed(tidewrack().face("shore", None, "front"))


def likeness(scene: Scene) -> float:
    return alike(as_pdf(scene), as_svg(scene))


def test_a_board_looks_the_same_in_pdf_and_svg(shore: Scene) -> None:
    share = likeness(shore)
    print(f"{share:.4%} of the shore's pixels are alike")
    assert share >= ENOUGH


def test_the_board_of_grumbles_looks_the_same_in_pdf_and_svg() -> None:
    share = likeness(framed(shipped_faces("grumbles").face("board-plus", None, "front")))
    print(f"{share:.4%} of the board's pixels are alike")
    assert share >= ENOUGH


@pytest.mark.parametrize("row", ["whelk", "green-glass", "bottle", "oar"])
def test_a_card_with_a_frame_and_a_picture_looks_the_same_in_pdf_and_svg(row: str) -> None:
    assert likeness(framed(tidewrack().face("find", row, "front"))) >= ENOUGH


def test_every_kind_of_line_and_clip_looks_the_same_in_pdf_and_svg() -> None:
    box = Rect(20, 20, 60, 40)
    star = ((30, 0), (48, 55), (0, 20), (60, 20), (12, 55))
    bent = polygon([(10, 110), (40, 80), (70, 110)], closed=False)
    items: list[Item] = [Shape(rectangle(box, 9), "#88aacc", Stroke("#222222", 3, (9, 4)))]
    items += [
        Group((Shape(polygon(star), "#aa3355", Stroke("#000000", 1), even_odd),),
              Matrix.turn(10).then(Matrix.move(100 + 70 * even_odd, 20)))
        for even_odd in (False, True)
    ]  # fmt: skip
    items += [
        Group((Shape(bent, None, Stroke("#336633", 12, (), cap, join)),), Matrix.move(80 * at, 0))
        for at, (cap, join) in enumerate(
            [("butt", "miter"), ("round", "round"), ("square", "bevel")]
        )
    ]
    round_hole = Group((Shape(rectangle(box), "#ddaa00"),), clip=ellipse(box))
    inner = Scene("inner", 100, 80, (round_hole,))
    items += [
        Use(inner, Matrix(-0.8, 0, 0, 0.8, 120, 120)),
        Group((Use(inner, Matrix.scale(1.2, 0.7)),), Matrix.turn(30, 50, 40).then(
            Matrix.move(140, 110)), clip=rectangle(Rect(30, 10, 40, 60))),
    ]  # fmt: skip
    assert likeness(framed(Scene("all", 250, 200, tuple(items)))) >= ENOUGH


def test_art_beyond_a_used_drawing_is_in_both_pictures() -> None:
    """For example the frame of a card, which extends into the bleed."""
    frame = Scene("frame", 40, 40, (Shape(rectangle(Rect(-10, -10, 60, 60)), "#884422"),))
    scene = framed(Scene("card", 80, 80, (Use(frame, Matrix.move(20, 20)),)))
    for picture in (as_pdf(scene, 72), as_svg(scene, 72)):
        assert picture.getpixel((14, 14)) == (0x88, 0x44, 0x22)
        assert picture.getpixel((66, 66)) == (0x88, 0x44, 0x22)


def changed(items: tuple[Item, ...], kind: type[Item], /, **new: Any) -> tuple[Item, ...]:
    """The items with the first one of a kind changed."""
    done = False

    def walk(items: tuple[Item, ...]) -> tuple[Item, ...]:
        nonlocal done
        result: list[Item] = []
        for item in items:
            if done:
                result.append(item)
            elif isinstance(item, kind):
                done = True
                changed: Item = replace(item, **new)
                result.append(changed)
            elif isinstance(item, Group):
                result.append(replace(item, items=walk(item.items)))
            elif isinstance(item, Use):
                inner = item.scene
                copy = Scene(inner.name, inner.width, inner.height, walk(inner.items))
                result.append(replace(item, scene=copy))
            else:
                result.append(item)
        return tuple(result)

    return walk(items)


def test_the_comparison_detects_moved_text_changed_colour_and_missing_picture(shore: Scene) -> None:
    svg = as_svg(shore)
    run = next(
        item for item in of_kind(shore.items[0], Use).scene.items if isinstance(item, GlyphRun)
    )
    for items in (
        changed(shore.items, GlyphRun, x=run.x + 2),
        changed(shore.items, Shape, fill="#cfe8aa"),
        changed(shore.items, Group, items=()),
    ):
        other = Scene("other", shore.width, shore.height, items)
        assert alike(as_pdf(other), svg) < ENOUGH


def test_the_comparison_tolerates_a_shift_of_half_a_pixel_only() -> None:
    def page(x: float) -> Scene:
        return Scene("page", 72, 72, (Shape(rectangle(Rect(20 + x, 20, 30, 30)), "#000000"),))

    assert alike(as_pdf(page(0.1)), as_pdf(page(0))) == 1
    assert alike(as_pdf(page(1)), as_pdf(page(0))) < ENOUGH


def test_a_png_records_its_resolution(tmp_path: Path) -> None:
    from generator.press.paint.pdf.document import DocumentInfo
    from generator.press.paint.pdf.painter import paint_pdf
    from generator.press.paint.raster import paint_png

    page = Scene("page", 72, 144, (Shape(rectangle(Rect(0, 0, 36, 144)), "#ff0000"),))
    png = tmp_path / "page.png"
    png.write_bytes(paint_png(paint_pdf([page], DocumentInfo("page")), dpi=100))
    with Pillow.open(png) as picture:
        assert picture.size == (100, 200)
        assert [round(dpi) for dpi in picture.info["dpi"]] == [100, 100]
        assert picture.getpixel((10, 10)) == (255, 0, 0)
        assert picture.getpixel((90, 190)) == (255, 255, 255)
