"""Work estimate: the cuts, folds, gluing and minutes that the sheets of a kit take.

Every figure is counted on the printed sheets.  A straight cut is a line across a sheet along which
one piece ends or two are separated, so shared edges are cut once; pieces with an outline are cut
out one by one, and round corners after the straight cuts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from pydantic import Field, PlainValidator

from generator.base.load_document import load_form
from generator.base.schema import ClosedModel, validation_error
from generator.base.units import Size, mm
from generator.press.imposition.sheet_plans import SheetPlan
from generator.press.layout.folds import folds_in
from generator.press.pieces.piece import Piece, is_straight, same_size
from generator.press.scene.items import Outline
from generator.press.scene.polygons import curve

WORK = "work.yaml"

_CHORDS = 8
"""Number of straight lines by which the length of a curve is measured."""

_UPRIGHT = 0.01
"""Tolerance in points up to which a line counts as horizontal or vertical."""


def _range(value: object) -> tuple[float, float]:
    match value:
        case [int() | float() as quick, int() | float() as careful] if 0 <= quick <= careful:
            return float(quick), float(careful)
    raise validation_error("must be two numbers of seconds, the smaller one first")


Seconds = Annotated[tuple[float, float], PlainValidator(_range), Field()]


class WorkRates(ClosedModel):
    """Seconds that each kind of work takes, first for quick hands, then for careful ones."""

    cut: Seconds
    outline: Seconds
    fold: Seconds
    glued: Seconds
    machine: Seconds = (60.0, 180.0)


@dataclass(frozen=True, slots=True)
class WorkEstimate:
    """The work to do: straight cuts, centimetres of outline, folds, pieces to glue, and sheets to put
    into a cutting machine.
    """

    cuts: int = 0
    outline: float = 0.0
    folds: int = 0
    glued: int = 0
    machine: int = 0

    def __add__(self, other: WorkEstimate) -> WorkEstimate:
        names = [field.name for field in fields(self)]
        return WorkEstimate(*(getattr(self, name) + getattr(other, name) for name in names))

    def __mul__(self, times: int) -> WorkEstimate:
        return WorkEstimate(*(getattr(self, field.name) * times for field in fields(self)))

    def minutes(self, rates: WorkRates) -> tuple[int, int]:
        """The minimum and maximum time that it takes, in whole minutes."""
        min_seconds, max_seconds = (
            self.cuts * rates.cut[index]
            + self.outline * rates.outline[index]
            + self.folds * rates.fold[index]
            + self.glued * rates.glued[index]
            + self.machine * rates.machine[index]
            for index in (0, 1)
        )
        return round(min_seconds / 60), math.ceil(max_seconds / 60)


def read_rates(shared: Iterable[Path]) -> WorkRates:
    """The rates from the first of the shared folders that states them.  Raises KitError."""
    return load_form(shared, WORK, WorkRates)


def estimate_work(sheets: Sequence[SheetPlan], pieces: Iterable[Piece]) -> WorkEstimate:
    """The work of these sheets, which show these pieces (and perhaps others)."""
    by_id = {piece.id: piece for piece in pieces}
    return sum(
        (_on_sheet(sheet, by_id) for sheet in sheets if sheet.side == "front"), WorkEstimate()
    )


def _on_sheet(sheet: SheetPlan, pieces: dict[str, Piece]) -> WorkEstimate:
    paper = sheet.size
    across: set[float] = set()
    down: set[float] = set()
    outline, folds, glued = 0.0, 0, 0
    if any(face.fold for face in sheet.placements):
        folds, glued = 1, 1  # a folded sheet is glued as a whole, and cut through both layers
    for face in sheet.placements:
        rect = face.rect
        if face.fold and face.face == "back":
            continue
        if same_size(Size(rect.width, rect.height), paper):
            continue  # the piece is the sheet itself
        piece = pieces[face.piece]
        if not sheet.by_machine:
            corners = 0.0
            if face.outlined:
                assert piece.front.trim is not None
                if is_straight(piece.front.trim, piece.size):
                    corners = length(piece.front.trim, only_corners=True)
                outline += corners or length(piece.front.trim)
            if corners or not face.outlined:
                across.update(round(edge, 1) for edge in (rect.y, rect.bottom))
                down.update(round(edge, 1) for edge in (rect.x, rect.right))
        if face.face == "front":
            found = sum(1 for _ in folds_in(piece.front.items))
            folds += found
            # a folded piece is glued together, a tile to the one before it
            glued += bool(found) or bool(face.tile)
        else:
            glued += 1  # a second face on a front is glued to the back of a first face
    cuts = len(across) + len(down)
    return WorkEstimate(cuts, mm(outline) / 10, folds, glued, int(sheet.by_machine))


def length(outline: Outline, *, only_corners: bool = False) -> float:
    """The length of an outline, in the unit of its points; of curves to about a thousandth.

    `only_corners` leaves out what is straight across or down.
    """
    line = _slanting if only_corners else math.dist
    total = 0.0
    start = here = (0.0, 0.0)
    for segment in outline:
        match segment:
            case ("M", x, y):
                start = here = (x, y)
            case ("L", x, y):
                total += line(here, (x, y))
                here = (x, y)
            case ("C", x1, y1, x2, y2, x, y):
                points = [here, *curve(here, (x1, y1), (x2, y2), (x, y), steps=_CHORDS)]
                total += sum(map(math.dist, points, points[1:]))
                here = (x, y)
            case _:
                total += line(here, start)
                here = start
    return total


def _slanting(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The length of a line; 0 if it is straight across or down."""
    upright = min(abs(one[0] - other[0]), abs(one[1] - other[1])) < _UPRIGHT
    return 0.0 if upright else math.dist(one, other)
