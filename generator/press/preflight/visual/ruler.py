"""Ruler measurement: the length of the ruler in the raster of a page.

The ruler is found as a person would find it: a straight line with a tick at every millimetre.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy
from numpy.typing import NDArray

from generator.press.preflight.visual.raster import GrayImage

LENGTH = 50
"""Nominal length of a ruler, in millimetres."""
DPI = 300
_DARK = 150.0
_BESIDE = 0.4
"""Millimetres from the line within which all ticks are visible: the shortest has 0.8."""
_SLACK = 0.2
"""Factor by which a line may be longer or shorter and still be the ruler."""


def measure_ruler(page: GrayImage) -> float | None:
    """Millimetres from the first to the last tick, in a picture at `DPI`; None without a ruler."""
    dark: NDArray[numpy.bool_] = page < _DARK
    offset = max(round(_BESIDE * DPI / 25.4), 1)
    for turned in (dark, dark.T):
        for row, start, stop in _lines(turned):
            for at in (row - offset, row + offset):
                if not 0 <= at < len(turned):
                    continue
                ticks = _middles(turned[at, max(start - 2, 0) : stop + 2])
                if len(ticks) == LENGTH + 1:
                    return (ticks[-1] - ticks[0]) * 25.4 / DPI
    return None


def _lines(dark: NDArray[numpy.bool_]) -> Iterator[tuple[int, int, int]]:
    """Dark lines about as long as the ruler, as (row, first column, column after the last)."""
    min_length, max_length = (LENGTH * (1 + slack) * DPI / 25.4 for slack in (-_SLACK, _SLACK))
    for row in numpy.flatnonzero(dark.sum(axis=1) >= min_length):
        for start, stop in _runs(dark[row]):
            if min_length <= stop - start <= max_length:
                yield int(row), start, stop


def _runs(dots: NDArray[numpy.bool_]) -> list[tuple[int, int]]:
    """Where runs of dark dots begin and end."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], dots, [False])).astype(int)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


def _middles(dots: NDArray[numpy.bool_]) -> list[float]:
    return [(start + stop - 1) / 2 for start, stop in _runs(dots)]
