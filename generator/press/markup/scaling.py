"""Scaling: markup written for one size, adapted to another.

Horizontal lengths scale with the width, vertical ones with the height, and everything else (type,
lines, gaps, corners) with the smaller of the two factors: only the shapes that fill the piece are
distorted.  What extends into the bleed still does, by the same amount; shares of a box stay shares.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from generator.base.units import Matrix, Size
from generator.press.markup.attribute_types import (
    AUTO,
    MIN_FONT_SIZE,
    Percentage,
    ShadowValue,
    Sizes,
)
from generator.press.markup.elements import ELEMENTS
from generator.press.markup.parser import Node
from generator.press.scene.paths import transformed


@dataclass(frozen=True, slots=True)
class TypeGrowth:
    """How type grows while boxes do not: by a factor where it fits, and to at least `least` points.

    Type larger than `largest` points stays as it is, and no type grows beyond that.
    """

    factor: float = 1.0
    least: float = 0.0
    largest: float = math.inf

    def sizes(self, stated: Sizes) -> Sizes:
        """The largest and smallest size to try, given those in the markup."""
        smallest = max(stated.smallest, self.least)
        largest_size = min(stated.largest * self.factor, self.largest)
        return Sizes(max(largest_size, stated.largest, smallest), smallest)


NO_GROWTH = TypeGrowth()


_ACROSS = ("x", "right", "x1", "x2", "cx")
_DOWN = ("y", "bottom", "y1", "y2", "cy")


@lru_cache(maxsize=1024)
def scaled(node: Node, across: float, down: float, whole: Size | None = None) -> Node:
    """A node with everything in it, scaled; `whole` is the piece's size for a node directly in it.

    The same node gives the same node each time.
    """
    kinds = ELEMENTS[node.name].attributes
    values = {name: _scale_value(name, kinds[name].kind if name in kinds else "", value, across, down)
              for name, value in node.values.items()}  # fmt: skip
    for at, length, scale, room in (
        ("x", "width", across, whole.width if whole else None),
        ("y", "height", down, whole.height if whole else None),
    ):
        if _is_length(node.values.get(length)):
            values[length] = _length(node.values, at, length, scale, room)
    children = node.children
    if not node.values.get("view"):  # its own coordinates scale with its box
        children = tuple(scaled(child, across, down) for child in children)
    return replace(node, values=values, children=children)


def _scale_value(name: str, kind: str, value: Any, across: float, down: float) -> Any:
    smaller = min(across, down)
    if name == "scale" or value is None or value == AUTO or isinstance(value, Percentage):
        return value
    if kind in ("length", "extent", "thickness", "height"):
        if value < 0:
            return value  # into the bleed
        return value * (across if name in _ACROSS else down if name in _DOWN else smaller)
    if kind == "sizes":
        min_size = min(MIN_FONT_SIZE, value.smallest)
        return Sizes(*(max(size * smaller, min_size) for size in value))
    if kind == "outline":
        return transformed(value, Matrix.scale(across, down))
    if kind == "points":
        return tuple((x * across, y * down) for x, y in value)
    if kind == "dash":
        return tuple(length * smaller for length in value)
    if kind in ("shadow", "glow"):
        return ShadowValue(value.x * smaller, value.y * smaller, value.soft * smaller, value.color)
    if kind == "rim":
        return value[0] * smaller, value[1]
    return value


def _is_length(value: Any) -> bool:
    return isinstance(value, float | int) and not isinstance(value, Percentage)


def _length(
    values: Mapping[str, Any], at: str, length: str, scale: float, whole: float | None
) -> float:
    """A scaled width or height; what overhangs the piece overhangs it by the same amount as before."""
    start, extent = values.get(at), float(values[length])
    if start is None or isinstance(start, Percentage):
        return extent * scale
    end = start + extent
    overhang = max(0.0, end - whole) if whole is not None else 0.0
    scaled_start = start if start < 0 else start * scale
    return float((end - overhang) * scale + overhang - scaled_start)
