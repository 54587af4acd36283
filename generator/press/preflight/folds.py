"""Turns a page that is to be folded into faults: a fold that is not drawn, or too near to the art."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import mapped
from generator.press.imposition.gutterfold import FOLD_ROOM
from generator.press.manifest import FoldEntry
from generator.press.preflight.pdf_content import Content
from generator.press.preflight.placement_model import TOLERANCE, Placed

_ROOM = FOLD_ROOM / MM


def fold_faults(placed: Sequence[Placed], content: Content, to_mm: Matrix) -> Iterator[Fault]:
    """What is wrong with the folds of one page; `to_mm` takes its coordinates to millimetres."""
    folds = {one.entry.fold for one in placed} - {None}
    if not folds:
        return
    if len(folds) > 1 or any(one.entry.fold is None for one in placed):
        yield Fault("has pieces that do not share one fold", check="proof-fold")
    lines = [[to_mm.apply(*point) for point in line] for line in content.lines]
    boxes = [mapped(clip, to_mm) for clip in content.clips]
    for fold in filter(None, sorted(folds, key=str)):
        if not any(_follows(line, fold) for line in lines):
            message = f"has no line drawn to fold along at {fold.axis} = {fold.at:g} mm"
            yield Fault(message, check="proof-fold")
        near = min((_distance(box, fold) for box in boxes), default=_ROOM)
        if near < _ROOM - TOLERANCE:
            message = f"has art {max(near, 0.0):.2f} mm from the fold; it needs {_ROOM:g} mm"
            yield Fault(message, check="proof-fold")


def _follows(line: Sequence[tuple[float, float]], fold: FoldEntry) -> bool:
    """Whether a painted line runs along the fold, through the middle of all that it folds."""
    across = 0 if fold.axis == "x" else 1
    along = [point[1 - across] for point in line]
    on_it = all(abs(point[across] - fold.at) <= TOLERANCE for point in line)
    return on_it and max(along) - min(along) > _ROOM


def _distance(box: Rect, fold: FoldEntry) -> float:
    """How far a box is from the fold; 0 or less: it lies on it."""
    start, end = (box.x, box.right) if fold.axis == "x" else (box.y, box.bottom)
    return max(start - fold.at, fold.at - end)
