"""Offset of back pages, as measured with a calibration sheet and typed in ("0.5,-1.25")."""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.base.errors import KitError
from generator.base.units import MM, Matrix
from generator.press.imposition.duplex import DUPLEX

MAX_OFFSET = 10
"""Maximum offset in millimetres; a printer that is off by more needs repair."""
_NUMBER = r"([+-]?(?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}))"
_OFFSET = re.compile(f"{_NUMBER},{_NUMBER}", re.ASCII)


class Offset(NamedTuple):
    """Millimetres by which back pages are moved to the right and up, as seen on the back."""

    x: float = 0.0
    y: float = 0.0

    def __str__(self) -> str:
        """The offset as a person types it: "0.5,-1.25"."""
        return f"{self.x:g},{self.y:g}"

    @property
    def matrix(self) -> Matrix:
        """The offset as a matrix in scene coordinates: points, with y pointing down."""
        return Matrix.move(self.x * MM, -self.y * MM)

    @property
    def sideways(self) -> Matrix:
        """The offset for a landscape page, which printers turn anticlockwise (RFC 8011)."""
        return Matrix.move(self.y * MM, self.x * MM)


NO_OFFSET = Offset()


def read_offset(text: str) -> Offset:
    """Parse `"0.5,-1.25"`.  Raises KitError for anything else, and for more than `MAX_OFFSET`."""
    found = _OFFSET.fullmatch(text.replace(" ", ""))
    if not found:
        raise KitError(
            f'--offset "{text}" is not a pair of numbers in millimetres',
            hint="copy the numbers from the calibration sheet, such as --offset 0.5,-1.25",
            check="offset-value",
        )
    x, y = (float(number) + 0.0 for number in found.groups())
    if max(abs(x), abs(y)) > MAX_OFFSET:
        raise KitError(
            f"--offset {Offset(x, y)} moves the backs by more than {MAX_OFFSET} mm",
            hint="measure again with `grimoire calibrate`",
            check="offset-value",
        )
    return Offset(x, y)


def check_offset_applies(offset: Offset, backs: str) -> None:
    """Raise KitError for an offset where no printer turns the paper over."""
    if offset != NO_OFFSET and backs not in DUPLEX:
        raise KitError(
            f"--offset moves pages of backs, but --backs {backs} prints no such pages",
            hint="leave out --offset, or choose --backs long-edge or short-edge",
            check="offset-value",
        )
