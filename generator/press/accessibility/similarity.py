"""Perceptual similarity: pairs of faces that look alike to people with some kind of colour vision.

A thousand cards are half a million pairs.  Most of them differ so much that everybody sees it;
comparing lightness alone shows that quickly, for one face and many others at a time.  Only the
remaining pairs are compared for each kind of colour vision.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from generator.press.accessibility.color_vision import (
    COLOR_VISION_DEFICIENCIES,
    Pixels,
    lab,
    lightness,
)
from generator.press.paint.raster import Raster

CLEAR_DIFFERENCE = 20.0
"""Difference in CIELAB at which two areas look different even when they are not side by side."""
SAFE_LIGHTNESS_DIFFERENCE = 50.0
"""Difference in lightness that is clear to everybody: none of `COLOR_VISION_DEFICIENCIES` makes one
colour more than 26 lighter against another."""
MIN_AREA = 2.0
"""Minimum area that must differ clearly, in square millimetres: a letter of 8 pt has about three."""
MIN_PIXELS = 4
"""Minimum number of pixels that must differ: a single one at an edge may differ by chance."""
AMPLE_AREA = 10 * MIN_AREA
"""Area, in square millimetres, whose clear difference in lightness nobody can overlook."""
MAX_QUICK_COMPARISONS = 2_000_000_000
"""Maximum number of pixels whose lightness is compared for all pairs of a kit: a second or two.  A
thousand cards need six thousand million if hardly any differ at first sight, and two hundred
million if most do."""
MAX_CLOSE_COMPARISONS = 8_000_000
"""Maximum number of pixels compared for each deficiency over all pairs of a kit: again a few
seconds.  The five kits need 14,000."""
_COST_OF_SIGNS = 8
"""Cost of signing 64 pixels (see `_Signs`), as a number of pixels whose lightness is compared."""
COST_OF_PAIR = 2_000
"""Fixed cost of a close comparison of one pair, in pixels."""

_PIXELS_AT_ONCE = 250_000
_STRIDES = (17, 5, 1)
"""Strides: every 17th pixel is compared first, then more.  Few rasters have sides divisible by these."""
_STEPS = 2
"""Levels of lightness per unit of CIELAB; rounding to whole levels can change a difference by one."""
_SIGNS = ((72, 174), (138, 180))
"""Two thresholds as pairs of levels: a pixel is dark up to the first, and light from the second."""

Levels: TypeAlias = NDArray[numpy.uint8]
Indexes: TypeAlias = NDArray[numpy.intp]


class FaceRaster:
    """The raster of a face, stored compactly; `pixel_area` is in square millimetres.

    A large deck has many rasters, and few of them are ever examined closely.
    """

    def __init__(self, view: Raster, pixel_area: float) -> None:
        self.shape = view.shape
        self._packed = zlib.compress(numpy.pad(view, ((0, 0), (0, 0), (0, 1))).tobytes(), 1)
        self.pixel_area = pixel_area

    def codes(self) -> NDArray[numpy.uint32]:
        """The colour of each pixel as one integer, packed from its red, green and blue."""
        return numpy.frombuffer(zlib.decompress(self._packed), numpy.uint32)

    def view(self) -> Raster:
        """The pixels as an array of rows."""
        return _colors(self.codes()).reshape(self.shape)

    def levels(self) -> Levels:
        """The lightness of each pixel, in whole levels."""
        return numpy.rint(_STEPS * lightness(self.view())).ravel().astype(numpy.uint8)


@lru_cache(maxsize=4)
def _codes(face: FaceRaster) -> NDArray[numpy.uint32]:
    """The colours of a face, cached while it is compared with others."""
    return face.codes()


def _colors(codes: NDArray[numpy.uint32]) -> Raster:
    """Red, green and blue of each code."""
    return codes.view(numpy.uint8).reshape(-1, 4)[:, :3]


def _colors_at(face: FaceRaster, where: Indexes) -> Raster:
    """The colours of these pixels, as a row."""
    return _colors(_codes(face)[where])[None]


def _lightness_at(face: FaceRaster, where: Indexes) -> Pixels:
    """The lightness of these pixels, 0 to 100."""
    result: Pixels = lightness(_colors_at(face, where))[0]
    return result


class ComparisonBudget:
    """How many pixels may still be compared."""

    def __init__(self) -> None:
        self.quick, self.close = MAX_QUICK_COMPARISONS, MAX_CLOSE_COMPARISONS

    @property
    def exhausted(self) -> bool:
        """Whether some pairs have been left out."""
        return min(self.quick, self.close) < 0


def similar_pairs(
    faces: Sequence[FaceRaster], budget: ComparisonBudget
) -> Iterator[tuple[int, int, str]]:
    """Pairs of faces of one size, by index, and the colour vision that cannot tell them apart.

    Once the budget is exhausted, no more pairs are compared.
    """
    if len(faces) < 2:
        return
    levels = numpy.empty((len(faces), math.prod(faces[0].shape[:2])), numpy.uint8)
    for row, face in zip(levels, faces, strict=True):
        row[:] = face.levels()
    samples = [numpy.ascontiguousarray(levels[:, ::stride]) for stride in _STRIDES]
    filters: list[_Signs | _Lightness] = [*map(_Signs, samples), *map(_Lightness, samples)]
    for one, face in enumerate(faces[:-1]):
        others = numpy.arange(one + 1, len(faces))
        for filter_ in filters:
            budget.quick -= others.size * filter_.cost
            if budget.exhausted:
                return
            others = filter_.possibly_similar(one, others, face.pixel_area)
        for other in map(int, others):
            if vision := confusing_vision(face, faces[other], budget):
                yield one, other, vision
            if budget.exhausted:
                return


def confusing_vision(
    one: FaceRaster, other: FaceRaster, budget: ComparisonBudget | None = None
) -> str:
    """The colour vision to which two different faces look the same; "" if there is none.

    Faces that differ in lightness over `AMPLE_AREA` look different to everybody.  A difference
    counts as lost only if what is left of it is both too small and less than half.  Otherwise a
    thin letter would count as lost if it is just large enough for one colour vision and just too
    small for another.
    """
    differ = numpy.flatnonzero(_codes(one) != _codes(other))
    if budget:
        budget.close -= COST_OF_PAIR + differ.size
    min_pixels = max(MIN_PIXELS, math.ceil(MIN_AREA / one.pixel_area))
    if differ.size < min_pixels:
        return ""
    clear = differ[
        numpy.abs(_lightness_at(one, differ) - _lightness_at(other, differ)) >= CLEAR_DIFFERENCE
    ]
    if one.pixel_area * clear.size >= AMPLE_AREA:
        return ""
    if clear.size < min_pixels:
        lost = 2 * clear.size < _count_differing(one, other, differ, [""])[0] >= min_pixels
        return "in greyscale" if lost else ""
    visions = list(COLOR_VISION_DEFICIENCIES)
    for vision, visible in zip(visions, _count_differing(one, other, clear, visions), strict=True):
        if visible < min_pixels:
            remaining, visible_to_all = _count_differing(one, other, differ, [vision, ""])
            if remaining < min_pixels and 2 * remaining < visible_to_all:
                return vision
    return ""


class _Signs:
    """Which pixels of each face are dark and which are light, as bits: quick to compare."""

    def __init__(self, levels: Levels) -> None:
        self.signs = [
            (_in_range(levels, 0, dark), _in_range(levels, light, 255)) for dark, light in _SIGNS
        ]
        self.cost = self.signs[0][0].shape[1] * _COST_OF_SIGNS

    def possibly_similar(self, one: int, others: Indexes, pixel_area: float) -> Indexes:
        """Those of the others that are rarely dark where face `one` is light, or the reverse."""
        for (dark, light), area in zip(self.signs, (MIN_AREA, AMPLE_AREA), strict=True):
            differences = _rows(dark, others) & light[one]
            differences |= _rows(light, others) & dark[one]
            others = others[pixel_area * _count(differences) < area]
        return others


def _in_range(levels: Levels, low: int, high: int) -> NDArray[numpy.uint64]:
    """Which levels of each face lie within a range, as bits; computed for a few faces at a time."""
    at_once = max(1, _PIXELS_AT_ONCE // levels.shape[1])
    chunks = (levels[start : start + at_once] for start in range(0, len(levels), at_once))
    return numpy.concatenate([_bits((each >= low) & (each <= high)) for each in chunks])


def _rows(bits: NDArray[numpy.uint64], others: Indexes) -> NDArray[numpy.uint64]:
    """These rows of `bits`; the leading rows, which are compared first, need not be copied."""
    if others.size and others.size == len(bits) - others[0]:
        return bits[others[0] :]
    return bits.take(others, axis=0)


class _Lightness:
    """The lightness of each pixel of each face."""

    def __init__(self, levels: Levels) -> None:
        self.levels = levels
        self.cost = levels.shape[1]

    def possibly_similar(self, one: int, others: Indexes, pixel_area: float) -> Indexes:
        """Those of the others that these levels do not distinguish from face `one`."""
        similar: list[Indexes] = []
        at_once = max(1, _PIXELS_AT_ONCE // self.cost)  # fits into a processor's cache
        for start in range(0, others.size, at_once):
            chunk = others[start : start + at_once]
            levels = self.levels[chunk]
            differences = numpy.maximum(levels, self.levels[one])
            differences -= numpy.minimum(levels, self.levels[one], out=levels)
            clear, far = (
                pixel_area * _count(_bits(differences > _STEPS * least + 1))
                for least in (CLEAR_DIFFERENCE, SAFE_LIGHTNESS_DIFFERENCE)
            )
            similar.append(chunk[(clear < AMPLE_AREA) & (far < MIN_AREA)])
        return numpy.concatenate(similar) if similar else others


def _bits(pixels: NDArray[numpy.bool_]) -> NDArray[numpy.uint64]:
    """The pixels of each row as bits, 64 to a number."""
    bits = numpy.packbits(pixels, axis=1)
    return numpy.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view(numpy.uint64)


def _count(bits: NDArray[numpy.uint64]) -> NDArray[numpy.uint32]:
    """How many bits of each row are set; four times as fast as numpy's own count of a row."""
    ones = numpy.bitwise_count(bits)
    counts: NDArray[numpy.uint32] = numpy.add.reduce(ones, axis=1, dtype=numpy.uint32)
    return counts


def _count_differing(
    one: FaceRaster, other: FaceRaster, where: Indexes, visions: Sequence[str]
) -> list[int]:
    """How many of these pixels clearly differ under each deficiency ("": none)."""
    counts = numpy.zeros(len(visions), int)
    for start in range(0, where.size, _PIXELS_AT_ONCE):
        chunk = where[start : start + _PIXELS_AT_ONCE]
        colors = numpy.stack([_colors_at(face, chunk) for face in (one, other)])
        for number, vision in enumerate(visions):
            first, second = lab(colors, vision)
            distances = numpy.square(first - second).sum(axis=-1)
            counts[number] += numpy.count_nonzero(distances >= CLEAR_DIFFERENCE**2)
    return [int(each) for each in counts]
