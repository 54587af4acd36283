"""Selections: what of a kit is printed, with the pages and files that go with it.

A request selects the whole kit, one part or kind of piece, a map that the game generates, or what
has changed since an older build.  Each becomes one `Selected`, and nothing after it asks which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.base.errors import KitError, did_you_mean
from generator.kit.load import Kit
from generator.press.imposition.impose import SheetPlan
from generator.press.instructions.packing_list import packing_list
from generator.press.instructions.page import instruction_page, on_paper, placeholder
from generator.press.instructions.work_estimate import read_rates
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.generated_maps import GeneratedMap
from generator.press.pieces.piece import Part, Piece
from generator.press.request import MAPS, MONITORS, QUICK_START, RULEBOOK, WHOLE, BuildRequest
from generator.press.upgrade.changes import find_changes
from generator.press.upgrade.sheets import PART as UPGRADE
from generator.press.upgrade.sheets import change_pages, marked_parts, reserved_pages


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Pages laid first and made last, for they say what is on all sheets of the file.

    `make` gets the plans of all those sheets, the `reserved` pages among them.
    """

    reserved: Part
    make: Callable[[Sequence[SheetPlan]], Part]


@dataclass(frozen=True, slots=True)
class Selected:
    """What is printed: `parts` on sheets in a file of that `name`, and what goes with them.

    The whole kit has no name.
    """

    name: str
    every: tuple[Part, ...]
    """All parts that there are, for the rulebook to list."""
    parts: tuple[Part, ...]
    front: FrontMatter | None = None
    rulebook: bool = False
    quick_start: bool = False
    drawings: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)
    """The pieces that are also drawn, each in a file of its own, by the folder of those files."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Files of plain text, by name."""
    notes: tuple[str, ...] = ()
    """What to tell the person who prints."""
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
        return _generated_map(generated, faces)
    if request.selection.since:
        return _changes(request, faces)
    selected = whole_kit if request.selection.only == WHOLE else _part
    return selected(request, paper, faces, faces.parts())


def whole_kit(
    request: BuildRequest, paper: Paper, faces: FaceSet, parts: tuple[Part, ...]
) -> Selected:
    """All of a kit, with the pages that explain it."""
    kit, backs, renderer = faces.kit, request.target.backs, faces.renderer
    rulebook = bool(kit.file.rulebook)
    _check_booklet(request, rulebook)
    groups = packing_list(kit.file.components, parts)
    book = file_name(kit, RULEBOOK, paper) if rulebook else ""
    rates = read_rates(kit.folders.shared)

    def make(sheets: Sequence[SheetPlan]) -> Part:
        pages = instruction_page(
            renderer, parts, sheets, backs, book, rates, groups, scale=faces.scale
        )
        return on_paper(pages, paper)

    front = FrontMatter(placeholder(paper, parts, backs, groups), make)
    drawings = {f"{kind}/": _drawn(kit, kind, parts) for kind in (MAPS, MONITORS)}
    return Selected("", parts, parts, front, rulebook, _has_quick_start(kit), drawings)


def _part(request: BuildRequest, paper: Paper, faces: FaceSet, parts: tuple[Part, ...]) -> Selected:
    """One part, the maps, the monitors, the rulebook, or its quick-start sheet."""
    kit, only = faces.kit, request.selection.only
    rulebook = only == RULEBOOK and bool(kit.file.rulebook)
    quick_start = only in (RULEBOOK, QUICK_START) and _has_quick_start(kit)
    drawings = {}
    if only in (MAPS, MONITORS):
        drawings = {"": _drawn(kit, only, parts)}
        chosen = _with_pieces(parts, _components(kit, only))
    else:
        chosen = tuple(part for part in parts if part.name == only and not rulebook)
    if not chosen and not rulebook and not quick_start:
        raise _no_such_part(kit, only, parts)
    _check_booklet(request, rulebook)
    return Selected(
        only, parts, chosen, rulebook=rulebook, quick_start=quick_start, drawings=drawings
    )


def _has_quick_start(kit: Kit) -> bool:
    return bool(kit.file.rulebook and kit.file.rulebook.quick_start)


def _generated_map(generated: GeneratedMap, faces: FaceSet) -> Selected:
    """A map that the game has generated, with the row to paste into the kit's data."""
    part = faces.part_of(generated.component.id, generated.id)
    texts = {f"{generated.id}.yaml": generated.text}
    drawings = {"": part.pieces}
    return Selected(MAPS, (part,), (part,), drawings=drawings, texts=texts, notes=generated.notes)


def _changes(request: BuildRequest, faces: FaceSet) -> Selected:
    """What has changed since an older build, with pages that list it."""
    parts = faces.parts()
    upgrade = find_changes(request, faces, parts)
    marked, unmarked = marked_parts(faces.renderer, upgrade, parts)

    def make(sheets: Sequence[SheetPlan]) -> Part:
        return change_pages(faces.renderer, upgrade, unmarked, len(sheets))

    reserved = reserved_pages(faces.renderer, upgrade)
    front = FrontMatter(reserved, make) if upgrade.changes else None
    return Selected(UPGRADE, parts, marked, front, notes=upgrade.notes, subfolder=upgrade.folder)


def _check_booklet(request: BuildRequest, rulebook: bool) -> None:
    """Raise KitError for a booklet of a rulebook that is not made, or that fills whole sheets."""
    if request.target.booklet and not rulebook:
        raise KitError(
            "a booklet is made of the rulebook, which is not asked for or not there",
            hint="leave --booklet out",
            check="booklet-impossible",
        )
    if request.target.booklet and request.edition.large_print:
        raise KitError(
            "a page in large print takes a whole sheet, so it makes no booklet",
            hint="leave out --booklet or --large-print",
            check="booklet-impossible",
        )
    if request.book.layout != "book" and (request.target.booklet or request.edition.large_print):
        raise KitError(
            "two columns fill the paper as it is: they make no booklet and no large print",
            hint="leave out --layout, or --booklet and --large-print",
            check="conflicting-options",
        )


def _drawn(kit: Kit, kind: str, parts: Sequence[Part]) -> tuple[Piece, ...]:
    """The pieces that are maps, or monitors."""
    wanted = _components(kit, kind)
    return tuple(piece for part in parts for piece in part.pieces if piece.component in wanted)


def _components(kit: Kit, kind: str) -> list[str]:
    """The components that are maps, or monitors."""
    return [
        component.id
        for component in kit.file.components
        if not component.made and (component.map if kind == MAPS else component.monitor)
    ]


def _with_pieces(parts: Sequence[Part], wanted: Sequence[str]) -> tuple[Part, ...]:
    """The parts with only the pieces of these components."""
    chosen = (
        replace(part, pieces=tuple(piece for piece in part.pieces if piece.component in wanted))
        for part in parts
    )
    return tuple(part for part in chosen if part.pieces)


def _no_such_part(kit: Kit, only: str, parts: Sequence[Part]) -> KitError:
    known = [part.name for part in parts]
    known += [kind for kind in (MAPS, MONITORS) if _components(kit, kind)]
    known += [RULEBOOK] if kit.file.rulebook else []
    known += [QUICK_START] if _has_quick_start(kit) else []
    hint = did_you_mean(only, known)
    if only == MAPS and any(component.made for component in kit.file.components):
        hint = "its game makes them up: add --random"
    return KitError(f'{kit.file.title} has no "{only}"', hint=hint, check="unknown-part")
