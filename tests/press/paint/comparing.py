"""Comparison of pictures, tolerant of anti-aliasing."""

from __future__ import annotations

import math
from io import BytesIO

import resvg_py
from PIL import Image as Pillow
from PIL import ImageChops, ImageFilter

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.press.paint.svg import paint_svg
from generator.press.scene.items import Scene, Use

TOLERANCE = 24
"""How far, of 255, a pixel may be outside the range of its neighbours in the other picture."""


def framed(scene: Scene) -> Scene:
    """The scene on a page of whole quarters of an inch, so that both pictures have whole pixels."""
    width, height = (18.0 * math.ceil(side / 18) for side in (scene.width, scene.height))
    return Scene("page", width, height, (Use(scene),))


def as_pdf(scene: Scene, dpi: int = 288) -> Pillow.Image:
    return rasterize_page(paint_pdf([scene], DocumentInfo("picture")), dpi=dpi)


def as_svg(scene: Scene, dpi: int = 288) -> Pillow.Image:
    """The SVG on white, rasterized by an independent renderer."""
    width, height = round(scene.width * dpi / 72), round(scene.height * dpi / 72)
    svg = paint_svg(scene).decode()
    data = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, dpi=96.0, background="#ffffff"
    )
    return Pillow.open(BytesIO(bytes(data))).convert("RGB")


def alike(one: Pillow.Image, other: Pillow.Image) -> float:
    """The share of pixels of both pictures that the other one has at the same or an adjacent place."""
    assert one.size == other.size
    wrong = ImageChops.lighter(_beyond(one, other), _beyond(other, one))
    count = sum(wrong.histogram()[1:])
    return 1 - count / (one.width * one.height)


def _beyond(one: Pillow.Image, other: Pillow.Image) -> Pillow.Image:
    """How far each pixel is outside the range of the 3 × 3 pixels there in the other picture."""
    low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    away = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    red, green, blue = away.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([0 if value <= TOLERANCE else 255 for value in range(256)])
