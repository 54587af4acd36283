"""Verification of bleed: beyond the cut of a page the art goes on, as far as the bleed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy
import pypdfium2

from generator.base.units import MM, Matrix, Rect
from generator.press.paint.raster import picture_of
from generator.press.scene.paths import path_data, rectangle, transformed
from generator.press.scene.polygons import Point, area, polygon_of
from generator.publish.manifest import ExportedPiece, Side

_SCALE = 2.0
"""Pixels to the point."""
_INSIDE = 0.4 * MM
"""Distance inside the cut at which the art is looked at."""
_STEP = 0.5 * MM
"""Distance between the places that are compared along the cut."""
_PAPER, _INKED = 253, 240
"""Grey level from which on a place is bare paper, and up to which it is printed."""
_MOST = 0.1
"""Share of a cut along which printed art may end: something thin may lead up to the edge."""


def reach_fault(
    page: pypdfium2.PdfPage, piece: ExportedPiece, side: Side, edge: float, bleed: float
) -> str:
    """What is wrong if the art of a page ends before the end of its bleed; empty if nothing is.

    Just inside the cut and just inside the end of the bleed are compared: where the one is printed,
    the other must not be bare paper.
    """
    width, height = (each * MM for each in piece.size)
    outline = path_data(piece.cut) if piece.cut else rectangle(Rect(0, 0, width, height))
    place = Matrix.move(edge, edge)
    if side == "back":
        place = Matrix(-1, 0, 0, 1, width, 0).then(place)
    polygon = polygon_of(transformed(outline, place))
    pixels = numpy.asarray(picture_of(page, _SCALE))
    places = list(_across(polygon, bleed - _INSIDE))
    inside, outside = (_levels(pixels, points) for points in zip(*places, strict=True))
    ends = float(numpy.mean((inside <= _INKED) & (outside >= _PAPER)))
    if ends > _MOST:
        return f"along {ends:.0%} of its cut, art ends before the end of the bleed"
    return ""


def _across(polygon: list[Point], beyond: float) -> Iterator[tuple[Point, Point]]:
    """Pairs of points along a cut: one just inside it, and the one `beyond` it."""
    outward = math.copysign(1.0, area(polygon))
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        steps = round(length / _STEP)
        for step in range(steps):
            share = (step + 0.5) / steps
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            across, down = outward * (y2 - y1) / length, -outward * (x2 - x1) / length
            yield (
                (x - _INSIDE * across, y - _INSIDE * down),
                (x + beyond * across, y + beyond * down),
            )


def _levels(pixels: numpy.ndarray, points: Sequence[Point]) -> numpy.ndarray:
    """The darkest channel at each of some places of the page."""
    height, width, _ = pixels.shape
    at = (numpy.array(points) * _SCALE).astype(int)
    seen: numpy.ndarray = pixels[at[:, 1].clip(0, height - 1), at[:, 0].clip(0, width - 1)]
    darkest: numpy.ndarray = seen.min(axis=1)
    return darkest
