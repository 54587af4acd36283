"""Upgrade sheets: pages that list the changes, and the changed pieces with a version mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.kit.words import Translator
from generator.press.changes import FEWER, PieceChange
from generator.press.marks.version_mark import with_version
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Renderer
from generator.press.upgrade.changes import Upgrade

TEMPLATE = "upgrade.xml"
PART = "upgrade"
TITLE = "What has changed"
A_PAGE = 24
"""How many changes are told on one page."""


def upgrade_parts(
    renderer: Renderer, made: Upgrade, parts: Sequence[Part], pages: int
) -> tuple[Part, ...]:
    """The pages first, then the pieces with their version on their fronts.

    `pages` is how many pages the whole file has, as the first page tells.
    """
    font = renderer.fonts.font(renderer.family("body"))
    text = f"v{made.new}"
    marked = [
        replace(part, pieces=tuple(_marked(piece, with_version(piece.front, text, font))
                                   for piece in part.pieces))
        for part in made.parts(parts)
    ]  # fmt: skip
    plain = {
        new.id
        for old, part in zip(made.parts(parts), marked, strict=True)
        for piece, new in zip(old.pieces, part.pieces, strict=True)
        if piece.front is new.front
    }
    told = Part(PART, renderer.words.text(TITLE), tuple(_pages(renderer, made, plain, pages)))
    return (told, *marked)


def _marked(piece: Piece, front: Scene | None) -> Piece:
    return replace(piece, front=front) if front else piece


def _pages(renderer: Renderer, made: Upgrade, plain: set[str], pages: int) -> Iterator[Piece]:
    """Pages that tell all changes, as many as it takes."""
    count = -(-len(made.changes) // A_PAGE)
    for number in range(count):
        changes = made.changes[number * A_PAGE : (number + 1) * A_PAGE]
        variables = {
            "old": made.old,
            "new": made.new,
            "number": number + 1,
            "count": count,
            "pages": pages,
            "printed": sum(change.print for change in made.changes),
            "away": sum(change.away for change in made.changes),
            "unmarked": len(plain),
            "changes": [_told(change, plain, renderer.words) for change in changes],
        }
        name = PART if not number else f"{PART}/{number + 1}"
        scene = renderer.render(TEMPLATE, variables, f"what has changed {number + 1}")
        yield Piece(name, PART, renderer.words.text(TITLE), PART, 1, scene)


def _told(change: PieceChange[Piece], plain: set[str], words: Translator) -> dict[str, object]:
    """A change as the template sees it; `component` is "" for a piece that is gone."""
    piece = change.after
    return {
        "title": change.title,
        "why": words.text(change.why),
        "fewer": change.why == FEWER,
        "print": change.print,
        "away": change.away,
        "component": piece.component if piece else "",
        "id": piece.id.partition("/")[2] if piece else "",
        "unmarked": bool(piece and piece.id in plain),
    }
