"""Path geometry: outlines of boxes, ellipses and polygons, and box arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from generator.base.units import IDENTITY, Matrix, Rect, mm
from generator.press.scene.items import GlyphRun, Outline, Scene, Segment

ARC = 4 * (math.sqrt(2) - 1) / 3
"""Length of the handles with which a cubic curve draws a quarter of a unit circle (off by 0.03 %)."""


def rectangle(box: Rect, radius: float = 0.0) -> Outline:
    """A box, with corners rounded by `radius` points (at most half of its shorter side)."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    r = min(radius, box.width / 2, box.height / 2)
    if r <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    k = r * (1 - ARC)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def cut_of(scene: Scene) -> Outline:
    """The line along which a scene is cut: its trim, or its plain box."""
    return scene.trim or rectangle(scene.box)


def ellipse(box: Rect) -> Outline:
    """The ellipse inscribed in a box."""
    rx, ry = box.width / 2, box.height / 2
    x, y = box.x + rx, box.y + ry
    kx, ky = rx * ARC, ry * ARC
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("Z",),
    )


def polygon(points: Iterable[tuple[float, float]], *, closed: bool = True) -> Outline:
    """Straight lines from point to point, and back to the first if `closed`."""
    segments: list[Segment] = [("L", x, y) for x, y in points]
    segments[0] = ("M", segments[0][1], segments[0][2])  # type: ignore[misc]
    return (*segments, ("Z",)) if closed else tuple(segments)


def hexagon(box: Rect, *, flat_top: bool = False) -> Outline:
    """The regular hexagon inscribed in a box, with a corner (or, `flat_top`, a side) on top."""
    x, y, w, h = box
    if flat_top:
        at = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
    else:
        at = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
    return polygon((x + w * u, y + h * v) for u, v in at)


def mm_path_data(outline: Outline) -> str:
    """An outline as SVG path data, in millimetres."""
    return " ".join(
        " ".join([segment[0], *(f"{mm(value):g}" for value in segment[1:])]) for segment in outline
    )


def transformed(outline: Outline, matrix: Matrix) -> Outline:
    """The outline under a matrix."""
    result: list[Segment] = []
    for segment in outline:
        kind, *values = segment
        points: list[float] = []
        for x, y in zip(values[::2], values[1::2], strict=True):
            points.extend(matrix.apply(x, y))
        result.append((kind, *points))  # type: ignore[arg-type]
    return tuple(result)


def letters_of(run: GlyphRun) -> Iterator[tuple[float, Outline]]:
    """The outline of each letter of a run, in place, and the middle of its width."""
    pen = run.x
    for word in run.words:
        em = run.size / word.font.units_per_em
        for glyph, advance in zip(word.glyphs, word.advances, strict=True):
            place = Matrix(run.size, 0, 0, run.size, pen, run.y)
            yield pen + advance * em / 2, transformed(word.font.glyph_outline(glyph), place)
            pen += advance * em
        pen += run.gap


def bounds(outline: Outline) -> Rect:
    """A box that contains the outline (for curves: their handles too)."""
    xs: list[float] = []
    ys: list[float] = []
    for segment in outline:
        xs += segment[1::2]
        ys += segment[2::2]
    return _box(xs, ys)


def around(points: Iterable[tuple[float, float]]) -> Rect:
    """The smallest box that contains all points."""
    return _box(*zip(*points, strict=True))


def _box(xs: Sequence[float], ys: Sequence[float]) -> Rect:
    x, y = min(xs), min(ys)
    return Rect(x, y, max(xs) - x, max(ys) - y)


def around_all(boxes: Iterable[Rect]) -> Rect:
    """The smallest box that contains all boxes."""
    return around(corner for box in boxes for corner in ((box.x, box.y), (box.right, box.bottom)))


def bounds_under(box: Rect, matrix: Matrix) -> Rect:
    """The bounding box of a box under any matrix."""
    return box if matrix is IDENTITY else around(corners(box, matrix))


def corners(box: Rect, matrix: Matrix = IDENTITY) -> list[tuple[float, float]]:
    """The corners of a box under a matrix: upper left, lower left, upper right, lower right."""
    x, y, width, height = box
    right, bottom = x + width, y + height
    if matrix is IDENTITY:
        return [(x, y), (x, bottom), (right, y), (right, bottom)]
    return [matrix.apply(*corner) for corner in ((x, y), (x, bottom), (right, y), (right, bottom))]


def covers(outer: Rect, inner: Rect, slack: float = 0.0) -> bool:
    """Whether one box contains another, give or take `slack` points."""
    return (
        outer.x <= inner.x + slack
        and outer.y <= inner.y + slack
        and outer.right >= inner.right - slack
        and outer.bottom >= inner.bottom - slack
    )


def touches(one: Rect, other: Rect) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one.x < other.right
        and one.right > other.x
        and one.y < other.bottom
        and one.bottom > other.y
    )


def transform_rect(rect: Rect, matrix: Matrix) -> Rect:
    """A box under a matrix that keeps it upright (no skew, turns by right angles only)."""
    (x, y), (right, bottom) = matrix.apply(rect.x, rect.y), matrix.apply(rect.right, rect.bottom)
    return Rect(min(x, right), min(y, bottom), abs(right - x), abs(bottom - y))


def overlap(one: Rect, other: Rect) -> Rect:
    """The intersection of two boxes; its width or height is 0 if they share nothing."""
    x, y, width, height = one
    left, top, wide, high = other
    right, bottom = min(x + width, left + wide), min(y + height, top + high)
    x, y = max(x, left), max(y, top)
    return Rect(x, y, max(right - x, 0.0), max(bottom - y, 0.0))
