"""Rasters of a finished PDF: grey pictures at exact scale of its pages and of single faces.

A page can be seen as it is, or through the paper from its other side.  A single face is drawn from
the form stored in the file, where a page should have it: the page must show the same there, pixel
for pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import Any, TypeAlias

import numpy
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from generator.base.units import MM, Matrix, Rect
from generator.press.preflight.files import open_pdf

GrayImage: TypeAlias = NDArray[numpy.float32]
"""Rows of pixels from the top, 0 (black) to 255 (white)."""

DPI = 100
PIXEL = 25.4 / DPI
"""Size of a pixel, in millimetres."""
MAX_POINTS = 14_400
"""Maximum side length of a PDF page, in points."""
_BESIDE = 50.0
"""Distance in millimetres from a page up to which pieces are compared; nothing is seen there."""
_MAX_CACHED_DOTS = 30_000_000
"""Maximum number of pixels in the cached pictures of faces: 120 MB, three hundred cards."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of whole pixels of a page, from the column `x` and the row `y` of its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, rect: Rect, height: float) -> Window:
        """All pixels that a box touches (mm from the lower left corner of a page of that height)."""
        left, top = floor(rect.x / PIXEL), floor((height - rect.bottom) / PIXEL)
        right, bottom = ceil(rect.right / PIXEL), ceil((height - rect.y) / PIXEL)
        return cls(left, top, right - left, bottom - top)

    def near(self, page: tuple[float, float]) -> Window:
        """Those of its pixels that lie on a page of that size (mm) or not far beside it; all if none do."""
        room = ceil(_BESIDE / PIXEL)
        left, top = max(self.x, -room), max(self.y, -room)
        right = min(self.x + self.width, ceil(page[0] / PIXEL) + room)
        bottom = min(self.y + self.height, ceil(page[1] / PIXEL) + room)
        if right - left < 2 or bottom - top < 2:
            return self
        return Window(left, top, right - left, bottom - top)

    def crop(self, picture: GrayImage) -> GrayImage:
        """These pixels of a page's picture; anything beyond it is white."""
        rows, columns = picture.shape
        dots = numpy.full((self.height, self.width), 255.0, numpy.float32)
        top, left = max(self.y, 0), max(self.x, 0)
        bottom, right = min(self.y + self.height, rows), min(self.x + self.width, columns)
        if top < bottom and left < right:
            dots[top - self.y : bottom - self.y, left - self.x : right - self.x] = picture[
                top:bottom, left:right
            ]
        return dots


class Rasters:
    """One open PDF file, and a page for each of its `faces`, which are the numbers of forms.

    A face's page is as large as its trim, in millimetres: a form shows more than is cut out.
    """

    def __init__(self, path: Path, faces: Iterable[tuple[int, tuple[float, float]]]) -> None:
        with open_pdf(path) as pdf:
            self._pages = len(pdf.pages)
            self._page_indexes: Mapping[tuple[int, tuple[float, float]], int] = {
                face: self._pages + index for index, face in enumerate(dict.fromkeys(faces))
            }
            for number, (width, height) in self._page_indexes:
                size = min(width * MM, MAX_POINTS), min(height * MM, MAX_POINTS)
                page = pdf.add_blank_page(page_size=size)
                form = pdf.get_object(number, 0)
                page.obj["/Resources"] = pikepdf.Dictionary(
                    XObject=pikepdf.Dictionary({"/Face": form})
                )
                upright = f"1 0 0 -1 0 {height * MM:.6f} cm /Face Do"
                page.obj["/Contents"] = pdf.make_stream(upright.encode())
            buffer = BytesIO()
            pdf.save(buffer, compress_streams=False)
        self._file = pypdfium2.PdfDocument(buffer.getvalue())
        self._faces: dict[tuple[object, ...], GrayImage] = {}
        self._dots = 0

    def close(self) -> None:
        self._file.close()

    def page(self, number: int, turn: Matrix = Matrix(), dpi: float = DPI) -> GrayImage:  # noqa: B008
        """A page, counted from 1; `turn` moves its millimetres (y down) before it is viewed."""
        width, height = self._file[number - 1].get_size()
        scale = dpi / 25.4
        window = Window(0, 0, ceil(width / MM * scale), ceil(height / MM * scale))
        matrix = Matrix.scale(1 / MM).then(turn).then(Matrix.scale(scale))
        return self._rasterize(number - 1, matrix, window)

    def face(
        self, number: int, size: tuple[float, float], to_page: Matrix, window: Window
    ) -> GrayImage:
        """A face in its place: `to_page` maps its millimetres to those of a page, y down."""
        moved = to_page.then(Matrix.scale(1 / PIXEL)).then(Matrix.move(-window.x, -window.y))
        key = (number, size, window.width, window.height, *(round(value, 2) for value in moved))
        picture = self._faces.get(key)
        if picture is None:
            matrix = Matrix.scale(1 / MM).then(moved)
            picture = self._rasterize(self._page_indexes[number, size], matrix, window)
            if self._dots + picture.size > _MAX_CACHED_DOTS:
                self._faces.clear()
                self._dots = 0
            self._faces[key] = picture
            self._dots += picture.size
        return picture

    def text_overhang(self, number: int, size: tuple[float, float], safe: float) -> float:
        """Millimetres by which a face's letters overstep `safe` inside its trim; 0 if none do."""
        page = self._file[self._page_indexes[number, size]]
        text = page.get_textpage()
        width, height = (side * MM for side in size)
        beyond = [
            max(-left, -lower, right - width, upper - height) / MM + safe
            for left, lower, right, upper in map(text.get_rect, range(text.count_rects()))
        ]
        text.close()
        page.close()
        return max(beyond, default=0.0)

    def _rasterize(self, index: int, matrix: Matrix, window: Window) -> GrayImage:
        """Rasterise a page; the matrix maps its points (y down) to the pixels of the picture."""
        page = self._file[index]
        kind = pdfium.FPDFBitmap_Gray
        bitmap: Any = pypdfium2.PdfBitmap.new_native(window.width, window.height, kind)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, window.width, window.height)
        pdfium.FPDF_RenderPageBitmapWithMatrix(
            bitmap,
            page,
            pdfium.FS_MATRIX(*matrix),
            pdfium.FS_RECTF(0, 0, window.width, window.height),
            pdfium.FPDF_GRAYSCALE,
        )
        dots: GrayImage = bitmap.to_numpy().reshape(window.height, -1).astype(numpy.float32)
        page.close()
        return dots
