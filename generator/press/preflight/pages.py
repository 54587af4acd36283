"""Page preflight: sizes and images of the pages of a finished PDF, and the pieces on them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import Fault, Place
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import DUPLEX
from generator.press.layout.checks.resolution import MIN_ALLOWED_DPI, ROUNDING
from generator.press.manifest import FileEntry, Manifest, PrecutEntry
from generator.press.precut import OVERLAP
from generator.press.preflight.cut_files import mark_faults
from generator.press.preflight.duplex import fold_faults, without_offset
from generator.press.preflight.files import font_faults, open_pdf
from generator.press.preflight.pdf_content import ContentReader, PageContent
from generator.press.preflight.placement_model import PlacedFace, faces_by_page
from generator.press.preflight.screen_page import screen_faults
from generator.press.preflight.trim import arrow_faults, back_bleed_faults, trim_faults
from generator.press.scene.paths import covers, transform_rect

_TOLERANCE = 0.05
"""Maximum difference of a page from its stated size, in millimetres."""
_MISSING = {
    "/XObject": "draws",
    "/Font": "uses the font",
    "/ExtGState": "uses the graphics state",
    "/Shading": "uses the gradient",
    "/Pattern": "uses the pattern",
    "/ColorSpace": "uses the colour space",
}
"""What a page does with a missing resource, by its kind."""
_Size: TypeAlias = tuple[float, float]


def page_faults(entry: FileEntry, manifest: Manifest, folder: Path, pages: range) -> list[Fault]:
    """Faults of some pages, counted from 0, of a readable PDF, or of a page for screens."""
    if entry.path.endswith(".html"):
        return list(screen_faults(folder / entry.path, ()))
    if not entry.path.endswith(".pdf"):
        return []
    place = Place(str(folder / entry.path))
    placed = faces_by_page(manifest, entry.path, pages)
    paper = (manifest.paper.width, manifest.paper.height)
    allow_coarse = manifest.options.get("coarse") or manifest.options.get("draft")
    min_dpi = 0 if allow_coarse else MIN_ALLOWED_DPI
    labels = entry.path in manifest.label_files
    duplex = manifest.options.get("backs") in DUPLEX and not labels
    with open_pdf(folder / entry.path) as pdf:
        pdf_pages = pdf.pages[pages.start : pages.stop]
        faults = list(font_faults(pdf_pages, place))
        printed = any(face.file == entry.path for piece in manifest.pieces for face in piece.faces)
        reader = ContentReader(placed=printed)
        for number, page in enumerate(pdf_pages, start=pages.start + 1):
            left, lower, right, upper = (float(value) / MM for value in page.mediabox)
            size = right - left, upper - lower
            content = reader.page(page)
            sheets = [paper] if printed and not manifest.paper.roll else []
            sizes = [entry.size_of(number), *sheets]
            found = [*_size_faults(size, sizes, paper), *_picture_faults(content, min_dpi)]
            if printed:
                faces = placed.pop(number, [])  # those of a large deck are many together
                to_mm = Matrix.scale(1 / MM).then(Matrix.move(-left, -lower))
                found += trim_faults(faces, content, to_mm, size)
                found += arrow_faults(faces, content, to_mm)
                found += mark_faults(manifest, entry.path, number, content, to_mm)
                found += precut_faults(manifest, entry.path, faces, content, to_mm)
                found += fold_faults(faces, content, to_mm)
                backs = [one for one in faces if duplex or one.entry.fold]
                found += back_bleed_faults(backs, content, to_mm, size)
            for fault in found:
                item = f"page {number}: {fault.item}" if fault.item else f"page {number}"
                faults.append(replace(fault, place=place, item=item))
    return list(dict.fromkeys(faults))  # copies of a piece repeat its faults


def _size_faults(size: _Size, expected: Iterable[_Size], paper: _Size) -> Iterator[Fault]:
    for each in expected:
        if any(abs(a - b) > _TOLERANCE for a, b in zip(size, each, strict=True)):
            yield Fault(f"is {_in_mm(size)} instead of {_in_mm(each)}", check="proof-page-size")
    lengths = zip(sorted(size), sorted(paper), strict=True)
    if any(length > most + _TOLERANCE for length, most in lengths):
        yield Fault(
            f"is {_in_mm(size)}, larger than the paper ({_in_mm(paper)})", check="proof-page-size"
        )


def _picture_faults(content: PageContent, min_dpi: int) -> Iterator[Fault]:
    """Images below the minimum resolution, missing images, and other missing resources."""
    for kind, name in content.all_missing():
        message = f"{_MISSING[kind]} {name.removeprefix('/')}, which is not in the file"
        yield Fault(message, check="proof-image" if kind == "/XObject" else "proof-resource")
    for image in content.all_images():
        a, b, c, d, _, _ = image.matrix
        width, height = math.hypot(a, b) / MM, math.hypot(c, d) / MM
        dots = min(
            (count / length for count, length in ((image.width, width), (image.height, height))
             if length),
            default=math.inf,
        ) * 25.4  # fmt: skip
        if dots < min_dpi - ROUNDING:
            yield Fault(
                f"an image of {image.width} × {image.height} pixels is printed at "
                f"{_in_mm((width, height))}: {dots:.0f} dpi, below the minimum of {min_dpi}",
                check="proof-image",
            )


def _in_mm(size: _Size) -> str:
    return f"{round(size[0], 2):g} × {round(size[1], 2):g} mm"


_PLACE_TOLERANCE = 0.02
"""Distance in millimetres by which rounding may move a piece in its place."""


def precut_faults(
    manifest: Manifest, file: str, faces: Sequence[PlacedFace], content: PageContent, to_mm: Matrix
) -> Iterator[Fault]:
    """Pieces of one page that are not in a place, share one, or leave some of it white."""
    entry = next((each for each in manifest.precut if each.file == file), None)
    if entry is None:
        return
    back = not entry.one_sided and any(face.entry.face == "back" for face in faces)
    places = list(_places(entry, manifest, back=back))
    art = [transform_rect(clip, to_mm).grown(_PLACE_TOLERANCE) for clip in content.clips]
    taken: set[Rect] = set()
    for face in faces:
        rect = without_offset(face, manifest)
        place = next((each for each in places if _is_centred(rect, each)), None)
        if place is None:
            yield _fault("does not lie in a place of the sheet", face)
            continue
        if place in taken:
            yield _fault("lies in the place of another piece", face)
        taken.add(place)
        if not covers(place.grown(OVERLAP / MM / 2 + _PLACE_TOLERANCE), rect):
            yield _fault("is too large for its place", face)
        shown = place._replace(x=place.x + face.rect.x - rect.x, y=place.y + face.rect.y - rect.y)
        if not any(covers(box, shown) for box in art):
            yield _fault("leaves an edge of its place white", face)


def _places(entry: PrecutEntry, manifest: Manifest, *, back: bool) -> Iterator[Rect]:
    """The places as seen from the printed side, in millimetres from the lower left corner."""
    width, height = entry.size
    over = manifest.options.get("backs")
    for column, row in product(range(entry.columns), range(entry.rows)):
        x = entry.at[0] + column * entry.pitch[0]
        y = entry.at[1] - row * entry.pitch[1]
        if back and over == "short-edge":
            y = manifest.paper.height - y - height
        elif back:
            x = manifest.paper.width - x - width
        yield Rect(x, y, width, height)


def _is_centred(rect: Rect, place: Rect) -> bool:
    return (
        abs(rect.x + rect.width / 2 - place.x - place.width / 2) <= _PLACE_TOLERANCE
        and abs(rect.y + rect.height / 2 - place.y - place.height / 2) <= _PLACE_TOLERANCE
    )


def _fault(message: str, face: PlacedFace) -> Fault:
    return Fault(f"copy {face.entry.copy} {message}", item=face.name, check="proof-precut")
