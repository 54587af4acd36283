"""Sheets of an upgrade: pages that list the changes, and the changed pieces with a version mark."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from generator.kit.words import Translator
from generator.press.changes import FEWER, PieceChange
from generator.press.marks.version_mark import with_version
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Renderer
from generator.press.upgrade.changes import UpgradePack

TEMPLATE = "upgrade.xml"
PART = "upgrade"
TITLE = "What has changed"
CHANGES_PER_PAGE = 24
"""Changes that one page lists."""


def marked_parts(
    renderer: Renderer, upgrade: UpgradePack, parts: Sequence[Part]
) -> tuple[tuple[Part, ...], frozenset[str]]:
    """The pieces to print with their version on their fronts, and the ids of those without room."""
    font = renderer.fonts.font(renderer.family("body"))
    marked: list[Part] = []
    unmarked: set[str] = set()
    for part in upgrade.parts(parts):
        pieces = []
        for piece in part.pieces:
            front = with_version(piece.front, f"v{upgrade.new}", font)
            if front is None:
                unmarked.add(piece.id)
            pieces.append(replace(piece, front=front or piece.front))
        marked.append(replace(part, pieces=tuple(pieces)))
    return tuple(marked), frozenset(unmarked)


def reserved_pages(renderer: Renderer, upgrade: UpgradePack) -> Part:
    """Empty pages that reserve the place of `change_pages` until those can be set."""
    empty = Scene("empty", *renderer.size("paper"), ())
    return _part(renderer, [empty] * -(-len(upgrade.changes) // CHANGES_PER_PAGE))


def change_pages(
    renderer: Renderer, upgrade: UpgradePack, unmarked: Collection[str], pages: int
) -> Part:
    """Pages that list all changes; `pages` is the number of pages of the whole file."""
    scenes = []
    count = -(-len(upgrade.changes) // CHANGES_PER_PAGE)
    for number in range(count):
        changes = upgrade.changes[number * CHANGES_PER_PAGE : (number + 1) * CHANGES_PER_PAGE]
        variables = {
            "old": upgrade.old,
            "new": upgrade.new,
            "number": number + 1,
            "count": count,
            "pages": pages,
            "printed": sum(change.print for change in upgrade.changes),
            "away": sum(change.discarded for change in upgrade.changes),
            "unmarked": len(unmarked),
            "changes": [_variables(change, unmarked, renderer.words) for change in changes],
        }
        scenes.append(renderer.render(TEMPLATE, variables, f"what has changed {number + 1}"))
    return _part(renderer, scenes)


def _part(renderer: Renderer, scenes: Sequence[Scene]) -> Part:
    title = renderer.words.text(TITLE)
    pieces = (
        Piece(f"{PART}/{number}" if number > 1 else PART, PART, title, PART, 1, scene)
        for number, scene in enumerate(scenes, 1)
    )
    return Part(PART, title, tuple(pieces))


def _variables(
    change: PieceChange[Piece], plain: Collection[str], words: Translator
) -> dict[str, object]:
    """A change as the template sees it; `component` is "" for a piece that is gone."""
    piece = change.after
    return {
        "title": change.title,
        "why": words.text(change.reason),
        "fewer": change.reason == FEWER,
        "print": change.print,
        "away": change.discarded,
        "component": piece.component if piece else "",
        "id": piece.id.partition("/")[2] if piece else "",
        "unmarked": bool(piece and piece.id in plain),
    }
