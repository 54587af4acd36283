"""Sheet facts: the sheets of a kit with their backs, the tiles of large faces, and the work estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.base.units import Matrix, Rect, Size
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.choice_of_parts import choose, spare_parts
from generator.press.imposition.precut_plans import precut_parts, without_precut
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.instructions.sleeves import sleeves_for
from generator.press.instructions.work_estimate import WorkEstimate, estimate_work, read_rates
from generator.press.library import paper_of, precut_sheets, sleeves
from generator.press.paper import Paper
from generator.press.pieces.piece import AS_MEASURED, Part, in_mm, pieces_of
from generator.press.request import BuildRequest
from generator.tools.watch.incremental import Drawn


def request_key(request: BuildRequest) -> str:
    """The name of a print request in addresses."""
    return f"{abs(hash(request)):x}"


class ShownSheet(NamedTuple):
    """One page, counted from 0, and the one behind it."""

    number: int
    title: str
    side: str
    behind: int | None
    size: Size


class ShownTile(NamedTuple):
    """The part of a face that a page shows, and the matrix from the page to the face (in points)."""

    number: int
    name: str
    shown: Rect
    matrix: Matrix


class TiledFace(NamedTuple):
    """Face larger than the paper, and its tiles row by row; each covers flaps of earlier ones."""

    title: str
    size: Size
    page: Size
    tiles: Sequence[ShownTile]


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Sheet facts: the sheets, and counts with their labels."""

    sheets: Sequence[ShownSheet]
    tables: Sequence[TiledFace]
    counts: Sequence[tuple[str, str]]
    flipped: str
    """The edge over which paper is turned."""
    pieces: Mapping[str, str]
    """The names of all pieces of the kit, by their ids."""
    precut: Mapping[str, str]
    """The titles of the precut sheets of this paper that a piece fits, by name."""


def sheet_facts(
    request: BuildRequest, drawn: Drawn, only: str = "", words: Translator = UNTRANSLATED
) -> SheetFacts:
    """The facts for the pieces wanted, or one part of them, in all copies; `words` translates the labels."""
    paper = paper_of(request.target, drawn.kit.folders.shared)
    parts = [part for part in _chosen(request, drawn) if only in ("", part.name)]
    shown = [*_shown_sheets(drawn, only)]
    names = {name: piece.display_name for name, piece in drawn.pieces.items()}
    precut = {
        sheet.name: sheet.title(words)
        for sheet in precut_sheets(drawn.kit.folders.shared).values()
        if sheet.paper == paper.name and any(map(sheet.fits, drawn.pieces.values()))
    }
    return SheetFacts(
        shown,
        [*_tables(drawn, only, words)],
        [*_counts(request, paper, parts, shown, drawn.kit.folders.shared, words)],
        "short" if request.target.backs == "short-edge" else "long",
        names,
        precut,
    )


def _shown_sheets(drawn: Drawn, only: str) -> Iterator[ShownSheet]:
    """The pages of the pieces wanted, each front with the page behind it."""
    for number, sheet in enumerate(drawn.sheets):
        found = (drawn.pieces.get(face.piece) for face in sheet.placements)
        if only not in ("", sheet.part, *(piece.part for piece in found if piece)):
            continue
        after = drawn.sheets[number + 1] if number + 1 < len(drawn.sheets) else None
        behind = number + 1 if sheet.side == "front" and after and after.side == "back" else None
        yield ShownSheet(number, sheet.title, sheet.side, behind, sheet.scene.size)


def _counts(
    request: BuildRequest,
    paper: Paper,
    parts: Sequence[Part],
    shown: Sequence[ShownSheet],
    shared: tuple[Path, ...],
    words: Translator,
) -> Iterator[tuple[str, str]]:
    """What all copies take of paper, work and sleeves, each number with its label."""
    _, copies = words.text, request.target.copies
    plans = plan_sheets(
        without_precut(parts, precut_parts(parts, paper)), paper, request.target.backs
    )
    work = WorkEstimate()
    for part in parts:
        own = [plan for plan in plans if plan.part == part.name]
        work += estimate_work(own, part.pieces) * copies
    leaves, pages = sum(sheet.side == "front" for sheet in shown), copies * len(shown)
    yield str(copies * sum(piece.copies for piece in pieces_of(parts))), _("pieces")
    title = paper.title_in(words)
    yield str(copies * leaves), _("sheets of {paper}, {n} pages", paper=title, n=pages)
    yield str(work.cuts), _("straight cuts")
    if cut_files := len({plan.cut_lines for plan in plans} - {None}):
        yield str(cut_files), _("cut files for the machine")
    if work.outline:
        yield f"{work.outline:.0f}", _("cm along outlines")
    if work.folds:
        yield str(work.folds), _("folds")
    for size, n in sleeves_for(pieces_of(parts), sleeves(shared)).items():
        of_size = words.figure(in_mm(size, AS_MEASURED))
        yield str(copies * n), _("sleeves marked {size} on the packet", size=of_size)
    least, most = work.minutes(read_rates(shared))
    yield f"{least}–{most}" if least != most else str(least), _("minutes to cut out")
    if copies > 1:
        yield f"{copies} ×", _("printed: choose this many copies when you print the file")


def _chosen(request: BuildRequest, drawn: Drawn) -> Sequence[Part]:
    """The parts that are printed, with the copies of their pieces."""
    if request.selection.spares:
        return spare_parts(drawn.kit, drawn.parts, request.selection.spares)
    chosen = choose(drawn.kit, drawn.parts, request.selection)
    return [*chosen.needed, *chosen.extras]


def _tables(drawn: Drawn, only: str, words: Translator) -> Iterator[TiledFace]:
    """The faces printed in tiles, one copy of each."""
    found: dict[tuple[str, str], list[ShownTile]] = {}
    pages: dict[tuple[str, str], Size] = {}
    for number, sheet in enumerate(drawn.sheets):
        for placed in sheet.placements if only in ("", sheet.part) else ():
            if placed.tile and placed.copy == 1:
                face = placed.piece, placed.face
                back = placed.matrix.inverse()
                tile = ShownTile(number, placed.tile.name, placed.tile.shown, back)
                found.setdefault(face, []).append(tile)
                pages[face] = sheet.scene.size
    for (piece, side), tiles in found.items():
        made = drawn.pieces[piece]
        title = made.display_name
        if made.back:
            title = words.text("{piece}, back" if side == "back" else "{piece}, front", piece=title)
        yield TiledFace(title, made.size, pages[piece, side], tiles)
