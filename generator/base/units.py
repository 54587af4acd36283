"""Lengths, boxes and affine maps in points; lengths as people write them ("63mm", "9pt").

Everything inside Grimoire is in points (1/72 inch), with the origin at the top left and y pointing
down.  Only painters and the manifest use other units.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from generator.base.errors import KitError, short

MM = 72 / 25.4
"""Points in a millimetre."""
INCH = 72.0
"""Points in an inch."""
DPI = 300
"""Dots per inch that are enough for printed pictures, by default."""

_UNITS = {"mm": MM, "cm": 10 * MM, "in": INCH, "pt": 1.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]*)\s*", re.ASCII)


@lru_cache(maxsize=8192)
def length(text: str, default: str = "mm") -> float:
    """Convert a text such as "63mm" to points.

    A bare number is in `default` units: mm, but for font sizes pt.  Raises KitError for anything
    that is not a finite number with a known unit.
    """
    match = _LENGTH.fullmatch(text)
    unit = match and (match[2] or default)
    if not match or unit not in _UNITS:
        raise KitError(
            f'"{short(text)}" is not a length',
            hint='write a number and a unit: "63mm", "2.5in", "9pt"',
        )
    points = float(match[1]) * _UNITS[unit]
    if not math.isfinite(points):
        raise KitError("a length has too many digits", hint="delete some of them")
    return points


def mm(points: float) -> float:
    """Convert points to millimetres, rounded to a thousandth so that files are identical everywhere."""
    return round(points / MM, 3) + 0.0


_QUARTERS: dict[float, tuple[float, float]] = {
    0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)
}  # fmt: skip
"""Cosine and sine of right angles, without the rounding errors of floats."""


class Size(NamedTuple):
    """Width and height in points."""

    width: float
    height: float


class Rect(NamedTuple):
    """Box in points: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Rect:
        """Return the box with every side moved outward by `by` points (inward if negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def distance_to(self, x: float, y: float) -> float:
        """How far a point lies outside the box, along an axis; 0 or less if it lies inside."""
        return max(self.x - x, x - self.right, self.y - y, y - self.bottom)


class Matrix(NamedTuple):
    """Affine map: x' = a x + c y + e, y' = b x + d y + f (the order of SVG and PDF)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def move(cls, x: float, y: float) -> Matrix:
        return cls(1.0, 0.0, 0.0, 1.0, x, y)

    @classmethod
    def scale(cls, x: float, y: float | None = None) -> Matrix:
        return cls(x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)

    @classmethod
    def turn(cls, degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
        """A clockwise turn (on the page) about the point (x, y); right angles are exact."""
        angle = math.radians(degrees)
        cos, sin = _QUARTERS.get(degrees % 360, (math.cos(angle), math.sin(angle)))
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    def then(self, after: Matrix) -> Matrix:
        """Return the map that applies this one first, then `after`."""
        if self is IDENTITY:
            return after
        if after is IDENTITY:
            return self
        a, b, c, d, e, f = self
        p, q, r, s, t, u = after
        return Matrix(
            a * p + b * r, a * q + b * s,
            c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u,
        )  # fmt: skip

    def inverse(self) -> Matrix:
        """Return the map that undoes this one, which must not be flat."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        moved = (c * f - d * e) / area, (b * e - a * f) / area
        return Matrix(d / area, -b / area, -c / area, a / area, *moved)

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def growth(self) -> float:
        """The scale factor of lengths: the square root of that of areas."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


IDENTITY = Matrix()
