"""Turns the places of fronts and backs into faults: backs that do not lie behind their fronts.

Whatever turns the paper, printer or person, is a mirror: the back must lie where the mirror image
of its front is, and be turned to match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, KitError
from generator.base.units import Rect
from generator.press.imposition.duplex import DUPLEX
from generator.press.manifest import FoldEntry, Manifest
from generator.press.preflight.placement_model import TOLERANCE, Placed, page_size
from generator.press.request import NO_OFFSET, Offset, read_offset


def unmoved(placed: Placed, manifest: Manifest) -> Rect:
    """Where a face would lie had its page not been moved by the printer's offset."""
    if placed.entry.face == "front" or manifest.options.get("backs") not in DUPLEX:
        return placed.rect
    offset = _offset(manifest)
    x, y, width, height = placed.rect
    return Rect(x - offset.x, y - offset.y, width, height)


def back_faults(placed: Sequence[Placed], manifest: Manifest) -> Iterator[tuple[Fault, Placed]]:
    """Each back that is not behind its front, with the fault.

    Turned over the long edge a page is mirrored from left to right, over the short edge from top
    to bottom; a back is on the page after its front.  Beside a fold it is on the same page, and
    mirrored in the fold.  A sheet of second faces that are glued on is laid out as for the long
    edge.  An offset is taken off first.
    """
    fronts = {one.key: one for one in placed if one.entry.face == "front"}
    for back in placed:
        front = fronts.get(back.key)
        if back.entry.face == "front" or front is None:
            continue
        wrong = _wrong(back, front, manifest)
        if wrong:
            yield Fault(f"copy {back.entry.copy} {wrong}", check="proof-back"), back


def _wrong(back: Placed, front: Placed, manifest: Manifest) -> str:
    """What is wrong with where a back lies; empty if it meets its front."""
    fold = back.entry.fold
    if fold != front.entry.fold:
        return "does not share its front's fold"
    after = 0 if fold else 1
    if (back.entry.file, back.entry.page) != (front.entry.file, front.entry.page + after):
        where = "the page of its front" if fold else "the page after its front's"
        return f"is not on {where}, which is page {front.entry.page}"
    line = fold or _turning_line(front, manifest)
    x, y = front.rect.x, front.rect.y
    if line.axis == "x":
        x, turned = 2 * line.at - front.rect.right, -front.entry.rotation % 360
    else:
        y, turned = 2 * line.at - front.rect.bottom, (180 - front.entry.rotation) % 360
    seen = unmoved(back, manifest)
    off = max(abs(seen.x - x), abs(seen.y - y))
    if off > TOLERANCE:
        return f"lies {off:.2f} mm off its front"
    if back.entry.rotation != turned:
        return f"is turned by {back.entry.rotation}° instead of {turned}°"
    return ""


def _turning_line(front: Placed, manifest: Manifest) -> FoldEntry:
    """The middle line that the paper of a front is turned over by."""
    width, height = page_size(front, manifest)
    if manifest.options.get("backs") == "short-edge":
        return FoldEntry("y", height / 2)
    return FoldEntry("x", width / 2)


def _offset(manifest: Manifest) -> Offset:
    """The offset that the manifest tells; one that cannot be read counts for none."""
    try:
        return read_offset(str(manifest.options.get("offset", NO_OFFSET)))
    except KitError:
        return NO_OFFSET
