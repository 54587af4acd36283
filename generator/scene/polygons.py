"""Turns outlines into polygons, to ask what lies inside of them and how far from their edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generator.errors import KitError
from generator.scene.items import Outline, Segment
from generator.units import MM, Rect, mm

Point: TypeAlias = tuple[float, float]

_CURVE_STEPS = 12
_SAME = 0.01
"""Points nearer to one another than this (in points of 1/72 inch) are one."""
_LEAST = (2 * MM) ** 2
"""A smaller area than this nobody cuts out."""


def curve(p: Point, q: Point, r: Point, s: Point) -> Iterator[Point]:
    """Points along the cubic curve from p to s with the handles q and r; p is left out."""
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        yield (
            a * p[0] + b * q[0] + c * r[0] + d * s[0],
            a * p[1] + b * q[1] + c * r[1] + d * s[1],
        )


def polygon_of(outline: Outline) -> list[Point]:
    """The corners of an outline of one loop, those on its curves included."""
    points: list[Point] = []
    for segment in outline:
        match segment:
            case (_, x, y):
                points.append((x, y))
            case (_, x1, y1, x2, y2, x3, y3):
                points += curve(points[-1], (x1, y1), (x2, y2), (x3, y3))
    return points


def holds(polygon: Sequence[Point], point: Point) -> bool:
    """Even-odd: a ray to the right crosses the sides of the polygon an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in _sides(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def depth(polygon: Sequence[Point], point: Point) -> float:
    """How far a point lies inside the polygon's edge; negative if it lies outside."""
    x, y = point
    away = math.inf
    for (x1, y1), (x2, y2) in _sides(polygon):
        dx, dy = x2 - x1, y2 - y1
        along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1.0)
        share = min(max(along, 0.0), 1.0)
        away = min(away, math.hypot(x1 + share * dx - x, y1 + share * dy - y))
    return away if holds(polygon, point) else -away


def cut_outline(outline: Outline, box: Rect) -> Outline:
    """The outline a piece is cut along, which must be one closed loop within the piece's box.

    Points that say nothing, such as a last line back to the start, are left out.  Raises KitError.
    """
    if outline[-1] != ("Z",) or sum(segment[0] == "M" for segment in outline) != 1:
        raise KitError(
            "the outline is not one closed line", hint='begin it with one M and end it with "Z"'
        )
    loop = _without_repeats(outline)
    points = polygon_of(loop)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(points)) / 2
    if abs(area) < _LEAST:
        raise KitError("the outline encloses next to nothing", hint="its points are millimetres")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    out = max(box.x - min(xs), box.y - min(ys), max(xs) - box.right, max(ys) - box.bottom)
    if out > _SAME:
        raise KitError(
            f"the outline reaches {mm(out):g} mm beyond the piece's box, "
            f"{mm(box.width):g} × {mm(box.height):g} mm",
            hint="enlarge width and height, or move its points inward",
        )
    return loop


def _without_repeats(outline: Outline) -> Outline:
    kept: list[Segment] = [outline[0]]
    at = start = _end(outline[0])
    for segment in outline[1:-1]:
        end = _end(segment)
        if segment[0] == "C" or math.dist(at, end) > _SAME:
            kept.append(segment)
            at = end
    if kept[-1][0] == "L" and math.dist(_end(kept[-1]), start) <= _SAME:
        kept.pop()
    return (*kept, ("Z",))


def _end(segment: Segment) -> Point:
    match segment:
        case (_, x, y) | (_, _, _, _, _, x, y):
            return x, y
    raise ValueError(segment)


def _sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)
