"""Duplex geometry: where the back of a piece lies once the paper is turned over or folded.

The printer turns the paper over one of its edges.  Sheets here stand upright, so the long edges
are the left and right ones, and the short edges are the top and bottom ones:

- turned over a long edge, like a leaf of a book, left becomes right: behind the point (x, y) of the
  front lies the point (W - x, y) of the back;
- turned over a short edge, like a leaf of a wall calendar, top becomes bottom: behind it lies
  (x, H - y).

A fold does the same with another line: where front and back stand on one side of the paper, with
a fold between them that leaves both visible, a point of the front meets the point at the same
distance on the other side of the fold.  So all three are mirrors, and one map serves them.

A person turns a *piece* like a leaf of a book, however the printer turned the paper: the point
(u, v) of its second face belongs behind the point (w - u, v) of its first.  So a second face gets
to the back of the sheet in three maps: onto the first face, with that onto the front of the sheet,
and through the paper.  Two of the three mirror, so the face is never mirrored in the end: over the
long edge, or beside a fold that runs up the page, it stands as the front does; over the short edge,
or beside a fold that runs across the page, it is turned by 180 degrees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.base.units import Matrix
from generator.press.paper import Paper

Backs: TypeAlias = Literal["long-edge", "short-edge", "gutterfold", "none"]
DUPLEX = ("long-edge", "short-edge")
"""The ways in which a printer turns the paper over by itself."""
Axis: TypeAlias = Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold of a sheet: axis "x" is the vertical line at x = `at`, "y" the horizontal one at y = `at`.

    `at` is in points from the sheet's upper left corner.
    """

    axis: Axis
    at: float

    @property
    def mirror(self) -> Matrix:
        """The map from a point of the front half to the point it meets once folded."""
        if self.axis == "y":
            return Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 2 * self.at)
        return Matrix(-1.0, 0.0, 0.0, 1.0, 2 * self.at, 0.0)


def turned_over(paper: Paper, backs: Backs) -> Matrix:
    """The map from a point of the front to the point of the back behind it.

    Where the printer turns nothing over, a sheet of second faces is laid out for the long edge, so
    that whole sheets can also be glued back to back.
    """
    if backs == "short-edge":
        return Fold("y", paper.height / 2).mirror
    return Fold("x", paper.width / 2).mirror


def mirror_side(front: Matrix, width: float, flip: Matrix) -> Matrix:
    """The matrix of a second face whose first face, `width` points wide, lies under `front`."""
    over = Matrix(-1.0, 0.0, 0.0, 1.0, width, 0.0)
    return Matrix(*(value + 0.0 for value in over.then(front).then(flip)))  # no minus zero


def rotation_of(matrix: Matrix) -> int:
    """The clockwise turn of a matrix without skew: 0, 90, 180 or 270 degrees."""
    return round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
