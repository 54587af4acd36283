"""Layout of <text>: places the lines that `text.fit` has set as glyph runs and icons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from generator.base.errors import KitError, errors_at
from generator.base.units import Rect
from generator.press.layout.context import LayoutContext, Source
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.layout.images import icon_symbol
from generator.press.layout.letters import Arc, rims
from generator.press.markup.attribute_types import AUTO
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Color, GlyphRun, Group, Item, Path, Stroke
from generator.press.text.fit import Block, DoesNotFit, set_text
from generator.press.text.fonts import Fonts
from generator.press.text.inline import escape
from generator.press.text.line_placement import RunPiece
from generator.press.text.looks import LookedFont

_LINE = 0.06
"""Thickness of underline and strike-through, in font sizes."""


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
            # Words of a size of their own say nothing about the others.
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
