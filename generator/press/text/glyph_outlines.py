"""Glyph outlines in em, y down.

HarfBuzz draws a glyph with a pen: an object that receives moves, lines, curves and closings.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Outline: TypeAlias = tuple[
    tuple[str] | tuple[str, float, float] | tuple[str, float, float, float, float, float, float],
    ...,
]
"""Segments as `scene.items` has them: ("M", x, y), ("L", x, y), ("C", six numbers), ("Z",)."""

Point: TypeAlias = tuple[float, float]


def glyph_outline(font: Any, glyph: int, units_per_em: int) -> Outline:
    """The outline of a glyph of a HarfBuzz font, its origin at (0, 0) on the baseline."""
    pen = _OutlinePen(1 / units_per_em)
    font.draw_glyph_with_pen(glyph, pen)
    return tuple(pen.segments)


class _OutlinePen:
    """Collects segments scaled to em; quadratic curves become the cubic ones they equal."""

    def __init__(self, scale: float) -> None:
        self.segments: list[Any] = []
        self._scale = scale
        self._at: Point = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self._add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("L", point)

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        self._add("C", first, second, end)

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        (x0, y0), (x1, y1), (x2, y2) = self._at, control, end
        first = (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3)
        second = (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3)
        self._add("C", first, second, end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))

    def _add(self, letter: str, *points: Point) -> None:
        self._at = points[-1]
        scale = self._scale
        self.segments.append(
            (letter, *(number for x, y in points for number in (x * scale, -y * scale)))
        )
