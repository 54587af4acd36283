"""Flattening: a translucent scene as an opaque one, for files that allow no transparency.

Everything up to and including the topmost translucent item becomes one picture; what is drawn after
it stays as it is, so that the words on a translucent panel remain text.  A face with nothing below
it is flattened by itself, once for all pages that show it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import NamedTuple

import pypdfium2
from PIL import Image as Pillow

from generator.base.text_files import bytes_of
from generator.base.units import IDENTITY, Matrix, Rect
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.images import is_photograph
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.scene import paths
from generator.press.scene.items import Anchor, GlyphRun, Group, Image, Item, Link, Path, Scene, Use
from generator.press.scene.placed_images import placed_images
from generator.press.scene.text_extraction import ink_box
from generator.press.scene.transparency import any_transparent, has_transparency

DPI = 400
"""Resolution of flattened parts in dots per inch: fine enough for the edges of large letters."""
MAX_PIXELS = 36_000_000
"""Maximum number of pixels of one picture; a larger scene is flattened more coarsely."""


class Flat(NamedTuple):
    """A picture of what was flattened, and whether it contains a photograph."""

    picture: Pillow.Image
    photograph: bool


class Flattener:
    """Flattens the scenes of one file; `pictures` holds the results, by made-up names.

    What looks the same on several faces, such as a photograph under a panel, is one picture.
    """

    def __init__(self) -> None:
        self.pictures: dict[FilePath, Flat] = {}
        self._flattened: dict[Scene, Scene] = {}
        self._rasterized: dict[tuple[float, float, float, tuple[Item, ...]], Image] = {}

    def flatten(self, scene: Scene) -> Scene:
        """The same picture without transparency."""
        if not has_transparency(scene):
            return scene
        if scene not in self._flattened:
            self._flattened[scene] = replace(scene, items=self._flatten_items(scene))
        return self._flattened[scene]

    def _flatten_items(self, scene: Scene) -> tuple[Item, ...]:
        items: list[Item] = []
        below: list[Rect] = []
        for item in scene.items:
            bounds = _bounds(item)
            if bounds and not any(paths.touches(bounds, other) for other in below):
                item = self._flatten_alone(item)
            items.append(item)
            below += [bounds] if bounds else []
        last = max((at for at, item in enumerate(items) if any_transparent((item,))), default=-1)
        if last < 0:
            return tuple(items)
        lower_items = scene.items[: last + 1]  # unchanged: a picture in memory has no file to draw
        return (self._picture(scene, lower_items), *items[last + 1 :])

    def _flatten_alone(self, item: Item) -> Item:
        """An item with nothing below it, with the faces that it shows flattened."""
        if isinstance(item, Use):
            return replace(item, scene=self.flatten(item.scene))
        if isinstance(item, Group) and len(item.items) == 1 and not item.is_composited:
            return replace(item, items=(self._flatten_alone(item.items[0]),))
        return item

    def _picture(self, scene: Scene, items: tuple[Item, ...]) -> Image:
        """Items as a picture of the whole scene, bleed included."""
        key = (scene.width, scene.height, scene.bleed, items)
        if key not in self._rasterized:
            self._rasterized[key] = self._draw(scene, items)
        return self._rasterized[key]

    def _draw(self, scene: Scene, items: tuple[Item, ...]) -> Image:
        box = scene.bleed_box
        area = box.width * box.height / 72**2
        scale = min(DPI, math.sqrt(MAX_PIXELS / area)) / 72
        width, height = math.ceil(box.width * scale), math.ceil(box.height * scale)
        matrix = Matrix.move(-box.x, -box.y).then(
            Matrix.scale(width / box.width, height / box.height)
        )
        page = Scene("flat", width, height, (Use(replace(scene, items=items), matrix),))
        document = pypdfium2.PdfDocument(paint_pdf([page], DocumentInfo("flat"), 72))
        try:
            picture: Pillow.Image = document[0].render(scale=1).to_pil().convert("RGB")
        finally:
            document.close()
        name = FilePath(f"flat-{len(self.pictures) + 1}")
        files = {image.file for image, _ in placed_images(items)}
        self.pictures[name] = Flat(picture, any(is_photograph(bytes_of(file)) for file in files))
        return Image(name, box, picture.size)


def _bounds(item: Item) -> Rect | None:
    """The bounding box of everything that an item draws; None if it draws nothing."""
    boxes = list(_boxes(item, IDENTITY))
    return paths.around_all(boxes) if boxes else None


def _boxes(item: Item, matrix: Matrix) -> Iterator[Rect]:
    match item:
        case Path(outline=outline, stroke=stroke):
            yield paths.bounds_under(
                paths.bounds(outline).grown(stroke.width if stroke else 0.0), matrix
            )
        case GlyphRun():
            yield paths.bounds_under(ink_box(item), matrix)
        case Image(box=box):
            yield paths.bounds_under(box, matrix)
        case Use(scene=scene):
            yield paths.bounds_under(scene.bleed_box, item.matrix.then(matrix))
        case Group(clip=clip) if clip:
            yield paths.bounds_under(paths.bounds(clip), item.matrix.then(matrix))
        case Group(items=inner):
            for each in inner:
                yield from _boxes(each, item.matrix.then(matrix))
        case Link() | Anchor():
            pass  # invisible
