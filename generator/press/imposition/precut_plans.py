"""Precut plans: pieces in the places of label sheets and perforated card sheets.

Pieces that fit a place leave their part for a file of their own.  On a sheet that is printed on one
side, each face of a piece takes a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.base.errors import Fault, KitError
from generator.base.units import MM, Rect
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.imposition.duplex import DUPLEX, Backs, Fold, turned_over
from generator.press.imposition.pages.slots import STRIP, Page, Slot, placement_matrix
from generator.press.imposition.sheet_plans import (
    FacePlan,
    SheetPlan,
    back_plan,
    front_plan,
    second_face,
)
from generator.press.marks.crop_marks import CAPTION_CLEAR
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece, in_mm, pieces_of, with_pieces
from generator.press.precut import PrecutSheet
from generator.press.scene.paths import overlap

BLEED = 2 * MM
"""Bleed beyond the outer edges of the places."""
_EDGE = 1 * MM
"""Gap between a caption and the edge of the paper, where printers may not print."""
_MAX_SIZES = 2
"""Maximum number of piece sizes that an error names."""


@dataclass(frozen=True, slots=True)
class PrecutPart:
    """The pieces for one precut sheet, as a part of their own."""

    sheet: PrecutSheet
    part: Part


def precut_parts(
    parts: Sequence[Part], paper: Paper, words: Translator = UNTRANSLATED
) -> tuple[PrecutPart, ...]:
    """The pieces that fit the precut sheets of the paper, each on the first sheet that it fits.

    Raises KitError for a sheet that no piece fits.
    """
    left = pieces_of(parts)
    precut: list[PrecutPart] = []
    for sheet in paper.precut:
        fitting = [piece for piece in left if sheet.fits(piece)]
        if not fitting:
            raise KitError(_nothing_fits(sheet, left, precut))
        ids = {piece.id for piece in fitting}
        left = [piece for piece in left if piece.id not in ids]
        precut.append(PrecutPart(sheet, Part(sheet.name, sheet.title(words), tuple(fitting))))
    return tuple(precut)


def without_precut(parts: Sequence[Part], precut: Sequence[PrecutPart]) -> tuple[Part, ...]:
    """The parts without the pieces on precut sheets; parts with nothing left are dropped."""
    taken = {piece.id for each in precut for piece in each.part.pieces}
    return with_pieces(parts, lambda piece: piece.id not in taken)


def _nothing_fits(
    sheet: PrecutSheet, pieces: Sequence[Piece], before: Sequence[PrecutPart]
) -> Fault:
    place = sum(sheet.size)
    nearest = sorted(pieces, key=lambda piece: abs(sum(piece.size) - place))
    sizes = list(dict.fromkeys(in_mm(piece.size) for piece in nearest))[:_MAX_SIZES]
    shape = "round" if sheet.round else "rectangular"
    hint = "the sheets before it take all pieces: leave it out"
    if pieces:
        known = f"the pieces nearest in size are {' and '.join(sizes)}"
        hint = f"{known}: choose another sheet, --scale them, or leave it out"
    elif not before:
        hint = "no pieces are printed: leave it out"
    return Fault(
        f"no piece fits --precut {sheet.name}, whose places are {shape}, {sheet.measure(UNTRANSLATED)}",
        hint=hint,
        check="precut-sheet",
    )


def plan_precut(precut: PrecutPart, paper: Paper, backs: Backs) -> tuple[SheetPlan, ...]:
    """The sheets of a file of precut sheets, in print order."""
    sheet, part = precut.sheet, precut.part
    on_both_sides = backs in DUPLEX and not sheet.one_sided
    faces = [
        (piece, copy, face)
        for piece in part.pieces
        for copy in range(1, piece.copies + 1)
        for face in _faces_to_place(piece, backs, on_both_sides=on_both_sides)
    ]
    places = list(sheet.places(BLEED))
    strip = _strip(sheet, paper)
    plans: list[SheetPlan] = []
    free = places[sheet.first - 1 :]
    while faces:
        here, faces = faces[: len(free)], faces[len(free) :]
        laid = [
            (_slot(sheet, piece, copy, *place, paper), face)
            for (piece, copy, face), place in zip(here, free, strict=False)
        ]
        free = places
        page = Page(part, paper, strip, (tuple(slot for slot, _ in laid),), marked=False)
        plan = front_plan(page)
        block = tuple(
            _second_face_in_place(slot) if face == "back" else first
            for (slot, face), first in zip(laid, plan.blocks[0], strict=True)
        )
        plans.append(replace(plan, blocks=(block,)))
        if on_both_sides and part.backed:
            plans.append(back_plan(page, turned_over(paper, backs)))
    return tuple(plans)


def _faces_to_place(piece: Piece, backs: Backs, *, on_both_sides: bool) -> Iterator[str]:
    """The faces of a piece that take a place each."""
    yield "front"
    if piece.back and not on_both_sides and (backs != "none" or piece.two_sided):
        yield "back"


def _slot(
    sheet: PrecutSheet, piece: Piece, copy: int, place: Rect, limit: Rect, paper: Paper
) -> Slot:
    """A piece in the middle of a place."""
    turned = sheet.turn_of(piece) == 90
    width, height = piece.size[::-1] if turned else piece.size
    x = place.x + (place.width - width) / 2
    y = place.y + (place.height - height) / 2
    rect = Rect(x, y, width, height)
    return Slot(piece, copy, placement_matrix(rect, turned), rect, overlap(limit, paper.box))


def _second_face_in_place(slot: Slot) -> FacePlan:
    """The second face of a piece in a place of its own, as a label."""
    face = second_face(slot, Fold("x", slot.rect.center[0]).mirror)
    art = face.placement.rect.grown(face.scene.bleed)
    return replace(face, box=overlap(art, slot.limit), room=slot.limit)


def _strip(sheet: PrecutSheet, paper: Paper) -> Rect:
    """The strip for the caption, beside all art: below, above, or at a side; empty without room."""
    art = sheet.box.grown(BLEED)
    need, margin = STRIP + CAPTION_CLEAR, paper.margin
    along = Rect(margin, 0.0, paper.width - 2 * margin, STRIP)
    across = Rect(0.0, margin, STRIP, paper.height - 2 * margin)
    if paper.height - art.bottom >= need + _EDGE:
        return along._replace(y=max(paper.height - margin - STRIP, art.bottom + CAPTION_CLEAR))
    if art.y >= need + _EDGE:
        return along._replace(y=min(margin, art.y - need))
    if art.x >= need + _EDGE:
        return across._replace(x=min(margin, art.x - need))
    if paper.width - art.right >= need + _EDGE:
        return across._replace(x=max(paper.width - margin - STRIP, art.right + CAPTION_CLEAR))
    return along._replace(height=0.0)
