"""PDF pages: each page of a PDF file as a picture, with its size and its bleed."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import ceil
from pathlib import Path

import pypdfium2

from generator.base.errors import KitError, counted
from generator.base.text_files import bytes_of
from generator.base.units import Size
from generator.press.pictures.picture_file import MAX_UNPACKED

DPI = 300
"""Resolution of the pictures, as `grimoire build` prints them."""
_EVEN = 0.5
"""Most that the bleeds of the four sides differ, in points."""


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

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of its picture."""
        return ceil(self.size.width * DPI / 72), ceil(self.size.height * DPI / 72)

    def png(self) -> bytes:
        """The page as a PNG file."""
        document = pypdfium2.PdfDocument(bytes_of(self.file))
        try:
            image = document[self.number].render(scale=DPI / 72).to_pil()
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
    left, foot, right, head = page.get_cropbox()
    trim = page.get_trimbox(fallback_ok=False)
    bleed = None
    if trim:
        sides = (trim[0] - left, trim[1] - foot, right - trim[2], head - trim[3])
        if min(sides) >= 0 and max(sides) - min(sides) <= _EVEN:
            bleed = sum(sides) / 4
    return PdfPage(path, number, Size(*page.get_size()), bleed)
