"""Tests of pooled SVG pictures: sharing common parts makes them shorter, and not different."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image as Pillow

from generator.base.units import Matrix, Rect
from generator.press.paint.svg_pool import SvgPool
from generator.press.scene.items import GlyphRun, Gradient, Group, Image, Item, Scene, Stroke, Use
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, polygon, rectangle
from tests.press.imposition.making import font
from tests.press.paint.comparing import alike, as_pdf, framed
from tests.shipped import shipped_faces

ENOUGH = 0.999
BOX = rectangle(Rect(10, 10, 50, 40))
STAR = polygon(((30, 0), (48, 55), (0, 20), (60, 20), (12, 55)))


def drawn(pool: SvgPool, picture: int, scene: Scene) -> Pillow.Image:
    """A picture of a pool on white, rasterized by an independent renderer."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:g} {scene.height:g}">'
        "<style>.blend-multiply { mix-blend-mode: multiply }</style>"
        f"<defs>{pool.definitions()}</defs>{pool.picture(picture)}</svg>"
    )
    width, height = round(scene.width * 4), round(scene.height * 4)
    data = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", width=width, height=height)
    return Pillow.open(BytesIO(bytes(data))).convert("RGB")


def scene(*items: Item) -> Scene:
    return Scene("page", 72, 72, items)


def effects(tmp_path: Path) -> list[Scene]:
    """Scenes with every property that an item can have."""
    Pillow.new("RGB", (8, 8), "#cc3311").save(tmp_path / "red.png")
    fade = Gradient(((0.0, "#112233"), (1.0, "#ffcc0080")), (10, 10), (60, 50))
    glow = Gradient(((0.0, "#ffffff"), (1.0, "#004488")), (35, 30), (60, 30), radial=True)
    words = tuple(font().word(word) for word in ("Lucky", "Star", "Lucky"))
    inner = Scene("star", 60, 60, (Shape(STAR, "#7711aa", even_odd=True),))
    return [
        scene(Shape(BOX, fade), Shape(ellipse(Rect(20, 30, 40, 30)), glow, Stroke("#00000080", 2))),
        scene(Shape(STAR, None, Stroke("#aa0000", 3, (6, 4), "round", "round"))),
        scene(GlyphRun(4, 30, 14, "#222222", words, 3), GlyphRun(4, 60, 9, "#aa2222", words, 2)),
        scene(Group((Use(inner, Matrix.move(5, 5)),), Matrix.turn(0.2), BOX), Use(inner, Matrix.scale(0.5))),
        scene(Shape(BOX, "#88bb44"), Group((Use(inner),), opacity=0.5)),
        scene(Shape(BOX, "#88bb44"), Group((Use(inner),), blend="multiply")),
        scene(Group((Shape(BOX, "#3366cc"),), mask=(Shape(STAR, "#ffffff"),))),
        scene(Image(tmp_path / "red.png", Rect(10, 20, 30, 40), (8, 8))),
    ]  # fmt: skip


def test_every_kind_of_item_looks_as_in_print(tmp_path: Path) -> None:
    pool, scenes = SvgPool(), effects(tmp_path)
    numbers = [pool.add(each.items) for each in scenes]
    for number, each in zip(numbers, scenes, strict=True):
        share = alike(as_pdf(each), drawn(pool, number, each))
        assert share >= ENOUGH, (number, share)


def test_a_face_looks_the_same_and_shared_parts_are_stored_once() -> None:
    faces = [shipped_faces("grumbles").face("grumble", row, "front") for row in ("push", "pull")]
    pool = SvgPool()
    numbers = [pool.add([Use(face)]) for face in faces] + [pool.add([Use(faces[0])])]
    page = framed(faces[0])
    assert alike(as_pdf(page), drawn(pool, numbers[0], page)) >= ENOUGH
    assert pool.picture(numbers[0]) == pool.picture(numbers[2])
    assert len(pool.picture(numbers[0])) < 60
    alone = SvgPool()
    alone.add([Use(faces[0])])
    assert len(pool.definitions()) < 2 * len(alone.picture(0) + alone.definitions())


def test_equal_scenes_give_equal_svg(tmp_path: Path) -> None:
    results = []
    for _ in range(2):
        pool = SvgPool()
        numbers = [pool.add(each.items) for each in effects(tmp_path)]
        results.append((pool.definitions(), [pool.picture(number) for number in numbers]))
    assert results[0] == results[1]
