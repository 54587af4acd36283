"""Sheets of an upgrade: pages that list the changes, and the changed pieces with a version mark.

The mark is a small plate in the safe zone, as low and as far to the right as it can be without
covering a text or a symbol.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product

from generator.base.units import IDENTITY, MM, Matrix, Rect
from generator.kit.words import Translator
from generator.press.changes import FEWER, PieceChange
from generator.press.layout.checks.safe_zone import TOLERANCE, overhang, texts_and_symbols
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import GlyphRun, Group, Item, Path, Scene, Stroke, Use
from generator.press.scene.paths import around, corners, overlap, rectangle
from generator.press.templates.renderer import Renderer
from generator.press.text.fonts import Font
from generator.press.upgrade.changes import UpgradePack

TEMPLATE = "upgrade.xml"
PART = "upgrade"
TITLE = "What has changed"
CHANGES_PER_PAGE = 24
"""Maximum number of changes that one page lists."""


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
    """Empty pages that reserve room for `change_pages` until those can be set."""
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
        "id": piece.row if piece else "",
        "unmarked": bool(piece and piece.id in plain),
    }


SIZE = 6.5
"""Type size of the mark, in points: the smallest text printed on pieces."""
INK, PLATE = "#222222", "#ffffff"
_PAD = 1.6
_STEP = 1 * MM
_MAX_STEPS = 60


def with_version(scene: Scene, text: str, font: Font) -> Scene | None:
    """The face with `text` on it; None if there is no room for it inside the safe zone."""
    word = font.word(text)
    width = word.width * SIZE + 2 * _PAD
    height = (font.ascent + font.descent) * SIZE + _PAD
    taken = [
        around(points) for _, points, _ in texts_and_symbols(scene.items, IDENTITY, decor=True)
    ]
    best = _best_spot(scene, taken, width, height)
    if best is None:
        return None
    run = GlyphRun(_PAD, _PAD / 2 + font.ascent * SIZE, SIZE, INK, (word,))
    plate = Path(rectangle(Rect(0.0, 0.0, width, height), height / 3), PLATE, Stroke(INK, 0.3))
    mark: tuple[Item, ...] = (plate, run)
    items = (Use(scene), Group(mark, Matrix.move(best.x, best.y)))
    return replace(scene, name=f"{scene.name} {text}", items=items)


def _best_spot(scene: Scene, taken: list[Rect], width: float, height: float) -> Rect | None:
    """The first spot inside the safe zone that covers nothing, otherwise the one that covers least."""
    best, least_covered = None, math.inf
    for box in _spots(scene, width, height):
        covered = _covered(box, taken)
        if covered < least_covered and overhang(scene, corners(box)) <= TOLERANCE:
            best, least_covered = box, covered
            if not covered:
                break
    return best


def _spots(scene: Scene, width: float, height: float) -> Iterator[Rect]:
    """The places to try, starting at the lower right corner of the safe zone."""
    right, bottom = scene.width - scene.safe - width, scene.height - scene.safe - height
    steps = [range(min(int((end - scene.safe) / _STEP) + 1, _MAX_STEPS)) for end in (bottom, right)]
    for down, along in product(*steps):
        yield Rect(right - along * _STEP, bottom - down * _STEP, width, height)


def _covered(box: Rect, taken: list[Rect]) -> float:
    """How much of texts and symbols a plate would cover, with a little room around it."""
    shared = (overlap(box.grown(_PAD), each) for each in taken)
    return round(sum(one.width * one.height for one in shared), 3)
