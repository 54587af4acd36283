"""Turns a placed face into the region of the page that its cut encloses, to ask what lies on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from generator.scene.items import Outline
from generator.scene.outlines import path_data, transformed
from generator.sheets.preflight.content import Point, curve
from generator.sheets.preflight.placed import TOLERANCE, Placed
from generator.units import MM, Matrix

_SAMPLE = 0.5
"""Millimetres between the points of a line that are looked at."""


class Region:
    """What is inside the cut of a face: its trim box, or its outline where it has one."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.box = placed.rect.grown(-TOLERANCE)
        self.polygon: list[Point] = []
        if placed.piece.outline:
            self.polygon = _polygon(_on_page(path_data(placed.piece.outline), placed))

    def holds(self, point: Point) -> bool:
        """Whether a point lies on the piece."""
        x, y = point
        box = self.box
        if not (box.x < x < box.right and box.y < y < box.bottom):
            return False
        return not self.polygon or _in_polygon(point, self.polygon)

    def is_crossed(self, line: Sequence[Point]) -> bool:
        """Whether any part of a line lies on the piece."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        box = self.box
        if max(xs) < box.x or min(xs) > box.right or max(ys) < box.y or min(ys) > box.bottom:
            return False
        return any(self.holds(point) for ends in pairwise(line) for point in _samples(*ends))


def _on_page(outline: Outline, placed: Placed) -> Outline:
    """The outline (points, y down, from the face's corner) on the page (millimetres, y up)."""
    width, height = placed.piece.size
    mirror = -1.0 if placed.entry.face == "back" else 1.0
    upright = Matrix.scale(1 / MM).then(Matrix.move(-width / 2, -height / 2))
    turned = upright.then(Matrix.scale(mirror, 1.0)).then(Matrix.turn(placed.entry.rotation))
    return transformed(outline, turned.then(Matrix(1, 0, 0, -1, *placed.middle)))


def _polygon(outline: Outline) -> list[Point]:
    """The outline's points, those on its curves included."""
    points: list[Point] = []
    for segment in outline:
        match segment:
            case (_, x, y):
                points.append((x, y))
            case (_, x1, y1, x2, y2, x3, y3):
                points += curve(points[-1], (x1, y1), (x2, y2), (x3, y3))
    return points


def _in_polygon(point: Point, polygon: Sequence[Point]) -> bool:
    """Even-odd: a ray to the right crosses the sides of the polygon an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _samples(start: Point, end: Point) -> list[Point]:
    """Points along a straight line, close enough for nothing to be missed between them."""
    steps = max(1, math.ceil(math.dist(start, end) / _SAMPLE))
    return [
        (
            start[0] + (end[0] - start[0]) * step / steps,
            start[1] + (end[1] - start[1]) * step / steps,
        )
        for step in range(steps + 1)
    ]
