"""SVG values: numbers, matrices, outlines and pens as SVG attributes."""

from __future__ import annotations

import base64
import math
from pathlib import Path as FilePath

from generator.base.units import IDENTITY, Matrix
from generator.press.pictures.sampling import sampled
from generator.press.scene.items import Color, Gradient, Outline, Stroke, opacity_of


def number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"


def transform(matrix: Matrix) -> str | None:
    """The attribute of a matrix; None if it changes nothing."""
    if matrix == IDENTITY:
        return None
    return f"matrix({' '.join(f'{round(v, 6):g}' for v in matrix)})"


def path_data(outline: Outline) -> str:
    return "".join([kind + " ".join(map(number, values)) for kind, *values in outline])


def color_attributes(color: Color | None, name: str = "fill") -> dict[str, str]:
    """The attributes of a colour, with its opacity if it is translucent."""
    clear = {} if color is None or _share(color) == "1" else {f"{name}-opacity": _share(color)}
    return {name: "none" if color is None else _plain(color), **clear}


def gradient_attributes(fill: Gradient) -> tuple[str, dict[str, str], list[dict[str, str]]]:
    """The name of a gradient's element, its attributes, and those of each stop."""
    (x1, y1), (x2, y2) = fill.start, fill.end
    if fill.radial:
        ends = {"cx": x1, "cy": y1, "r": math.dist(fill.start, fill.end)}
    else:
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    kind = "radialGradient" if fill.radial else "linearGradient"
    attributes = {key: number(value) for key, value in ends.items()}
    stops = [
        {"offset": f"{share:.4g}", "stop-color": _plain(color), "stop-opacity": _share(color)}
        for share, color in fill.stops
    ]
    return kind, {"gradientUnits": "userSpaceOnUse", **attributes}, stops


def _plain(color: Color) -> str:
    """A colour without its opacity; a word such as "currentColor" has none."""
    return color[:7] if color.startswith("#") else color


def _share(color: Color) -> str:
    return f"{opacity_of(color):.4g}" if color.startswith("#") else "1"


def pen_attributes(stroke: Stroke) -> dict[str, str]:
    """The attributes of a pen."""
    attributes = {**color_attributes(stroke.color, "stroke"), "stroke-width": number(stroke.width)}
    if stroke.dash:
        attributes["stroke-dasharray"] = " ".join(map(number, stroke.dash))
    if stroke.cap != "butt":
        attributes["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        attributes["stroke-linejoin"] = stroke.join
    else:
        attributes["stroke-miterlimit"] = "10"  # as in PDF, where SVG's own default is 4
    return attributes


def image_address(file: FilePath, pixels: tuple[float, float]) -> str:
    """A picture as a data URL, with at least so many pixels across and down, if it has them."""
    data = sampled(file, pixels)
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
