"""Pieces page: every piece with both faces, title and texts, to filter and to enlarge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from generator.press.html import says
from generator.press.html.blocks import BREAK
from generator.press.html.pictures import Pictures
from generator.press.pieces.piece import Piece, in_mm
from generator.press.scene.alt_text import all_words
from generator.press.scene.items import Scene
from generator.publish.web.site import PIECES, Site

WIDEST, TALLEST = 210.0, 230.0
"""Greatest width and height of a face in the overview, in points."""


@dataclass
class _PieceGroup:
    """Group of pieces that look the same and are shown once."""

    piece: Piece
    title: str
    part: str
    copies: int
    ids: list[str]


def pieces_page(site: Site) -> bytes:
    """The page of all pieces; pieces that look the same on both sides are shown once."""
    job = site.job
    pictures = Pictures(job.faces.renderer)
    groups = list(_groups(site))
    cards = BREAK.join(_card(each, pictures, site) for each in groups)
    words = job.kit.words
    parts = BREAK.join(
        Markup('<option value="{}">{}</option>').format(part.name, part.title) for part in job.parts
    )
    tools = Markup(
        '<form class="search" hidden><input type="search" id="filter" autocomplete="off" '
        'placeholder="{0}" aria-label="{0}"><select id="part" aria-label="{1}">'
        '<option value="">{1}</option>{2}</select></form>'
    ).format(words.text(says.FILTER), words.text(says.ALL), parts)
    body = Markup(
        '<h1>{}</h1><p id="count" role="status" data-some="{}"></p><div class="wall">{}</div>'
        '<dialog id="large"><button type="button" data-close aria-label="{}">×</button>'
        "<div></div><h2></h2><p></p></dialog>"
    ).format(words.text(says.PIECES), words.find(says.COUNT), cards, words.text(says.CLOSE))
    return site.page(PIECES, body, pictures, tools, "pieces.js")


def anchor(piece: Piece) -> str:
    """The id of a piece on the page."""
    return f"piece-{piece.id.replace('/', '--')}"


def _groups(site: Site) -> Iterator[_PieceGroup]:
    found: dict[tuple[Scene, Scene | None], _PieceGroup] = {}
    for part in site.job.parts:
        for piece in part.pieces:
            title = site.job.title(piece)
            first = found.setdefault(
                (piece.front, piece.back), _PieceGroup(piece, title, part.name, 0, [])
            )
            first.copies += piece.copies
            first.ids.append(anchor(piece))
    return iter(found.values())


def _card(group: _PieceGroup, pictures: Pictures, site: Site) -> Markup:
    """A piece, its back hidden until it is turned over; its other ids are anchors here, too."""
    piece, words = group.piece, site.job.kit.words
    front = _face(piece.front, group.title, pictures, "front")
    back, turn = Markup(""), Markup("")
    face_text = all_words(piece.front)
    if piece.back:
        back = _face(piece.back, words.text(says.BACK, piece=group.title), pictures, "back")
        turn = Markup('<button type="button" data-turn hidden>{}</button>').format(
            words.text(says.TURN)
        )
        back_text = all_words(piece.back)
        face_text = (
            f"{face_text} · {back_text}" if back_text and back_text != face_text else face_text
        )
    others = Markup("").join(Markup('<span id="{}"></span>').format(id) for id in group.ids[1:])
    text = Markup("")
    if face_text:
        text = Markup("<details><summary>{}</summary><p>{}</p></details>").format(
            words.text(says.WORDS), face_text
        )
    return Markup(
        '<article class="piece" id="{}" data-part="{}">{}<div class="faces">{}{}</div>'
        "<h2>{}</h2><p>{} × · {}</p>{}<div class=\"buttons\">{}"
        '<button type="button" data-larger hidden>{}</button></div></article>'
    ).format(
        group.ids[0], group.part, others, front, back, group.title, group.copies, in_mm(piece.size),
        text, turn, words.text(says.LARGER),
    )  # fmt: skip


def _face(face: Scene, alt: str, pictures: Pictures, side: str) -> Markup:
    scale = min(1.0, WIDEST / face.width, TALLEST / face.height)
    return Markup('<div class="{}">{}</div>').format(
        side, pictures.scene(face, alt, face.width * scale)
    )
