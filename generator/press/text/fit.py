"""Text fitting: sets a text at the largest size at which it fits its box.

Sizes are tried on a quarter-point grid.  The first baseline stands one cap height below the top
of the text, so that capitals touch the top edge of the box; the height that must fit goes from
there to the lowest ink of the last line.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from generator.base.errors import KitError
from generator.base.units import mm
from generator.press.text.fonts import Fonts
from generator.press.text.line_breaking import (
    IconWidth,
    LineSpan,
    Prepare,
    Prepared,
    PreparedParagraph,
    prepare,
)
from generator.press.text.line_placement import TextLine, place_line

Align: TypeAlias = Literal["left", "center", "right", "justify"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]

_ALIGNMENT = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
_STEP = 0.25  # points between the sizes tried
_TOLERANCE = 1e-6  # of a box's height: rounding must not cost a size


@dataclass(frozen=True, slots=True)
class Block:
    """A text set in lines; everything in points from the upper left corner of its box.

    `width` is that of the widest line; `height` goes from the top of the first line's capitals to
    the lowest ink of the last line.
    """

    size: float
    width: float
    height: float
    lines: tuple[TextLine, ...]


class DoesNotFit(KitError):
    """A text is too long for its box, or has a word too wide for it, even at the smallest size.

    `excess` is how many points of height (or of width) are missing, `words` those that found no room.
    """

    excess: float = 0.0
    words: str = ""


def set_text(
    source: str,
    fonts: Fonts,
    *,
    width: float | None,
    height: float | None,
    size_max: float,
    size_min: float,
    icon_width: IconWidth,
    leading: float = 1.2,
    paragraph_gap: float = 0.3,
    align: Align = "left",
    valign: Valign = "top",
    prepare: Prepare = prepare,
) -> Block:
    """Set a marked text at the largest size between the two at which it fits.

    `width` and `height` of the box are in points; None means as much as the text needs.
    `leading` is the distance of baselines and `paragraph_gap` the extra distance between
    paragraphs, both as a factor of the size.  "middle" centres the text from the top of the first
    capitals to the last baseline, so that digits sit in the middle of a disc; "bottom" puts the
    font's descent on the lower edge, so that neighbours share a baseline whatever their words. In a
    paragraph that runs from right to left, left and right are exchanged.  `prepare` may be a cached
    one.

    Raises DoesNotFit; KitError for a broken mark, a missing glyph, style or icon.
    """
    text = _Text(
        prepare(source, fonts, icon_width),
        cap=fonts.font().cap_height,
        descent=fonts.font().descent if valign == "bottom" else None,
        leading=leading,
        paragraph_gap=paragraph_gap,
    )
    if not text.paragraphs:
        return Block(size_max, 0.0, 0.0, ())
    measure = math.inf if width is None else width
    room = math.inf if height is None else height
    size = size_max
    if not text.fits(size, measure, room):
        sizes = _sizes(size_max, size_min)
        fitting = bisect_left(sizes, True, key=lambda size: not text.fits(size, measure, room))
        if not fitting:
            raise text.fit_error(sizes[0], measure, room)
        size = sizes[fitting - 1]
    return text.block(size, width, height, align, valign)


@lru_cache(maxsize=1024)
def _sizes(size_max: float, size_min: float) -> tuple[float, ...]:
    """The two sizes and the quarter points between them, smallest first."""
    steps = range(math.floor(size_min / _STEP) + 1, math.ceil(size_max / _STEP))
    return tuple(dict.fromkeys([size_min, *(step * _STEP for step in steps), size_max]))


BrokenLines: TypeAlias = list[tuple[PreparedParagraph, LineSpan, float]]
"""The lines of a broken text: each with its paragraph, and its baseline in em below the first capitals.
"""


@dataclass(frozen=True, slots=True)
class _Text:
    """A prepared text and the spacing of its lines; lengths in em."""

    paragraphs: Prepared
    cap: float
    descent: float | None
    """Room below the last baseline; None: what the ink of the last line needs."""
    leading: float
    paragraph_gap: float

    def break_lines(self, measure: float) -> BrokenLines:
        """The lines for a measure in em; an empty line starts with a word that is too wide."""
        lines: BrokenLines = []
        y = self.cap
        for paragraph in self.paragraphs:
            for line in paragraph.lines(measure):
                lines.append((paragraph, line, y))
                y += self.leading
            y += self.paragraph_gap
        return lines

    def height(self, lines: BrokenLines) -> float:
        paragraph, line, y = lines[-1]
        return y + (paragraph.bottom(line) if self.descent is None else self.descent)

    def fits(self, size: float, measure: float, room: float) -> bool:
        """Whether the text fits `measure` by `room` points at `size`."""
        lines = self.break_lines(measure / size)
        wide_enough = all(first < end for _, (first, end), _ in lines)
        return wide_enough and self.height(lines) * size <= room + _TOLERANCE

    def block(
        self, size: float, width: float | None, height: float | None, align: Align, valign: Valign
    ) -> Block:
        lines = self.break_lines(math.inf if width is None else width / size)
        widest = max(paragraph.width(line) for paragraph, line, _ in lines) * size
        needed = self.height(lines) * size
        measure = widest if width is None else width
        top = 0.0
        if height is not None and valign != "top":
            top = height - needed
            if valign == "middle":
                top = min(top, (height - lines[-1][2] * size) / 2)
        placed = []
        for paragraph, line, baseline in lines:
            spare = measure - paragraph.width(line) * size
            stretch = 0.0
            if align == "justify" and line[1] < len(paragraph.ends):
                spaces = sum(gap is not None for gap in paragraph.gaps[line[0] + 1 : line[1]])
                stretch = spare / spaces if spaces else 0.0
            share = _ALIGNMENT[align]
            x = spare * (1 - share) if paragraph.right_to_left and not stretch else spare * share
            placed.append(place_line(paragraph, line, size, x, top + baseline * size, stretch))
        return Block(size, widest, needed, tuple(placed))

    def fit_error(self, size: float, measure: float, room: float) -> DoesNotFit:
        """The error for a text that does not fit at the smallest size."""
        lines = self.break_lines(measure / size)
        for paragraph, (first, end), _ in lines:
            if first == end:
                words = paragraph.text(first, first + 1).strip()
                excess = paragraph.width((first, first + 1)) * size - measure
                return _does_not_fit(
                    f'"{words}" is {_amount(excess)} too wide for its box at {size:g} pt',
                    "allow a break in it (a hyphen, or a soft hyphen)",
                    excess,
                    words,
                )
        descent = self.height(lines) - lines[-1][2]
        overflow = [line for line in lines if (line[2] + descent) * size > room + _TOLERANCE]
        words = "".join(paragraph.text(*line) for paragraph, line, _ in overflow).strip()
        excess = self.height(lines) * size - room
        return _does_not_fit(
            f"the text is {_amount(excess)} too long for its box at {size:g} pt: "
            f'no room for "{_shortened(words)}"',
            "shorten it",
            excess,
            words,
        )


def _does_not_fit(message: str, hint: str, excess: float, words: str) -> DoesNotFit:
    error = DoesNotFit(
        message,
        hint=f"{hint}, make the box larger, or allow a smaller size",
        check="text-does-not-fit",
    )
    error.excess, error.words = excess, words
    return error


def _amount(points: float) -> str:
    return f"{max(mm(points), 0.1):.1f} mm"


def _shortened(words: str) -> str:
    return words if len(words) <= 60 else words[:57].rsplit(" ", 1)[0] + " …"
