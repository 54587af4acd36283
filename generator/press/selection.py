"""Selections: what of a kit is printed, with the pages and files that go with it.

A request selects the whole kit, one part or kind of piece, some pieces, a map that the game generates,
or what has changed since an older build.  Each becomes one `Selected`, and later steps need not know which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.base.errors import KitError
from generator.kit.load import Kit
from generator.press.choice_of_parts import choose, drawn_components, has_quick_start, spare_parts
from generator.press.imposition.sheet_plans import SheetPlan
from generator.press.instructions.packing_list import lines_of, packing_list
from generator.press.instructions.page import instruction_page, on_paper, placeholder
from generator.press.instructions.work_estimate import read_rates
from generator.press.library import sleeves
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.generated_maps import GeneratedMap
from generator.press.pieces.piece import Part, Piece, pieces_of, with_pieces
from generator.press.request import (
    EXTRAS,
    MAPS,
    MONITORS,
    QUICK_START,
    RULEBOOK,
    SPARES,
    WHOLE,
    BuildRequest,
)
from generator.press.upgrade.changes import find_changes
from generator.press.upgrade.sheets import PART as UPGRADE
from generator.press.upgrade.sheets import change_pages, marked_parts, reserved_pages


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Pages that come first but are made last, since they describe all sheets of the file.

    `make` gets the plans of all those sheets, including the `reserved` pages, and the plans of each
    file for precut sheets, by file name.
    """

    reserved: Part
    make: Callable[[Sequence[SheetPlan], Mapping[str, Sequence[SheetPlan]]], Part]


@dataclass(frozen=True, slots=True)
class Selected:
    """What is printed: `parts` on sheets in a file of that `name`, and what goes with them.

    The whole kit has no name.
    """

    name: str
    all_parts: tuple[Part, ...]
    """All parts of the kit, for the rulebook to list."""
    parts: tuple[Part, ...]
    extras: tuple[Part, ...] = ()
    """Parts that people may own already, on sheets in a file of their own."""
    front: FrontMatter | None = None
    rulebook: bool = False
    quick_start: bool = False
    drawings: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)
    """The pieces that are also drawn, each in a file of its own, by the folder of those files."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Files of plain text, by name."""
    notes: tuple[str, ...] = ()
    """Notes for the person who prints."""
    subfolder: str = ""


def file_name(kit: Kit, what: str, paper: Paper) -> str:
    """The name of a file: `grumbles-print-a4.pdf`, in another language `...-a4-de.pdf`."""
    return "-".join(filter(None, (kit.name, what, paper.name, kit.words.language))) + ".pdf"


def select(
    request: BuildRequest, paper: Paper, faces: FaceSet, generated: GeneratedMap | None = None
) -> Selected:
    """Select what a request asks for.

    Raises KitError with the faults of all faces, for a part that is not there, and for a booklet
    that cannot be made; and as `find_changes` does.
    """
    if generated:
        return _select_map(generated, faces)
    if request.selection.since:
        return _select_changes(request, faces)
    if request.selection.spares:
        return _select_spares(request, faces)
    if request.selection.only != WHOLE:
        return _select_part(request, paper, faces, faces.parts())
    return whole_kit(request, paper, faces, faces.parts())


def whole_kit(
    request: BuildRequest, paper: Paper, faces: FaceSet, parts: tuple[Part, ...]
) -> Selected:
    """The whole kit, with the pages that explain it."""
    kit, backs, renderer = faces.kit, request.target.backs, faces.renderer
    rulebook = bool(kit.file.rulebook)
    _check_book(request, rulebook)
    chosen, extras, left_out = choose(kit, parts, request.selection)
    groups = packing_list(kit.file.components, (*chosen, *extras))
    extras_file = (
        file_name(kit, EXTRAS, paper) if extras else "",
        lines_of(pieces_of(extras or left_out)),
    )
    book = file_name(kit, RULEBOOK, paper) if rulebook else ""
    shared = kit.folders.shared
    rates = read_rates(shared)

    def make(sheets: Sequence[SheetPlan], precut: Mapping[str, Sequence[SheetPlan]]) -> Part:
        pages = instruction_page(
            renderer, chosen, sheets, backs, book, rates, groups, extras_file, precut,
            enlarged=faces.enlarged_titles(), copies=request.target.copies, sleeves=sleeves(shared),
        )  # fmt: skip
        return on_paper(pages, paper)

    large = request.edition.large_print
    front = FrontMatter(placeholder(paper, chosen, backs, groups, large=large), make)
    printed = (*chosen, *extras)
    drawings = {f"{kind}/": _drawn_pieces(kit, kind, printed) for kind in (MAPS, MONITORS)}
    quick_start = has_quick_start(kit)
    return Selected("", parts, chosen, extras, front, rulebook, quick_start, drawings)


def _select_part(
    request: BuildRequest, paper: Paper, faces: FaceSet, parts: tuple[Part, ...]
) -> Selected:
    """One part, the maps, the monitors, the rulebook, or its quick-start sheet."""
    kit, only = faces.kit, request.selection.only
    rulebook = only == RULEBOOK and bool(kit.file.rulebook)
    quick_start = only in (RULEBOOK, QUICK_START) and has_quick_start(kit)
    _check_book(request, rulebook)
    chosen: tuple[Part, ...] = ()
    drawings = {}
    if not rulebook and not quick_start:
        drawn = drawn_components(kit, only) if only in (MAPS, MONITORS) else []
        chosen = with_pieces(
            parts, lambda piece: piece.component in (drawn or (only,)) or piece.part == only
        )
        chosen = choose(kit, chosen, request.selection).needed
        drawings = {"": tuple(pieces_of(chosen))} if drawn else {}
    return Selected(
        only, parts, chosen, rulebook=rulebook, quick_start=quick_start, drawings=drawings
    )


def _select_spares(request: BuildRequest, faces: FaceSet) -> Selected:
    """Some pieces, to replace lost ones."""
    _check_book(request, rulebook=False)
    parts = faces.parts()
    return Selected(SPARES, parts, spare_parts(faces.kit, parts, request.selection.spares))


def _select_map(generated: GeneratedMap, faces: FaceSet) -> Selected:
    """A map that the game has generated, with the row to paste into the kit's data."""
    part = faces.part_of(generated.component.id, generated.id)
    texts = {f"{generated.id}.yaml": generated.text}
    drawings = {"": part.pieces}
    return Selected(MAPS, (part,), (part,), drawings=drawings, texts=texts, notes=generated.notes)


def _select_changes(request: BuildRequest, faces: FaceSet) -> Selected:
    """The changes since an older build, with pages that list them."""
    parts = faces.parts()
    upgrade = find_changes(request, faces, parts)
    marked, unmarked = marked_parts(faces.renderer, upgrade, parts)

    def make(sheets: Sequence[SheetPlan], precut: Mapping[str, Sequence[SheetPlan]]) -> Part:
        return change_pages(faces.renderer, upgrade, unmarked, len(sheets))

    reserved = reserved_pages(faces.renderer, upgrade)
    front = FrontMatter(reserved, make) if upgrade.changes else None
    return Selected(
        UPGRADE, parts, marked, front=front, notes=upgrade.notes, subfolder=upgrade.folder
    )


def _check_book(request: BuildRequest, rulebook: bool) -> None:
    """Raise KitError for a form of the rulebook that cannot be made."""
    if request.target.booklet and not rulebook:
        message = "a booklet needs the rulebook, which is left out or does not exist"
        raise KitError(message, hint="leave out --booklet", check="booklet-impossible")
    if request.book.screen and not rulebook:
        message = "a page for screens needs the rulebook, which is left out or does not exist"
        raise KitError(message, hint="leave out --for-screen", check="conflicting-options")
    if request.target.booklet and request.edition.large_print:
        message = "a page in large print fills a whole sheet, so it cannot be in a booklet"
        hint = "leave out --booklet or --large-print"
        raise KitError(message, hint=hint, check="booklet-impossible")
    if request.book.layout != "book" and (request.target.booklet or request.edition.large_print):
        message = "two columns fill the whole paper, without room for a booklet or large print"
        hint = "leave out --layout, or --booklet and --large-print"
        raise KitError(message, hint=hint, check="conflicting-options")


def _drawn_pieces(kit: Kit, kind: str, parts: Sequence[Part]) -> tuple[Piece, ...]:
    """The pieces that are maps, or monitors."""
    components = drawn_components(kit, kind)
    return tuple(piece for piece in pieces_of(parts) if piece.component in components)
