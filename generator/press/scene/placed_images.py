"""Placed images: every raster image that a scene draws, and how large it is on paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

from generator.base.units import IDENTITY, Matrix, Size
from generator.press.scene.items import Group, Image, Item, Scene, Use, memoize_per_scene


def placed_images(items: Iterable[Item]) -> Iterator[tuple[Image, Size]]:
    """Every image the items draw, with its size on paper."""
    for image, matrix in _placed(items, IDENTITY):
        width = image.box.width * math.hypot(matrix.a, matrix.b)
        yield image, Size(width, image.box.height * math.hypot(matrix.c, matrix.d))


def needed_pixels(pages: Iterable[Scene], dpi: float) -> dict[FilePath, tuple[float, float]]:
    """How many pixels across and down each image file needs, at the largest size on a page."""
    needed: dict[FilePath, tuple[float, float]] = {}
    for page in pages:
        for image, size in placed_images(page.items):
            width, height = needed.get(image.file, (1.0, 1.0))
            dots = dpi / 72
            needed[image.file] = max(width, dots * size.width), max(height, dots * size.height)
    return needed


def _placed(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Image, Matrix]]:
    for item in items:
        if isinstance(item, Image):
            yield item, matrix
        elif isinstance(item, Group):
            yield from _placed((*item.mask, *item.items), item.matrix.then(matrix))
        elif isinstance(item, Use):
            for image, inner in _of_scene(item.scene):
                yield image, inner.then(item.matrix).then(matrix)


@memoize_per_scene
def _of_scene(scene: Scene) -> tuple[tuple[Image, Matrix], ...]:
    return tuple(_placed(scene.items, IDENTITY))
