"""Crop marks at the edges of a block, and cut lines around outlines.

No mark ever lies on a piece.  A crop mark is outside its block and all bleed; a cut line is on the
bleed, entirely outside the outline that it follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from generator.base.units import MM, Rect
from generator.press.paper import Paper
from generator.press.scene.items import Outline, Path, Scene, Segment, Stroke
from generator.press.scene.polygons import area, contains, polygon_of

WIDTH = 0.15 * MM
CROP_INK = "#3c3c3c"
CUT_INK = "#767676"
"""Grey with equal contrast to black and to white (4.5 : 1), so that it shows on any bleed."""

_PAPER = "#ffffff"
_CASING = 0.1 * MM
"""Width of the light line beside a cut line."""
_CROSS = 1.5 * MM
"""Length of the lines that point at the middle of a circle."""
_MARK_GAP = 0.5 * MM
"""Gap between the end of the bleed and its mark."""
_MAX_LENGTH = 4 * MM
_MIN_LENGTH = 1 * MM
_CLEAR = 0.3 * MM
"""Gap between a mark and all art."""
CAPTION_CLEAR = 3 * MM
"""Gap between a caption and everything that is cut, or marks a cut."""
MARK_DEPTH = _MARK_GAP + _MIN_LENGTH
"""Minimum depth of the room beside art in which a mark is drawn."""
_ROUNDING = 1e-6
_RIM = 2.5 * MM
"""Width of the band along the paper's edges where marks are useless."""


Cell: TypeAlias = tuple[Sequence[Rect], Rect]
"""The edges along which a piece is cut, as boxes without width or height, and the box of its art."""


def crop_marks(
    blocks: Sequence[Sequence[Cell]], art: Sequence[Rect], captions: Sequence[Rect], paper: Paper
) -> Path | None:
    """The crop marks of a sheet; None if there is nothing to mark.

    A block holds the cells of one grid; every line along which it is cut gets a mark at either end.
    `art` are the boxes of all pieces on the sheet, before which a mark ends.  A mark may instead
    skip over one of the `captions`, keeping its distance from it.
    """
    upright = _vertical_marks(blocks, art, captions, paper.height)
    across = _vertical_marks(
        [
            [([_transposed(edge) for edge in edges], _transposed(box)) for edges, box in block]
            for block in blocks
        ],
        [_transposed(box) for box in art],
        [_transposed(box) for box in captions],
        paper.width,
    )
    lines: list[Segment] = []
    for x, begin, end in upright:
        lines += [("M", x, begin), ("L", x, end)]
    for y, begin, end in across:
        lines += [("M", begin, y), ("L", end, y)]
    return Path(tuple(lines), stroke=Stroke(CROP_INK, WIDTH)) if lines else None


def cut_line(scene: Scene) -> Path:
    """The line around a face's outline, in the face's own coordinates, for scissors."""
    assert scene.trim is not None
    return Path(_outset(scene.trim, WIDTH / 2), stroke=Stroke(CUT_INK, WIDTH, join="round"))


def cut_marks(scene: Scene, reach: float) -> tuple[Path, ...]:
    """The line around a face's outline with a light line outside it, so that it shows on any bleed.

    The light line is left out if the outline has too narrow a slit for it, such as that of a box
    printed much smaller.  A circle also gets four short lines that point at its middle, for a
    punch; these stay within `reach` of the outline.
    """
    line = cut_line(scene)
    light = Stroke(_PAPER, _CASING, join="round")
    outer, inner = _outset(scene.trim or (), WIDTH + _CASING / 2), polygon_of(scene.trim or ())
    marks = [line]
    if not any(contains(inner, point) for point in polygon_of(outer)):
        marks.append(replace(line, outline=outer, stroke=light))
    begin, end = WIDTH + _CASING, min(reach, _CROSS)
    if end - begin >= _MIN_LENGTH / 2 and is_round(scene):
        width, height = scene.width, scene.height
        cross: list[Segment] = []
        for x, y, right, down in (
            (width / 2, 0.0, 0, -1), (width, height / 2, 1, 0),
            (width / 2, height, 0, 1), (0.0, height / 2, -1, 0),
        ):  # fmt: skip
            cross += [
                ("M", x + right * begin, y + down * begin),
                ("L", x + right * end, y + down * end),
            ]
        marks += [
            Path(tuple(cross), stroke=Stroke(_PAPER, WIDTH + 2 * _CASING)),
            Path(tuple(cross), stroke=Stroke(CUT_INK, WIDTH)),
        ]
    return tuple(marks)


def min_margin(inner: Rect, outer: Rect) -> float:
    """The margin between a box and one around it, on the narrowest side."""
    left, above = inner.x - outer.x, inner.y - outer.y
    return min(left, above, outer.right - inner.right, outer.bottom - inner.bottom)


def is_round(scene: Scene) -> bool:
    """Whether a face is cut along a circle."""
    if scene.trim is None or abs(scene.width - scene.height) > _CLEAR:
        return False
    radius = scene.width / 2
    deviations = (math.hypot(x - radius, y - radius) - radius for x, y in polygon_of(scene.trim))
    return all(abs(each) < _CLEAR for each in deviations)


def _transposed(box: Rect) -> Rect:
    """The box with x and y swapped, so that cuts across are found like cuts down."""
    return Rect(box.y, box.x, box.height, box.width)


def _vertical_marks(
    blocks: Sequence[Sequence[Cell]], art: Sequence[Rect], captions: Sequence[Rect], height: float
) -> Iterator[tuple[float, float, float]]:
    """The marks of all cuts that run down a sheet of this height, as (x, from y, to y)."""
    for block in blocks:
        for x, top, bottom in _vertical_cuts(block):
            for start, sign, limit in ((top, -1, _RIM), (bottom, 1, height - _RIM)):
                extent = _extent(x, start, sign, limit, art, captions)
                if extent:
                    yield x, *extent


def _vertical_cuts(cells: Iterable[Cell]) -> list[tuple[float, float, float]]:
    """The x of every cut down the block, and the extent of the art along it."""
    cuts: dict[float, tuple[float, float, float]] = {}
    for edges, box in cells:
        for x in (edge.x for edge in edges if not edge.width):
            _, top, bottom = cuts.get(round(x, 3), (x, box.y, box.bottom))
            cuts[round(x, 3)] = x, min(top, box.y), max(bottom, box.bottom)
    return list(cuts.values())


def _extent(
    x: float, start: float, sign: int, limit: float, art: Sequence[Rect], captions: Sequence[Rect]
) -> tuple[float, float] | None:
    """The start and end of a mark at x, downward (sign 1) or upward (-1) from the bleed's end.

    None if there is no room for the shortest mark.
    """

    def obstacles(boxes: Sequence[Rect], clear: float) -> list[tuple[float, float]]:
        """Boxes in the way, as (distance to the near side, to the far side), nearest first."""
        sides = (
            sorted(((box.y - start) * sign, (box.bottom - start) * sign))
            for box in boxes
            if box.x - clear < x < box.right + clear
        )
        return sorted((near - clear, far + clear) for near, far in sides if far > 0)

    begin, end = _MARK_GAP, (limit - start) * sign
    end = min([end, *(near for near, _ in obstacles(art, _CLEAR))])
    for near, far in obstacles(captions, CAPTION_CLEAR):
        if near - begin > _MIN_LENGTH - _ROUNDING:
            end = min(end, near)
        elif far > begin:
            begin = far
    end = min(end, begin + _MAX_LENGTH)
    return (
        (start + sign * begin, start + sign * end)
        if end - begin > _MIN_LENGTH - _ROUNDING
        else None
    )


def _outset(outline: Outline, by: float) -> Outline:
    """The closed outline, moved outward by `by` points all around.

    Every point, including the handles of curves, moves along the bisector of the two lines that
    meet there.  Straight lines come out exactly; the error of curves is invisible at a mark's
    width.
    """
    points = [
        (float(x), float(y))
        for segment in outline
        for x, y in zip(segment[1::2], segment[2::2], strict=True)
    ]
    outward = math.copysign(by, area(points))
    moved = iter([_outset_corner(points, index, outward) for index in range(len(points))])
    grown: list[Segment] = []
    for segment in outline:
        numbers = [value for _ in segment[1::2] for value in next(moved)]
        grown.append((segment[0], *numbers))  # type: ignore[arg-type]
    return tuple(grown)


def _outset_corner(points: list[tuple[float, float]], index: int, by: float) -> tuple[float, float]:
    """One corner of a polygon, moved to the left of its two sides (y down) by `by` points."""
    x, y = points[index]
    count = len(points)
    rest = [points[(index + step) % count] for step in range(1, count)]
    after = next(point for point in rest if point != (x, y))
    before = next(point for point in reversed(rest) if point != (x, y))
    normals = []
    for (ax, ay), (bx, by_) in ((before, (x, y)), ((x, y), after)):
        length = math.hypot(bx - ax, by_ - ay)
        normals.append(((by_ - ay) / length, (ax - bx) / length))
    (mx, my), (nx, ny) = normals
    share = by / max(1 + mx * nx + my * ny, 0.1)  # 0.1 limits how far the tip of a needle moves
    return x + (mx + nx) * share, y + (my + ny) * share
