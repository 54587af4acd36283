"""Polygons: what lies inside an outline, how far from its edge, and whether it can be cut."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.press.scene.items import Outline, Segment

Point: TypeAlias = tuple[float, float]

CURVE_STEPS = 12
"""Number of straight lines that approximate a curve."""
_ROUNDING = 0.01
"""Points closer together than this (in points of 1/72 inch) are the same."""
_MIN_AREA = (2 * MM) ** 2
"""Minimum area worth cutting out, in square points."""
_MAX_SEGMENTS = 1000
"""Maximum number of segments of a cut: nobody cuts along more, and checking them would take minutes."""


def curve(p: Point, q: Point, r: Point, s: Point, *, steps: int = CURVE_STEPS) -> Iterator[Point]:
    """Points along the cubic Bézier curve from p to s with the handles q and r; p is left out."""
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        yield (a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1])


def polygon_of(outline: Outline) -> list[Point]:
    """The corners of an outline with one loop, including those on its curves."""
    points: list[Point] = []
    for segment in outline:
        match segment:
            case (_, x, y):
                points.append((x, y))
            case (_, x1, y1, x2, y2, x3, y3):
                points += curve(points[-1], (x1, y1), (x2, y2), (x3, y3))
    return points


def area(polygon: Sequence[Point]) -> float:
    """The signed area of a polygon: positive if its corners run clockwise (y down)."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(polygon)) / 2


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in _sides(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def depth(polygon: Sequence[Point], point: Point) -> float:
    """How far a point lies inside the polygon's edge; negative if outside."""
    x, y = point
    nearest = math.inf
    for (x1, y1), (x2, y2) in _sides(polygon):
        dx, dy = x2 - x1, y2 - y1
        share = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1.0)
        if not 0.0 < share < 1.0:  # faster than `min` and `max`, and there are many sides
            share = 0.0 if share < 1.0 else 1.0
        distance = math.hypot(x1 + share * dx - x, y1 + share * dy - y)
        if distance < nearest:
            nearest = distance
    return nearest if contains(polygon, point) else -nearest


def cut_outline(outline: Outline, box: Rect) -> Outline:
    """The outline a piece is cut along, which must be one closed loop within the piece's box, and
    may neither cross nor touch itself.

    Redundant points, such as a last line back to the start, are left out.  Raises KitError.
    """
    if outline[-1] != ("Z",) or sum(segment[0] == "M" for segment in outline) != 1:
        message = "the outline is not one closed line"
        raise KitError(message, hint='start it with one M and end it with "Z"', check="outline")
    loop = _without_repeats(outline)
    if len(loop) > _MAX_SEGMENTS:
        message = f"the outline has {len(loop):,} points, too many to cut along"
        hint = f"simplify it to {_MAX_SEGMENTS:,} points at most"
        raise KitError(message, hint=hint, check="outline")
    points = _distinct(polygon_of(loop))
    if abs(area(points)) < _MIN_AREA:
        message = "the outline encloses almost no area"
        raise KitError(message, hint="give its points in millimetres", check="outline")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    excess = max(box.x - min(xs), box.y - min(ys), max(xs) - box.right, max(ys) - box.bottom)
    if excess > _ROUNDING:
        size = f"{mm(box.width):g} × {mm(box.height):g} mm"
        message = f"the outline extends {mm(excess):g} mm beyond the piece's box, {size}"
        hint = "enlarge width and height, or move its points inward"
        raise KitError(message, hint=hint, check="outline")
    if crossing := _self_intersection(points):
        x, y = crossing
        place = f"{mm(x - box.x):g}, {mm(y - box.y):g} mm"
        message = f"the outline crosses or touches itself near {place}"
        hint = "list its points in the order of the cut, each once"
        raise KitError(message, hint=hint, check="outline")
    return loop


def _distinct(points: Sequence[Point]) -> list[Point]:
    """The corners without repeated ones."""
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(point, kept[-1]) > _ROUNDING:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= _ROUNDING:
        kept.pop()
    return kept


def _self_intersection(polygon: Sequence[Point]) -> Point | None:
    """Where a polygon crosses or touches itself; None if nowhere."""
    sides = list(_sides(polygon))
    count = len(sides)
    order = sorted(range(count), key=lambda side: min(sides[side][0][0], sides[side][1][0]))
    for index, one in enumerate(order):
        a, b = sides[one]
        for other in order[index + 1 :]:
            c, d = sides[other]
            if min(c[0], d[0]) > max(a[0], b[0]):
                break  # so do all after it
            # Neighbours share a corner.  Those that share more touch others, too.
            neighbours = (one - other) % count in (1, count - 1)
            if not neighbours and (point := _shared_point(a, b, c, d)):
                return point
    return None


def turn(p: Point, q: Point, r: Point) -> float:
    """Above 0 if r lies to the right of the line from p to q as seen on the page; 0 if on it."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _shared_point(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """A point that the segments a-b and c-d share; None if there is none."""
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return None
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return None
    from_a, from_b = turn(c, d, a), turn(c, d, b)
    if from_a * from_b > 0 or turn(a, b, c) * turn(a, b, d) > 0:
        return None
    share = from_a / (from_a - from_b) if from_a != from_b else 0.0  # 0: both on one line
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _without_repeats(outline: Outline) -> Outline:
    kept: list[Segment] = [outline[0]]
    at = start = _end(outline[0])
    for segment in outline[1:-1]:
        end = _end(segment)
        if segment[0] == "C" or math.dist(at, end) > _ROUNDING:
            kept.append(segment)
            at = end
    if kept[-1][0] == "L" and math.dist(_end(kept[-1]), start) <= _ROUNDING:
        kept.pop()
    return (*kept, ("Z",))


def _end(segment: Segment) -> Point:
    match segment:
        case (_, x, y) | (_, _, _, _, _, x, y):
            return x, y
    raise ValueError(segment)


def _sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)
