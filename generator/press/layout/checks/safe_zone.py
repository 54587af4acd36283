"""Safe-zone check: no text and no symbol of a scene may leave its safe zone.

It tests ink, not boxes: the extent of the glyphs and of a symbol's outlines, under all matrices.
Printer misregistration and an unsteady cut take up to 3 mm off a piece, so anything that must be
read stays clear of that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.base.errors import KitError, Place
from generator.base.units import IDENTITY, MM, Matrix, Rect, mm
from generator.press.scene import paths
from generator.press.scene.items import (
    GlyphRun,
    Group,
    Item,
    Path,
    Scene,
    Use,
    memoize_by_identity,
    memoize_with_scene,
)
from generator.press.scene.polygons import contains, depth, polygon_of
from generator.press.scene.text_extraction import drawn_items, ink_box

OUTLINE = "outline"
"""Value of `shape` for a cut whose outline a template draws itself."""
TOLERANCE = 0.05
"""Overhang of ink, in points, that is allowed for rounding."""
_LETTER = 0.2 * MM
"""Distance in points by which a baseline may start outside the zone: letters have side bearings."""

Corners = list[tuple[float, float]]
PlaceOf = Callable[[Item], Place | None]


class Mark(NamedTuple):
    """A text or symbol, the corners of its ink in the scene, and its place."""

    item: GlyphRun | Group
    corners: Corners
    place: Place | None

    @property
    def description(self) -> str:
        if isinstance(self.item, GlyphRun):
            return f'the text "{self.item.text}"'
        return f'the symbol "{self.item.symbol}"'


def _no_place(item: Item) -> None:
    """The place function for items of unknown origin."""


def check(scene: Scene, shape: str, place_of: PlaceOf = _no_place) -> None:
    """Raise KitError for the first text or symbol that leaves the safe zone.

    `shape` is the shape of the cut: a value of the attribute `shape`, or `OUTLINE`.  `place_of`
    tells which line states an item; the items inside it share that line unless they have their own.
    """
    overhang_of = _OVERHANGS.get(shape, _hexagon_overhang)
    for mark in texts_and_symbols(scene.items, IDENTITY, place_of):
        excess = overhang_of(scene, mark.corners)
        if excess > TOLERANCE:
            message = (
                f"{mark.description} extends {max(mm(excess), 0.1):.1f} mm beyond the safe zone, "
                f"{mm(scene.safe):g} mm inside the cut"
            )
            hint = 'move it inward, make it smaller, or add decor="yes"'
            raise KitError(message, place=mark.place, hint=hint, check="safe-zone")


def text_margin(faces: Iterable[Scene], safe: float) -> float:
    """Distance inside the cut at which text may begin: `safe` points, or less if decor comes closer."""
    margin = min(map(_margin_of_decor, faces), default=safe)
    return margin if margin < safe - _LETTER else safe


@memoize_with_scene
def _margin_of_decor(face: Scene) -> float:
    """Distance inside the cut at which decor begins; cached, since every card asks for its back."""
    starts = (
        each.matrix.apply(each.item.x, each.item.y)
        for each in drawn_items(face.items)
        if each.decor and isinstance(each.item, GlyphRun)
    )
    return min((min(x, y, face.width - x, face.height - y) for x, y in starts), default=math.inf)


def overhang(scene: Scene, corners: Corners) -> float:
    """Distance in points by which a box sticks out of the safe zone (negative: it is inside).

    `corners` are upper left, lower left, upper right and lower right.
    """
    return _outline_overhang(scene, corners) if scene.trim else _box_overhang(scene, corners)


def _box_overhang(scene: Scene, corners: Corners) -> float:
    """Distance in points by which a corner is outside the zone (negative: all are inside)."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    right, bottom = max(xs) - scene.width, max(ys) - scene.height
    return scene.safe + max(-min(xs), -min(ys), right, bottom)


def _ellipse_overhang(scene: Scene, corners: Corners) -> float:
    rx, ry = scene.width / 2, scene.height / 2
    distance: float = max(math.hypot((x - rx) / rx, (y - ry) / ry) for x, y in corners)
    return scene.safe + (distance - 1) * min(rx, ry)


def _hexagon_overhang(scene: Scene, corners: Corners) -> float:
    """Distance in points by which a corner is outside the zone of a hexagon."""
    points = [segment[1:] for segment in scene.trim or () if len(segment) == 3]
    edges = zip(points, [*points[1:], points[0]], strict=True)
    return scene.safe - min(_distance(a, b, x, y) for a, b in edges for x, y in corners)


def _distance(a: tuple[float, float], b: tuple[float, float], x: float, y: float) -> float:
    """Distance of (x, y) to the right of the line a-b: inside, as outlines run clockwise."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (y - a[1]) - dy * (x - a[0])) / math.hypot(dx, dy)


def _outline_overhang(scene: Scene, corners: Corners) -> float:
    """Test the whole rim of the ink box, since an outline may bend inward between two corners."""
    polygon = polygon_of(scene.trim or ())
    a, b, c, d = corners
    rim = [point for side in ((a, b), (b, d), (d, c), (c, a)) for point in _points(*side)]
    min_depth = min(depth(polygon, point) for point in rim)
    if min_depth > 0 and any(contains((a, b, d, c), point) for point in polygon):
        min_depth = 0.0  # a notch narrower than the steps along the rim
    return scene.safe - min_depth


def _points(start: tuple[float, float], end: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points from one corner to just before the next, at most a millimetre apart."""
    steps = math.ceil(math.dist(start, end) / MM) or 1
    for step in range(steps):
        share = step / steps
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


_OVERHANGS: Mapping[str, Callable[[Scene, Corners], float]] = {
    "rect": _box_overhang,
    "round": _ellipse_overhang,
    OUTLINE: _outline_overhang,
}


def texts_and_symbols(
    items: Iterable[Item],
    matrix: Matrix,
    place_of: PlaceOf = _no_place,
    *,
    decor: bool = False,
    outer: Place | None = None,
) -> Iterator[Mark]:
    """Every text and symbol that the items draw, with the corners of its ink.

    With `decor`, also those that need not be readable.
    """
    for item in items:
        place = place_of(item) or outer
        if isinstance(item, GlyphRun):
            yield Mark(item, paths.corners(ink_box(item), matrix), place)
        elif isinstance(item, Group) and (decor or not item.decor):
            inner = item.matrix.then(matrix)
            if item.symbol:
                corners = paths.corners(_symbol_box(item.items), inner)
                yield Mark(item, corners, place)
            else:
                yield from texts_and_symbols(item.items, inner, place_of, decor=decor, outer=place)
        elif isinstance(item, Use):
            drawn, inner = item.scene.items, item.matrix.then(matrix)
            yield from texts_and_symbols(drawn, inner, place_of, decor=decor, outer=place)


def _extent(items: Iterable[Item]) -> Rect:
    """The box around all outlines of a symbol."""
    points: list[tuple[float, float]] = []
    for item in items:
        if isinstance(item, Path):
            points += paths.corners(paths.bounds(item.outline))
        elif isinstance(item, Group):
            points += paths.corners(_extent(item.items), item.matrix)
    return paths.around(points) if points else Rect(0, 0, 0, 0)


_symbol_box = memoize_by_identity(_extent)
"""The items of a symbol are the same wherever it stands."""
