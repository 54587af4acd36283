"""Layout of <text>: its words at the largest size at which they fit its box, as glyph runs and icons.

Sizes are tried on a quarter-point grid.  The first baseline stands one cap height below the top
of the text, so that capitals touch the top edge of the box; the height that must fit goes from
there to the lowest ink of the last line.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from generator.base.errors import KitError, errors_at
from generator.base.units import Rect, mm
from generator.press.layout.context import LayoutContext, Source
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.layout.images import icon_symbol
from generator.press.layout.letters import Arc, rims
from generator.press.markup.attribute_types import AUTO
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Color, GlyphRun, Group, Item, Path, Stroke
from generator.press.text.fonts import Fonts
from generator.press.text.inline import escape
from generator.press.text.line_breaking import (
    IconWidth,
    LineSpan,
    Prepare,
    Prepared,
    PreparedParagraph,
    prepare,
)
from generator.press.text.line_placement import RunPiece, TextLine, place_line
from generator.press.text.looks import LookedFont

_LINE = 0.06
"""Thickness of underline and strike-through, in font sizes."""
Align: TypeAlias = Literal["left", "center", "right", "justify"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]

_ALIGNMENT = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
_STEP = 0.25  # step between the sizes tried, in points
_TOLERANCE = 1e-6  # share of a box's height: rounding must not cost a size


def text(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <text>: words set at the largest size that fits."""
    values = node.values
    box = own_box(values, frame)
    if values["arc"] is not None:
        return rotated(_text_on_arc(layout, node, frame, box), values["turn"], box)
    height = None if values["height"] == AUTO else box.height
    block = _fit_text(layout, node, frame, box.width, height)
    items = block_items(layout, block, box.x, box.y, _color(layout, node, frame))
    for item in items:
        if isinstance(item, GlyphRun):
            # The size of individually scaled words says nothing about the others.
            allowed = (*values["size"], values["alike"]) if item.size == block.size else ()
            layout.sources.setdefault(item, Source(node.place, block.size, allowed))
    if values["rim"] is not None:
        items = (*_rims(layout, node, items), *items)
    if values["decor"]:
        items = (Group(items, decor=True),)
    return rotated(items, values["turn"], box)


def _color(layout: LayoutContext, node: Node, frame: Frame) -> Color:
    stated = node.values["color"]
    color = frame.color if stated is None else layout.color(stated)
    if color is None:
        message = "text needs a colour"
        raise KitError(message, hint="leave color out, or name a colour", check="color-missing")
    return color


def _rims(layout: LayoutContext, node: Node, items: tuple[Item, ...]) -> tuple[Item, ...]:
    width, name = node.values["rim"]
    color = layout.color(name)
    return () if color is None else rims(items, width, color)


def _text_on_arc(layout: LayoutContext, node: Node, frame: Frame, box: Rect) -> tuple[Item, ...]:
    """One line along an arc, as outlines whose alternative text is its words."""
    values = node.values
    arc = Arc(box, values["arc"])
    room = None if values["height"] == AUTO else box.height - arc.rise
    words = " ".join(node.text.split())
    joined = replace(node, text=words.replace(" ", "\u00a0"))
    block = _fit_text(layout, joined, frame, arc.length, room)
    drawn = block_items(layout, block, 0, 0, _color(layout, node, frame))
    runs = [item for item in drawn if isinstance(item, GlyphRun)]
    if len(runs) < len(drawn):
        message = "text along an arc cannot contain icons"
        raise KitError(message, hint="draw them with <icon>", check="text-markup")
    items: tuple[Item, ...] = tuple(arc.bend(run, box.y) for run in runs)
    if values["rim"] is not None and (color := layout.color(values["rim"][1])):
        pen = Stroke(color, 2 * values["rim"][0], join="round", cap="round")
        edges = (replace(item, fill=None, stroke=pen) for item in items if isinstance(item, Path))
        items = (*edges, *items)
    return (Group(items, symbol="" if values["decor"] else words, decor=values["decor"]),)


def block_items(
    layout: LayoutContext, block: Block, x: float, y: float, color: str
) -> tuple[Item, ...]:
    """A text block as items, with its upper left corner at (x, y)."""
    items: list[Item] = []
    for line in block.lines:
        for piece in line.pieces:
            if isinstance(piece, RunPiece):
                items += _run(layout, piece, x, y + line.y, block.size, color)
            else:
                place = Rect(x + piece.x, y + piece.y, piece.width, piece.size)
                own = piece.look and layout.color(piece.look.color or "none")
                items.append(
                    icon_symbol(layout, piece.name, place, own or color, recolor_all=bool(own))
                )
    return tuple(items)


def _run(
    layout: LayoutContext, piece: RunPiece, x: float, y: float, size: float, color: Color
) -> Iterator[Item]:
    """Words on the baseline `y`, in their own look."""
    words, font = piece.words, piece.words[0].font
    if not isinstance(font, LookedFont):
        yield GlyphRun(x + piece.x, y, size, color, words, piece.gap)
        return
    look = font.look
    color = layout.color(look.color or "none") or color
    size *= look.scale
    run = GlyphRun(x + piece.x, y, size, color, font.plain_words(words), piece.gap)
    yield run
    for enabled, height in ((look.underline, -0.14), (look.strike, font.plain.x_height / 2)):
        if enabled:
            thickness = _LINE * size
            box = Rect(run.x, y - height * size - thickness / 2, run.width, thickness)
            yield Path(paths.rectangle(box), color)


def natural_height(layout: LayoutContext, node: Node, frame: Frame) -> float:
    """How high a <text height="auto"> is in the frame's width, in points."""
    inset = 2 * resolve(node.values["inset"], min(frame.box.width, frame.box.height))
    with errors_at(node.place):
        box = own_box(node.values, frame)
        return _fit_text(layout, node, frame, box.width, None).height + inset


def _fit_text(
    layout: LayoutContext, node: Node, frame: Frame, width: float, height: float | None
) -> Block:
    values = node.values
    size, name = layout.resources.growth.sizes(values["size"]), values["alike"]
    largest = max(size.smallest, min(size.largest, layout.size_limits.get(name, size.largest)))
    family = frame.font if values["font"] is None else layout.resources.family(values["font"])
    fonts = Fonts(layout.resources.fonts, family, "bold" if values["bold"] else "regular")
    fit = partial(
        set_text,
        escape(node.text) if values["plain"] else node.text,
        fonts,
        width=width,
        height=height,
        size_max=largest,
        size_min=size.smallest,
        leading=values["leading"],
        paragraph_gap=values["paragraph"],
        align=values["align"],
        valign=values["valign"],
        icon_width=layout.icon_width,
    )
    try:
        block = fit(prepare=layout.prepare)
    except DoesNotFit:
        if layout.prepare_hyphenated is None:
            raise
        block = fit(prepare=layout.prepare_hyphenated)
    if name:
        layout.size_limits[name] = min(block.size, layout.size_limits.get(name, block.size))
    return block


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

    `excess` is the missing height (or width) in points; `words` are those that did not fit.
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

    `width` and `height` of the box are in points; None means as much as the text needs.  `leading`
    is the distance of baselines and `paragraph_gap` the extra distance between paragraphs, both as
    a factor of the size.  "middle" centres the text from the top of the first capitals to the last
    baseline, so that digits sit in the middle of a disc; "bottom" puts the font's descent on the
    lower edge, so that neighbours share a baseline whatever their words.  In a paragraph that runs
    from right to left, left and right are exchanged.  `prepare` may be a cached version of the
    default.

    Raises DoesNotFit if it does not fit; KitError for a broken mark or a missing glyph, style or
    icon.
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
        """The lines for a measure in em; an empty line comes before a word that is too wide."""
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
                    f'"{_shortened(words)}" is {_amount(excess)} too wide for its box at {size:g} pt',
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
