"""Shapes of pieces: cuts as shops and virtual tables offer them, and standees, known by their folds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from generator.base.units import MM, Rect, Size
from generator.press.layout.folds import SYMBOL
from generator.press.pieces.piece import Piece, is_straight
from generator.press.scene.items import Group, Item, Outline, Path, Scene, walk
from generator.press.scene.paths import cut_of
from generator.press.scene.polygons import Point, polygon_of
from generator.publish.shop_limits import Shape

_TOLERANCE = 0.05
"""Distance in points below which corners coincide."""
_LEVEL_TOLERANCE = 0.3 * MM
"""Difference in points below which the ends of a fold are level."""

_NET_FOLDS = 5
"""Least folds between the sides of a box or a die."""


@dataclass(frozen=True, slots=True)
class Standee:
    """Standee: a strip folded at the head; its front is below the fold, its back above.

    `front` and `back` are boxes of the face, in which the back is upside down.  `outline` is the
    cut of the front, relative to its upper left corner.
    """

    front: Rect
    back: Rect
    outline: tuple[Point, ...]


def folds(scene: Scene) -> list[tuple[Point, Point]]:
    """The ends of all fold lines of a face, in points of its trim."""
    found = []
    for item, matrix in walk(scene.items):
        if isinstance(item, Group) and item.symbol == SYMBOL:
            line = next(each for each in item.items if isinstance(each, Path))
            ends = polygon_of(line.outline)
            under = item.matrix.then(matrix)
            found.append((under.apply(*ends[0]), under.apply(*ends[-1])))
    return found


def standee(scene: Scene) -> Standee | None:
    """The standee that a face folds into, if it folds in the middle and has a tab at each end."""
    lines = folds(scene)
    if not lines or any(abs(a[1] - b[1]) > _LEVEL_TOLERANCE for a, b in lines):
        return None
    levels = sorted((a[1] + b[1]) / 2 for a, b in lines)
    heights = [
        y
        for y, before in zip(levels, [-math.inf, *levels], strict=False)
        if y - before > _LEVEL_TOLERANCE
    ]
    middle = scene.height / 2
    if len(heights) != 3 or abs(heights[1] - middle) > _LEVEL_TOLERANCE:
        return None
    top, _, foot = heights
    if abs(top - (scene.height - foot)) > _LEVEL_TOLERANCE:
        return None
    outline = polygon_of(cut_of(scene))
    cut = _clip(_clip(outline, foot, above=True), middle, above=False)
    return Standee(
        Rect(0, middle, scene.width, foot - middle),
        Rect(0, top, scene.width, middle - top),
        tuple((x, y - middle) for x, y in cut),
    )


def is_net(scene: Scene) -> bool:
    """Whether a face folds into a box or a die; standees, screens and sliders have fewer folds."""
    return len(folds(scene)) >= _NET_FOLDS


def without_folds(scene: Scene) -> Scene:
    """The face without fold lines, as it looks when folded and glued."""
    return replace(scene, items=_without_folds(scene.items))


def _without_folds(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(
        replace(item, items=_without_folds(item.items)) if isinstance(item, Group) else item
        for item in items
        if not (isinstance(item, Group) and item.symbol == SYMBOL)
    )


def _clip(polygon: Sequence[Point], y: float, *, above: bool) -> list[Point]:
    """Clip a polygon to the region above (or below) `y`, which grows downward."""
    sign = 1 if above else -1
    kept: list[Point] = []
    for index, (x2, y2) in enumerate(polygon):
        x1, y1 = polygon[index - 1]
        inside1, inside2 = sign * (y - y1) >= 0, sign * (y - y2) >= 0
        if inside1 != inside2:
            kept.append((x1 + (x2 - x1) * (y - y1) / (y2 - y1), y))
        if inside2:
            kept.append((x2, y2))
    return [
        point
        for index, point in enumerate(kept)
        if index == 0 or math.dist(point, kept[index - 1]) > _TOLERANCE
    ]


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
