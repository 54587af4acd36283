"""Turns the sheets of a kit into what its first page tells: what there is, how to print and cut it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.scene import draw_fold
from generator.scene.items import Group, Item, Scene, Use
from generator.scene.renderer import Renderer
from generator.sheets.impose import Sheet
from generator.sheets.paper import Paper
from generator.sheets.pieces import Part, Piece, in_mm, same_size
from generator.units import MM, Matrix, Size

TEMPLATE = "how-to.xml"
PART = "how-to"
TITLE = "How to print and cut"

_LARGE = 130 * MM
"""A piece longer than this is a board or a mat: no card is."""


def placeholder(paper: Paper) -> Part:
    """An empty page in the place of the first one, to count the sheets of the whole file by."""
    return on_paper(_part(Scene("empty", *paper.leaf, ())), paper)


def on_paper(page: Part, paper: Paper) -> Part:
    """The page as it is printed: enlarged to a large sheet, but as it is on a roll."""
    leaf, (piece,) = page.pieces[0].front, page.pieces
    size = Size(paper.width, paper.height)
    if paper.roll or same_size(paper.leaf, size):
        return page
    scale = min(size.width / leaf.width, size.height / leaf.height)
    x, y = (size.width - scale * leaf.width) / 2, (size.height - scale * leaf.height) / 2
    scene = Scene(leaf.name, *size, (Use(leaf, Matrix(scale, 0, 0, scale, x, y)),))
    return replace(page, pieces=(replace(piece, front=scene),))


def how_to(
    renderer: Renderer,
    parts: Sequence[Part],
    sheets: Sequence[Sheet],
    backs: str,
    rulebook: str,
    *,
    scale: float = 1.0,
) -> Part:
    """The page itself, as a part of its own; `sheets` are those of the whole file.

    The template gets `parts`, `totals`, `backs`, `rulebook` (a file's name or ""), the
    `scale` that pieces are enlarged by, and the `facts`.
    """
    told = [_told(part, [sheet for sheet in sheets if sheet.part == part.name]) for part in parts]
    totals = {
        "pages": len(sheets),
        "sheets_of_paper": _fronts(sheets),
        "pieces": sum(piece["copies"] for part in told for piece in part["pieces"]),
    }
    variables = {
        "parts": told,
        "totals": totals,
        "backs": backs,
        "rulebook": rulebook,
        "scale": scale,
        **facts(parts, sheets),
    }
    scene = renderer.render(TEMPLATE, variables, "how to print and cut")
    return _part(scene)


def facts(parts: Sequence[Part], sheets: Sequence[Sheet]) -> dict[str, Any]:
    """What is true of a kit as it is printed, so that its first page says no more than that.

    - `has_backs`: second faces are printed, behind the first ones or on sheets of their own;
    - `has_gutterfold`: some lie beside a fold of the sheet itself;
    - `has_loose`: some are on sheets of their own, to be glued on;
    - `has_crop_marks`: some pieces are cut with a ruler, from mark to mark;
    - `has_outlines`: some pieces are round or odd in shape;
    - `has_folds`: some pieces have a fold drawn on them;
    - `has_large`: there is a board or mat that is printed on one side only;
    - `has_tiles`: some pieces are larger than a sheet, and glued together of several;
    - `trial`: the numbers of the first front and back that both have pieces on them, or nothing.
    """
    pieces = [piece for part in parts for piece in part.pieces]
    paper = Size(sheets[0].scene.width, sheets[0].scene.height)
    backed = {face.piece for sheet in sheets for face in sheet.placements if face.face == "back"}
    cut = [
        face
        for sheet in sheets
        for face in sheet.placements
        if not same_size(Size(*face.rect[2:]), paper)  # those are sheets, and not cut out
    ]
    return {
        "has_backs": bool(backed),
        "has_gutterfold": any(face.fold for face in cut),
        "has_loose": any(
            face.face == "back" and not face.fold
            for sheet in sheets
            for face in sheet.placements
            if sheet.side == "front"
        ),
        "has_tiles": any(face.tile for face in cut),
        "has_crop_marks": any(face.tile or not face.outlined for face in cut),
        "has_outlines": any(face.outlined for face in cut),
        "has_folds": any(_is_folded(piece.front.items) for piece in pieces),
        "has_large": any(
            max(piece.size.width, piece.size.height) > _LARGE and piece.id not in backed
            for piece in pieces
        ),
        "trial": _trial(sheets),
    }


def _is_folded(items: Sequence[Item]) -> bool:
    """Whether a fold is drawn among the items, at any depth."""
    for item in items:
        match item:
            case Group(symbol=draw_fold.SYMBOL, decor=True):
                return True
            case Group(items=inner) | Use(scene=Scene(items=inner)) if _is_folded(inner):
                return True
    return False


def _trial(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """A front has its back on the next page; a back that stays empty proves nothing."""
    for number, sheet in enumerate(sheets, start=1):
        if sheet.side == "back" and sheet.placements:
            return (number - 1, number)
    return ()


def _part(scene: Scene) -> Part:
    return Part(PART, TITLE, (Piece(PART, PART, TITLE, PART, 1, scene),))


def _fronts(sheets: Sequence[Sheet]) -> int:
    """Sheets of paper: each has one front."""
    return sum(sheet.side == "front" for sheet in sheets)


def _told(part: Part, sheets: Sequence[Sheet]) -> Mapping[str, Any]:
    """A part as the template sees it; pieces of one component and size are told together.

    `tiles` are the rows and columns of a piece that is larger than a sheet ("2 × 3"), or "".
    """
    tiles = {
        face.piece: f"{face.tile.rows} × {face.tile.columns}"
        for sheet in sheets
        for face in sheet.placements
        if face.tile
    }
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for piece in part.pieces:
        size = in_mm(piece.size)
        line = lines.setdefault(
            (piece.component, size),
            {
                "title": piece.title,
                "copies": 0,
                "size": size,
                "tiles": tiles.get(piece.id, ""),
                "note": piece.note,
                "component": piece.component,
                "id": piece.id.partition("/")[2],
            },
        )
        line["copies"] += piece.copies
    return {
        "name": part.name,
        "title": part.title,
        "pages": len(sheets),
        "sheets": _fronts(sheets),
        "pieces": list(lines.values()),
    }
