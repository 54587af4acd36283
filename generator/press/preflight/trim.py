"""Trim preflight: compares what is drawn on a page of pieces with the manifest.

On such a page faces are forms, and everything that the page draws itself, lines and captions, are
marks.  Marks must not touch a piece; text inside a form must keep to the safe zone; the art of a
back must continue for a millimetre beyond its cut, or end where the neighbouring back begins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.base.errors import Fault
from generator.base.units import MM, Matrix, Rect
from generator.press.marks.bleed import BACK_BLEED
from generator.press.preflight.pdf_content import FormContent, PageContent
from generator.press.preflight.placement_model import TOLERANCE, PlacedFace, Region, is_whole_page
from generator.press.scene.paths import around, overlap, transform_rect

_TEXT_TOLERANCE = 0.2
"""Distance in millimetres that a baseline may start outside the safe zone (side bearings)."""

_SCALE_TOLERANCE = 1e-4


def trim_faults(
    placed: Sequence[PlacedFace], content: PageContent, to_mm: Matrix, page: tuple[float, float]
) -> Iterator[Fault]:
    """Differences between one page, of that size in mm, and the manifest.

    `to_mm` maps the page's own coordinates to millimetres from its lower left corner.
    """
    forms = [
        _DrawnForm(form, matrix.then(to_mm), transform_rect(clip, to_mm))
        for (form, matrix), clip in zip(content.forms, content.clips, strict=True)
    ]
    yield from _face_faults(placed, forms)
    lines = [[to_mm.apply(*point) for point in line] for line in content.lines]
    texts = [to_mm.apply(*point) for point in content.texts]
    for face in placed:
        if is_whole_page(face.rect, page):
            continue
        region = Region(face)
        if any(region.is_crossed(line) for line in lines):
            yield Fault("a mark lies on the piece", item=face.name, check="proof-mark")
        if any(region.contains(point) for point in texts):
            yield Fault("a caption lies on the piece", item=face.name, check="proof-mark")


def arrow_faults(
    placed: Sequence[PlacedFace], content: PageContent, to_mm: Matrix
) -> Iterator[Fault]:
    """Arrows of tiles that are cut off before the tiles are joined, or are not drawn on the page."""
    arrows = [
        (face, tile, arrow) for face in placed if (tile := face.entry.tile) for arrow in tile.arrows
    ]
    drawn = [around([to_mm.apply(*at) for at in line]) for line in content.lines] if arrows else []
    for face, tile, arrow in arrows:
        box = Rect(*arrow)
        is_cut_off = (
            (tile.column > 1 and box.x < tile.x - TOLERANCE)
            or (tile.row > 1 and box.y < tile.y - TOLERANCE)
            or (tile.column < tile.columns and box.right > tile.x + tile.width + TOLERANCE)
            or (tile.row < tile.rows and box.bottom > tile.y + tile.height + TOLERANCE)
        )
        if is_cut_off:
            yield Fault(
                "an arrow lies where the tile is cut off", item=face.name, check="proof-tile"
            )
        expected = face.to_page(box)
        if not any(_is_at(each, expected) for each in drawn):
            yield Fault("an arrow is not drawn", item=face.name, check="proof-tile")


def _is_at(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) <= 2 * TOLERANCE for a, b in zip(one, other, strict=True))


class _DrawnForm:
    """A form drawn on a page, under the matrix that maps it to the page's millimetres.

    `clip` is the visible box on the page.
    """

    def __init__(self, form: FormContent, matrix: Matrix, clip: Rect) -> None:
        left, lower, right, upper = form.box
        self.form, self.matrix, self.clip = form, matrix, clip
        self.center = matrix.apply((left + right) / 2, (lower + upper) / 2)

    @property
    def rotation(self) -> int:
        """Its clockwise turn in degrees, as seen (the page's y runs up)."""
        return round(-math.degrees(math.atan2(self.matrix.b, self.matrix.a))) % 360

    @property
    def scale(self) -> float:
        """The larger of its two scales, relative to true size."""
        a, b, c, d, _, _ = self.matrix
        return max(math.hypot(a, b), math.hypot(c, d), key=lambda scale: abs(scale * MM - 1)) * MM

    def clipped_by(self, rect: Rect) -> float:
        """How far the box is clipped on its worst side; 0 or less if not at all."""
        clip = self.clip
        return max(
            clip.x - rect.x, clip.y - rect.y, rect.right - clip.right, rect.bottom - clip.bottom
        )

    def is_at(self, placed: PlacedFace) -> bool:
        """Whether its centre is that of the face (bleed is the same on all sides)."""
        x, y = placed.center
        return abs(self.center[0] - x) <= TOLERANCE and abs(self.center[1] - y) <= TOLERANCE


def _face_faults(placed: Sequence[PlacedFace], forms: list[_DrawnForm]) -> Iterator[Fault]:
    """Faces that are misplaced or turned, or have text too near to the cut."""
    if len(forms) > len(placed):
        message = f"shows {len(forms)} faces instead of {len(placed)}"
        yield Fault(message, check="proof-count")
    unmatched = list(forms)
    for expected in placed:
        form = next((face for face in unmatched if face.is_at(expected)), None)
        if form is None:
            message = f"copy {expected.entry.copy} is not where the manifest says it is"
            yield Fault(message, item=expected.name, check="proof-place")
            continue
        unmatched.remove(form)
        if form.rotation != expected.entry.rotation:
            message = f"is turned by {form.rotation}° instead of {expected.entry.rotation}°"
            yield Fault(message, item=expected.name, check="proof-place")
        if abs(form.scale - 1) > _SCALE_TOLERANCE:
            message = f"is printed at {form.scale:.2%} of its size"
            yield Fault(message, item=expected.name, check="proof-place")
        if form.clipped_by(expected.rect) > TOLERANCE:
            message = f"is cut off {form.clipped_by(expected.rect):.2f} mm inside its edge"
            yield Fault(message, item=expected.name, check="proof-place")
        outside = _outside_safe(expected, form)
        if outside > 0:
            message = f"text begins {outside:.1f} mm outside the safe zone"
            yield Fault(message, item=expected.name, check="proof-safe")


def _outside_safe(placed: PlacedFace, shown: _DrawnForm) -> float:
    """How far outside the safe zone the face's worst text begins; 0 if none does."""
    zone = placed.trim.grown(-placed.piece.safe)
    points = [shown.matrix.apply(*point) for point in shown.form.texts]
    worst = max((zone.distance_to(*point) for point in points), default=0.0)
    return worst if worst > _TEXT_TOLERANCE else 0.0


def back_bleed_faults(
    placed: Sequence[PlacedFace], content: PageContent, to_mm: Matrix, page: tuple[float, float]
) -> Iterator[Fault]:
    """Backs of one page, of that size in mm, without enough bleed around them.

    Tiles are skipped: their edges are cut off or covered.
    """
    paper = Rect(0.0, 0.0, *page)
    art = [transform_rect(clip, to_mm) for clip in content.clips]
    for face in placed:
        if face.entry.face == "front" or face.entry.tile or is_whole_page(face.rect, page):
            continue
        min_bleed = min(BACK_BLEED / MM, face.piece.bleed) - TOLERANCE
        if min_bleed <= 0:
            continue
        needed = overlap(face.rect.grown(min_bleed), paper)
        parts = [box for box in (overlap(box, needed) for box in art) if min(box.width, box.height)]
        if _has_gap(needed, parts):
            message = (
                f"copy {face.entry.copy} has art that ends less than {BACK_BLEED / MM:g} mm beyond "
                "its cut"
            )
            yield Fault(message, item=face.name, check="proof-reach")


def _has_gap(area: Rect, boxes: Sequence[Rect]) -> bool:
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
