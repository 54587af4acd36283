"""Visibility check: every face must be visible in its place on the rasterised pages.

Each face is cropped from the raster of its page at its place in the manifest, and compared with the
raster of the face alone.  A back is viewed through the paper: its page is turned as the printer
turns it, and the back must lie behind the front's trim, whatever the manifest states for it.  So
the check finds a shift, a turn, a mirror image, another scale and a mark on a piece.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy
import pikepdf
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from generator.base.errors import Fault, Place
from generator.base.units import IDENTITY, MM, Matrix, Rect
from generator.press.imposition.duplex import Fold
from generator.press.manifest import FileEntry, Manifest
from generator.press.preflight.duplex import without_offset
from generator.press.preflight.files import open_pdf
from generator.press.preflight.pdf_content import ContentReader, PageContent
from generator.press.preflight.placement_model import (
    PlacedFace,
    Region,
    is_whole_page,
    page_size,
    placed_faces,
)
from generator.press.preflight.visual.image_diff import (
    DIFFERENT,
    ImageDifference,
    find_displacement,
    image_difference,
)
from generator.press.preflight.visual.raster import PIXEL, GrayImage, Rasters, Window

MIN_OFFSET = 0.05
"""Minimum displacement, in millimetres, that can be measured reliably at this resolution."""
_CUT_BAND = 2
"""Width in pixels of the band along a cut that is not compared: the neighbour's bleed begins there."""
_MAX_DIFFERENT = 4
"""Maximum number of pixels that rounding may change in a face; a mark of a millimetre changes as many."""
_MAX_CAPTION_SHARE = 0.02
"""Maximum share of a whole page that a caption may cover."""
_MAX_MARK_SHARE = 0.02
"""Maximum share of a face that a mark covers; a larger difference is another picture."""
_MAX_LETTER_EXCESS = 0.3
"""Maximum excess of a letter's box over its ink, in millimetres."""
_MAX_HIDDEN_SHARE = 0.5
"""Maximum share of a flap that the names and marks of tiles may cover."""

_Forms = list[tuple[int, tuple[float, float]]]
"""The forms that a page draws, by number, and their centres (mm from lower left)."""


@dataclass(frozen=True, slots=True)
class VisibilityFindings:
    """Counts of what was compared, and the maximum misregistration of a back in millimetres."""

    pages: int = 0
    faces: int = 0
    backs: int = 0
    flaps: int = 0
    blank: int = 0
    worst: float = 0.0

    def plus(self, other: VisibilityFindings) -> VisibilityFindings:
        """The findings of two files together."""
        return VisibilityFindings(
            self.pages + other.pages,
            self.faces + other.faces,
            self.backs + other.backs,
            self.flaps + other.flaps,
            self.blank + other.blank,
            max(self.worst, other.worst),
        )


def visibility_faults(
    entry: FileEntry, manifest: Manifest, folder: Path, step: Callable[[int], None]
) -> tuple[list[Fault], VisibilityFindings]:
    """Visible faults of a PDF file with pieces; `step` is called with each page number."""
    path = folder / entry.path
    pages: dict[int, list[ExpectedView]] = defaultdict(list)
    for view in expected_views(manifest, entry.path):
        pages[view.stated.entry.page].append(view)
    with open_pdf(path) as pdf:
        reader = ContentReader(placed=False)
        drawn = [_drawn_forms(reader.page(page), page) for page in pdf.pages]
    expected = {
        (number, view.stated.piece.size)
        for page, views in pages.items()
        for view in views
        if page <= len(drawn) and (number := _nearest_form(view, drawn[page - 1])) is not None
    }
    faults: list[Fault] = []
    findings = VisibilityFindings()
    with closing(Rasters(path, sorted(expected))) as rasters:
        viewer = _FaceViewer(rasters)
        for page in sorted(pages):
            if page > len(drawn):
                continue  # file preflight reports missing pages
            for view in pages[page]:
                found, seen = viewer.compare(view, drawn[page - 1])
                place = Place(str(path))
                faults += (replace(f, place=place, item=f"page {page}: {f.item}") for f in found)
                findings = findings.plus(seen)
            findings = findings.plus(VisibilityFindings(pages=1))
            step(page)
    return list(dict.fromkeys(faults)), findings


def _drawn_forms(content: PageContent, page: pikepdf.Page) -> _Forms:
    left, lower = (float(value) for value in page.mediabox[:2])
    to_mm = Matrix.scale(1 / MM).then(Matrix.move(-left / MM, -lower / MM))
    forms: _Forms = []
    for form, matrix in content.forms:
        x, y, right, upper = form.box
        center = matrix.then(to_mm).apply((x + right) / 2, (y + upper) / 2)
        forms.append((form.number, center))
    return forms


def _nearest_form(view: ExpectedView, forms: _Forms) -> int | None:
    """The form drawn nearest to the face's place in the manifest."""
    x, y = view.stated.center
    near = min(forms, key=lambda form: abs(form[1][0] - x) + abs(form[1][1] - y), default=None)
    return near[0] if near else None


class _FaceViewer:
    """Compares the faces of one page after another, rasterising each side once."""

    def __init__(self, rasters: Rasters) -> None:
        self._rasters = rasters
        self._page: tuple[int, Matrix] | None = None
        self._picture: GrayImage
        self._first_forms: dict[tuple[str, str], int] = {}
        self._text_checked: set[tuple[str, str, int]] = set()

    def compare(self, view: ExpectedView, forms: _Forms) -> tuple[list[Fault], VisibilityFindings]:
        """The faults of one face, and its share in the findings."""
        stated, placed = view.stated, view.placed
        number = _nearest_form(view, forms)
        if number is None:
            missing = Fault("is not drawn in its place", item=stated.name, check="proof-seen")
            return [missing], VisibilityFindings()
        if self._page != (stated.entry.page, view.turn):
            self._page = stated.entry.page, view.turn
            self._picture = self._rasters.page(stated.entry.page, view.turn)
        window = Window.around(placed.rect, view.page[1]).near(view.page)
        actual = window.crop(self._picture)
        expected = self._rasters.face(number, stated.piece.size, view.to_page, window)
        region = Region(placed)
        mask = _mask(region, window, view.page[1])
        difference = image_difference(actual, expected, mask)
        messages: list[str] = []
        # A piece that is the page itself has a caption on it, and nobody cuts it out.
        limit = (
            difference.compared * _MAX_CAPTION_SHARE
            if is_whole_page(placed.rect, view.page)
            else _MAX_DIFFERENT
        )
        if difference.different > limit or difference.distance > MIN_OFFSET:
            messages.append(self._describe(view, number, difference, expected, window))
        flaps = _flaps(stated, placed)
        for name, flap in flaps:
            area = _rows(Window.around(flap, view.page[1]), window)
            differs = numpy.abs(actual[area] - expected[area]) > DIFFERENT
            if differs.size and float(differs.mean()) > _MAX_HIDDEN_SHARE:
                messages.append(f"its flap at the {name} does not match the neighbouring tile")
        messages += self._copy_messages(stated, number)
        faults = [Fault(message, item=stated.name, check="proof-seen") for message in messages]
        faults += self._safe_zone_faults(stated, number)
        distance = difference.distance if view.is_back else 0.0
        return faults, VisibilityFindings(
            0, 1, int(view.is_back), len(flaps), int(difference.is_unmeasurable), distance
        )

    def _describe(
        self,
        view: ExpectedView,
        number: int,
        difference: ImageDifference,
        expected: GrayImage,
        window: Window,
    ) -> str:
        """Describe how a face differs."""
        copy = f"copy {view.stated.entry.copy}"
        to, at = "its place", "in its place"
        if view.is_back:
            to, at = "its front", "behind its front"
        if displacement := find_displacement(self._picture, expected, window.x, window.y):
            shifted = replace(window, x=window.x + displacement[0], y=window.y + displacement[1])
            rest = image_difference(
                shifted.crop(self._picture), expected, numpy.ones(expected.shape, numpy.bool_)
            )
            right, down = (
                displacement[0] * PIXEL + (rest.x or 0.0),
                displacement[1] * PIXEL + (rest.y or 0.0),
            )
            return f"{copy} appears {math.hypot(right, down):.1f} mm off {to}"
        if difference.different <= _MAX_DIFFERENT or (
            difference.distance > MIN_OFFSET and difference.distance < PIXEL
        ):
            return f"{copy} appears {difference.distance:.2f} mm off {to}"
        width, height = view.stated.piece.size
        turns = {
            "upside down": Matrix(-1, 0, 0, -1, width, height),
            "mirrored": Matrix(-1, 0, 0, 1, width, 0),
        }
        for word, turn in turns.items():
            other = self._rasters.face(
                number, view.stated.piece.size, turn.then(view.to_page), window
            )
            differs = numpy.abs(window.crop(self._picture) - other) > DIFFERENT
            if (
                numpy.count_nonzero(differs[_CUT_BAND:-_CUT_BAND, _CUT_BAND:-_CUT_BAND])
                < difference.different / 3
            ):
                return f"{copy} appears {word} {at}"
        if difference.different < _MAX_MARK_SHARE * difference.compared:
            return f"{copy} has something on it: {difference.different} pixels differ"
        share = difference.different / max(difference.compared, 1)
        return f"{copy} does not appear {at}: {share:.0%} of its pixels differ"

    def _safe_zone_faults(self, stated: PlacedFace, number: int) -> Iterator[Fault]:
        """Letters too near to the cut, reported once for all copies."""
        key = stated.piece.id, stated.entry.face, number
        if stated.piece.safe > 0 and key not in self._text_checked:
            self._text_checked.add(key)
            overhang = self._rasters.text_overhang(number, stated.piece.size, stated.piece.safe)
            if overhang > _MAX_LETTER_EXCESS:
                message = f"text extends {overhang:.1f} mm beyond the safe zone"
                yield Fault(message, item=stated.name, check="proof-safe")

    def _copy_messages(self, stated: PlacedFace, number: int) -> Iterator[str]:
        """Messages for copies of a piece that show another picture than the first."""
        first = self._first_forms.setdefault((stated.piece.id, stated.entry.face), number)
        if first == number:
            return
        window = Window.around(Rect(0, 0, *stated.piece.size), stated.piece.size[1])
        one, other = (
            self._rasters.face(form, stated.piece.size, Matrix(), window)
            for form in (first, number)
        )
        if numpy.count_nonzero(numpy.abs(one - other) > DIFFERENT) > _MAX_DIFFERENT:
            yield f"copy {stated.entry.copy} looks different from the first copy"


def _mask(region: Region, window: Window, height: float) -> NDArray[numpy.bool_]:
    """The pixels of a window that are certainly on the piece, without flaps."""
    mask = numpy.zeros((window.height, window.width), numpy.bool_)
    mask[_rows(Window.around(region.box, height), window, _CUT_BAND)] = True
    if region.polygon:
        image = Image.new("L", (window.width, window.height))
        dots = [(x / PIXEL - window.x, (height - y) / PIXEL - window.y) for x, y in region.polygon]
        ImageDraw.Draw(image).polygon(dots, fill=255)
        inner = image.filter(ImageFilter.MinFilter(2 * _CUT_BAND + 1))
        mask &= numpy.asarray(inner) > 0
    return mask


def _rows(box: Window, window: Window, inset: int = 0) -> tuple[slice, slice]:
    """The rows and columns of a window that a box covers, with the box shrunk by `inset`."""
    top, left = box.y - window.y + inset, box.x - window.x + inset
    down, right = top + box.height - 2 * inset, left + box.width - 2 * inset
    return slice(max(top, 0), max(down, 0)), slice(max(left, 0), max(right, 0))


def _flaps(stated: PlacedFace, placed: PlacedFace) -> Sequence[tuple[str, Rect]]:
    """The strips of a tile that its neighbours show too and are glued onto, on the page."""
    tile = placed.entry.tile
    if tile is None or stated.entry.tile is None:
        return ()
    flaps = []
    if tile.column < tile.columns:
        x = tile.x + tile.width - tile.overlap
        flaps.append(("right", Rect(x, tile.y, tile.overlap, tile.height)))
    if tile.row < tile.rows:
        y = tile.y + tile.height - tile.overlap
        flaps.append(("bottom", Rect(tile.x, y, tile.width, tile.overlap)))
    return [(name, placed.to_page(box)) for name, box in flaps]


@dataclass(frozen=True, slots=True)
class ExpectedView:
    """A face that should be seen on a page as if it were `placed`.

    `stated` is its entry in the manifest, `page` the size of its page.  `turn` moves that page before
    it is viewed, and `to_page` maps the face to it; both are in millimetres from the upper left, y
    down.
    """

    stated: PlacedFace
    placed: PlacedFace
    turn: Matrix
    to_page: Matrix
    page: tuple[float, float]

    @property
    def is_back(self) -> bool:
        """Whether it is expected behind its front instead of in its stated place."""
        return self.stated is not self.placed


def expected_views(manifest: Manifest, file: str) -> Iterator[ExpectedView]:
    """All faces of a file."""
    placed = list(placed_faces(manifest))
    fronts = {face.key: face for face in placed if face.entry.face == "front"}
    for face in placed:
        if face.entry.file != file:
            continue
        page = page_size(face, manifest)
        y_down = Fold("y", page[1] / 2).mirror
        front = fronts.get(face.key)
        turn = turn_matrix(face, manifest, page)
        if turn is None or front is None:
            yield ExpectedView(face, face, IDENTITY, face.matrix.then(y_down), page)
        else:
            mirror = Matrix(-1, 0, 0, 1, face.piece.size[0], 0)
            yield ExpectedView(face, front, turn, mirror.then(front.matrix).then(y_down), page)


def turn_matrix(face: PlacedFace, manifest: Manifest, page: tuple[float, float]) -> Matrix | None:
    """The matrix that turns the page of a back behind its front; None for other faces, such as labels.

    The printer's offset is undone first.
    """
    if face.entry.face == "front" or face.entry.file in manifest.label_files:
        return None
    if fold := face.entry.fold:
        return Fold(fold.axis, fold.at if fold.axis == "x" else page[1] - fold.at).mirror
    printed, unshifted = face.rect, without_offset(face, manifest)
    back = Matrix.move(unshifted.x - printed.x, printed.y - unshifted.y)
    match manifest.options.get("backs"):
        case "long-edge":
            return back.then(Fold("x", page[0] / 2).mirror)
        case "short-edge":
            return back.then(Fold("y", page[1] / 2).mirror)
    return None
