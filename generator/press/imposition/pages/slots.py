"""Slots: places for pieces on a page, and the ways to split a page into caption strip and area."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from generator.base.units import MM, Matrix, Rect
from generator.press.cutter import Cutter
from generator.press.imposition.duplex import Fold
from generator.press.imposition.tiles.tiling import Tile
from generator.press.marks.crop_marks import CAPTION_CLEAR, MARK_DEPTH
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece

STRIP = 3.2 * MM
"""Height of the strip for the caption."""
CLEAR = CAPTION_CLEAR + MARK_DEPTH
"""Gap between the caption and all art: room for a crop mark that stays clear of the caption."""
_IN_MARGIN = 1 * MM
"""Gap around a caption in the margin, between the usable area and the paper's edge."""
MARK_ROOM = 3 * MM
"""Distance between the bleeds of two blocks: room for a crop mark of either."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One copy of a piece in its place on the front of a sheet, in points.

    `matrix` maps the front's own coordinates to the sheet, `rect` is its trim there, and `limit` is
    the box that the art may fill.  A `cut_line` follows the outline where there is room for one.
    `cuts` are the edges that are cut along crop marks, each a box without width or height.  For a
    piece too large for a page, a slot shows one `tile`, and `rect` is that part of the trim.
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

    `paper` is the sheet; for a roll, as much of it as the page needs.  `marked` is False
    for a piece that is the whole sheet and is not cut out.  With a `fold`, the slots lie on one
    side of it and their backs on the other.
    """

    part: Part
    paper: Paper
    strip: Rect
    blocks: tuple[tuple[Slot, ...], ...]
    marked: bool = True
    fold: Fold | None = None

    @property
    def slots(self) -> Iterator[Slot]:
        return (slot for block in self.blocks for slot in block)


class SplitPage(NamedTuple):
    """The usable area of a page, split into a strip for the caption and an area for fronts.

    With a `fold`, the area ends before it, and the backs lie at the same distance behind it.
    """

    strip: Rect
    area: Rect
    fold: Fold | None = None


Split: TypeAlias = Callable[[Paper], tuple[SplitPage, ...]]
"""The ways to split a page of some paper, best first."""


def split_page(
    paper: Paper, depth: float = STRIP, clearance: float = CLEAR
) -> tuple[SplitPage, ...]:
    """The caption strip below or at the left, and the area for pieces, `clearance` away from it.

    A cutting machine needs the room around its marks empty: the strip lies between the lower ones.
    """
    if paper.cutter and paper.cutter.corners:
        strip = _strip_between_marks(paper, paper.cutter)
        return tuple(SplitPage(strip, area) for area in paper.cutter.areas(paper.box))
    x, y, width, height = paper.usable
    # a page off a roll is cut with room to spare
    taken = depth + (0.0 if paper.roll else clearance)
    below = SplitPage(Rect(x, y + height - depth, width, depth), Rect(x, y, width, height - taken))
    beside = SplitPage(Rect(x, y, depth, height), Rect(x + taken, y, width - taken, height))
    return below, beside


def _strip_between_marks(paper: Paper, cutter: Cutter) -> Rect:
    """A strip below all pieces, within the printable area if the marks leave room for it."""
    room, height = cutter.corner_room, paper.height
    below = height - cutter.inset - cutter.thickness  # where the area of the pieces ends
    top = max(below, height - paper.margin - STRIP)
    return Rect(room, top, paper.width - 2 * room, STRIP)


def margin_strip(paper: Paper) -> Rect | None:
    """A strip in the lower margin, if that is high enough; printers may lose its contents."""
    if paper.margin < STRIP + 2 * _IN_MARGIN:
        return None
    x, y, width, height = paper.usable
    side = MARK_ROOM  # between the crop marks at the corners
    return Rect(x + side, y + height + _IN_MARGIN, width - 2 * side, STRIP)


def roomy_split(paper: Paper) -> tuple[SplitPage, ...]:
    """The ways of `split_page`, and a third with the most room: the caption moves into the margin."""
    splits, strip = split_page(paper), margin_strip(paper)
    if strip is None or paper.roll:
        return splits
    x, y, width, height = paper.usable
    return (*splits, SplitPage(strip, Rect(x, y, width, height + _IN_MARGIN - CLEAR)))


def edges(rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """The left, upper, right and lower edge of a box, as boxes without width or height."""
    x, y, width, height = rect
    return (
        Rect(x, y, 0.0, height),
        Rect(x, y, width, 0.0),
        Rect(rect.right, y, 0.0, height),
        Rect(x, rect.bottom, width, 0.0),
    )


def placement_matrix(rect: Rect, turned: bool) -> Matrix:
    """The matrix from a box at the origin to `rect`, a quarter turn clockwise if `turned`."""
    if turned:
        return Matrix.turn(90).then(Matrix.move(rect.right, rect.y))
    return Matrix.move(rect.x, rect.y)


def centered(size: float, start: float, room: float, bleed: float, paper: float) -> float:
    """The start of something of this size when centred on the paper.

    It stays within the room that starts at `start`, with its bleed where possible.
    """
    edge = min(bleed, max(room - size, 0.0) / 2)
    return min(max((paper - size) / 2, start + edge), start + room - size - edge)
