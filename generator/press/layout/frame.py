"""Turns where an element says it stands into its own box, within the one that it is placed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect, mm
from generator.press.markup.attribute_types import AUTO, Share
from generator.press.scene.items import Color, Group, Item
from generator.press.scene.paths import around


@dataclass(frozen=True, slots=True)
class Frame:
    """What an element inherits: the surrounding box (points), the font and colour of texts.

    `reach` is the whole piece with its bleed, in the coordinates of the box; None where a drawing
    has no edge of its own.
    """

    box: Rect
    font: str
    color: Color
    reach: Rect | None = None

    def at(self, box: Rect) -> Frame:
        return replace(self, box=box)

    def under(self, matrix: Matrix, box: Rect) -> Frame:
        """A box in coordinates of its own, which the matrix takes to those of this frame."""
        return replace(self, box=box, reach=self.reach and _seen_through(matrix, self.reach))


def _seen_through(matrix: Matrix, rect: Rect) -> Rect:
    """A box around what the matrix takes to `rect`."""
    a, b, c, d, e, f = matrix
    over = a * d - b * c
    corners = [
        ((d * (x - e) - c * (y - f)) / over, (a * (y - f) - b * (x - e)) / over)
        for x in (rect.x, rect.right)
        for y in (rect.y, rect.bottom)
    ]
    return around([x for x, _ in corners], [y for _, y in corners])


def resolve(value: float, whole: float) -> float:
    """A length as it is, or a share of `whole`."""
    return value * whole if isinstance(value, Share) else value


def own_box(values: Mapping[str, Any], frame: Frame) -> Rect:
    """The box that x, y, width, height and inset describe within the frame.

    Raises KitError when nothing is left of it.  An `auto` height reaches as far as the frame does.
    """
    outer = frame.box
    x, y = resolve(values["x"], outer.width), resolve(values["y"], outer.height)
    width, height = values["width"], values["height"]
    width = outer.width - x if width is None else resolve(width, outer.width)
    rest = height is None or height == AUTO
    height = outer.height - y if rest else resolve(height, outer.height)
    box = Rect(outer.x + x, outer.y + y, width, height)
    if values["inset"]:
        box = box.grown(-resolve(values["inset"], min(outer.width, outer.height)))
    if box.width <= 0 or box.height <= 0:
        raise KitError(
            f"no room is left: the box is {mm(box.width):g} × {mm(box.height):g} mm",
            hint=f"it stands in a box of {mm(outer.width):g} × {mm(outer.height):g} mm",
            check="no-room",
        )
    return box


def turned(items: tuple[Item, ...], degrees: float, box: Rect) -> tuple[Item, ...]:
    """The items turned clockwise about the middle of a box."""
    if not degrees:
        return items
    middle = Matrix.turn(degrees, box.x + box.width / 2, box.y + box.height / 2)
    return (Group(items, middle),)
