"""Captions: the line along the edge of a sheet that says what it is ("Gruff · Cards · front · ...").

The first sheet also gets a ruler, to check with a real one whether the printer kept the scale.
The sheet of a tile gets a plan of all tiles at the end of the line.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect
from generator.press.scene.items import GlyphRun, Group, Item, Path, Segment, Stroke
from generator.press.scene.paths import transform_rect
from generator.press.text.fonts import Fonts

INK = "#3c3c3c"
_SIZE = 6.5
_MIN_FONT_SIZE = 4.5
_BASELINE = 0.7 * MM
"""Height of the baseline above the strip's lower edge: room for descenders."""
_GAP = 3 * MM
_RULER = 50
_TICKS = {10: 2.0 * MM, 5: 1.4 * MM, 1: 0.8 * MM}
"""Heights of the ruler's ticks, by their distance in millimetres."""
_LINE = 0.15 * MM


class TilePlan(NamedTuple):
    """A small drawing of all tiles of a piece with some of them filled: the items and their width."""

    items: tuple[Item, ...]
    width: float


class Caption(NamedTuple):
    """Items to draw, and the boxes they fill on the sheet, which crop marks avoid."""

    items: tuple[Item, ...]
    boxes: tuple[Rect, ...]


def caption(
    strip: Rect, text: str, font: Fonts, *, ruler: bool, plan: TilePlan | None = None
) -> Caption:
    """One line of text in a strip, with the ruler and a plan at its end on request.

    The plan is left out if the line needs its room.  In a strip that is higher than wide, the line
    is turned by 90 degrees and reads upward; a strip without height has no caption.  Raises
    KitError if the line is too long even at its smallest size.
    """
    if not strip.height:
        return Caption((), ())
    upright = strip.width >= strip.height
    strip_length, height = (strip.width, strip.height) if upright else (strip.height, strip.width)
    length = strip_length - (plan.width + _GAP if plan else 0.0)
    words, width = font.line(text)
    label, label_width = font.line(f"{_RULER} mm")
    ruler_width = _RULER * MM + _LINE if ruler else 0.0
    label_width = label_width * _SIZE + 1 * MM
    room = length - (ruler_width + label_width + _GAP if ruler else 0.0)
    size = min(_SIZE, room / width)
    if size < _MIN_FONT_SIZE and plan:
        return caption(strip, text, font, ruler=ruler)
    if size < _MIN_FONT_SIZE:
        raise KitError(
            f'the line "{text}" is too long for the edge of a sheet',
            hint="shorten the title of the kit or of the part",
            check="line-too-long",
        )
    line = GlyphRun(0.0, height - _BASELINE, size, INK, words, font.space * size)
    items: list[Item] = [line]
    boxes = [Rect(0.0, 0.0, line.width, height)]
    if ruler:
        x = length - ruler_width - label_width
        run = GlyphRun(x, height - _BASELINE, _SIZE, INK, label, font.space * _SIZE)
        items += [run, _ruler(x + label_width + _LINE / 2, height - _BASELINE)]
        boxes.append(Rect(x, 0.0, length - x, height))
    if plan:
        items.append(Group(plan.items, Matrix.move(strip_length - plan.width, 0.0)))
        boxes.append(Rect(strip_length - plan.width, 0.0, plan.width, height))
    matrix = Matrix.move(strip.x, strip.y)
    if not upright:
        matrix = Matrix.turn(-90).then(Matrix.move(strip.x, strip.bottom))
    group = Group(tuple(items), matrix)
    return Caption((group,), tuple(transform_rect(box, matrix) for box in boxes))


def _ruler(x: float, y: float) -> Path:
    """50 mm with a tick at every millimetre, standing on the baseline."""
    outline: list[Segment] = [("M", x, y), ("L", x + _RULER * MM, y)]
    for at in range(_RULER + 1):
        height = next(height for step, height in _TICKS.items() if at % step == 0)
        outline += [("M", x + at * MM, y), ("L", x + at * MM, y - height)]
    return Path(tuple(outline), stroke=Stroke(INK, _LINE))
