"""What pages are made of: a piece at its place on the front of a sheet, and the room around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.sheets.paper import Paper
from generator.sheets.pieces import Part, Piece
from generator.sheets.tiles import Tile
from generator.units import MM, Matrix, Rect

STRIP = 3.2 * MM
"""Height of the strip that is kept free for the caption."""
MARK_ROOM = 3 * MM
"""Room between the bleeds of two blocks: a crop mark of either fits in."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One copy of a piece at its place, in sheet points, seen on the front of the sheet.

    `matrix` takes the front's own coordinates to the sheet, `rect` is its trim there, and `limit`
    the box that the art may fill.  A `cut_line` follows the outline where there is room for
    one; `cuts` are the edges that are cut along crop marks, each a box of no width or no height.

    Of a piece too large for a page a slot shows one `tile`; its `rect` is that part of the trim.
    """

    piece: Piece
    copy: int
    matrix: Matrix
    rect: Rect
    limit: Rect
    cut_line: bool = False
    cuts: tuple[Rect, ...] = ()
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """The front of one sheet: blocks of slots, and the strip for the caption.

    `marked` is false for a piece that is the sheet itself: it is not cut out.
    """

    part: Part
    strip: Rect
    blocks: tuple[tuple[Slot, ...], ...]
    marked: bool = True

    @property
    def slots(self) -> Iterator[Slot]:
        return (slot for block in self.blocks for slot in block)


def areas(paper: Paper, high: float = STRIP) -> tuple[tuple[Rect, Rect], ...]:
    """The ways to part the usable area into a caption strip, below or at the left, and the rest."""
    x, y, width, height = paper.usable
    below = Rect(x, y + height - high, width, high), Rect(x, y, width, height - high)
    beside = Rect(x, y, high, height), Rect(x + high, y, width - high, height)
    return below, beside


def edges(rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """The left, upper, right and lower edge of a box, as boxes of no width or no height."""
    x, y, width, height = rect
    return (
        Rect(x, y, 0.0, height),
        Rect(x, y, width, 0.0),
        Rect(rect.right, y, 0.0, height),
        Rect(x, rect.bottom, width, 0.0),
    )


def placed(rect: Rect, turned: bool) -> Matrix:
    """Takes a box at the origin to where it lies on the sheet, a quarter turn clockwise if so."""
    if turned:
        return Matrix.turn(90).then(Matrix.move(rect.right, rect.y))
    return Matrix.move(rect.x, rect.y)


def centred(size: float, start: float, room: float, bleed: float, paper: float) -> float:
    """Where something of this size starts to stand in the middle of the paper.

    It keeps within the room that starts at `start`, with its bleed too where that is possible.
    """
    edge = min(bleed, max(room - size, 0.0) / 2)
    return min(max((paper - size) / 2, start + edge), start + room - size - edge)
