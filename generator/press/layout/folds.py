"""Turns <fold>, or the two ends of one, into a dashed line with a small "fold" beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect, mm
from generator.press.layout.frame import Frame, resolve
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Item, Path, Stroke
from generator.press.scene.polygons import Point
from generator.press.text.fonts import Font, Word

if TYPE_CHECKING:
    from generator.press.layout.engine import Layout

SYMBOL = "fold"
"""What a fold is called in the scene, so that the page that explains a kit finds it."""
WORD = "fold"
_TYPE = 5.0
_LINE = 0.2 * MM
_DASH = (2 * MM, 1 * MM)
_AWAY = 0.6 * MM
"""Between the line and the word."""
_SAME = 0.01
"""Points by which rounding may move an end."""


def fold(layout: Layout, node: Node, frame: Frame) -> tuple[Item, ...]:
    """A fold is no art: it may reach the cut, and so it is decor to the safe zone."""
    values, box = node.values, frame.box
    x1, y1 = box.x + resolve(values["x1"], box.width), box.y + resolve(values["y1"], box.height)
    x2, y2 = box.x + resolve(values["x2"], box.width), box.y + resolve(values["y2"], box.height)
    color = layout.color(values["color"])
    if color is None:
        raise KitError(
            "a fold needs a colour", hint="leave color out, or name a colour", check="color-missing"
        )
    for x, y in ((x1, y1), (x2, y2)):
        if frame.reach and (out := _beyond(frame.reach, x, y)) > _SAME:
            raise KitError(
                f"the fold ends {mm(out):g} mm beyond the piece",
                hint="move its ends inward",
                check="fold-line",
            )
    if math.hypot(x2 - x1, y2 - y1) < MM:
        raise KitError(
            "the fold has no length", hint="give both ends: x1, y1, x2 and y2", check="fold-line"
        )
    font = layout.resources.fonts.font(frame.font) if values["word"] else None
    beside = (box.x + box.width / 2, box.y + box.height / 2)
    word = layout.resources.words.text(WORD)
    return (fold_line((x1, y1), (x2, y2), color, font, beside, word),)


def fold_line(
    start: Point, end: Point, color: str, font: Font | None, beside: Point, says: str = WORD
) -> Group:
    """A fold from point to point; with a font it says so, on the side on which `beside` lies."""
    line = Path(paths.polygon((start, end), closed=False), None, Stroke(color, _LINE, _DASH))
    items: list[Item] = [line]
    if font:
        items.append(_word(font.word(says), color, start, end, beside))
    return Group(tuple(items), symbol=SYMBOL, decor=True)


def _beyond(reach: Rect, x: float, y: float) -> float:
    """How far a point lies outside a box; 0 or less: it does not."""
    return max(reach.x - x, x - reach.right, reach.y - y, y - reach.bottom)


def _word(word: Word, color: str, start: Point, end: Point, beside: Point) -> Item:
    """The word along the middle of the line, read from below or from the right."""
    if (start[0], -start[1]) > (end[0], -end[1]):
        start, end = end, start
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    # Above the line as one reads it, unless the point beside it lies below.
    across = (end[0] - start[0]) * (beside[1] - start[1])
    across -= (end[1] - start[1]) * (beside[0] - start[0])
    below = across > 1e-6
    baseline = _AWAY + word.top * _TYPE if below else -_AWAY
    run = GlyphRun(-word.width * _TYPE / 2, baseline, _TYPE, color, (word,))
    return Group((run,), Matrix.turn(angle).then(Matrix.move(middle_x, middle_y)))
