"""Warnings about pieces: too few dots, marks printed literally, marked backs, different cuts."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import CheckFailed, Fault, some_of
from generator.kit.load import Kit
from generator.kit.tables.field_types import LooseText
from generator.kit.tables.records import Table
from generator.press.layout.checks.resolution import coarse_images, too_coarse, warning
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, backs_by_component, pieces_of, same_cut
from generator.press.text.inline import escape_broken

OTHER_CUT = "its back is cut along another line than its front"
SAME_CUT = "give both templates the same corners, shape or mirrored outline"


def different_cuts(kit: Kit, parts: Sequence[Part]) -> list[Fault]:
    """A fault for each component with a back that does not end where its front is cut."""
    other = {
        piece.component
        for piece in pieces_of(parts)
        if piece.back and not same_cut(piece.front, piece.back)
    }
    return [
        Fault(OTHER_CUT, component.place_of("back"), component.title, SAME_CUT, "different-cuts")
        for component in kit.file.components
        if component.id in other
    ]


def check_resolution(faces: FaceSet, parts: Sequence[Part], *, draft: bool = False) -> str:
    """A warning about pictures with too few dots for their printed size; "" if all are fine.

    Raises CheckFailed for far too few, unless it is a draft or the kit allows them.
    """
    coarse = coarse_images(face for piece in pieces_of(parts) for face in piece.faces)
    if (unacceptable := too_coarse(coarse)) and not draft and faces.kit.file.coarse != "allow":
        raise CheckFailed(each.fault(faces.place_of(each.image)) for each in unacceptable)
    return warning(coarse)


def loose_marks(kit: Kit) -> str:
    """A warning about marks in the text of tables that are printed literally; "" if there are none."""
    found = [
        f"{row.place_of(name)}: {label}: {error.faults[0].message}"
        for table in kit.tables.values()
        if isinstance(table, Table)
        for row, label in table.with_labels()
        for name in row
        if isinstance(row[name], LooseText)
        for error in escape_broken(row[name])[1]
    ]
    if not found:
        return ""
    named = some_of(found, 400).replace(", … and", "; … and")
    return f"warning: unclosed marks are printed as they are, since game.yaml allows loose markup: {named}"


def marked_backs(kit: Kit, parts: Sequence[Part]) -> list[Fault]:
    """A fault for each component whose backs differ, although they are not played: a marked deck.

    Backs that are meant to tell pieces apart must be printed in any case, as those of two-sided
    pieces are.
    """
    faults = []
    pieces = [piece for piece in pieces_of(parts) if piece.back]
    backs = backs_by_component(pieces)
    for component in kit.file.components:
        different = len(backs.get(component.id, ()))
        if different > 1 and not component.two_sided:
            count = sum(piece.copies for piece in pieces if piece.component == component.id)
            backs_differ = f"its {count} pieces have {different} different backs"
            message = f"{backs_differ}, which tell what is on their fronts"
            hint = 'draw one back for all, or say "two-sided: true" if they are to be told apart'
            place = component.place_of("back")
            faults.append(Fault(message, place, component.title, hint, "marked-backs"))
    return faults
