"""Colour vision: simulated deficiencies, CIELAB and contrast.

Dichromats are simulated after Machado, Oliveira and Fernandes ("A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE TVCG 15, 2009, table 1, severity 1.0), whose matrices
work on linear RGB.  Lightness and differences are those of CIELAB (CIE 15, D65), contrast is that
of WCAG 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from generator.press.paint.raster import Raster

Pixels: TypeAlias = NDArray[numpy.float32]

_PIXELS_AT_ONCE = 250_000
"""Number of pixels computed at a time, to limit memory."""
_LUMINANCE = (0.2126, 0.7152, 0.0722)
COLOR_VISION_DEFICIENCIES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "without red cones (protanopia)": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green cones (deuteranopia)": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "without blue cones (tritanopia)": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "in greyscale": (_LUMINANCE,) * 3,
}
"""Matrices on linear RGB, by the name of the deficiency in messages."""

_TO_XYZ = numpy.array(
    ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)), numpy.float32
)
_WHITE = numpy.array((0.9505, 1.0, 1.089), numpy.float32)
_LINEAR = numpy.array(
    [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (level / 255 for level in range(256))
    ],
    numpy.float32,
)


def linear(view: Raster) -> Pixels:
    """Linear RGB values (0 to 1) of sRGB levels."""
    pixels: Pixels = _LINEAR[view]
    return pixels


def luminance(view: Raster) -> Pixels:
    """The relative luminance of each pixel, 0 to 1 (WCAG)."""
    pixels: Pixels = linear(view) @ numpy.array(_LUMINANCE, numpy.float32)
    return pixels


def contrast(pixels: Pixels, other: float) -> Pixels:
    """The contrast ratio of each luminance with `other`, from 1 to 21."""
    light, dark = numpy.maximum(pixels, other) + 0.05, numpy.minimum(pixels, other) + 0.05
    return numpy.divide(light, dark, dtype=numpy.float32)


def row_chunks(pixels: Raster | Pixels) -> Iterator[slice]:
    """Slices of rows, small enough to be computed in little memory."""
    at_once = max(1, _PIXELS_AT_ONCE // pixels.shape[1])
    return (slice(top, top + at_once) for top in range(0, pixels.shape[0], at_once))


def lab(view: Raster, vision: str = "") -> Pixels:
    """CIELAB of each pixel under a colour vision deficiency ("": none)."""
    result = numpy.empty(view.shape, numpy.float32)
    for rows in row_chunks(view):
        result[rows] = _lab(view[rows], vision)
    return result


def lightness(view: Raster) -> Pixels:
    """The lightness L* of each pixel, 0 to 100, as in greyscale: the first value of `lab`."""
    result: Pixels = numpy.empty(view.shape[:2], numpy.float32)
    for rows in row_chunks(view):
        result[rows] = 116 * _root(numpy.clip(luminance(view[rows]), 0.0, 1.0)) - 16
    return result


def _root(xyz: Pixels) -> Pixels:
    """The non-linear function by which CIELAB compresses tristimulus values."""
    return numpy.where(xyz > 216 / 24389, numpy.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)


def _lab(view: Raster, vision: str) -> Pixels:
    pixels = linear(view)
    if vision:
        simulated = pixels @ numpy.array(COLOR_VISION_DEFICIENCIES[vision], numpy.float32).T
        pixels = numpy.clip(simulated, 0.0, 1.0)
    root = _root(pixels @ _TO_XYZ.T / _WHITE)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return numpy.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)
