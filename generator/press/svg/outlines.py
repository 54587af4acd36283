"""Outlines of an SVG: the segments of svgelements as those of a scene, in points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import svgelements as svg

from generator.base.errors import KitError
from generator.base.units import Matrix
from generator.press.scene.items import Segment

DIGITS = 6
"""Number of decimals of a coordinate."""
_MAX_COORDINATE = 1e6  # points; a drawing with coordinates beyond this is broken


def outline_of(segments: Any, matrix: Matrix) -> Iterator[Segment]:
    """The outline of a shape's segments under a matrix.  Raises KitError for huge coordinates."""

    def at(*points: Any) -> tuple[float, ...]:
        placed = (matrix.apply(point[0], point[1]) for point in points)
        return tuple(round(finite(number), DIGITS) + 0.0 for point in placed for number in point)

    closed = False
    for segment in segments:
        if closed and not isinstance(segment, svg.Move):
            yield "M", *at(segment.start)  # type: ignore[misc]
        closed = isinstance(segment, svg.Close)
        if isinstance(segment, svg.Move):
            yield "M", *at(segment.end)  # type: ignore[misc]
        elif closed:
            yield ("Z",)
        elif isinstance(segment, svg.Arc) and segment.sweep:
            eighths = math.ceil(abs(segment.sweep) / (math.tau / 8) - 1e-6)
            for curve in segment.as_cubic_curves(max(1, eighths)):  # 1/30,000 of the radius off
                yield "C", *at(curve.control1, curve.control2, curve.end)  # type: ignore[misc]
        elif isinstance(segment, svg.CubicBezier):
            yield "C", *at(segment.control1, segment.control2, segment.end)  # type: ignore[misc]
        elif isinstance(segment, svg.QuadraticBezier):
            start, control, end = segment.start, segment.control, segment.end
            first = [a + (b - a) * 2 / 3 for a, b in zip(start, control, strict=True)]
            second = [a + (b - a) * 2 / 3 for a, b in zip(end, control, strict=True)]
            yield "C", *at(first, second, end)  # type: ignore[misc]
        else:
            yield "L", *at(segment.end)  # type: ignore[misc]


def matrix_of(matrix: Any) -> Matrix:
    """A matrix of svgelements as one of ours."""
    return Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def finite(number: float) -> float:
    """A coordinate, checked: raises KitError if it is too large."""
    if not abs(number) < _MAX_COORDINATE:  # NaN is not less than anything
        message = "a coordinate is too large"
        raise KitError(message, hint="make the drawing smaller", check="svg-file")
    return number
