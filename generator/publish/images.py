"""Turns faces into pictures of exact sizes in pixels, through the PDF that would be printed.

A page of a PDF is drawn for each picture, as many points large as the picture has pixels, and
rasterised at one pixel to the point: so a picture has just the size that was asked for.  Nothing is
stretched but by the rounding to whole pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2
from PIL import Image

from generator.base.units import Matrix, Rect
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.scene.items import Outline, Path, Scene, Stroke, Use

BATCH = 24
"""Pictures drawn into one PDF: enough to share its fonts, few enough to hold in memory."""
_SMALL = 128
"""Height in pixels of the picture of a page that its look is taken from."""
_INFO = DocumentInfo("pictures")


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """What to take a picture of: a box of a scene (points of its trim), and in how many pixels.

    The art reaches `reach` points beyond the trim; what the box shows beyond that is filled by
    repeating the outermost pixels, or stays `white`.  With a `cut`, what lies more than `margin`
    points outside of that outline is transparent.  `turn` turns the finished picture clockwise (0,
    90, 180, 270), and `pixels` is its size before that.
    """

    scene: Scene
    box: Rect
    pixels: tuple[int, int]
    reach: float = math.inf
    turn: int = 0
    cut: Outline | None = None
    margin: float = 0.0
    white: bool = False


def whole(scene: Scene, bleed: float, dpi: float, *, cut: bool = False) -> ImageRequest:
    """A face with `bleed` points round its trim; its outline, if it has one, is cut free."""
    box = Rect(0, 0, scene.width, scene.height).grown(bleed)
    pixels = max(1, round(box.width * dpi / 72)), max(1, round(box.height * dpi / 72))
    return ImageRequest(scene, box, pixels, scene.bleed, 0, scene.trim if cut else None, bleed)


def take(shots: Sequence[ImageRequest]) -> Iterator[Image.Image]:
    """The pictures of the shots in their order, RGB, or RGBA where something is transparent."""
    for start in range(0, len(shots), BATCH):
        yield from _batch(shots[start : start + BATCH])


def _batch(shots: Sequence[ImageRequest]) -> Iterator[Image.Image]:
    pages: list[Scene] = []
    for shot in shots:
        pages.append(_page(shot, shot.scene))
        if shot.cut:
            pages.append(_page(shot, _silhouette(shot)))
    document = pypdfium2.PdfDocument(paint_pdf(pages, _INFO))
    try:
        page = 0
        for shot in shots:
            image = _extended(_drawn(document, page), shot)
            page += 1
            if shot.cut:
                mask = _drawn(document, page).convert("L").point(lambda grey: 255 - grey)
                image.putalpha(mask)
                page += 1
            yield image.rotate(-shot.turn, expand=True) if shot.turn else image
    finally:
        document.close()


def _drawn(document: pypdfium2.PdfDocument, page: int) -> Image.Image:
    drawn: Image.Image = document[page].render(scale=1).to_pil()
    return drawn.convert("RGB")


def _page(shot: ImageRequest, scene: Scene) -> Scene:
    """A page on which the box of the shot is a point large for each pixel."""
    width, height = shot.pixels
    box = shot.box
    place = Matrix.move(-box.x, -box.y).then(Matrix.scale(width / box.width, height / box.height))
    return Scene(scene.name, width, height, (Use(scene, place),))


def _silhouette(shot: ImageRequest) -> Scene:
    """The outline filled black, as much larger all round as the picture may show."""
    assert shot.cut
    pen = Stroke("#000000", 2 * shot.margin, join="round") if shot.margin else None
    shape = Path(shot.cut, "#000000", pen)
    return Scene("silhouette", shot.scene.width, shot.scene.height, (shape,))


def _extended(image: Image.Image, shot: ImageRequest) -> Image.Image:
    """The picture with its outermost pixels of art repeated to its edges."""
    scene, box = shot.scene, shot.box
    if shot.reach == math.inf:
        return image
    art = Rect(0, 0, scene.width, scene.height).grown(shot.reach)
    across, down = shot.pixels[0] / box.width, shot.pixels[1] / box.height
    left = max(0, math.ceil((art.x - box.x) * across - 1e-6))
    top = max(0, math.ceil((art.y - box.y) * down - 1e-6))
    right = min(image.width, math.floor((art.right - box.x) * across + 1e-6))
    bottom = min(image.height, math.floor((art.bottom - box.y) * down + 1e-6))
    if (left, top, right, bottom) == (0, 0, *image.size):
        return image
    wide, high = image.size
    middle = image.crop((left, top, right, bottom))
    if shot.white:
        sheet = Image.new("RGB", image.size, "white")
        sheet.paste(middle, (left, top))
        return sheet
    inner = Image.new("RGB", (wide, bottom - top))
    inner.paste(middle, (left, 0))
    for x, at, width in ((left, 0, left), (right - 1, right, wide - right)):
        column = image.crop((x, top, x + 1, bottom))
        if width:
            inner.paste(column.resize((width, bottom - top)), (at, 0))
    full = Image.new("RGB", image.size)
    full.paste(inner, (0, top))
    for y, at, height in ((0, 0, top), (inner.height - 1, bottom, high - bottom)):
        row = inner.crop((0, y, wide, y + 1))
        if height:
            full.paste(row.resize((wide, height)), (0, at))
    return full


def looks(pdf: bytes) -> list[str]:
    """How the pages of a PDF look, one after another."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            look_of(page.render(scale=_SMALL / page.get_height()).to_pil()) for page in document
        ]
    finally:
        document.close()


def look_of(image: Image.Image) -> str:
    """How a picture looks from afar: 16 × 16 greys as hexadecimal, to tell faces apart by."""
    return image.convert("RGB").convert("L").resize((16, 16), Image.Resampling.BOX).tobytes().hex()


def unlike(one: str, other: str) -> float:
    """How far two looks differ on average, in greys of 256."""
    pairs = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return sum(abs(a - b) for a, b in pairs) / 256
