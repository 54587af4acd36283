"""Frames: the box an element is placed in, and the element's own box inside it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect, mm
from generator.press.markup.attribute_types import AUTO, Percentage
from generator.press.scene.items import Color, Group, Item
from generator.press.scene.paths import bounds_under


@dataclass(frozen=True, slots=True)
class Frame:
    """Inherited state of an element: the surrounding box (points), font and text colour.

    `bleed_box` is the whole piece with its bleed, in the coordinates of the box; None for a drawing
    that has no edge of its own.  `scale` is the size, in points, of one unit of these coordinates.
    """

    box: Rect
    font: str
    color: Color
    bleed_box: Rect | None = None
    scale: float = 1.0

    def at(self, box: Rect) -> Frame:
        return replace(self, box=box)

    def under(self, matrix: Matrix, box: Rect) -> Frame:
        """The frame of content in its own coordinates, which `matrix` maps to this frame's."""
        return replace(
            self,
            box=box,
            bleed_box=self.bleed_box and bounds_under(self.bleed_box, matrix.inverse()),
            scale=self.scale * math.hypot(matrix.a, matrix.b),
        )


def resolve(value: float, whole: float) -> float:
    """A length in points; a percentage is taken of `whole`."""
    return value * whole if isinstance(value, Percentage) else value


def own_box(values: Mapping[str, Any], frame: Frame) -> Rect:
    """The box that x, y, width, height and inset describe within the frame.

    Raises KitError when nothing is left of it.  An `auto` height fills the frame.
    """
    outer = frame.box
    x, y = resolve(values["x"], outer.width), resolve(values["y"], outer.height)
    width, height = values["width"], values["height"]
    height = None if height == AUTO else height
    right, bottom = values["right"], values["bottom"]
    if right is not None:
        x, width = _anchored(x, width, resolve(right, outer.width), outer.width, "x width right")
    if bottom is not None:
        end = resolve(bottom, outer.height)
        y, height = _anchored(y, height, end, outer.height, "y height bottom")
    width = outer.width - x if width is None else resolve(width, outer.width)
    height = outer.height - y if height is None else resolve(height, outer.height)
    box = Rect(outer.x + x, outer.y + y, width, height)
    if values["inset"]:
        box = box.grown(-resolve(values["inset"], min(outer.width, outer.height)))
    if box.width <= 0 or box.height <= 0:
        message = f"there is no room: the box is {mm(box.width):g} × {mm(box.height):g} mm"
        hint = f"the box around it is {mm(outer.width):g} × {mm(outer.height):g} mm"
        raise KitError(message, hint=hint, check="no-room")
    return box


def _anchored(
    start: float, length: float | None, end: float, whole: float, names: str
) -> tuple[float, float]:
    """Start and length of something whose `end` is a distance from the end of `whole`."""
    if length is None:
        return start, whole - start - end
    length = resolve(length, whole)
    if start:
        message = "{}, {} and {} cannot all be given".format(*names.split())
        raise KitError(message, hint="leave one of them out", check="conflicting-attributes")
    return whole - end - length, length


def rotated(items: tuple[Item, ...], degrees: float, box: Rect) -> tuple[Item, ...]:
    """The items turned clockwise about the middle of a box."""
    if not degrees:
        return items
    return (Group(items, Matrix.turn(degrees, *box.center)),)
