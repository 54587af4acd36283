"""Duplex preflight: backs must lie behind their fronts, and folds must be drawn clear of the art.

Turning the paper, by printer or person, mirrors it: the back must lie where the mirror image
of its front is, and be turned to match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, KitError
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import DUPLEX
from generator.press.imposition.offset import NO_OFFSET, Offset, read_offset
from generator.press.imposition.pages.gutterfold import FOLD_ROOM
from generator.press.manifest import FoldEntry, Manifest
from generator.press.preflight.pdf_content import PageContent
from generator.press.preflight.placement_model import TOLERANCE, PlacedFace, page_size
from generator.press.scene.paths import transform_rect


def without_offset(placed: PlacedFace, manifest: Manifest) -> Rect:
    """Where a face would be if its page had not been moved by the printer's offset."""
    turned = manifest.options.get("backs") in DUPLEX
    if placed.entry.face == "front" or not turned or placed.entry.file in manifest.label_files:
        return placed.rect
    offset = _offset(manifest)
    x, y, width, height = placed.rect
    return Rect(x - offset.x, y - offset.y, width, height)


def back_faults(
    placed: Sequence[PlacedFace], manifest: Manifest
) -> Iterator[tuple[Fault, PlacedFace]]:
    """Each back that is not behind its front, with the fault.

    Turned over the long edge a page is mirrored from left to right, over the short edge from top to
    bottom; a back is on the page after its front.  Beside a fold it is on the same page, and
    mirrored in the fold.  A sheet of second faces that are glued on is laid out as for the long
    edge.  An offset is subtracted first.
    """
    fronts = {each.key: each for each in placed if each.entry.face == "front"}
    for back in placed:
        front = fronts.get(back.key)
        if back.entry.face == "front" or front is None:
            continue
        error = _back_error(back, front, manifest)
        if error:
            yield Fault(f"copy {back.entry.copy} {error}", check="proof-back"), back


def _back_error(back: PlacedFace, front: PlacedFace, manifest: Manifest) -> str:
    """The fault of a back's position; empty if it meets its front."""
    fold = back.entry.fold
    if fold != front.entry.fold:
        return "does not share its front's fold"
    pages_after = 0 if fold else 1
    if (back.entry.file, back.entry.page) != (front.entry.file, front.entry.page + pages_after):
        where = "the page of its front" if fold else "the page after that of its front"
        return f"is not on {where}, which is page {front.entry.page}"
    line = fold or _turning_line(front, manifest)
    x, y = front.rect.x, front.rect.y
    if line.axis == "x":
        x, turned = 2 * line.at - front.rect.right, -front.entry.rotation % 360
    else:
        y, turned = 2 * line.at - front.rect.bottom, (180 - front.entry.rotation) % 360
    actual = without_offset(back, manifest)
    deviation = max(abs(actual.x - x), abs(actual.y - y))
    if deviation > TOLERANCE:
        return f"is {deviation:.2f} mm out of register with its front"
    if back.entry.rotation != turned:
        return f"is turned by {back.entry.rotation}° instead of {turned}°"
    return ""


def _turning_line(front: PlacedFace, manifest: Manifest) -> FoldEntry:
    """The centre line over which the paper of a front is turned."""
    width, height = page_size(front, manifest)
    if manifest.options.get("backs") == "short-edge":
        return FoldEntry("y", height / 2)
    return FoldEntry("x", width / 2)


def _offset(manifest: Manifest) -> Offset:
    """The offset that the manifest states; an unreadable one counts as none."""
    try:
        return read_offset(str(manifest.options.get("offset", NO_OFFSET)))
    except KitError:
        return NO_OFFSET


_ROOM = FOLD_ROOM / MM


def fold_faults(
    placed: Sequence[PlacedFace], content: PageContent, to_mm: Matrix
) -> Iterator[Fault]:
    """Faults of the folds of one page; `to_mm` maps its coordinates to millimetres."""
    folds = {one.entry.fold for one in placed} - {None}
    if not folds:
        return
    if len(folds) > 1 or any(one.entry.fold is None for one in placed):
        yield Fault("has pieces with different folds", check="proof-fold")
    lines = [[to_mm.apply(*point) for point in line] for line in content.lines]
    boxes = [transform_rect(clip, to_mm) for clip in content.clips]
    for fold in filter(None, sorted(folds, key=str)):
        if not any(_runs_along(line, fold) for line in lines):
            message = f"has no fold line at {fold.axis} = {fold.at:g} mm"
            yield Fault(message, check="proof-fold")
        distance = min((_distance(box, fold) for box in boxes), default=_ROOM)
        if distance < _ROOM - TOLERANCE:
            message = f"has art {max(distance, 0.0):.2f} mm from the fold, closer than {_ROOM:g} mm"
            yield Fault(message, check="proof-fold")


def _runs_along(line: Sequence[tuple[float, float]], fold: FoldEntry) -> bool:
    """Whether a painted line runs along the fold, through the middle of everything folded there."""
    across = 0 if fold.axis == "x" else 1
    along = [point[1 - across] for point in line]
    is_on_fold = all(abs(point[across] - fold.at) <= TOLERANCE for point in line)
    return is_on_fold and max(along) - min(along) > _ROOM


def _distance(box: Rect, fold: FoldEntry) -> float:
    """How far a box is from the fold; 0 or less: it lies on it."""
    start, end = (box.x, box.right) if fold.axis == "x" else (box.y, box.bottom)
    return max(start - fold.at, fold.at - end)
