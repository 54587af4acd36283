"""Turns scenes into pictures of dots, all of them at once, as they will be printed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy
import pypdfium2
from numpy.typing import NDArray

from generator.paint.pdf import Info, paint_pdf
from generator.scene.items import Scene

View: TypeAlias = NDArray[numpy.uint8]
"""Rows of dots from the upper left corner of the bleed: red, green, blue."""

MOST_DOTS = 6_000_000
"""In one view: A1 at 72 dots to the inch has four million.  What is larger is seen more coarsely."""


def dots_of(scene: Scene, dpi: float) -> float:
    """How many dots a scene with its bleed has."""
    width, height = scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed
    return width * height * (dpi / 72) ** 2


def views(scenes: Sequence[Scene], dpi: float) -> Iterator[View]:
    """A picture of each scene with its bleed, `dpi` dots to the inch, or `MOST_DOTS` in all."""
    if not scenes:
        return
    finest = [dpi * min(1.0, math.sqrt(MOST_DOTS / dots_of(scene, dpi))) for scene in scenes]
    document = pypdfium2.PdfDocument(paint_pdf(scenes, Info("views")))
    try:
        for page, fine in zip(document, finest, strict=True):
            bitmap = page.render(scale=fine / 72, rev_byteorder=True)
            picture: View = bitmap.to_numpy()[:, :, :3].copy()
            page.close()
            yield picture
    finally:
        document.close()
