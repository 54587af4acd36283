"""Caption distances: how near captions come to art and to crop marks.

Words that a page draws itself and that are on no art are its captions, and so are the lines of a
ruler or a plan, which are longer than marks, or touch a line that is.  Anything at a fold is
neither.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from generator.base.text_files import bytes_of
from generator.base.units import MM, Matrix, Rect
from generator.press.manifest import FileEntry, Manifest
from generator.press.preflight.files import open_pdf
from generator.press.preflight.pdf_content import ContentReader, PageContent
from generator.press.preflight.placement_model import PlacedFace, faces_by_page, is_whole_page
from generator.press.scene.paths import around, touches, transform_rect

MIN_DISTANCE = 3.0
"""Minimum distance in millimetres of a caption from everything that is cut, or marks a cut."""
_TOLERANCE = 0.1
_TOUCH = 0.05
_LONG = 5.0
"""Length in millimetres above which a line belongs to a ruler or a plan, not to marks."""


def caption_findings(entry: FileEntry, manifest: Manifest, folder: Path) -> Iterator[str]:
    """A line for a file with captions that are too near to something, with the worst place."""
    near: list[tuple[float, int]] = []
    path = folder / entry.path
    document = pypdfium2.PdfDocument(bytes_of(path))
    with open_pdf(path) as pdf:
        reader = ContentReader(placed=True)
        pages = range(len(pdf.pages))  # another proof reports a face that is on none of them
        for number, placed in faces_by_page(manifest, entry.path, pages).items():
            size = entry.size_of(number)
            if not any(is_whole_page(one.rect, size) for one in placed):
                distance = _distance(
                    reader.page(pdf.pages[number - 1]), _words(document, number), placed
                )
                near += [(distance, number)] if distance < MIN_DISTANCE - _TOLERANCE else []
    document.close()
    if near:
        worst, number = min(near)
        yield (
            f"{entry.path}: on {len(near)} of {entry.pages} pages text is less than {MIN_DISTANCE:g} mm from "
            f"art or crop marks, on page {number} {worst:.1f} mm; a larger paper has more room"
        )


def _words(pdf: pypdfium2.PdfDocument, number: int) -> list[Rect]:
    """The boxes of what a page itself writes, in millimetres; faces are forms, and not examined."""
    page = pdf[number - 1]
    boxes = [
        each.get_bounds() for each in page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1)
    ]
    page.close()
    return [
        Rect(left / MM, low / MM, (right - left) / MM, (high - low) / MM)
        for left, low, right, high in boxes
    ]


def _distance(content: PageContent, words: Sequence[Rect], placed: Sequence[PlacedFace]) -> float:
    """The minimum distance of a page's captions from art and marks, in millimetres."""
    to_mm = Matrix.scale(1 / MM)
    art = [transform_rect(clip, to_mm) for clip in content.clips]
    folds = {(fold.axis, fold.at) for one in placed if (fold := one.entry.fold)}
    drawn = [[to_mm.apply(*at) for at in line] for line in content.lines]
    lines = [around(line) for line in drawn]
    lines, words = (
        [box for box in boxes if not _is_at_fold(box, folds) and not _touches_any(box, art)]
        for boxes in (lines, words)
    )
    long_lines = [box for box in lines if max(box.width, box.height) > _LONG]
    caption_lines = [box for box in lines if _touches_any(box.grown(_TOUCH), long_lines)]
    others = [*art, *(box for box in lines if box not in caption_lines)]
    return min(
        (_gap(box, other) for box in (*words, *caption_lines) for other in others), default=math.inf
    )


def _touches_any(box: Rect, others: Sequence[Rect]) -> bool:
    return any(touches(box, other) for other in others)


def _is_at_fold(box: Rect, folds: Collection[tuple[str, float]]) -> bool:
    near = box.grown(MIN_DISTANCE)
    return any(
        near.x < at < near.right if axis == "x" else near.y < at < near.bottom for axis, at in folds
    )


def _gap(one: Rect, other: Rect) -> float:
    """The distance of two boxes; 0 if they touch."""
    x = max(one.x - other.right, other.x - one.right, 0.0)
    y = max(one.y - other.bottom, other.y - one.bottom, 0.0)
    return math.hypot(x, y)
