"""Pictures for the browser: faces, sheets and pages as PNG, painted as they are printed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from generator.base.units import Matrix
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.png import encode_png
from generator.press.paint.raster import PicturePainter, rasterize_page
from generator.press.scene.items import Path, Scene, Use

MAX_DPI = 1200
MAX_PIXELS = 4_000
"""Most pixels along the longer side of a picture."""
KEPT_BYTES = 64_000_000
"""Bytes of pictures that are cached."""


class Pictures:
    """Cached pictures of scenes."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[Scene, int, bool], bytes] = OrderedDict()
        self._bytes = 0

    def png(self, scene: Scene, dpi: int, bleed: bool = False) -> bytes:
        """A scene as PNG, cut out along its trim unless `bleed` is set."""
        key = (scene, dpi, bleed)
        found = self._cache.pop(key, None)
        if found is None:
            found = _paint(scene, dpi, bleed)
            self._bytes += len(found)
        self._cache[key] = found
        while self._bytes > KEPT_BYTES:
            _, old = self._cache.popitem(last=False)
            self._bytes -= len(old)
        return found


def _paint(scene: Scene, dpi: int, bleed: bool) -> bytes:
    out = scene.bleed if bleed else 0.0
    shown = replace(scene, bleed=0.0)
    if out:
        size = scene.width + 2 * out, scene.height + 2 * out
        shown = Scene(scene.name, *size, (Use(scene, Matrix.move(out, out)),))
    inches = max(shown.width, shown.height) / 72
    fine = max(min(dpi, MAX_DPI, MAX_PIXELS / inches), 8)
    pages = [shown]
    if scene.trim and not bleed:
        shape = Path(scene.trim, "#000000")
        pages.append(Scene("silhouette", scene.width, scene.height, (shape,)))
    painter = PicturePainter(DocumentInfo(scene.name), pages)
    for page in pages:
        painter.page(page)
    pdf = painter.finish()
    picture = rasterize_page(pdf, dpi=fine)
    if len(pages) > 1:
        silhouette = rasterize_page(pdf, 1, dpi=fine).convert("L")
        picture.putalpha(silhouette.point(lambda grey: 255 - grey))
    return encode_png(picture, fine)
