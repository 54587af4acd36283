"""Turns pages of a finished PDF into PNG pictures, so that a preview is the very thing printed."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pypdfium2
from PIL import Image


def rasterise(pdf: bytes, page: int = 0, *, dpi: float = 150) -> Image.Image:
    """A page (counted from 0) of a PDF as an RGB picture with `dpi` pixels to the inch."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=dpi / 72)
        image: Image.Image = bitmap.to_pil()
        return image.convert("RGB")
    finally:
        document.close()


def paint_png(pdf: bytes, page: int = 0, *, dpi: float = 150, quick: bool = False) -> bytes:
    """The same as the bytes of a PNG file that knows its resolution; a `quick` one is larger."""
    how: dict[str, Any] = {"compress_level": 1} if quick else {"optimize": True}
    out = BytesIO()
    rasterise(pdf, page, dpi=dpi).save(out, "PNG", dpi=(dpi, dpi), **how)
    return out.getvalue()
