"""Paper use: what share of the paper the pieces take up, and how many sides stay blank.

Only the area that a home printer reaches counts as paper; a piece counts with the area of its
outline.  A page that is itself a piece, such as the instruction page, does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.base.units import Size
from generator.press.imposition.sheet import Placement, Side
from generator.press.pieces.piece import Piece, same_size
from generator.press.scene.polygons import area, polygon_of


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of a sheet: its size, in points, and the pieces on it."""

    side: Side
    size: Size
    placements: Sequence[Placement]


class PaperShare(NamedTuple):
    """The share taken up by pieces, from 0 to 1: of all paper, and of the bands that they are in.

    A band runs straight across a sheet, along either side, and is just wide enough for all pieces:
    the rest of the sheet remains as one whole strip.
    """

    paper: float
    bands: float


def share_of_paper(
    sides: Iterable[PrintedSide], pieces: Iterable[Piece], margin: float
) -> PaperShare | None:
    """The share of the fronts that pieces take up; None if there are none to cut out."""
    filled = _fill_shares(pieces)
    used = whole = bands = 0.0
    for side in sides:
        cut = [one for one in side.placements if not same_size(Size(*one.rect[2:]), side.size)]
        if side.side == "front" and cut:
            width, height = (length - 2 * margin for length in side.size)
            wide = max(one.rect.right for one in cut) - min(one.rect.x for one in cut)
            high = max(one.rect.bottom for one in cut) - min(one.rect.y for one in cut)
            whole += width * height
            bands += min(width * high, wide * height)
            used += sum(one.rect.width * one.rect.height * filled[one.piece] for one in cut)
    return PaperShare(used / whole, used / bands) if whole else None


def blank_sides(sides: Iterable[Sequence[Placement]]) -> int:
    """The number of sides that are printed with nothing but a caption, from the pieces on each."""
    return sum(not placements for placements in sides)


def _fill_shares(pieces: Iterable[Piece]) -> Mapping[str, float]:
    """The share of its box that each piece fills, by its id."""
    return {
        piece.id: abs(area(polygon_of(piece.front.trim))) / (piece.size.width * piece.size.height)
        if piece.front.trim
        else 1.0
        for piece in pieces
    }
