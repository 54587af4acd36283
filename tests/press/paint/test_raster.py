"""Tests of the rasterizer: fast, and the same picture as in print."""

from __future__ import annotations

from pathlib import Path

import numpy
import pypdfium2
import pytest
from PIL import Image as Pillow

from generator.base.units import Matrix, Rect
from generator.press.paint import raster as module
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import Raster, SceneRasters
from generator.press.scene.items import Group, Image, Item, Scene, Stroke
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, rectangle

SIDE = 100.0


def scene(*items: Item) -> Scene:
    return Scene("face", SIDE, SIDE, items)


def printed(shown: Scene) -> Raster:
    """The scene as rendered from a finished PDF, one pixel a point."""
    page = pypdfium2.PdfDocument(paint_pdf([shown], DocumentInfo("face")))[0]
    dots: Raster = page.render(scale=1, rev_byteorder=True).to_numpy()[:, :, :3]
    return dots


def test_outlines_look_as_in_print() -> None:
    shown = scene(
        Shape(rectangle(Rect(0, 0, SIDE, SIDE)), "#f0dfb8"),
        Group((Shape(ellipse(Rect(7.1239, 9, 60, 70)), "#1f6f8b", Stroke("#000000", 1.5)),),
              Matrix(0.9, 0.1, -0.1, 0.9, 3, 4), clip=ellipse(Rect(0, 0, 60, 90))),
        Shape((("M", 1e-7, 3.0), ("L", 90.5, -12.25), ("Z",)), None, Stroke("#b5442e", 2.0)),
    )  # fmt: skip
    (seen,) = SceneRasters([shown]).render(72)
    assert numpy.array_equal(seen, printed(shown))


def picture(mode: str, path: Path) -> Path:
    """A large picture, dark above and pale below."""
    levels = numpy.zeros((900, 900), numpy.uint8)
    levels[450:] = 200
    image = Pillow.fromarray(levels)
    if mode == "I;16":
        image = Pillow.fromarray(levels.astype(numpy.uint16) * 257)
    elif mode == "clear":
        image = Pillow.merge("LA", (image, Pillow.fromarray(levels + 55)))
    elif mode == "clear colour":
        image.info["transparency"] = 200
        image.save(path, transparency=200)
        return path
    elif mode != "L":
        image = image.convert(mode)
    image.save(path)
    return path


@pytest.mark.parametrize("mode", ["L", "RGB", "P", "1", "RGBA", "I;16", "clear", "clear colour"])
def test_a_large_picture_looks_as_in_print(mode: str, tmp_path: Path) -> None:
    file = picture(mode, tmp_path / "large.png")
    ground = Shape(rectangle(Rect(0, 0, SIDE, SIDE)), "#8899aa")
    shown = scene(ground, Image(file, Rect(10, 10, 80, 80), (900, 900)))
    (seen,) = SceneRasters([shown]).render(72)
    away = numpy.abs(seen.astype(int) - printed(shown))
    away[48:52] = 0  # pixels on the border between the halves mix both
    assert away[12:88, 12:88].max() <= 8


def test_a_cmyk_picture_looks_as_in_print(tmp_path: Path) -> None:
    file = tmp_path / "large.jpg"
    Pillow.new("CMYK", (900, 900), (0, 200, 200, 20)).save(file)
    (seen,) = SceneRasters([scene(Image(file, Rect(0, 0, SIDE, SIDE), (900, 900)))]).render(72)
    red, green, blue = (int(level) for level in seen[50, 50])
    assert red > 150 > 100 > max(green, blue)


def test_many_scenes_are_rasterized_at_a_lower_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TOTAL_PIXELS", 10_000)
    renderings = SceneRasters([scene(), scene(), scene(), scene()])
    assert [raster.shape for raster in renderings.render(72)] == [(50, 50, 3)] * 4
    assert [raster.shape for raster in renderings.render(72, range(1, 2))] == [(100, 100, 3)]
    assert list(renderings.render(72, range(0))) == []
