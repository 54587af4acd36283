"""Pieces page: every piece with both faces, title and texts, to filter and to enlarge."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.press.html import says
from generator.press.html.pictures import Pictures
from generator.press.pieces.piece import Piece, in_mm
from generator.press.scene.alt_text import all_words
from generator.press.scene.items import Scene
from generator.publish.web.site import PIECES, Site

WIDEST, TALLEST = 210.0, 230.0
"""Greatest width and height of a face in the overview, in points."""


@dataclass
class _PieceGroup:
    """Group of pieces that look the same and are shown once; its other ids are anchors, too."""

    title: str
    part: str
    size: str
    copies: int
    ids: list[str]
    words: str = ""
    front: Markup | None = None
    back: Markup | None = None


def pieces_page(site: Site) -> bytes:
    """The page of all pieces; pieces that look the same on both sides are shown once."""
    job = site.job
    pictures = Pictures(job.faces.renderer)
    found = _groups(site)
    for (front, back), group in found.items():
        words = dict.fromkeys(all_words(face) for face in (front, back) if face)
        group.words = " · ".join(filter(None, words))
        group.front = _face(front, group.title, pictures)
        if back:
            group.back = _face(back, job.kit.words.text(says.BACK, piece=group.title), pictures)
    return site.page(PIECES, pictures, "pieces.js", groups=[*found.values()], parts=job.parts)


def anchor(piece: Piece) -> str:
    """The id of a piece on the page."""
    return f"piece-{piece.id.replace('/', '--')}"


def _groups(site: Site) -> dict[tuple[Scene, Scene | None], _PieceGroup]:
    found: dict[tuple[Scene, Scene | None], _PieceGroup] = {}
    figure = site.job.kit.words.figure
    for part in site.job.parts:
        for piece in part.pieces:
            group = found.setdefault(
                (piece.front, piece.back),
                _PieceGroup(site.job.title(piece), part.name, figure(in_mm(piece.size)), 0, []),
            )
            group.copies += piece.copies
            group.ids.append(anchor(piece))
    return found


def _face(face: Scene, alt: str, pictures: Pictures) -> Markup:
    scale = min(1.0, WIDEST / face.width, TALLEST / face.height)
    return pictures.scene(face, alt, face.width * scale)
