"""Layout of <rect>, <ellipse>, <line>, <path> and <polygon>."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Group, Item, Outline, Path, Stroke

HOLE = "hole"
"""Symbol of a hole in the scene, by which cut files recognise it."""


def shape(layout: LayoutContext, values: Mapping[str, Any], outline: Outline, **more: Any) -> Item:
    """An outline with its fill and stroke; one that is a hole is marked as such."""
    drawn = styled_path(layout, values, outline, **more)
    return Group((drawn,), symbol=HOLE, decor=True) if values["hole"] else drawn


def styled_path(
    layout: LayoutContext, values: Mapping[str, Any], outline: Outline, **more: Any
) -> Item:
    """An outline with the fill and stroke that an element's attributes give."""
    fill = values["fill"]
    filled = (
        layout.color(fill) if isinstance(fill, str) else layout.paint(fill, paths.bounds(outline))
    )
    return Path(outline, filled, stroke(layout, values), **more)


def stroke(layout: LayoutContext, values: Mapping[str, Any]) -> Stroke | None:
    """The stroke an element's attributes give, if any."""
    color = layout.color(values["stroke"])
    if color is None:
        return None
    return Stroke(
        color, values["line"], values["dash"] or (), values["cap"], values.get("join", "miter")
    )


def rect(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <rect>: a box, perhaps with rounded corners."""
    values = node.values
    box = own_box(values, frame)
    radius = resolve(values["radius"], min(box.width, box.height))
    item = shape(layout, values, paths.rectangle(box, radius))
    return rotated((item,), values["turn"], box)


def ellipse(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <ellipse>: one that fills its box, or one about a point."""
    values = node.values
    r = values["r"]
    if r is None:
        if any(values[name] is not None for name in ("cx", "cy", "ry")):
            raise KitError("cx, cy and ry need r", hint="add r", check="missing-attribute")
        box = own_box(values, frame)
    else:
        r = resolve(r, frame.box.width)
        ry = r if values["ry"] is None else resolve(values["ry"], frame.box.height)
        if values["cx"] is None or values["cy"] is None:
            message = "r needs cx and cy"
            raise KitError(message, hint="add the centre, cx and cy", check="missing-attribute")
        x = frame.box.x + resolve(values["cx"], frame.box.width)
        y = frame.box.y + resolve(values["cy"], frame.box.height)
        box = Rect(x - r, y - ry, 2 * r, 2 * ry)
    return rotated((shape(layout, values, paths.ellipse(box)),), values["turn"], box)


def line(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <line>: a straight line between two points."""
    values, box = node.values, frame.box
    start = box.x + resolve(values["x1"], box.width), box.y + resolve(values["y1"], box.height)
    end = box.x + resolve(values["x2"], box.width), box.y + resolve(values["y2"], box.height)
    return (Path(paths.polygon((start, end), closed=False), None, stroke(layout, values)),)


def path(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <path>: lines and curves."""
    return _free_shape(layout, node, frame, node.values["d"], node.values["rule"] == "evenodd")


def polygon(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <polygon>: straight sides, closed or open."""
    outline = paths.polygon(node.values["points"], closed=not node.values["open"])
    return _free_shape(layout, node, frame, outline, False)


def _free_shape(
    layout: LayoutContext, node: Node, frame: Frame, outline: Outline, even_odd: bool
) -> tuple[Item, ...]:
    """A shape with its own coordinates, from the upper left of the surrounding box."""
    if frame.box.x or frame.box.y:
        outline = paths.transformed(outline, Matrix.move(frame.box.x, frame.box.y))
    item = styled_path(layout, node.values, outline, even_odd=even_odd)
    if node.values["turn"]:
        return rotated((item,), node.values["turn"], paths.bounds(outline))
    return (item,)
