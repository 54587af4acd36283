"""Shapes of cuts: rectangle, circle or regular hexagon, as shops and virtual tables offer them."""

from __future__ import annotations

import math

from generator.base.units import MM, Size
from generator.press.pieces.piece import Piece, is_straight
from generator.press.scene.items import Outline
from generator.press.scene.polygons import polygon_of
from generator.publish.shop_limits import Shape

_CIRCLE_TOLERANCE = 0.01
"""Tolerance of a circle drawn with curves, as a share of its radius."""
_HEXAGON_TOLERANCE = 0.02
"""Tolerance of a regular hexagon, as a share of its width."""
_SQUARE_TOLERANCE = 0.02 * MM
"""Difference in points below which width and height are equal."""


def shape_of(piece: Piece) -> Shape | None:
    """The shape of a piece's cut; None if no shop offers it."""
    trim = piece.front.trim
    if is_straight(trim, piece.size):
        return "rectangle"
    assert trim
    if _is_circle(trim, piece.size):
        return "circle"
    return "hex" if _is_hexagon(trim) else None


def _is_circle(trim: Outline, size: Size) -> bool:
    if abs(size.width - size.height) > _SQUARE_TOLERANCE:
        return False
    radius = size.width / 2
    points = polygon_of(trim)
    deviations = [abs(math.hypot(x - radius, y - radius) - radius) for x, y in points]
    return len(points) > 12 and max(deviations) <= _CIRCLE_TOLERANCE * radius


def _is_hexagon(trim: Outline) -> bool:
    points = polygon_of(trim)
    if len(points) != 6:
        return False
    center = sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6
    sides = [math.dist(points[i], points[i - 1]) for i in range(6)]
    radii = [math.dist(point, center) for point in points]
    tolerance = _HEXAGON_TOLERANCE * 2 * max(radii)
    return max(sides) - min(sides) <= tolerance and max(radii) - min(radii) <= tolerance
