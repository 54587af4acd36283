"""Turns the backs of a page into faults: those beside which a printer's drift would show white.

A back may end where the one beside it begins, whose art then goes on; anywhere else its own art
must go on for a millimetre beyond the cut, as far as the piece has any bleed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.base.errors import Fault
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import mapped, overlap
from generator.press.marks.back_bleed import DRIFT
from generator.press.preflight.pdf_content import Content
from generator.press.preflight.placement_model import TOLERANCE, Placed, is_whole_page


def reach_faults(
    placed: Sequence[Placed], content: Content, to_mm: Matrix, page: tuple[float, float]
) -> Iterator[Fault]:
    """The backs of one page, of that size in mm, whose surroundings are not all filled with art.

    Tiles are passed over: their edges are cut off or covered.
    """
    paper = Rect(0.0, 0.0, *page)
    art = [mapped(clip, to_mm) for clip in content.clips]
    for one in placed:
        if one.entry.face == "front" or one.entry.tile or is_whole_page(one.rect, page):
            continue
        wanted = min(DRIFT / MM, one.piece.bleed) - TOLERANCE
        if wanted <= 0:
            continue
        around = overlap(one.rect.grown(wanted), paper)
        near = [box for box in (overlap(box, around) for box in art) if min(box.width, box.height)]
        if _is_bare(around, near):
            message = f"copy {one.entry.copy} has no art {DRIFT / MM:g} mm beyond its cut"
            yield Fault(message, item=one.name, check="proof-reach")


def _is_bare(area: Rect, boxes: Sequence[Rect]) -> bool:
    """Whether the boxes, all within the area, leave part of it free."""
    xs = sorted({area.x, area.right, *(x for box in boxes for x in (box.x, box.right))})
    ys = sorted({area.y, area.bottom, *(y for box in boxes for y in (box.y, box.bottom))})
    for left, right in pairwise(xs):
        for low, high in pairwise(ys):
            if min(right - left, high - low) < TOLERANCE:
                continue
            x, y = (left + right) / 2, (low + high) / 2
            if not any(b.x < x < b.right and b.y < y < b.bottom for b in boxes):
                return True
    return False
