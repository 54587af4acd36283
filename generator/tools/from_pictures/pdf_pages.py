"""PDF pages: each page of a PDF file as a picture, with its size and its bleed."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import ceil
from pathlib import Path

import pypdfium2

from generator.base.errors import KitError, counted
from generator.base.text_files import bytes_of
from generator.base.units import MM, Size
from generator.press.pictures.picture_file import MAX_UNPACKED

DPI = 300
"""Resolution of the pictures, as `grimoire build` prints them."""
MOST_BLEED = 6.5
"""Most bleed of a picture, in millimetres: a quarter of an inch."""
_Box = tuple[float, float, float, float]
"""Left, foot, right and head, in points."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page of a PDF file."""

    file: Path
    number: int
    """Counted from 0."""
    size: Size
    """In points, with the bleed."""
    bleed: float | None
    """In points: what lies beyond its trim box on each side; None if it states none."""
    cropped: tuple[float, ...] = (0, 0, 0, 0)
    """What is cut off its left, foot, right and head, in points."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of its picture."""
        return ceil(self.size.width * DPI / 72), ceil(self.size.height * DPI / 72)

    def png(self) -> bytes:
        """The page as a PNG file."""
        document = pypdfium2.PdfDocument(bytes_of(self.file))
        try:
            image = document[self.number].render(scale=DPI / 72, crop=self.cropped).to_pil()
        finally:
            document.close()
        file = BytesIO()
        image.convert("RGB").save(file, "PNG", dpi=(DPI, DPI))
        return file.getvalue()


def pdf_pages(path: Path, most: int) -> list[PdfPage]:
    """The pages of a PDF file, at most so many.  Raises KitError if it cannot be read."""
    try:
        document = pypdfium2.PdfDocument(bytes_of(path))
    except (pypdfium2.PdfiumError, OSError):
        message = f"{path.name} cannot be read as a PDF file"
        hint = "export it again, without a password"
        raise KitError(message, hint=hint, check="picture-file") from None
    try:
        if len(document) > most:
            message = f"{path.name} has {counted(len(document), 'page')}"
            hint = f"{most:,} are allowed: a page is a card"
            raise KitError(message, hint=hint, check="picture-too-large")
        pages = [_page(path, number, document[number]) for number in range(len(document))]
    except pypdfium2.PdfiumError:
        message = f"{path.name} has a page that cannot be read"
        raise KitError(message, hint="export it again", check="picture-file") from None
    finally:
        document.close()
    for page in pages:
        width, height = page.pixels
        if width * height * 4 > MAX_UNPACKED:
            message = f"{path.name}, page {page.number + 1}, is too large for a card"
            hint = "export each card on a page of its own size"
            raise KitError(message, hint=hint, check="picture-too-large")
    return pages


def _page(path: Path, number: int, page: pypdfium2.PdfPage) -> PdfPage:
    """A page, without what lies beyond the bleed, such as a printer's marks."""
    whole, trim = page.get_cropbox(), page.get_trimbox(fallback_ok=False)
    margins = _margins(trim, whole) if trim and not page.get_rotation() else None
    if not margins or min(margins) < 0:
        return PdfPage(path, number, Size(*page.get_size()), None)
    bleed = min(margins)
    if stated := page.get_bleedbox(fallback_ok=False):
        bleed = min(max(0.0, min(_margins(trim, stated))), bleed)
    elif max(margins) > MOST_BLEED * MM:  # there are marks, and nobody knows what lies below them
        bleed = 0.0
    left, foot, right, head = trim
    size = Size(right - left + 2 * bleed, head - foot + 2 * bleed)
    return PdfPage(path, number, size, bleed, tuple(margin - bleed for margin in margins))


def _margins(inner: _Box, outer: _Box) -> _Box:
    """How far a box lies inside another one: left, foot, right, head."""
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]
