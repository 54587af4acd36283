"""Turns scenes into pictures of dots, all of them at once, as they will be printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy
import pypdfium2
from numpy.typing import NDArray

from generator.paint.pdf import Info, paint_pdf
from generator.scene.items import Scene

View: TypeAlias = NDArray[numpy.uint8]
"""Rows of dots from the upper left corner of the bleed: red, green, blue."""


def views(scenes: Sequence[Scene], dpi: float) -> Iterator[View]:
    """A picture of each scene with its bleed, `dpi` dots to the inch."""
    if not scenes:
        return
    document = pypdfium2.PdfDocument(paint_pdf(scenes, Info("views")))
    try:
        for page in document:
            bitmap = page.render(scale=dpi / 72, rev_byteorder=True)
            picture: View = bitmap.to_numpy()[:, :, :3].copy()
            page.close()
            yield picture
    finally:
        document.close()
