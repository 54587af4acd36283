"""SVG path data: parsed as an outline by fontTools, which is slow to import."""

from __future__ import annotations

import re
from functools import lru_cache

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from generator.base.errors import KitError, short
from generator.base.units import MM
from generator.press.scene.items import Outline, Segment

_MAX_COORDINATE = 10_000 * MM
_PATH_DATA = re.compile(r"[MmLlHhVvCcSsQqTtAaZzEe0-9+\-.,\s]*", re.ASCII)


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Collects the segments that a fontTools pen draws; plain numbers are millimetres."""

    def __init__(self) -> None:
        super().__init__(None)
        self.segments: list[Segment] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("M", pt[0] * MM, pt[1] * MM))

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", pt[0] * MM, pt[1] * MM))

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        x1, y1, x2, y2, x, y = (value * MM for point in (pt1, pt2, pt3) for value in point)
        self.segments.append(("C", x1, y1, x2, y2, x, y))

    def _closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))

    def _endPath(self) -> None:  # noqa: N802
        pass


@lru_cache(maxsize=4096)
def path_data(data: str) -> Outline:
    """Parse SVG path data (M L H V C S Q T A Z, absolute or relative; in mm) as an outline in points."""
    pen = _OutlinePen()
    try:
        if not _PATH_DATA.fullmatch(data):
            raise ValueError("a sign that means nothing")  # the parser would skip it
        parse_path(data, pen)
    except Exception as error:
        message = f'"{short(data, 40, "…")}" is not path data'
        hint = 'write SVG path commands: "M0 0 L10 0 L10 10 Z"'
        raise KitError(message, hint=hint, check="path-data") from error
    if not pen.segments:
        message = "the path data is empty"
        raise KitError(message, hint='write SVG path commands: "M0 0 L10 0"', check="path-data")
    if not all(abs(v) <= _MAX_COORDINATE for segment in pen.segments for v in segment[1:]):
        raise KitError(f'"{short(data, 40, "…")}" extends beyond 10 m', check="path-data")
    return tuple(pen.segments)
