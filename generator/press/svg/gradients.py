"""Gradients of an SVG: the gradient that a fill refers to, and the matrix to its place.

A gradient keeps its own coordinates, and a path that it fills is drawn in those: so it may be
slanted, squeezed or turned as in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import svgelements as svg
from lxml import etree

from generator.base.errors import KitError, short
from generator.base.units import Matrix, Rect, Size
from generator.press.scene.items import Color, Gradient, Paint
from generator.press.svg.outlines import matrix_of

_TAGS = ("linearGradient", "radialGradient")
REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"'()\s]++)[\"']?\s*+\)")
"""A reference to an element of the file: `url(#name)`."""
_LINEAR = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
_RADIAL = {"cx": "50%", "cy": "50%", "r": "50%"}
_APART = 1e-3
"""Minimum distance of two stops, as a share of the gradient: PDF allows no two in one place."""
_MAX_REFERENCES = 20
_STYLE = re.compile(r"(?<![\w-])([\w-]++)\s*+:\s*+([^;]++)")
ColorReader = Callable[[str, float], Color | None]
"""Reads a colour with its opacity; None: invisible."""


class Gradients:
    """The gradients that a file defines."""

    def __init__(self, root: etree._Element, view: Size) -> None:
        """Collect them from a clean tree whose coordinate system is as large as `view`."""
        self._view = view
        self._by_id: dict[str, etree._Element] = {}
        for element in list(root.iter(*_TAGS)):
            self._by_id[str(element.get("id"))] = element
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)

    def paint(self, fill: str, box: Rect, color: ColorReader) -> tuple[Paint | None, Matrix]:
        """The gradient of a fill, and the matrix from its coordinates to those of a shape in that box.

        Raises KitError for anything but a gradient that can be printed.
        """
        found = REFERENCE.match(fill.strip())
        element = self._by_id.get(found[1]) if found else None
        if element is None:
            raise _refused("a pattern, or a gradient that is not in the file,")
        stops = self._stops(element, color)
        if self._inherited(element, "spreadMethod", "pad") != "pad":
            raise _refused("a repeating gradient")
        relative = self._inherited(element, "gradientUnits", "") != "userSpaceOnUse"
        place = _matrix(self._inherited(element, "gradientTransform", ""))
        if relative:
            place = place.then(Matrix(box.width, 0, 0, box.height, box.x, box.y))
        flat = relative and min(box.width, box.height) <= 0
        if len({each for _, each in stops}) == 1 or flat:
            return (stops[-1][1] if stops else None), place
        if not stops or abs(place.a * place.d - place.b * place.c) < 1e-12:
            return None, place
        around = Size(1.0, 1.0) if relative else self._view
        if element.tag == "linearGradient":
            x1, y1, x2, y2 = (self._number(element, key, _LINEAR, around) for key in _LINEAR)
            if (x1, y1) == (x2, y2):
                return stops[-1][1], place
            return Gradient(stops, (x1, y1), (x2, y2)), place
        x, y, r = (self._number(element, key, _RADIAL, around) for key in _RADIAL)
        for key, middle in (("fx", x), ("fy", y)):
            if abs(self._number(element, key, {key: str(middle)}, around) - middle) > r / 100:
                raise _refused("a gradient with an off-centre focus")
        if r <= 0:
            return stops[-1][1], place
        return Gradient(stops, (x, y), (x + r, y), radial=True), place

    def _chain(self, element: etree._Element) -> Iterator[etree._Element]:
        """A gradient and those it inherits from."""
        found: etree._Element | None = element
        for _ in range(_MAX_REFERENCES):
            if found is None:
                return
            yield found
            found = self._by_id.get(str(found.get("href", "")).removeprefix("#"))

    def _inherited(self, element: etree._Element, key: str, default: str) -> str:
        values = (each.get(key) for each in self._chain(element))
        return next((str(value) for value in values if value is not None), default)

    def _number(
        self, element: etree._Element, key: str, default: dict[str, str], around: Size
    ) -> float:
        words = self._inherited(element, key, default[key]).strip()
        reach = {"x": around.width, "y": around.height}.get(
            key.strip("cf12"), (around.width + around.height) / 2
        )
        try:
            share = words.endswith("%")
            return float(words[:-1]) / 100 * reach if share else float(words.removesuffix("px"))
        except ValueError:
            message = f'{key}="{short(words, 30)}" of <{element.tag}> cannot be read'
            raise KitError(message, check="svg-file") from None

    def _stops(
        self, element: etree._Element, color: ColorReader
    ) -> tuple[tuple[float, Color], ...]:
        """The stops with their offsets from 0 to 1, the first at 0 and the last at 1."""
        own = next(filter(None, (each.findall("stop") for each in self._chain(element))), [])
        stops: list[tuple[float, Color]] = []
        for stop in own:
            style = dict(_STYLE.findall(str(stop.get("style", ""))))
            stated = {key: str(style.get(key, stop.get(key, default))).strip()
                    for key, default in (("stop-color", "black"), ("stop-opacity", "1"))}  # fmt: skip
            seen = color(stated["stop-color"], number_of(stated["stop-opacity"]))
            share = min(max(number_of(str(stop.get("offset", "0"))), 0.0), 1.0)
            stops.append((share, seen or "#ffffff00"))
        if not stops:
            return ()
        spread = [(0.0, stops[0][1])]
        for share, name in [*stops, (1.0, stops[-1][1])]:
            if name != spread[-1][1] or share >= spread[-1][0] + _APART:
                spread.append((max(share, spread[-1][0] + _APART), name))
        return tuple((share / spread[-1][0], name) for share, name in spread)


def number_of(words: str) -> float:
    """A number or percentage.  Raises KitError for anything else."""
    words = words.strip()
    try:
        return float(words[:-1]) / 100 if words.endswith("%") else float(words)
    except ValueError:
        raise KitError(f'"{short(words, 30)}" is not a number', check="svg-file") from None


def _matrix(words: str) -> Matrix:
    try:
        return matrix_of(svg.Matrix(words))
    except (ValueError, IndexError):
        message = f'gradientTransform="{words[:30]}" cannot be read'
        raise KitError(message, check="svg-file") from None


def _refused(what: str) -> KitError:
    message = f"{what} cannot be printed"
    return KitError(message, hint="fill the shape with one colour", check="svg-feature")
