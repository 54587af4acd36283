"""Paints: colours and gradients of the markup, as they fill a box."""

from __future__ import annotations

import math

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.layout.context import LayoutContext
from generator.press.markup.attribute_types import GradientValue
from generator.press.scene.items import Color, Gradient, Paint


def paint(layout: LayoutContext, value: str | GradientValue, box: Rect) -> Paint | None:
    """A colour, or a gradient from edge to edge of a box; None for `none`.

    A linear one runs through the middle of the box, so far that its first and last colour reach the
    corners.  A radial one reaches the corners, too.  Raises KitError for an unknown colour.
    """
    if isinstance(value, str):
        return layout.color(value)
    stops = tuple((share, _solid(layout, name)) for share, name in value.stops)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    if value.radial:
        return Gradient(stops, (x, y), (box.right, box.bottom), radial=True)
    across, down = math.cos(math.radians(value.angle)), math.sin(math.radians(value.angle))
    reach = (abs(box.width * across) + abs(box.height * down)) / 2
    start = (x - reach * across, y - reach * down)
    return Gradient(stops, start, (x + reach * across, y + reach * down))


def _solid(layout: LayoutContext, name: str) -> Color:
    color = layout.color(name)
    if color is None:
        raise KitError(
            "a gradient has no use for none",
            hint='write a colour that is seen through: "#ffffff00"',
            check="unknown-color",
        )
    return color
