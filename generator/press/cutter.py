"""Cutting machines: the registration marks that each looks for, and the room that it needs.

A machine locates the sheet by marks in its corners, and cuts along the outlines of a file.  The
marks and sizes of each machine are data, in `cutters.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.base.errors import KitError, did_you_mean
from generator.base.units import MM, Rect

Corner: TypeAlias = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Shape: TypeAlias = Literal["square", "angle"]
"""Shape of a mark: a filled square, or an angle, i.e. two arms that meet in the corner."""

CAPTION = 75 * MM
"""Minimum length of the line between the lower marks: room for the ruler and a few words."""
EDGE = 0.3 * MM
"""Gap between art and the lines through the outer edges of the marks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A registration mark: its corner, its shape, the box that it fills, and the width of its arms."""

    corner: Corner
    shape: Shape
    box: Rect
    thickness: float


@dataclass(frozen=True, slots=True)
class Cutter:
    """A cutting machine; all lengths are in points.

    Its marks begin `inset` from the edges of the paper.  `square` is the side of a square mark;
    `arm` is the length of an angle's arms, `thickness` their width.  `clear` is the white space
    kept around a mark.  Pieces are at least `gap` apart, since each is cut along its own outline.
    """

    name: str
    title: str
    corners: tuple[tuple[Corner, Shape], ...]
    inset: float
    square: float
    arm: float
    thickness: float
    clear: float
    gap: float

    def length(self, shape: Shape) -> float:
        """The side of the box that a mark of this shape fills."""
        return self.square if shape == "square" else self.arm

    @property
    def corner_room(self) -> float:
        """Distance from an edge of the paper to where the corners are free of marks."""
        longest = max((self.length(shape) for _, shape in self.corners), default=0.0)
        return self.inset + longest + self.clear

    def fits(self, paper: Rect) -> bool:
        """Whether a sheet of that size has room for pieces and for its caption."""
        sides = (side for area in self.areas(paper) for side in area[2:])
        line = paper.width - 2 * self.corner_room
        return min(sides) > 0 and (not self.corners or line >= CAPTION)

    def marks(self, paper: Rect) -> tuple[Mark, ...]:
        """The marks on a sheet of that size."""

        def box(corner: Corner, length: float) -> Rect:
            far = self.inset + length
            x = self.inset if corner.endswith("left") else paper.width - far
            y = self.inset if corner.startswith("top") else paper.height - far
            return Rect(x, y, length, length)

        return tuple(
            Mark(corner, shape, box(corner, self.length(shape)), self.thickness)
            for corner, shape in self.corners
        )

    def areas(self, paper: Rect) -> tuple[Rect, Rect]:
        """The boxes of a sheet that pieces may fill, clear of marks: the higher and the wider one.

        They are symmetrical, so that a sheet turned over stays clear of them, too.
        """
        edge, corner = self.inset + self.thickness + EDGE, self.corner_room
        return (
            Rect(corner, edge, paper.width - 2 * corner, paper.height - 2 * edge),
            Rect(edge, corner, paper.width - 2 * edge, paper.height - 2 * corner),
        )


def cutter_named(name: str, cutters: Mapping[str, Cutter]) -> Cutter:
    """The machine of that name; raises KitError that names the nearest."""
    found = cutters.get(name)
    if found is None:
        message = f'there is no cutting machine "{name}"'
        raise KitError(message, hint=did_you_mean(name, cutters), check="unknown-cutter")
    return found
