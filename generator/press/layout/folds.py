"""Layout of <fold>: a dashed line with a small "fold" beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, mm
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, resolve
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Item, Path, Scene, Stroke, Use
from generator.press.scene.polygons import Point
from generator.press.text.fonts import Fonts, Word

SYMBOL = "fold"
"""Symbol of a fold in the scene, by which the instruction page finds it."""
WORD = "fold"
_TYPE = 6.5
_LINE = 0.2 * MM
_DASH = (2 * MM, 1 * MM)
_WORD_GAP = 0.6 * MM
"""Gap between the line and the word."""
_ROUNDING = 0.01
"""Tolerance in points by which rounding may move an end."""


def fold(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <fold>.  It may reach the cut, so the safe-zone check treats it as decor."""
    values, box = node.values, frame.box
    x1, y1 = box.x + resolve(values["x1"], box.width), box.y + resolve(values["y1"], box.height)
    x2, y2 = box.x + resolve(values["x2"], box.width), box.y + resolve(values["y2"], box.height)
    color = layout.color(values["color"])
    if color is None:
        message = "a fold needs a colour"
        raise KitError(message, hint="leave color out, or name a colour", check="color-missing")
    for x, y in ((x1, y1), (x2, y2)):
        if frame.bleed_box and (excess := frame.bleed_box.distance_to(x, y)) > _ROUNDING:
            message = f"the fold ends {mm(excess):g} mm beyond the piece"
            raise KitError(message, hint="move its ends inward", check="fold-line")
    if math.hypot(x2 - x1, y2 - y1) < MM:
        message = "the fold has no length"
        raise KitError(message, hint="give both ends: x1, y1, x2 and y2", check="fold-line")
    font = Fonts(layout.resources.fonts, frame.font) if values["word"] else None
    toward = box.center
    word = layout.resources.words.text(WORD)
    return (fold_line((x1, y1), (x2, y2), color, font, toward, word),)


def fold_line(
    start: Point, end: Point, color: str, font: Fonts | None, toward: Point, label: str = WORD
) -> Group:
    """A fold from point to point; with a font, it is labelled on the side of `toward`."""
    line = Path(paths.polygon((start, end), closed=False), None, Stroke(color, _LINE, _DASH))
    items: list[Item] = [line]
    if font:
        items.append(_word(font.word(label), color, start, end, toward))
    return Group(tuple(items), symbol=SYMBOL, decor=True)


def folds_in(items: Sequence[Item]) -> Iterator[Group]:
    """Every fold that is drawn among the items, at any depth."""
    for item in items:
        match item:
            case Group(decor=True) if item.symbol == SYMBOL:
                yield item
            case Group(items=inner) | Use(scene=Scene(items=inner)):
                yield from folds_in(inner)


def _word(word: Word, color: str, start: Point, end: Point, toward: Point) -> Item:
    """The word along the middle of the line, read from below or from the right."""
    if (start[0], -start[1]) > (end[0], -end[1]):
        start, end = end, start
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    # Above the line as read, unless the point is below.
    across = (end[0] - start[0]) * (toward[1] - start[1])
    across -= (end[1] - start[1]) * (toward[0] - start[0])
    below = across > 1e-6
    baseline = _WORD_GAP + word.top * _TYPE if below else -_WORD_GAP
    run = GlyphRun(-word.width * _TYPE / 2, baseline, _TYPE, color, (word,))
    return Group((run,), Matrix.turn(angle).then(Matrix.move(middle_x, middle_y)))
