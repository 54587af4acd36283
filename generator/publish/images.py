"""Images of faces in exact pixel sizes, rasterised from the PDF that would be printed.

Each image is a PDF page with as many points as the image has pixels, rasterised at one pixel per
point, so nothing is stretched except by rounding to whole pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy
from PIL import Image

from generator.base.units import Matrix, Rect, Size
from generator.press.layout.checks.complexity import check_painted_area
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.raster import PicturePainter, open_pdf, picture_of
from generator.press.scene.items import Outline, Path, Scene, Stroke, Use

BATCH = 24
"""Images in one PDF: enough to share its fonts, few enough to hold in memory."""
_THUMBNAIL_HEIGHT = 128
"""Height in pixels of the raster for a page's thumbnail."""


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """Image to render: a box of a scene, in points of its trim, and the size in pixels.

    The art extends `reach` points beyond the trim; the rest of the box repeats the outermost
    pixels, or is `white`.  With a `cut`, everything more than `margin` points outside that outline
    is transparent.  `turn` rotates the finished image clockwise by 0, 90, 180 or 270 degrees;
    `pixels` is the size before that.
    """

    scene: Scene
    box: Rect
    pixels: tuple[int, int]
    reach: float = math.inf
    turn: int = 0
    cut: Outline | None = None
    margin: float = 0.0
    white: bool = False


def whole_face(scene: Scene, bleed: float, dpi: float) -> ImageRequest:
    """Request a face with `bleed` points around its trim, clipped to its outline."""
    box = scene.box.grown(bleed)
    pixels = max(1, round(box.width * dpi / 72)), max(1, round(box.height * dpi / 72))
    return ImageRequest(scene, box, pixels, scene.bleed, 0, scene.trim, bleed)


def batches(requests: Sequence[ImageRequest]) -> list[Sequence[ImageRequest]]:
    """Split requests into batches that `render_batch` can render.

    Raises KitError if so many layers overlap that rendering would take too long.
    """
    check_painted_area({request.scene for request in requests})
    return [requests[start : start + BATCH] for start in range(0, len(requests), BATCH)]


def render_images(requests: Sequence[ImageRequest]) -> Iterator[Image.Image]:
    """Render the requested images in order: RGB, or RGBA for those with a `cut`.

    Raises KitError as `batches` does.
    """
    for batch in batches(requests):
        yield from render_batch(batch)


def render_batch(requests: Sequence[ImageRequest]) -> Iterator[Image.Image]:
    """Render images whose PDF has room for all of them."""
    pages: list[Scene] = []
    for request in requests:
        pages.append(_page(request, request.scene))
        if request.cut:
            pages.append(_page(request, _silhouette(request)))
    painter = PicturePainter(DocumentInfo("pictures"), pages)
    for each in pages:
        painter.page(each)
    with open_pdf(painter.finish()) as document:
        pictures = map(picture_of, document)
        for request in requests:
            image = _extend_edges(next(pictures), request)
            if request.cut:
                image.putalpha(next(pictures).convert("L").point(lambda grey: 255 - grey))
            yield image.rotate(-request.turn, expand=True) if request.turn else image


def _page(request: ImageRequest, scene: Scene) -> Scene:
    """A page that shows the requested box at one point per pixel."""
    width, height = request.pixels
    box = request.box
    place = Matrix.move(-box.x, -box.y).then(Matrix.scale(width / box.width, height / box.height))
    return Scene(scene.name, width, height, (Use(scene, place),))


def _silhouette(request: ImageRequest) -> Scene:
    """The outline filled black and widened by the margin."""
    assert request.cut
    pen = Stroke("#000000", 2 * request.margin, join="round") if request.margin else None
    shape = Path(request.cut, "#000000", pen)
    return Scene("silhouette", request.scene.width, request.scene.height, (shape,))


def _extend_edges(image: Image.Image, request: ImageRequest) -> Image.Image:
    """The image with its outermost pixels of art repeated to the edges, or with white edges."""
    scene, box = request.scene, request.box
    if request.reach == math.inf:
        return image
    art = scene.box.grown(request.reach)
    across, down = request.pixels[0] / box.width, request.pixels[1] / box.height
    left = max(0, math.ceil((art.x - box.x) * across - 1e-6))
    top = max(0, math.ceil((art.y - box.y) * down - 1e-6))
    right = min(image.width, math.floor((art.right - box.x) * across + 1e-6))
    bottom = min(image.height, math.floor((art.bottom - box.y) * down + 1e-6))
    if (left, top, right, bottom) == (0, 0, *image.size):
        return image
    middle = numpy.asarray(image)[top:bottom, left:right]
    margins = ((top, image.height - bottom), (left, image.width - right), (0, 0))
    if request.white:
        return Image.fromarray(numpy.pad(middle, margins, constant_values=255))
    return Image.fromarray(numpy.pad(middle, margins, mode="edge"))


def thumbnails(pdf: bytes) -> list[str]:
    """Thumbnails of the pages of a PDF."""
    with open_pdf(pdf) as document:
        return [
            thumbnail(picture_of(page, _THUMBNAIL_HEIGHT / page.get_height())) for page in document
        ]


def thumbnail(image: Image.Image) -> str:
    """Thumbnail of an image, to tell faces apart: 16 × 16 grey levels in hexadecimal."""
    return image.convert("RGB").convert("L").resize((16, 16), Image.Resampling.BOX).tobytes().hex()


def thumbnail_difference(one: str, other: str) -> float:
    """The mean difference between two thumbnails, in grey levels of 256."""
    pairs = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return sum(abs(a - b) for a, b in pairs) / 256


def limited_dpi(size: Size, dpi: float, most: int) -> float:
    """Dots per inch, reduced so that no side has more than `most` pixels."""
    return min(dpi, most * 72 / max(size))
