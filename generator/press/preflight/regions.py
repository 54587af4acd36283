"""Turns a placed face into the region of the page that its cut encloses, to ask what lies on it.

The flaps of a tile are not of its region: other tiles are glued on them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from generator.base.units import MM, Matrix, Rect
from generator.press.preflight.placement_model import TOLERANCE, Placed
from generator.press.scene.items import Outline
from generator.press.scene.paths import path_data, transformed
from generator.press.scene.polygons import Point, holds, polygon_of

_SAMPLE = 0.5
"""Millimetres between the points of a line that are looked at."""


class Region:
    """What is inside the cut of a face: its trim box, or its outline where it has one."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.box = _without_flaps(placed).grown(-TOLERANCE)
        self.polygon: list[Point] = []
        if placed.piece.outline:
            self.polygon = polygon_of(_on_page(path_data(placed.piece.outline), placed))

    def holds(self, point: Point) -> bool:
        """Whether a point lies on the piece."""
        x, y = point
        box = self.box
        if not (box.x < x < box.right and box.y < y < box.bottom):
            return False
        return not self.polygon or holds(self.polygon, point)

    def is_crossed(self, line: Sequence[Point]) -> bool:
        """Whether any part of a line lies on the piece."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        box = self.box
        if max(xs) < box.x or min(xs) > box.right or max(ys) < box.y or min(ys) > box.bottom:
            return False
        return any(self.holds(point) for ends in pairwise(line) for point in _samples(*ends))


def _without_flaps(placed: Placed) -> Rect:
    """What is seen of a face in the end."""
    tile = placed.entry.tile
    if tile is None:
        return placed.rect
    right = tile.overlap if tile.column < tile.columns else 0.0
    left, right = (right, 0.0) if placed.entry.face == "back" else (0.0, right)
    below = tile.overlap if tile.row < tile.rows else 0.0
    kept = Rect(tile.x + left, tile.y, tile.width - left - right, tile.height - below)
    return placed.seen(kept)


def _on_page(outline: Outline, placed: Placed) -> Outline:
    """The outline (points, y down, from the face's corner) on the page (millimetres, y up)."""
    width, height = placed.piece.size
    mirror = -1.0 if placed.entry.face == "back" else 1.0
    upright = Matrix.scale(1 / MM).then(Matrix.move(-width / 2, -height / 2))
    turned = upright.then(Matrix.scale(mirror, 1.0)).then(Matrix.turn(placed.entry.rotation))
    return transformed(outline, turned.then(Matrix(1, 0, 0, -1, *placed.middle)))


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
