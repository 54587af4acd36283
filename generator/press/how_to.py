"""Turns the sheets of a kit into what its first page tells: what there is, how to print and cut it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.scene.items import Scene
from generator.scene.renderer import Renderer
from generator.sheets.impose import Sheet
from generator.sheets.paper import Paper
from generator.sheets.pieces import Part, Piece, in_mm

TEMPLATE = "how-to.xml"
PART = "how-to"
TITLE = "How to print and cut"


def placeholder(paper: Paper) -> Part:
    """An empty page in the place of the first one, to count the sheets of the whole file by."""
    return _part(Scene("empty", paper.width, paper.height, ()))


def how_to(
    renderer: Renderer, parts: Sequence[Part], sheets: Sequence[Sheet], backs: str, rulebook: str
) -> Part:
    """The page itself, as a part of its own; `sheets` are those of the whole file.

    The template gets `parts`, `totals`, `backs` and `rulebook` (a file's name or "").
    """
    told = [_told(part, [sheet for sheet in sheets if sheet.part == part.name]) for part in parts]
    totals = {
        "pages": len(sheets),
        "sheets_of_paper": _fronts(sheets),
        "pieces": sum(piece["copies"] for part in told for piece in part["pieces"]),
    }
    variables = {"parts": told, "totals": totals, "backs": backs, "rulebook": rulebook}
    scene = renderer.render(TEMPLATE, variables, "how to print and cut")
    return _part(scene)


def _part(scene: Scene) -> Part:
    return Part(PART, TITLE, (Piece(PART, PART, TITLE, PART, 1, scene),))


def _fronts(sheets: Sequence[Sheet]) -> int:
    """Sheets of paper: each has one front."""
    return sum(sheet.side == "front" for sheet in sheets)


def _told(part: Part, sheets: Sequence[Sheet]) -> Mapping[str, Any]:
    """A part as the template sees it; pieces of one component and size are told together."""
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for piece in part.pieces:
        size = in_mm(piece.size)
        line = lines.setdefault(
            (piece.component, size),
            {
                "title": piece.title,
                "copies": 0,
                "size": size,
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
