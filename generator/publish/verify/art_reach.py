"""Verification of bleed: the art of a page does not end at its cut.

Art that ends within the bleed cannot be told from a pattern; what a face declares as its bleed is
checked before it is placed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy
import pypdfium2

from generator.base.units import MM, Matrix, Rect
from generator.press.paint.raster import picture_of
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import rectangle, transformed
from generator.press.scene.polygons import Point, area, polygon_of
from generator.publish.manifest import ExportedPiece, Side

_SCALE = 2.0
"""Pixels to the point."""
_NEAR = 0.4 * MM
"""Distance inside and outside the cut, and inside the end of the bleed, of what is looked at."""
_STEP = 0.5 * MM
"""Distance between the places that are compared along the cut."""
_PAPER, _INKED = 253, 240
"""Grey level from which on a place is bare paper, and up to which it is printed."""
_STRETCH = 15 * MM
"""Length of the stretches of a cut that are looked at: a pattern has ink in each, on both sides."""
_FILLED = 0.5
"""Share of a stretch from which on it is printed up to the cut; a thin line or two may lead there."""


def reach_fault(
    page: pypdfium2.PdfPage, piece: ExportedPiece, side: Side, edge: float, bleed: float
) -> str:
    """What is wrong if the art of a page ends at its cut; empty if nothing is.

    Along a stretch of the cut that is printed just inside it, both just outside it and at the end of
    the bleed there must not be bare paper alone.
    """
    width, height = (each * MM for each in piece.size)
    outline = path_data(piece.cut) if piece.cut else rectangle(Rect(0, 0, width, height))
    place = Matrix.move(edge, edge)
    if side == "back":
        place = Matrix(-1, 0, 0, 1, width, 0).then(place)
    polygon = polygon_of(transformed(outline, place))
    pixels = numpy.asarray(picture_of(page, _SCALE))
    # A picture has whole pixels, so it is stretched by up to one.
    scale = numpy.array(pixels.shape[1::-1]) / page.get_size()
    inside, outside, end = (
        _levels(pixels, numpy.array(list(_beside(polygon, distance))) * scale)
        for distance in (-_NEAR, _NEAR, bleed - _NEAR)
    )
    stretches = max(4, round(len(inside) * _STEP / _STRETCH))
    bare = (outside >= _PAPER) & (end >= _PAPER)
    pairs = zip(
        numpy.array_split(inside <= _INKED, stretches),
        numpy.array_split(bare, stretches),
        strict=True,
    )
    if any(len(inked) and inked.mean() >= _FILLED and white.all() for inked, white in pairs):
        return "art ends at the cut"
    return ""


def _beside(polygon: list[Point], distance: float) -> Iterator[Point]:
    """Points along a cut, at a distance outside it."""
    outward = distance * math.copysign(1.0, area(polygon))
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        steps = round(length / _STEP)
        for step in range(steps):
            share = (step + 0.5) / steps
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            yield x + outward * (y2 - y1) / length, y - outward * (x2 - x1) / length


def _levels(pixels: numpy.ndarray, points: numpy.ndarray) -> numpy.ndarray:
    """The darkest channel at each of some places of the page, as x and y in pixels."""
    height, width, _ = pixels.shape
    at = points.astype(int)
    seen: numpy.ndarray = pixels[at[:, 1].clip(0, height - 1), at[:, 0].clip(0, width - 1)]
    darkest: numpy.ndarray = seen.min(axis=1)
    return darkest
