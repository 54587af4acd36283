"""Placed faces: the manifest's entries as boxes and regions on pages.

Lengths are millimetres from the page's lower left corner, y up, as the manifest has them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy

from generator.base.units import MM, Matrix, Rect
from generator.press.manifest import FaceEntry, Manifest, PieceEntry
from generator.press.scene.items import Outline
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import transform_rect, transformed
from generator.press.scene.polygons import Point, contains, polygon_of

TOLERANCE = 0.01
"""Distance in millimetres by which rounding may move things."""


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A printed face, or a tile of one.

    `rect` is what the page shows of the trim (`y` its lower edge), `trim` the whole trim as it
    would lie on the page: the same unless it is a tile.
    """

    piece: PieceEntry
    entry: FaceEntry
    rect: Rect
    trim: Rect

    @property
    def name(self) -> str:
        """Its name in faults: `Cards "ada" (back)`, `Map "map" (front, tile A1)`."""
        tile = f", tile {self.entry.tile.name}" if self.entry.tile else ""
        return f'{self.piece.title} "{self.piece.id}" ({self.entry.face}{tile})'

    @property
    def key(self) -> tuple[str, int, str]:
        """Its identity: the piece, the copy, and the tile's name or ""."""
        return self.piece.id, self.entry.copy, self.entry.tile.name if self.entry.tile else ""

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the whole face."""
        return self.trim.x + self.trim.width / 2, self.trim.y + self.trim.height / 2

    @property
    def matrix(self) -> Matrix:
        """The matrix from the face as seen (mm, y down) to the page."""
        width, height = self.piece.size
        turned = Matrix.move(-width / 2, -height / 2).then(Matrix.turn(self.entry.rotation))
        return turned.then(Matrix(1, 0, 0, -1, *self.center))

    def to_page(self, box: Rect) -> Rect:
        """A box of the face as seen (`y` down from its upper left), on the page."""
        return transform_rect(box, self.matrix)


def placed_faces(manifest: Manifest) -> Iterator[PlacedFace]:
    """All printed faces of the kit."""
    for piece in manifest.pieces:
        for entry in piece.faces:
            yield _placed(piece, entry)


def faces_by_page(
    manifest: Manifest, file: str, page_range: range | None = None
) -> defaultdict[int, list[PlacedFace]]:
    """The faces printed in a file, on `page_range` pages (counted from 0), by page number."""
    pages: defaultdict[int, list[PlacedFace]] = defaultdict(list)
    for piece in manifest.pieces:
        for entry in piece.faces:
            if entry.file == file and (page_range is None or entry.page - 1 in page_range):
                pages[entry.page].append(_placed(piece, entry))
    return pages


def _placed(piece: PieceEntry, entry: FaceEntry) -> PlacedFace:
    tile = entry.tile
    shown = Rect(tile.x, tile.y, tile.width, tile.height) if tile else Rect(0.0, 0.0, *piece.size)
    left, top, right, bottom = (
        shown.x,
        shown.y,
        piece.size[0] - shown.right,
        piece.size[1] - shown.bottom,
    )
    for _ in range(entry.rotation % 360 // 90):
        left, top, right, bottom = bottom, left, top, right
    width, height = shown.width, shown.height
    if entry.rotation % 180:
        width, height = height, width
    rect = Rect(entry.x, entry.y, width, height)
    trim = Rect(rect.x - left, rect.y - bottom, left + width + right, bottom + height + top)
    return PlacedFace(piece, entry, rect, trim)


def page_size(placed: PlacedFace, manifest: Manifest) -> tuple[float, float]:
    """The size of a face's page; a page cut off a roll has its own length."""
    if manifest.paper.roll:
        for entry in manifest.files:
            if entry.path == placed.entry.file:
                return entry.size_of(placed.entry.page)
    return manifest.paper.width, manifest.paper.height


def is_whole_page(rect: Rect, page: tuple[float, float]) -> bool:
    """Whether a face is the page itself, which is printed but not cut."""
    return abs(rect.width - page[0]) < 0.1 and abs(rect.height - page[1]) < 0.1


_SAMPLE = 0.5
"""Distance between the sampled points of a line, in millimetres."""


class Region:
    """The inside of a face's cut: its trim box, or its outline if it has one."""

    def __init__(self, placed: PlacedFace) -> None:
        self.placed = placed
        self.box = _without_flaps(placed).grown(-TOLERANCE)
        self.polygon = outline_on_page(placed) if placed.piece.outline else []

    def contains(self, point: Point) -> bool:
        """Whether a point lies on the piece."""
        x, y = point
        box = self.box
        if not (box.x < x < box.right and box.y < y < box.bottom):
            return False
        return not self.polygon or contains(self.polygon, point)

    def is_crossed(self, line: Sequence[Point]) -> bool:
        """Whether any part of a line lies on the piece."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        box = self.box
        if max(xs) < box.x or min(xs) > box.right or max(ys) < box.y or min(ys) > box.bottom:
            return False
        return any(self.contains(point) for ends in pairwise(line) for point in _samples(*ends))


def _without_flaps(placed: PlacedFace) -> Rect:
    """The part of a face that stays visible once its tiles are glued."""
    tile = placed.entry.tile
    if tile is None:
        return placed.rect
    right = tile.overlap if tile.column < tile.columns else 0.0
    left, right = (right, 0.0) if placed.entry.face == "back" else (0.0, right)
    below = tile.overlap if tile.row < tile.rows else 0.0
    visible = Rect(tile.x + left, tile.y, tile.width - left - right, tile.height - below)
    return placed.to_page(visible)


def outline_on_page(placed: PlacedFace) -> list[Point]:
    """The corners of a face's cut on its page: of its outline, or of its trim box."""
    if placed.piece.outline:
        return polygon_of(_on_page(path_data(placed.piece.outline), placed))
    x, y, right, top = placed.trim.x, placed.trim.y, placed.trim.right, placed.trim.bottom
    return [(x, y), (right, y), (right, top), (x, top)]


def _on_page(outline: Outline, placed: PlacedFace) -> Outline:
    """The outline of the front (points, y down, from its corner) on the page (mm, y up)."""
    mirror = Matrix(-1, 0, 0, 1, placed.piece.size[0], 0)
    visible = mirror.then(placed.matrix) if placed.entry.face == "back" else placed.matrix
    return transformed(outline, Matrix.scale(1 / MM).then(visible))


def _samples(start: Point, end: Point) -> list[Point]:
    """Points along a straight line, close enough to miss nothing between them."""
    steps = max(1, math.ceil(math.dist(start, end) / _SAMPLE))
    return [
        (
            start[0] + (end[0] - start[0]) * step / steps,
            start[1] + (end[1] - start[1]) * step / steps,
        )
        for step in range(steps + 1)
    ]


def overlapping_pairs(boxes: Sequence[Rect]) -> Iterator[tuple[int, int]]:
    """The indices of boxes that overlap by more than `TOLERANCE`, the one further left first.

    A hostile manifest may stack thousands of boxes, so each is compared with many at a time.
    """
    by_left = sorted(range(len(boxes)), key=lambda index: boxes[index].x)
    ordered = [boxes[index] for index in by_left]
    left, low, high = (
        numpy.array([getattr(box, side) for box in ordered]) for side in ("x", "y", "bottom")
    )
    for index, box in enumerate(ordered):
        neighbours = slice(index + 1, int(numpy.searchsorted(left, box.right - TOLERANCE)))
        lower = numpy.where(low[neighbours] < box.y, high[neighbours], box.bottom)
        upper = numpy.maximum(low[neighbours], box.y)
        for other in numpy.flatnonzero(upper < lower - TOLERANCE):
            yield by_left[index], by_left[index + 1 + int(other)]
