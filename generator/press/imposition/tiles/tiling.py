"""Tiling: a piece larger than the paper as a grid of overlapping tiles.

Tiles are named like the cells of a spreadsheet, but with letters for rows: A1, A2, ... in the top
row, B1 below A1.  Each shows 6 mm more of the piece than its share: beyond the seams to its right
and lower neighbours lies a flap on which those are glued.  So every tile is cut at the seams to its
left and above, and covers the flaps of the tiles before it.  Tiles are glued into rows first, then
row to row.

Arrows show where: two meet at each end of a seam, in areas that are hidden or cut off in the end
(flaps, and beyond the piece's edges).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from generator.base.units import MM, Rect, Size
from generator.press.scene.items import Outline
from generator.press.scene.paths import polygon

OVERLAP = 6 * MM
"""Width of a flap, i.e. of the strip that both neighbours show."""
MAX_TILES = 64
"""Maximum number of sheets for one piece; more are taken for a mistake."""
SLACK = 1e-6
"""Tolerance in points for rounding in a sum of lengths."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of a face: its row and column, counted from 0, and the numbers of rows and columns.

    `shown` is the part of the face, in points from the upper left corner of its trim.  A `mirrored`
    tile is of a second face: its columns run from right to left, as seen from that side.  `arrows`
    are triangles whose points lie on a seam, in the coordinates of the face.
    """

    row: int
    column: int
    rows: int
    columns: int
    shown: Rect
    mirrored: bool = False
    arrows: tuple[Outline, ...] = ()

    @property
    def name(self) -> str:
        return tile_name(self.row, self.column)

    @property
    def has_right(self) -> bool:
        """Whether there is a tile after it in its row."""
        return self.column + 1 < self.columns

    @property
    def has_lower(self) -> bool:
        """Whether there is a tile below it."""
        return self.row + 1 < self.rows

    def for_back(self, width: float) -> Tile:
        """The tile of the second face behind this one, on a piece of that width."""
        x = width - self.shown.right
        shown = self.shown._replace(x=x)
        return replace(self, shown=shown, mirrored=not self.mirrored, arrows=())


def tile_name(row: int, column: int) -> str:
    """The name of a tile by its row and column, counted from 0."""
    return f"{ascii_uppercase[row]}{column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A piece of `size` split at seams into tiles, each on a page split into `strip` and `area`.

    `across` are the seams between columns, as distances from the left edge; `down` those between
    rows, from the upper edge.  A `turned` tile lies on its side, a quarter turn clockwise.
    """

    size: Size
    across: tuple[float, ...]
    down: tuple[float, ...]
    turned: bool
    strip: Rect
    area: Rect

    @property
    def rows(self) -> int:
        return len(self.down) + 1

    @property
    def columns(self) -> int:
        return len(self.across) + 1

    @property
    def cell(self) -> Size:
        """The size of the largest tile, upright."""
        return Size(
            max(end - begin for begin, end in _spans(self.across, self.size.width)),
            max(end - begin for begin, end in _spans(self.down, self.size.height)),
        )

    def tiles(self) -> Iterator[Tile]:
        """All tiles, row by row."""
        for row, (top, bottom) in enumerate(_spans(self.down, self.size.height)):
            for column, (left, right) in enumerate(_spans(self.across, self.size.width)):
                shown = Rect(left, top, right - left, bottom - top)
                yield Tile(row, column, self.rows, self.columns, shown)


def _spans(seams: tuple[float, ...], length: float) -> Iterator[tuple[float, float]]:
    """Start and end of each tile along one direction, with its flap (the last one has none)."""
    ends = *(seam + OVERLAP for seam in seams), length
    return zip((0.0, *seams), ends, strict=True)


def _even_seams(length: float, count: int) -> tuple[float, ...]:
    """The seams that split a length into `count` tiles of one size."""
    cell = (length + (count - 1) * OVERLAP) / count
    return tuple(index * (cell - OVERLAP) for index in range(1, count))


def best_tiling(size: Size, bleed: float, pages: Sequence[tuple[Rect, Rect]]) -> Tiling | None:
    """The tiling with the fewest sheets; None if it takes more than `MAX_TILES`.

    `pages` are the ways to split a page into a strip and an area for the tile.  Of tilings with
    equally few sheets, the first that leaves room for the bleed wins; then the first way, upright
    before turned.
    """
    best: Tiling | None = None
    best_cost: tuple[int, bool] = (MAX_TILES, True)
    for strip, area in pages:
        for turned in (False, True):
            room = Size(area.height, area.width) if turned else Size(area.width, area.height)
            if min(room) <= OVERLAP:
                continue
            rows, columns = (
                _tile_count(size.height, room.height),
                _tile_count(size.width, room.width),
            )
            across, down = _even_seams(size.width, columns), _even_seams(size.height, rows)
            tiling = Tiling(size, across, down, turned, strip, area)
            width, height = tiling.cell
            tight = width + 2 * bleed > room.width or height + 2 * bleed > room.height
            cost = rows * columns, tight
            if rows <= len(ascii_uppercase) and (cost < best_cost if best else cost <= best_cost):
                best, best_cost = tiling, cost
    return best


def _tile_count(length: float, room: float) -> int:
    """How many tiles of at most `room` cover a length."""
    return max(1, math.ceil((length - OVERLAP - SLACK) / (room - OVERLAP)))


_ARROW_LENGTH = 2.2 * MM
_ARROW_WIDTH = 2.6 * MM
"""Length of an arrow, and width of its base, if there is room."""
_MIN_ARROW_WIDTH = 1.2 * MM
_ARROW_RIM = 0.15 * MM
"""Minimum visible width of an arrow, and width of the light line around it."""


def with_arrows(tile: Tile, size: Size, room: Rect) -> Tile:
    """A tile of a piece of that size with its arrows, as far as there is `room` to draw on the page.

    Between columns they stand at the foot of a seam: on the flap that the row below covers, or
    beyond the edge of the piece, and in the first row beyond its upper edge, too.  Between rows
    they stand at both ends of a whole row.  What sticks out is cut off last, once everything is
    joined.
    """
    shown, (width, height) = tile.shown, size
    left, top = shown.x, shown.y
    right = shown.right - OVERLAP if tile.has_right else None
    lower = shown.bottom - OVERLAP if tile.has_lower else None
    foot = (lower, shown.bottom) if lower is not None else (height, room.bottom)
    ends = [foot] if tile.row else [foot, (room.y, 0.0)]
    arrows = []
    for begin, end in ends:
        if tile.column:
            arrows.append(_arrow(left, (begin, end), 1, upright=True))
        if right is not None:
            arrows.append(_arrow(right, (begin, end), -1, upright=True))
    sides = [(room.x, 0.0)] * (not tile.column) + [(width, room.right)] * (not tile.has_right)
    for begin, end in sides:
        if tile.row:
            arrows.append(_arrow(top, (begin, end), 1, upright=False))
        if lower is not None:
            arrows.append(_arrow(lower, (begin, end), -1, upright=False))
    return replace(tile, arrows=tuple(arrow for arrow in arrows if arrow))


def _arrow(seam: float, along: tuple[float, float], side: int, *, upright: bool) -> Outline | None:
    """A triangle in a strip across a seam that points at it from one side; None if there is no room."""
    begin, end = along
    width = min(_ARROW_WIDTH, end - begin - 2 * _ARROW_RIM)
    if width < _MIN_ARROW_WIDTH - SLACK:
        return None
    middle, base = (begin + end) / 2, seam + side * _ARROW_LENGTH
    points = ((seam, middle), (base, middle - width / 2), (base, middle + width / 2))
    return polygon(points if upright else [(y, x) for x, y in points])
