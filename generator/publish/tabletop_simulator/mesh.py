"""Meshes: extrude outlines to textured solids in Wavefront OBJ.

A flat piece has its front on top; a standing one faces the viewer and has a foot.  The texture has
the front in its left half and the back in its right half, each with a rim of `margin` around the
trim.  Outlines are in points, solids in units of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from generator.base.units import Size
from generator.press.scene.polygons import Point, area, turn

Corner = tuple[float, float, float]
_SAME = 0.02
"""Distance in points below which corners coincide."""
_FOOT = (0.42, 0.07)
"""Half the depth of a standing figure's foot, and its height, in units."""


@dataclass
class _MeshBuilder:
    """Vertices, texture coordinates and triangles of a mesh being built."""

    corners: list[Corner] = field(default_factory=list)
    places: list[Point] = field(default_factory=list)
    triangles: list[tuple[int, int, int]] = field(default_factory=list)

    def corner(self, at: Corner, place: Point) -> int:
        self.corners.append(at)
        self.places.append(place)
        return len(self.corners)

    def as_obj(self) -> str:
        lines = ["# made by Grimoire"]
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in self.corners]
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in self.places]
        lines += ["f " + " ".join(f"{at}/{at}" for at in corners) for corners in self.triangles]
        return "\n".join(lines) + "\n"


def solid(
    outline: Sequence[Point], size: Size, unit: float, thick: float, margin: float, *, stands: bool
) -> str:
    """The OBJ text of a piece cut along an outline (in points of its trim, y downward).

    `size` is the trim that the texture shows, `unit` the points per unit of the table, `thick` the
    thickness in units.
    """
    points = _counterclockwise(outline)
    made = _MeshBuilder()
    wide, high = size.width + 2 * margin, size.height + 2 * margin

    def placed(point: Point, side: float) -> Corner:
        x = (point[0] - size.width / 2) / unit
        if stands:
            return x, _FOOT[1] + (size.height - point[1]) / unit, side * thick / 2
        return x, side * thick / 2, (point[1] - size.height / 2) / unit

    def front(point: Point) -> Point:
        return (point[0] + margin) / wide / 2, 1 - (point[1] + margin) / high

    def back(point: Point) -> Point:
        return 0.5 + (size.width - point[0] + margin) / wide / 2, 1 - (point[1] + margin) / high

    tops = [made.corner(placed(point, 1), front(point)) for point in points]
    bottoms = [made.corner(placed(point, -1), back(point)) for point in points]
    rim_tops = [made.corner(placed(point, 1), front(point)) for point in points]
    rim_bottoms = [made.corner(placed(point, -1), front(point)) for point in points]
    for a, b, c in triangles(points):
        made.triangles.append((tops[a], tops[b], tops[c]))
        made.triangles.append((bottoms[c], bottoms[b], bottoms[a]))
    for at in range(len(points)):
        before = at - 1
        made.triangles.append((rim_tops[before], rim_bottoms[before], rim_bottoms[at]))
        made.triangles.append((rim_tops[before], rim_bottoms[at], rim_tops[at]))
    if stands:
        _foot(made, size.width / unit / 2, front((size.width / 2, size.height - 1)))
    return made.as_obj()


def triangles(polygon: Sequence[Point]) -> Iterator[tuple[int, int, int]]:
    """Triangulate a simple polygon by ear clipping: index triples in the polygon's direction."""
    left = list(range(len(polygon)))
    while len(left) > 3:
        ear = next(
            (at for at in range(len(left)) if _is_ear(polygon, left, at)),
            0,  # rounding hid every ear
        )
        yield left[ear - 1], left[ear], left[(ear + 1) % len(left)]
        del left[ear]
    yield left[0], left[1], left[2]


def _counterclockwise(outline: Sequence[Point]) -> list[Point]:
    """The distinct corners, counterclockwise on the page."""
    points = [
        point for at, point in enumerate(outline) if math.dist(point, outline[at - 1]) > _SAME
    ]
    return points if area(points) < 0 else points[::-1]


def _is_ear(polygon: Sequence[Point], left: Sequence[int], at: int) -> bool:
    a, b, c = (polygon[left[(at + by) % len(left)]] for by in (-1, 0, 1))
    if turn(a, b, c) >= 0:
        return False
    others = (polygon[each] for each in left)
    return not any(_within(point, a, b, c) for point in others if point not in (a, b, c))


def _within(point: Point, a: Point, b: Point, c: Point) -> bool:
    return turn(a, b, point) <= 0 and turn(b, c, point) <= 0 and turn(c, a, point) <= 0


def _foot(made: _MeshBuilder, half: float, place: Point) -> None:
    """Add a box below a standing figure, in the colour at `place` of the texture."""
    deep, high = _FOOT
    at = {
        (x, y, z): made.corner((x * half, high * y, z * deep), place)
        for x in (-1, 1)
        for y in (0, 1)
        for z in (-1, 1)
    }
    for a, b, c, d in (
        ((-1, 1, 1), (1, 1, 1), (1, 1, -1), (-1, 1, -1)),  # above
        ((-1, 0, -1), (1, 0, -1), (1, 0, 1), (-1, 0, 1)),  # below
        ((-1, 0, 1), (1, 0, 1), (1, 1, 1), (-1, 1, 1)),  # before
        ((1, 0, -1), (-1, 0, -1), (-1, 1, -1), (1, 1, -1)),  # behind
        ((1, 0, 1), (1, 0, -1), (1, 1, -1), (1, 1, 1)),  # right
        ((-1, 0, -1), (-1, 0, 1), (-1, 1, 1), (-1, 1, -1)),  # left
    ):
        made.triangles.append((at[a], at[b], at[c]))
        made.triangles.append((at[a], at[c], at[d]))
