"""Turns the trim of a back into a box for its art that hides what a printer is off by.

No printer lays a back exactly behind its front: a little art beyond the back's own trim hides a
drift of as much.  (What is left always lies in one direction; an offset undoes that.)
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.units import MM, Rect
from generator.press.imposition.duplex import overlap

DRIFT = 1 * MM
"""How far the art of a back reaches beyond its trim at least, where its bleed does."""
_LEAST = 0.01
"""Points that rounding may make two boxes share."""


def reaching(rect: Rect, box: Rect, bleed: float, others: Sequence[Rect]) -> Rect:
    """The box that the art of a back fills, grown to `DRIFT` beyond its trim `rect` at every side.

    It stays as it is at a side where one of the `others`, the trims beside it, begins so near: that
    one's art goes on there.  It may reach into the margin, for nothing is lost if that is cut off.
    """
    wide = rect.grown(min(DRIFT, bleed))
    left, top = min(box.x, wide.x), min(box.y, wide.y)
    right, bottom = max(box.right, wide.right), max(box.bottom, wide.bottom)
    if _meets(Rect(left, rect.y, rect.x - left, rect.height), others):
        left = box.x
    if _meets(Rect(rect.x, top, rect.width, rect.y - top), others):
        top = box.y
    if _meets(Rect(rect.right, rect.y, right - rect.right, rect.height), others):
        right = box.right
    if _meets(Rect(rect.x, rect.bottom, rect.width, bottom - rect.bottom), others):
        bottom = box.bottom
    return Rect(left, top, right - left, bottom - top)


def _meets(band: Rect, others: Sequence[Rect]) -> bool:
    if min(band.width, band.height) <= _LEAST:
        return False
    shared = (overlap(band, other) for other in others)
    return any(one.width > _LEAST and one.height > _LEAST for one in shared)
