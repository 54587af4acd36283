"""PDF for a press: sheets with one face, its bleed and crop marks, as opaque pages with their boxes.

Each page is recorded with a thumbnail of what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.base.units import DPI, Matrix, Rect, Size
from generator.press.imposition.sheet import Side
from generator.press.marks.crop_marks import crop_marks
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.opaque import paint_opaque
from generator.press.paint.pdf.print_boxes import PrintBoxes, with_print_boxes
from generator.press.paint.pdf.profiled import paint_profiled
from generator.press.paper import Paper
from generator.press.scene.items import Group, Item, Scene, Use
from generator.press.scene.paths import rectangle
from generator.publish.images import thumbnails
from generator.publish.manifest import ExportBundle, ExportedPage, Role
from generator.publish.request import PrintOptions
from generator.publish.shop_limits import PrintShopLimits


class PressPage(NamedTuple):
    """A page: its sheet, its boxes, and the piece, side and copy that it shows."""

    scene: Scene
    boxes: PrintBoxes
    piece: str
    side: Side
    copy: int


class PressPdf:
    """Writer of the PDFs of one document."""

    def __init__(self, bundle: ExportBundle, options: PrintOptions, info: DocumentInfo) -> None:
        self._bundle, self._options, self._info = bundle, options, info
        self._flattener = Flattener()

    def write(self, path: str, pages: Sequence[PressPage], role: Role) -> str:
        """Write the artwork; verification compares its pages with thumbnails of every scene."""
        once = {page.scene: page for page in pages}
        content = self._paint(list(once.values()))
        look = dict(zip(once, thumbnails(content), strict=True))
        leaves = tuple(
            ExportedPage(page.piece, page.side, page.copy, look[page.scene]) for page in pages
        )
        profile = self._options.profile
        mode = profile.space if profile else "RGB"
        if len(once) < len(pages):
            content = self._paint(pages)
        return self._bundle.add_file(
            path, content, role, pages=len(pages), leaves=leaves, mode=mode
        )

    def write_cuts(self, path: str, pages: Sequence[PressPage]) -> str:
        """Write pages with nothing on them but their cut contours."""
        content = paint_opaque([page.scene for page in pages], self._info, self._flattener)
        content = with_print_boxes(content, [page.boxes for page in pages])
        leaves = tuple(ExportedPage(page.piece, page.side, page.copy, "") for page in pages)
        return self._bundle.add_file(path, content, "cut", pages=len(pages), leaves=leaves)

    def _paint(self, pages: Sequence[PressPage]) -> bytes:
        scenes, profile = [page.scene for page in pages], self._options.profile
        content = (
            paint_profiled(scenes, self._info, DPI, profile, opaque=True)
            if profile
            else paint_opaque(scenes, self._info, self._flattener)
        )
        return with_print_boxes(content, [page.boxes for page in pages])


def print_sheet(size: Size, limits: PrintShopLimits, options: PrintOptions) -> PrintSheet:
    """The sheet for pieces of that trim size; `limits` have the requested bleed."""
    return PrintSheet(size, limits.bleed, limits.marks if options.crop_marks else 0.0)


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """Sheet for pieces of one trim size; `marks` is the width of the room for crop marks, if any."""

    size: Size
    bleed: float
    marks: float

    @property
    def trim(self) -> Rect:
        """The trim box, from the sheet's upper left corner."""
        edge = self.bleed + self.marks
        return Rect(edge, edge, *self.size)

    @property
    def boxes(self) -> PrintBoxes:
        """The boxes of its pages, without a cut contour."""
        return PrintBoxes(self.trim, self.bleed)

    @property
    def blank(self) -> Scene:
        """The sheet with nothing on it."""
        width, height = (side + 2 * (self.bleed + self.marks) for side in self.size)
        return Scene("blank", width, height, ())

    def scene(self, face: Scene, name: str) -> Scene:
        """The sheet with a face, whose art reaches the end of the bleed."""
        return Scene(name, self.blank.width, self.blank.height, tuple(self._items(face)))

    def _items(self, face: Scene) -> Iterator[Item]:
        yield from with_extended_art(face, self.bleed, Matrix.move(self.trim.x, self.trim.y))
        if self.marks:
            x, y, width, height = self.trim
            edges = [
                *(Rect(each, y, 0, height) for each in (x, x + width)),
                *(Rect(x, each, width, 0) for each in (y, y + height)),
            ]
            art = self.trim.grown(self.bleed)
            paper = Paper(name="sheet", width=self.blank.width, height=self.blank.height,
                          margin=0.0, book="")  # fmt: skip
            marks = crop_marks([[(edges, art)]], [art], [], paper)
            assert marks
            yield marks


def with_extended_art(face: Scene, bleed: float, place: Matrix) -> Iterator[Group]:
    """The face at its own size up to its bleed, and slightly enlarged in a rim up to `bleed`, so
    that art at the edge continues.

    The rim is four strips that overlap nothing: transparency is flattened in each strip and in the
    face separately, and the words on the face stay text.
    """
    art = face.box.grown(min(face.bleed, bleed))
    if face.bleed < bleed:
        wide = face.box.grown(bleed)
        scale = Matrix.scale(wide.width / art.width, wide.height / art.height)
        larger = (
            Matrix.move(-face.width / 2, -face.height / 2)
            .then(scale)
            .then(Matrix.move(face.width / 2, face.height / 2))
        )
        for strip in _strips(wide, art):
            yield Group((Use(face, larger),), place, rectangle(strip), decor=True)
    yield Group((Use(face),), place, rectangle(art))


def _strips(outer: Rect, inner: Rect) -> Iterator[Rect]:
    """The region between two boxes as four strips: above, below, left, right."""
    rim_height, rim_width = inner.y - outer.y, inner.x - outer.x
    yield Rect(outer.x, outer.y, outer.width, rim_height)
    yield Rect(outer.x, inner.bottom, outer.width, outer.bottom - inner.bottom)
    yield Rect(outer.x, inner.y, rim_width, inner.height)
    yield Rect(inner.right, inner.y, outer.right - inner.right, inner.height)
