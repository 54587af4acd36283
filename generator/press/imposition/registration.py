"""Registration offset: moves back pages so that they meet their fronts.

A printer that turns the paper over misplaces every back a little, always in the same direction.  An
offset, measured with a calibration sheet ("0.5,-1.25"), moves everything on every back page the
other way: the art, the captions, and the places given in the manifest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.base.errors import Fault, KitError
from generator.base.units import Rect, Size
from generator.press.imposition.offset import NO_OFFSET, Offset, check_offset_applies
from generator.press.imposition.sheet import Placement, Sheet
from generator.press.pieces.piece import Part, same_size
from generator.press.scene.items import Group, Scene
from generator.press.scene.paths import covers, transform_rect

_SLACK = 0.01
"""Tolerance in points for pieces that rounding makes longer."""


def offset_back(scene: Scene, offset: Offset) -> Scene:
    """A back page with everything on it moved by the offset."""
    if offset == NO_OFFSET:
        return scene
    return replace(scene, items=(Group(scene.items, offset.matrix),))


def offset_sheets(
    sheets: Sequence[Sheet], offset: Offset, backs: str, parts: Sequence[Part]
) -> tuple[Sheet, ...]:
    """The sheets with every back page moved.

    Raises KitError if there can be no back pages, and for pieces that would leave the paper.
    """
    check_offset_applies(offset, backs)
    if offset == NO_OFFSET:
        return tuple(sheets)
    names = {piece.id: piece.name for part in parts for piece in part.pieces}
    moved = tuple(_moved_back(sheet, offset) if sheet.side == "back" else sheet for sheet in sheets)
    outside = {
        face.piece for sheet in moved for face in sheet.placements if _leaves(face, sheet.scene)
    }
    if outside:
        raise KitError(
            Fault(
                f"--offset {offset} moves its back off the paper",
                item=name,
                hint="choose a larger paper, or adjust the printer's feed",
                check="offset-off-paper",
            )
            for piece, name in names.items()
            if piece in outside
        )
    return moved


def _moved_back(sheet: Sheet, offset: Offset) -> Sheet:
    matrix = offset.matrix
    faces = tuple(
        replace(face, matrix=face.matrix.then(matrix), rect=transform_rect(face.rect, matrix))
        for face in sheet.placements
    )
    return replace(sheet, scene=offset_back(sheet.scene, offset), placements=faces)


def _leaves(face: Placement, page: Scene) -> bool:
    """Whether part of a piece lies off the page; False for a page that is the piece itself."""
    rect, box = face.rect, Rect(0.0, 0.0, page.width, page.height).grown(_SLACK)
    if same_size(Size(rect.width, rect.height), Size(page.width, page.height)):
        return False
    return not covers(box, rect)
