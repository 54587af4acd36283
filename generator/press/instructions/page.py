"""Instruction page, the first page of a kit: what is in it, how to print and cut it.

A further page says how to sort the pieces.  In large print the first page continues overleaf; and
if there are backs, every second page is printed behind the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.base.units import Matrix, Size
from generator.kit.words import Message, Translator
from generator.press.imposition.duplex import DUPLEX
from generator.press.imposition.paper_use import blank_sides
from generator.press.imposition.sheet_plans import SheetPlan
from generator.press.instructions.packing_list import LARGE, PackingGroup, PackingLine, lines_of
from generator.press.instructions.sleeves import sleeves_for
from generator.press.instructions.work_estimate import WorkEstimate, WorkRates, estimate_work
from generator.press.layout.folds import folds_in
from generator.press.paper import Paper
from generator.press.pieces.piece import (
    AS_MEASURED,
    Part,
    Piece,
    in_mm,
    is_straight,
    pieces_of,
    same_size,
)
from generator.press.scene.items import Scene, Use
from generator.press.templates.renderer import Renderer

TEMPLATE = "how-to.xml"
PART = "how-to"
"""Name of the part, and of the component, of the pages that explain a kit; they are no game pieces."""
TITLE = "How to print and cut"

STEPS = "how-to-steps"
SORTING_TEMPLATE = "sorting.xml"
SORTING = "how-to-sort"

MORE_SIZES = "{size} and {n} more"
TILES, IN_TILES = "{tiles} tiles", "tiles"
FLAT = "Flat at the bottom"
MESSAGES = tuple(map(Message, (TITLE, MORE_SIZES, TILES, IN_TILES, FLAT)))
"""The words that are not in templates, for the catalogue of translations."""


def placeholder(
    paper: Paper,
    parts: Sequence[Part],
    backs: str,
    groups: Sequence[PackingGroup],
    *,
    large: bool = False,
) -> Part:
    """Empty pages that reserve room for the first pages until those can be set."""
    names = [PART, *([STEPS] if large else []), *([SORTING] if groups else [])]
    empty = Scene("empty", *paper.leaf, ())
    return on_paper(_part(dict.fromkeys(names, empty), _duplex(parts, backs)), paper)


def on_paper(pages: Part, paper: Paper) -> Part:
    """The pages as printed: enlarged to a large sheet, but unchanged on a roll."""
    size = Size(paper.width, paper.height)
    if paper.roll or same_size(paper.leaf, size):
        return pages

    def enlarged(leaf: Scene) -> Scene:
        scale = min(size.width / leaf.width, size.height / leaf.height)
        x, y = (size.width - scale * leaf.width) / 2, (size.height - scale * leaf.height) / 2
        return Scene(leaf.name, *size, (Use(leaf, Matrix(scale, 0, 0, scale, x, y)),))

    pieces = tuple(
        replace(page, front=enlarged(page.front), back=page.back and enlarged(page.back))
        for page in pages.pieces
    )
    return replace(pages, pieces=pieces)


def instruction_page(
    renderer: Renderer,
    parts: Sequence[Part],
    sheets: Sequence[SheetPlan],
    backs: str,
    rulebook: str,
    rates: WorkRates,
    groups: Sequence[PackingGroup] = (),
    extras_file: tuple[str, Sequence[PackingLine]] = ("", ()),
    precut: Mapping[str, Sequence[SheetPlan]] | None = None,
    *,
    enlarged: Sequence[str] | None = None,
    copies: int = 1,
    sleeves: Mapping[str, Size] | None = None,
) -> Part:
    """The page that explains a kit, as its own part; `sheets` are those of the whole file.

    The totals count all `copies` of the kit, since people print the files that many times, and
    include the sheets of `precut` files, which are given by file name.  `sleeves` are the sizes of
    cards for which there are sleeves.

    The template gets the `scale` in per cent, whether pieces are `boxed`, `parts`, `totals`,
    `backs`, `rulebook` (a file's name or ""), the `extras` with the file named in `extras_file` (""
    if they are not printed), the `precut` files, the number and the size of `sleeves`, the
    components that are `enlarged` in large print (None: not large print), and the `facts`.  In
    large print it makes two pages: one with the `list` of pieces and one with the `steps`.  The
    template of the last page, which exists if there are `groups`, gets those as `heaps`.
    """
    words = renderer.words
    precut = precut or {}
    all_sheets = [*sheets, *(sheet for own in precut.values() for sheet in own)]
    listed, total = _parts_data(parts, sheets, rates, words)
    totals = {
        **_work_data(total * copies, rates),
        "blank": blank_sides(sheet.placements for sheet in sheets if sheet.part != PART),
        "copies": copies,
        "pages": len(all_sheets) * copies,
        "sheets_of_paper": _fronts(all_sheets) * copies,
        "pieces": sum(piece["copies"] for part in listed for piece in part["pieces"]) * copies,
    }
    known = facts(parts, sheets, all_sheets)
    file, lines = extras_file
    extras = [piece for line in lines for piece in line.pieces if file]
    known["has_folds"] |= any(any(folds_in(piece.front.items)) for piece in extras)
    variables = {
        "parts": listed,
        "totals": totals,
        "backs": backs,
        "rulebook": rulebook,
        "extras": {"file": file, "lines": [_extra(line, words) for line in lines]},
        "precut": [_precut_data(name, own) for name, own in precut.items()],
        "sleeves": [
            {"n": n * copies, "size": words.figure(in_mm(size, AS_MEASURED))}
            for size, n in sleeves_for(pieces_of(parts), sleeves or {}).items()
        ],
        "large": enlarged,
        "scale": round(100 * renderer.style.scale),
        "boxed": any(group.kind == "box" for group in groups),
        **known,
    }
    shown = {PART: ("list", "steps")} if enlarged is None else {PART: ("list",), STEPS: ("steps",)}
    pages = {
        name: renderer.render(TEMPLATE, {**variables, "shown": halves}, "how to print and cut")
        for name, halves in shown.items()
    }
    if groups:
        sorting = {
            "heaps": [_group(group, words) for group in groups],
            "large": enlarged is not None,
        }
        pages[SORTING] = renderer.render(SORTING_TEMPLATE, sorting, "how to sort what was cut out")
    return _part(pages, _duplex(parts, backs), words.text(TITLE))


def _parts_data(
    parts: Sequence[Part], sheets: Sequence[SheetPlan], rates: WorkRates, words: Translator
) -> tuple[list[dict[str, Any]], WorkEstimate]:
    """What the page says of each part, and the work of all."""
    listed = []
    total = WorkEstimate()
    for part in parts:
        part_sheets = [sheet for sheet in sheets if sheet.part == part.name]
        estimate = estimate_work(part_sheets, part.pieces)
        listed.append({**_part_data(part, part_sheets, words), **_work_data(estimate, rates)})
        total += estimate
    return listed, total


def facts(
    parts: Sequence[Part], sheets: Sequence[SheetPlan], all_sheets: Sequence[SheetPlan] = ()
) -> dict[str, Any]:
    """What is true of a kit as printed, so that its first page says no more than that.

    `all_sheets` are those of other files, too.

    - `has_backs`: second faces are printed, behind the first ones or on sheets of their own;
    - `has_gutterfold`: some lie beside a fold of the sheet itself;
    - `loose`: the titles of what has them on separate sheets, to be glued on;
    - `has_blank_backs`: some pieces have a back that is not printed;
    - `has_crop_marks`: some pieces are cut with a ruler, from mark to mark;
    - `has_outlines`: some pieces are round or odd in shape;
    - `has_round_corners`: some pieces are rectangles with round corners;
    - `cut_files`: the number of files with which a machine cuts sheets;
    - `has_folds`: some pieces have a fold drawn on them;
    - `has_large`: there is a board or mat that is printed on one side only;
    - `has_tiles`: some pieces are larger than a sheet, and glued together of several;
    - `trial`: the numbers of the first front and back that both have pieces on them, or nothing.
    """
    pieces = [piece for part in parts for piece in part.pieces]
    numbered = sheets
    paper = sheets[0].size
    sheets = [sheet for sheet in sheets if sheet.part != PART] or sheets
    backed = _backed(sheets)
    printed = backed | _backed(all_sheets)
    loose = {
        face.piece
        for sheet in sheets
        for face in sheet.placements
        if sheet.side == "front" and face.face == "back" and not face.fold
    }
    machine = [sheet.cut_lines for sheet in sheets if sheet.cut_lines]
    cut = [
        face
        for sheet in sheets
        for face in sheet.placements
        if not sheet.by_machine
        and not same_size(Size(*face.rect[2:]), paper)  # those are whole sheets, not cut out
    ]
    cut_ids = {face.piece for face in cut}
    straight = {each.id for each in pieces if is_straight(each.front.trim, each.size)}
    return {
        "has_backs": bool(backed),
        "has_gutterfold": any(face.fold for face in cut),
        "loose": [line.title for line in lines_of(each for each in pieces if each.id in loose)],
        "has_blank_backs": any(each.back and each.id not in printed for each in pieces),
        "has_tiles": any(face.tile for face in cut),
        "has_crop_marks": any(
            face.tile or not face.outlined or face.piece in straight for face in cut
        ),
        "has_outlines": any(face.outlined and face.piece not in straight for face in cut),
        "has_round_corners": any(
            each.front.trim and each.id in straight for each in pieces if each.id in cut_ids
        ),
        "cut_files": len(set(machine)),
        "has_folds": any(any(folds_in(piece.front.items)) for piece in pieces),
        "has_large": any(max(piece.size) > LARGE and piece.id not in backed for piece in pieces),
        "trial": _trial(numbered),
    }


def _backed(sheets: Sequence[SheetPlan]) -> set[str]:
    """The ids of the pieces whose second faces are on some sheets."""
    return {face.piece for sheet in sheets for face in sheet.placements if face.face == "back"}


def _work_data(estimate: WorkEstimate, rates: WorkRates) -> Mapping[str, Any]:
    """The work to do as the template sees it; `minutes` are the minimum and the maximum."""
    return {
        "cuts": estimate.cuts,
        "outline": round(estimate.outline),
        "folds": estimate.folds,
        "glued": estimate.glued,
        "minutes": estimate.minutes(rates),
    }


def _trial(sheets: Sequence[SheetPlan]) -> tuple[int, ...]:
    """The page numbers of a front and its back for a trial print; an empty back proves nothing."""
    for number, sheet in enumerate(sheets, start=1):
        if sheet.side == "back" and sheet.placements and sheet.part != PART:
            return (number - 1, number)
    return ()


def _duplex(parts: Sequence[Part], backs: str) -> bool:
    """Whether the file has backs, so that the second page goes behind the first."""
    return backs in DUPLEX and any(part.backed for part in parts)


def _part(pages: Mapping[str, Scene], duplex: bool, title: str = TITLE) -> Part:
    """The pages by their names, or every second one behind the one before it."""
    scenes = [*pages.values(), None] if duplex else []
    return Part(
        PART,
        title,
        tuple(
            Piece(name, PART, title, PART, 1, page, scenes[number + 1] if duplex else None)
            for number, (name, page) in enumerate(pages.items())
            if not (duplex and number % 2)
        ),
    )


def _fronts(sheets: Sequence[SheetPlan]) -> int:
    """The number of fronts: each sheet of paper has one."""
    return sum(sheet.side == "front" for sheet in sheets)


def _part_data(part: Part, sheets: Sequence[SheetPlan], words: Translator) -> Mapping[str, Any]:
    """A part as the template sees it; pieces of one component, or of a series, are listed together.

    `tiles` says how a piece larger than a sheet is split ("2 × 3 tiles"), or is "".
    """
    tiles = {
        face.piece: f"{face.tile.rows} × {face.tile.columns}"
        for sheet in sheets
        for face in sheet.placements
        if face.tile
    }
    return {
        "name": part.name,
        "title": part.title,
        "pages": len(sheets),
        "sheets": _fronts(sheets),
        "pieces": [
            {
                **_line(line),
                "size": _sizes(line, words),
                "tiles": _tiling([tiles.get(piece.id, "") for piece in line.pieces], words),
                "note": line.pieces[0].note,
            }
            for line in lines_of(part.pieces)
        ],
    }


def _precut_data(file: str, sheets: Sequence[SheetPlan]) -> Mapping[str, Any]:
    """A file for precut sheets as the template sees it.

    `both_sides`: it has backs; `labels`: second faces have places of their own.
    """
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    return {
        "file": file,
        "title": fronts[0].page.part.title,
        "sheets": len(fronts),
        "both_sides": len(fronts) < len(sheets),
        "labels": bool(_backed(fronts)),
    }


def _sizes(line: PackingLine, words: Translator) -> str:
    """The size of the first piece, and the number of other sizes."""
    first, *others = map(words.figure, line.sizes)
    return words.text(MORE_SIZES, size=first, n=len(others)) if others else first


def _tiling(tiles: Sequence[str], words: Translator) -> str:
    """The tiling of a line's pieces, most of which are split alike."""
    if tiles[0] and len(set(tiles)) == 1:
        return words.text(TILES, tiles=tiles[0])
    return words.text(IN_TILES) if any(tiles) else ""


def _line(line: PackingLine) -> Mapping[str, Any]:
    """A line as the template sees it: its title, its number, and the piece shown for it."""
    first = line.pieces[0]
    return {
        "title": line.title,
        "copies": line.copies,
        "component": first.component,
        "id": first.row,
    }


def _extra(line: PackingLine, words: Translator) -> Mapping[str, Any]:
    """Something people may own, and what can replace it."""
    instead = line.pieces[0].instead
    return {**_line(line), "size": _sizes(line, words), "instead": instead}


def _group(group: PackingGroup, words: Translator) -> Mapping[str, Any]:
    """A group as the template sees it; the content of several equal boxes is counted once."""
    lines = [_line(line) for line in group.lines]
    name = group.name or words.text(FLAT)
    return {"kind": group.kind, "name": name, "boxes": group.boxes, "lines": lines}
