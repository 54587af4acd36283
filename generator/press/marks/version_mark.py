"""Version marks: a piece with its version printed on it, so that old and new copies are distinct.

The mark is a small plate in the safe zone, as low and as far to the right as it can be without
covering a text or a symbol.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from generator.base.units import IDENTITY, MM, Matrix, Rect
from generator.press.layout.checks.safe_zone import TOLERANCE, overhang, texts_and_symbols
from generator.press.scene.items import GlyphRun, Group, Item, Path, Scene, Stroke, Use
from generator.press.scene.paths import around, corners, overlap, rectangle
from generator.press.text.fonts import Font

SIZE = 6.5
"""Points of the smallest text printed on pieces."""
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
