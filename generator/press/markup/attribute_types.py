"""Attribute types of the markup: one parser for each kind of value.

The first line of a parser's docstring is printed on the reference page.  Parsers raise KitError;
results are plain values (floats in points) and are cached, because a deck repeats its attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from generator.base.errors import KitError, short
from generator.base.schema import long_hex
from generator.base.units import MM, length
from generator.press.scene.items import Outline

MAX_LENGTH = 10_000 * MM
"""Most points of a length or coordinate: more is a slip, since no table is ten metres long."""
MAX_SOFT = 30 * MM
"""Most points of a shadow's offset and softness."""
MAX_NUMBER = 1e6
"""A plain number beyond this is a slip, too."""

MIN_FONT_SIZE = 4
"""Points of the smallest type; home printers smear anything smaller."""


_short = partial(short, longest=40, mark="…")


class Percentage(float):
    """A share of the surrounding box: "50%" is Percentage(0.5)."""


AUTO = "auto"
"""Height that is as much as the text needs."""


class Sizes(NamedTuple):
    """The largest and the smallest font size that may be used, in points."""

    largest: float
    smallest: float


def parse_length(text: str) -> float:
    """A length: `63mm`, `2.5in`, `9pt`, a bare number of millimetres, or a share of the box: `50%`."""
    if text.endswith("%"):
        return Percentage(parse_number(text[:-1]) / 100)
    return _check_range(length(text), text)


def parse_extent(text: str) -> float:
    """A length of 0 or more: `3mm`, or a share of the box: `50%`."""
    value = parse_length(text)
    if value < 0:
        raise KitError(f'"{_short(text)}" is less than 0')
    return value


def parse_thickness(text: str) -> float:
    """A length above 0, never a share of the box: `0.3mm`."""
    value = _check_range(length(text), text)
    if value <= 0:
        raise KitError(f'"{_short(text)}" is not above 0', hint="to draw no line, leave it out")
    return value


def _check_range(points: float, text: str) -> float:
    if abs(points) > MAX_LENGTH:
        raise KitError(f'"{_short(text)}" is longer than 10 m')
    return points


def parse_height(text: str) -> float | str:
    """A length, or `auto`: as much as the text needs."""
    return AUTO if text == AUTO else parse_length(text)


def parse_number(text: str) -> float:
    """A number: `2`, `-0.5`."""
    if not re.fullmatch(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*", text, re.ASCII):
        raise KitError(f'"{_short(text)}" is not a number')
    if abs(float(text)) > MAX_NUMBER:
        raise KitError(f'"{_short(text)}" is larger than {MAX_NUMBER:,.0f}')
    return float(text)


def parse_factor(text: str) -> float:
    """A number above 0: `1.2`."""
    value = parse_number(text)
    if value <= 0:
        raise KitError(f'"{_short(text)}" is not above 0')
    return value


def parse_integer(text: str) -> int:
    """A whole number from 1 to 500: `7`."""
    if not re.fullmatch(r"[1-9][0-9]{0,2}", text) or int(text) > 500:
        raise KitError(f'"{_short(text)}" is not a whole number from 1 to 500')
    return int(text)


def parse_flag(text: str) -> bool:
    """`yes` or `no`."""
    if text not in ("yes", "no"):
        raise KitError(f'"{_short(text)}" is neither yes nor no')
    return text == "yes"


def parse_text(text: str) -> str:
    """Any text."""
    return text


def parse_color(text: str) -> str:
    """A colour: a name of the kit's palette, `#rrggbb`, `#rrggbbaa` to see through, or `none`."""
    if text.startswith("#"):
        if not re.fullmatch(r"#([0-9a-fA-F]{3,4}){1,2}", text):
            message = f'"{_short(text)}" is not a colour'
            raise KitError(message, hint='write "#rrggbb", "#rrggbbaa" or a palette name')
        text = long_hex(text)
        return text.removesuffix("ff") if len(text) == 9 else text
    return text


class GradientValue(NamedTuple):
    """A gradient as it is written: its kind, its angle, and its colours with their shares of the way."""

    radial: bool
    angle: float
    stops: tuple[tuple[float, str], ...]


_GRADIENT = re.compile(r"(linear|radial)\((.*)\)", re.DOTALL)
_GRADIENT_HINT = (
    'write "linear(90, sky, #ffffff 60%, ink)" or "radial(sun, red)"; one colour is "#rrggbb"'
)
MAX_STOPS = 20


def parse_paint(text: str) -> str | GradientValue:
    """A colour, `linear(90, sky, #ffffff 60%, ink)` or `radial(sun, red)`; 90 runs downward, 0 right."""
    match = _GRADIENT.fullmatch(text.strip())
    if not match:
        if "(" in text:
            raise KitError(f'"{_short(text)}" is not a gradient', hint=_GRADIENT_HINT)
        return parse_color(text)
    parts = [part.split() for part in match[2].split(",")]
    angle = 90.0
    if match[1] == "linear" and parts[0] and re.fullmatch(r"[-+.\d]+", parts[0][0]):
        angle = parse_number(parts.pop(0)[0])
    if not 2 <= len(parts) <= MAX_STOPS or not all(1 <= len(part) <= 2 for part in parts):
        message = f'"{_short(text)}" is not a gradient of 2 to {MAX_STOPS} colours'
        raise KitError(message, hint=_GRADIENT_HINT)
    shares = [parse_share(part[1]) if len(part) == 2 else None for part in parts]
    colors = (parse_color(part[0]) for part in parts)
    stops = tuple(zip(_spread_evenly(shares, text), colors, strict=True))
    return GradientValue(match[1] == "radial", angle, stops)


def _spread_evenly(shares: list[float | None], text: str) -> list[float]:
    """The positions of all colours: those not given are spread evenly between those that are."""
    stated = {0: 0.0, len(shares) - 1: 1.0}
    stated |= {at: share for at, share in enumerate(shares) if share is not None}
    places = sorted(stated)
    if any(stated[one] > stated[other] for one, other in pairwise(places)):
        message = f'the positions in "{_short(text)}" are not in ascending order'
        raise KitError(message, hint=_GRADIENT_HINT)
    spread = [stated[0]]
    for one, other in pairwise(places):
        step = (stated[other] - stated[one]) / (other - one)
        spread += [stated[one] + step * count for count in range(1, other - one + 1)]
    return spread


def parse_share(text: str) -> float:
    """A share from 0 to 1: `0.5` or `50%`."""
    value = parse_number(text[:-1]) / 100 if text.endswith("%") else parse_number(text)
    if not 0 <= value <= 1:
        raise KitError(f'"{_short(text)}" is not a share from 0 to 1', hint='write "0.5" or "50%"')
    return value


class ShadowValue(NamedTuple):
    """A shadow as written: its offset right and down, its softness, and its colour."""

    x: float
    y: float
    soft: float
    color: str


def parse_shadow(text: str) -> ShadowValue:
    """Offset to the right and down, softness, and a colour: `0.5mm 0.7mm 1mm #00000080`."""
    *lengths, color = text.split()
    if len(lengths) not in (2, 3):
        raise KitError(f'"{_short(text)}" is not a shadow', hint='write "0.5mm 0.7mm 1mm ink"')
    x, y, soft = (*(_check_range(length(part), part) for part in lengths), 0.0)[:3]
    if soft < 0 or max(map(abs, (x, y, soft))) > MAX_SOFT:
        limits = "must be at most 30 mm, and the last one at least 0"
        raise KitError(f'the lengths of "{_short(text)}" {limits}')
    return ShadowValue(x, y, soft, parse_color(color))


def parse_glow(text: str) -> ShadowValue:
    """A width and a colour: `1mm sun`."""
    if len(text.split()) != 2:
        raise KitError(f'"{_short(text)}" is not a glow', hint='write "1mm sun"')
    return parse_shadow(f"0 0 {text}")


def parse_rim(text: str) -> tuple[float, str]:
    """A width and a colour: `0.4mm ink`."""
    if len(text.split()) != 2:
        raise KitError(f'"{_short(text)}" is not a rim', hint='write "0.4mm ink"')
    width, color = text.split()
    return parse_thickness(width), parse_color(color)


def parse_target(text: str) -> str:
    """The target of a link: `https://…`, `mailto:…`, `#anchor` in the same file, or `thing:c3` on a table."""
    if not re.fullmatch(r"(https?://|mailto:|#|thing:)\S+", text):
        message = f'"{_short(text)}" is not a link target'
        raise KitError(message, hint='write "https://…" or "#anchor"')
    return text


def parse_outline(text: str) -> Outline:
    """SVG path data in millimetres: `M0 0 L10 0 L10 10 Z`."""
    from generator.press.scene.path_data import path_data  # slow to import

    return path_data(text)


def parse_points(text: str) -> tuple[tuple[float, float], ...]:
    """Points in millimetres: `0,0 10,0 5,8`."""
    values = [parse_number(value) * MM for value in text.replace(",", " ").split()]
    if len(values) < 4 or len(values) % 2:
        message = f'"{_short(text)}" is not a list of at least two points'
        raise KitError(message, hint='write "0,0 10,0 5,8"')
    return tuple(zip(values[::2], values[1::2], strict=True))


def parse_dash(text: str) -> tuple[float, ...]:
    """Lengths of dashes and gaps: `2mm 1mm`."""
    dash = tuple(_check_range(length(part), part) for part in text.split())
    if not dash or min(dash) < 0 or not any(dash):
        raise KitError(f'"{_short(text)}" is not a list of dash lengths', hint='write "2mm 1mm"')
    return dash


def parse_sizes(text: str) -> Sizes:
    """A font size in points, or the largest and the smallest allowed: `9..6.5`."""
    try:
        parts = [length(part, "pt") for part in text.split("..")]
    except KitError:
        parts = [0.0]
    if len(parts) > 2 or min(parts) <= 0 or parts[0] < parts[-1] or parts[0] > 2000:
        message = f'"{_short(text)}" is not a font size'
        raise KitError(message, hint='write "9" or "9..6.5" (largest first)')
    if parts[-1] < MIN_FONT_SIZE:
        message = f'"{_short(text)}" is below {MIN_FONT_SIZE} pt, the smallest legible size'
        hint = "shorten the text, or give it more room"
        raise KitError(message, hint=hint, check="type-too-small")
    return Sizes(parts[0], parts[-1])


def parse_view(text: str) -> tuple[float, float]:
    """Width and height of the coordinate system inside: `100 100`."""
    parts = [parse_number(part) * MM for part in text.split()]
    if len(parts) != 2 or min(parts) <= 0:
        raise KitError(f'"{_short(text)}" is not a width and a height', hint='write "100 100"')
    return parts[0], parts[1]


def parse_tracks(text: str) -> tuple[float, ...]:
    """Relative widths of the columns: `2 1 1`."""
    parts = tuple(parse_number(part) for part in text.split())
    if not parts or min(parts) <= 0:
        raise KitError(f'"{_short(text)}" is not a list of shares', hint='write "2 1 1"')
    return parts


ATTRIBUTE_TYPES: dict[str, Callable[[str], Any]] = {
    kind: lru_cache(maxsize=4096)(parser)
    for kind, parser in {
        "length": parse_length,
        "extent": parse_extent,
        "thickness": parse_thickness,
        "height": parse_height,
        "number": parse_number,
        "factor": parse_factor,
        "integer": parse_integer,
        "flag": parse_flag,
        "text": parse_text,
        "color": parse_color,
        "paint": parse_paint,
        "share": parse_share,
        "shadow": parse_shadow,
        "glow": parse_glow,
        "rim": parse_rim,
        "target": parse_target,
        "outline": parse_outline,
        "points": parse_points,
        "dash": parse_dash,
        "sizes": parse_sizes,
        "view": parse_view,
        "tracks": parse_tracks,
    }.items()
}
"""Each kind's parser by the kind's name."""
