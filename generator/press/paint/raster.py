"""Rasters: scenes as pixel arrays and pages of a PDF as PNG, both through a PDF as printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path as FilePath
from typing import TypeAlias

import numpy
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from generator.base.units import Matrix
from generator.press.paint.pdf import operators
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.images import ImageObject, small_image_object
from generator.press.paint.pdf.painter import Painter
from generator.press.paint.png import encode_png
from generator.press.scene.items import Scene

Raster: TypeAlias = NDArray[numpy.uint8]
"""Rows of pixels (red, green, blue), starting at the upper left corner of the bleed."""

MAX_PIXELS = 6_000_000
"""Maximum number of pixels of one raster: A1 at 72 dpi has four million.  Larger scenes are
rasterised more coarsely."""
MAX_TOTAL_PIXELS = 40_000_000
"""Maximum number of pixels in the rasters of all scenes together; beyond that, all are rasterised
more coarsely.  Those of Grunt, Growl, and Tear have sixteen million at 72 dpi."""
PICTURE_DPI = 144
"""Resolution for pictures, in dots per inch: rasters have at most one pixel per point."""


class PicturePainter(Painter):
    """Painter of a temporary file for pictures: fast, however large the file becomes.

    It leaves out links, whose targets may be on other pages.
    """

    compressed = False

    def annotate(self, scene: Scene, flip: Matrix) -> None:
        """Leave links and bookmarks out."""


class _RasterPainter(PicturePainter):
    """Painter for rasters, with images no finer than rasters need them."""

    outline = staticmethod(operators.quick_outline)

    def __init__(self, scenes: Sequence[Scene]) -> None:
        super().__init__(DocumentInfo("views"), scenes, PICTURE_DPI)

    def image(self, file: FilePath) -> ImageObject:
        return small_image_object(file, self.needed[file])


class SceneRasters:
    """Scenes painted once and rasterised as often as needed."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self.scenes = scenes

    def render(self, dpi: float, indexes: range | None = None) -> Iterator[Raster]:
        """A raster of each scene with its bleed, at `dpi` pixels to the inch if they are not too large.

        No raster has more than `MAX_PIXELS`, and all together at most `MAX_TOTAL_PIXELS`.
        `indexes` are the numbers of the requested scenes, if not all.
        """
        numbers = range(len(self.scenes)) if indexes is None else indexes
        if not numbers:
            return
        scenes = [self.scenes[number] for number in numbers]
        finest = [
            dpi * min(1.0, math.sqrt(MAX_PIXELS / pixel_count(scene, dpi))) for scene in scenes
        ]
        pixels = sum(map(pixel_count, scenes, finest))
        coarser = min(1.0, math.sqrt(MAX_TOTAL_PIXELS / pixels))
        remaining = Counter(scenes)
        rendered: dict[Scene, Raster] = {}
        with open_pdf(self._painted) as document:
            for scene, fine in zip(scenes, finest, strict=True):
                remaining[scene] -= 1
                picture = rendered.pop(scene, None)
                if picture is None:
                    page = document[self._pages[scene]]
                    bitmap = page.render(scale=coarser * fine / 72, rev_byteorder=True)
                    picture = bitmap.to_numpy()[:, :, :3].copy()
                    page.close()
                if remaining[scene]:
                    rendered[scene] = picture
                yield picture

    def forget(self) -> None:
        """Release the memory of the painted file; it is painted again if needed."""
        self.__dict__.pop("_painted", None)

    @cached_property
    def _pages(self) -> dict[Scene, int]:
        """The page of each scene: faces that differ only in text share one page when it is removed."""
        return {scene: number for number, scene in enumerate(dict.fromkeys(self.scenes))}

    @cached_property
    def _painted(self) -> bytes:
        painter = _RasterPainter([*self._pages])
        for scene in self._pages:
            painter.page(scene)
        return painter.finish()


def pixel_count(scene: Scene, dpi: float) -> float:
    """The number of pixels that a scene with its bleed has."""
    _, _, width, height = scene.bleed_box
    return width * height * (dpi / 72) ** 2


def open_pdf(pdf: bytes) -> closing[pypdfium2.PdfDocument]:
    """A PDF, open inside a `with` block."""
    return closing(pypdfium2.PdfDocument(pdf))


def rasterize_page(pdf: bytes, page: int = 0, *, dpi: float = 150) -> Image.Image:
    """A page (counted from 0) of a PDF as an RGB picture with `dpi` pixels to the inch."""
    with open_pdf(pdf) as document:
        return picture_of(document[page], dpi / 72)


def picture_of(page: pypdfium2.PdfPage, scale: float = 1) -> Image.Image:
    """A page of an open PDF as an RGB picture with `scale` pixels to the point."""
    image: Image.Image = page.render(scale=scale).to_pil()
    return image.convert("RGB")


def paint_png(pdf: bytes, page: int = 0, *, dpi: float = 150) -> bytes:
    """The page as the bytes of a PNG file that states its resolution."""
    return encode_png(rasterize_page(pdf, page, dpi=dpi), dpi)
