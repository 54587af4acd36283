"""PDF content-stream operators of outlines, matrices and colours (ISO 32000-1, annex A)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from generator.base.units import Matrix
from generator.press.scene.items import Color, Gradient, Outline, Path, Stroke, channels

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_QUICK = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}


@lru_cache(maxsize=4_096)  # the cards of a deck share most of their coordinates
def format_number(value: float) -> str:
    """A number in PDF syntax: no exponent, rounded to a thousandth of a point."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def matrix(value: Matrix) -> str:
    """The `cm` operator; its coefficients have more decimals, since lengths are multiplied by them."""
    a, b, c, d, e, f = value
    turn = " ".join(f"{round(v, 6):.6g}" if v % 1 else str(int(v)) for v in (a, b, c, d))
    if "e" in turn:  # a tiny coefficient: PDF has no exponents
        turn = " ".join(f"{v:.6f}" for v in (a, b, c, d))
    return f"{turn} {format_number(e)} {format_number(f)} cm"


@lru_cache(maxsize=1024)
def rgb(color: Color) -> str:
    """The three numbers from 0 to 1 of "#rrggbb" in PDF."""
    return " ".join(format_number(level / 255) for level in channels(color))


@dataclass(frozen=True, slots=True)
class ColorSpace:
    """The colour space of a file: its name, its components, the operators for fill and stroke."""

    name: str
    components: Callable[[Color], str]
    fills: str
    strokes: str
    for_text: Callable[[Color, float], Color] = lambda color, size: color
    """The colour in which type of a given colour and size (in points) is printed."""

    def fill(self, color: Color) -> str:
        """The operator that sets the fill colour, also that of text."""
        return f"{self.components(color)} {self.fills}"

    def stroke(self, color: Color) -> str:
        """The operator that sets the stroke colour."""
        return f"{self.components(color)} {self.strokes}"


RGB = ColorSpace("DeviceRGB", rgb, "rg", "RG")


def outline(segments: Outline) -> str:
    """Path construction operators: m, l, c, h."""
    parts: list[str] = []
    for segment in segments:
        kind = segment[0]
        if kind == "Z":
            parts.append("h")
        else:
            values = " ".join([format_number(v) for v in segment[1:]])
            parts.append(f"{values} {kind.lower()}")
    return "\n".join(parts)


def stroke(pen: Stroke, space: ColorSpace = RGB) -> str:
    """The pen's colour, width, dash, ends and corners."""
    dash = " ".join(format_number(v) for v in pen.dash)
    return (
        f"{space.stroke(pen.color)} {format_number(pen.width)} w "
        f"{_CAPS[pen.cap]} J {_JOINS[pen.join]} j [{dash}] 0 d"
    )


def quick_outline(segments: Outline) -> str:
    """The same operators as `outline`: longer, but written in a quarter of the time."""
    return "\n".join([_QUICK[segment[0]] % segment[1:] for segment in segments])


def path(item: Path, space: ColorSpace = RGB, written: Callable[[Outline], str] = outline) -> str:
    """A whole path: its inks, its outline and the operator that paints it."""
    if item.fill is None and item.stroke is None:
        return ""
    parts: list[str] = []
    if isinstance(item.fill, str):
        parts.append(space.fill(item.fill))
    if item.stroke:
        parts.append(stroke(item.stroke, space))
    parts.append(written(item.outline))
    paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[
        item.fill is not None, item.stroke is not None
    ]
    parts.append(paint + ("*" if item.even_odd and item.fill else ""))
    return "\n".join(parts)


def shading(fill: Gradient, space: ColorSpace = RGB) -> dict[str, object]:
    """The entries of a shading (ISO 32000-1, 8.7.4.5): axial, or radial around the gradient's start."""
    (x1, y1), (x2, y2) = fill.start, fill.end
    ends = (x1, y1, 0, x1, y1, math.dist(fill.start, fill.end)) if fill.radial else (x1, y1, x2, y2)
    coordinates = " ".join(format_number(value) for value in ends)
    return {
        "ShadingType": 3 if fill.radial else 2,
        "ColorSpace": f"/{space.name}",
        "Coords": f"[{coordinates}]",
        "Function": _function(fill, space),
        "Extend": "[true true]",
    }


def _function(fill: Gradient, space: ColorSpace) -> str:
    """A function of the position: linear from each stop to the next."""
    colors = [f"[{space.components(color)}]" for _, color in fill.stops]
    steps = [
        f"<</FunctionType 2 /Domain [0 1] /N 1 /C0 {one} /C1 {other}>>"
        for one, other in pairwise(colors)
    ]
    bounds = " ".join(format_number(share) for share, _ in fill.stops[1:-1])
    return (
        f"<</FunctionType 3 /Domain [0 1] /Functions [{' '.join(steps)}] /Bounds [{bounds}] "
        f"/Encode [{' '.join(['0 1'] * len(steps))}]>>"
    )
