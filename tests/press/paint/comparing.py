"""Comparison of pictures, tolerant of anti-aliasing."""

from __future__ import annotations

import math
from io import BytesIO
from typing import Any, TypeAlias

import numpy
import resvg_py
from numpy.typing import NDArray
from PIL import Image as Pillow

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.press.paint.svg import paint_svg
from generator.press.scene.items import Scene, Use

Pixels: TypeAlias = NDArray[Any]

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
    first, second = (numpy.asarray(each.convert("RGB")) for each in (one, other))
    assert first.shape == second.shape
    wrong = _beyond(first, second) | _beyond(second, first)
    return 1 - numpy.count_nonzero(wrong) / wrong.size


def _beyond(one: Pixels, other: Pixels) -> Pixels:
    """Which pixels are far outside the range of the 3 × 3 pixels there in the other picture."""
    low, high = (_of_neighbours(limit, other) for limit in (numpy.minimum, numpy.maximum))
    below = numpy.maximum(low, one) - one  # bytes, so nothing may be negative
    above = numpy.maximum(one, high) - high
    beyond: Pixels = (numpy.maximum(below, above) > TOLERANCE).any(axis=2)
    return beyond


def _of_neighbours(limit: numpy.ufunc, pixels: Pixels) -> Pixels:
    """The limit of each pixel and its eight neighbours; at the edge there are fewer."""
    for _ in range(2):  # along the columns, then along the rows
        rows = numpy.pad(pixels, ((1, 1), (0, 0), (0, 0)), mode="edge")
        pixels = numpy.swapaxes(limit(limit(rows[:-2], rows[1:-1]), rows[2:]), 0, 1)
    return pixels
