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
_TOLERANCE = 0.02
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
    mesh = _MeshBuilder()
    texture_width, texture_height = size.width + 2 * margin, size.height + 2 * margin

    def corner_at(point: Point, side: float) -> Corner:
        x = (point[0] - size.width / 2) / unit
        if stands:
            return x, _FOOT[1] + (size.height - point[1]) / unit, side * thick / 2
        return x, side * thick / 2, (point[1] - size.height / 2) / unit

    def front(point: Point) -> Point:
        return (point[0] + margin) / texture_width / 2, 1 - (point[1] + margin) / texture_height

    def back(point: Point) -> Point:
        x = 0.5 + (size.width - point[0] + margin) / texture_width / 2
        return x, 1 - (point[1] + margin) / texture_height

    tops = [mesh.corner(corner_at(point, 1), front(point)) for point in points]
    bottoms = [mesh.corner(corner_at(point, -1), back(point)) for point in points]
    rim_tops = [mesh.corner(corner_at(point, 1), front(point)) for point in points]
    rim_bottoms = [mesh.corner(corner_at(point, -1), front(point)) for point in points]
    for a, b, c in triangles(points):
        mesh.triangles.append((tops[a], tops[b], tops[c]))
        mesh.triangles.append((bottoms[c], bottoms[b], bottoms[a]))
    for index in range(len(points)):
        previous = index - 1
        mesh.triangles.append((rim_tops[previous], rim_bottoms[previous], rim_bottoms[index]))
        mesh.triangles.append((rim_tops[previous], rim_bottoms[index], rim_tops[index]))
    if stands:
        _foot(mesh, size.width / unit / 2, front((size.width / 2, size.height - 1)))
    return mesh.as_obj()


def triangles(polygon: Sequence[Point]) -> Iterator[tuple[int, int, int]]:
    """Triangulate a simple polygon by ear clipping: index triples in the polygon's direction."""
    remaining = list(range(len(polygon)))
    while len(remaining) > 3:
        ear = next(
            (index for index in range(len(remaining)) if _is_ear(polygon, remaining, index)),
            0,  # rounding hid every ear
        )
        yield remaining[ear - 1], remaining[ear], remaining[(ear + 1) % len(remaining)]
        del remaining[ear]
    yield remaining[0], remaining[1], remaining[2]


def _counterclockwise(outline: Sequence[Point]) -> list[Point]:
    """The distinct corners, counterclockwise on the page."""
    points = [
        point for at, point in enumerate(outline) if math.dist(point, outline[at - 1]) > _TOLERANCE
    ]
    return points if area(points) < 0 else points[::-1]


def _is_ear(polygon: Sequence[Point], remaining: Sequence[int], index: int) -> bool:
    a, b, c = (polygon[remaining[(index + offset) % len(remaining)]] for offset in (-1, 0, 1))
    if turn(a, b, c) >= 0:
        return False
    others = (polygon[each] for each in remaining)
    return not any(_within(point, a, b, c) for point in others if point not in (a, b, c))


def _within(point: Point, a: Point, b: Point, c: Point) -> bool:
    return turn(a, b, point) <= 0 and turn(b, c, point) <= 0 and turn(c, a, point) <= 0


def _foot(mesh: _MeshBuilder, half: float, place: Point) -> None:
    """Add a box below a standing figure, in the colour at `place` of the texture."""
    depth, height = _FOOT
    corners = {
        (x, y, z): mesh.corner((x * half, height * y, z * depth), place)
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
        mesh.triangles.append((corners[a], corners[b], corners[c]))
        mesh.triangles.append((corners[a], corners[c], corners[d]))
