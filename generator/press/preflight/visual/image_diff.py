"""Image comparison of one face as printed and as it should be.

The displacement is found by least squares from the gradients of the expected picture (Lucas and
Kanade, 1981): exact to a hundredth of a millimetre, and blind only in a direction in which nothing
of the face changes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from generator.press.preflight.visual.raster import PIXEL, GrayImage

DIFFERENT = 40.0
"""Difference in levels (of 255) at which a pixel counts as different: rounding makes a few, a mark
sixty or more."""
_SLOPE = 2e4
"""Sum of squared gradients below which a face has too little detail to measure a displacement."""
_FAR = 16
"""Maximum displacement, in pixels, at which a face is searched around its place: 4 mm."""


@dataclass(frozen=True, slots=True)
class ImageDifference:
    """How a face differs from what it should look like at its place.

    `x` and `y` (mm, to the right and down) are its displacement, or None if that cannot be
    measured.  `different` is the number of pixels that differ, `compared` the number of those
    compared.
    """

    x: float | None
    y: float | None
    different: int
    compared: int

    @property
    def distance(self) -> float:
        """The displacement in mm; 0 where it cannot be measured."""
        return math.hypot(self.x or 0.0, self.y or 0.0)

    @property
    def is_unmeasurable(self) -> bool:
        return self.x is None and self.y is None


def image_difference(
    actual: GrayImage, expected: GrayImage, mask: NDArray[numpy.bool_]
) -> ImageDifference:
    """Compare the pixels of the mask."""
    differs = (expected - actual) * mask
    different = int(numpy.count_nonzero(numpy.abs(differs) > DIFFERENT))
    if different:
        different = int(numpy.count_nonzero(_outside_range(actual, expected) & mask))
    down, right = numpy.gradient(expected)
    right, down = right * mask, down * mask
    slopes = numpy.array([[_sum(right, right), _sum(right, down)], [0.0, _sum(down, down)]])
    slopes[1, 0] = slopes[0, 1]
    pull = numpy.array([_sum(right, differs), _sum(down, differs)])
    values, axes = numpy.linalg.eigh(slopes)
    sure = values > _SLOPE
    shift = sum((axes[:, i] * (axes[:, i] @ pull) / values[i] for i in (0, 1) if sure[i]), pull * 0)
    known_x, known_y = (bool(sure.all() or (sure.any() and abs(axes[i, 1]) > 0.7)) for i in (0, 1))
    return ImageDifference(
        float(shift[0]) * PIXEL if known_x else None,
        float(shift[1]) * PIXEL if known_y else None,
        different,
        int(numpy.count_nonzero(mask)),
    )


def _outside_range(actual: GrayImage, expected: GrayImage) -> NDArray[numpy.bool_]:
    """The pixels outside the range of their neighbours in the expected picture.

    Letters are drawn at whole pixels, so a line of them may move by one pixel because the manifest
    leaves out thousandths of a millimetre.
    """
    darkest, lightest = (
        _of_neighbours(extreme, expected.astype(numpy.uint8)).astype(numpy.float32)
        for extreme in (numpy.minimum, numpy.maximum)
    )
    outside: NDArray[numpy.bool_] = (actual < darkest - DIFFERENT) | (actual > lightest + DIFFERENT)
    return outside


def _of_neighbours(extreme: numpy.ufunc, picture: NDArray[numpy.uint8]) -> NDArray[numpy.uint8]:
    """The extreme of each pixel and its eight neighbours: of three rows, then of three columns."""
    padded = numpy.pad(picture, 1, mode="edge")
    rows = extreme(extreme(padded[:-2], padded[1:-1]), padded[2:])
    found: NDArray[numpy.uint8] = extreme(extreme(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:])
    return found


def find_displacement(
    page: GrayImage, expected: GrayImage, x: int, y: int
) -> tuple[int, int] | None:
    """The displacement (in pixels, right and down) at which a page shows what belongs at pixel (x, y).

    None if it is not found nearby.
    """
    rows, columns = expected.shape
    inner = min(_FAR, rows // 4), min(_FAR, columns // 4)
    target = expected[inner[0] : rows - inner[0] : 2, inner[1] : columns - inner[1] : 2]
    if target.size == 0 or float(target.std()) < 2:
        return None
    error_in_place = best = math.inf
    displacement = 0, 0
    for down in range(-_FAR, _FAR + 1):
        for right in range(-_FAR, _FAR + 1):
            top, left = y + inner[0] + down, x + inner[1] + right
            if top < 0 or left < 0:
                continue
            part = page[top : top + 2 * target.shape[0] : 2, left : left + 2 * target.shape[1] : 2]
            if part.shape != target.shape:
                continue
            error = float(numpy.square(part - target).mean())
            error_in_place = error if (down, right) == (0, 0) else error_in_place
            if error < best:
                best, displacement = error, (right, down)
    if displacement == (0, 0) or best > error_in_place / 3:
        return None
    return displacement


def _sum(one: GrayImage, other: GrayImage) -> float:
    return float(numpy.einsum("ij,ij->", one, other, dtype=numpy.float64))
