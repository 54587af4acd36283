"""Resolution check: images that would be printed with too few dots per inch.

A home printer shows the dots of an image below 200 to the inch.  How many there are is known only
when a scene is whole, since groups and uses make what they hold larger or smaller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from generator.base.errors import Fault, Place
from generator.base.text_files import shown_name
from generator.base.units import Size, mm
from generator.press.scene.items import Image, Scene
from generator.press.scene.placed_images import placed_images

MIN_DPI = 200
ROUNDING = 0.5
"""Dots per inch by which an image may fall short of it."""


def low_resolution_images(
    scenes: Iterable[Scene], place_of: Callable[[Image], Place | None]
) -> tuple[Fault, ...]:
    """A fault for each image below `MIN_DPI`, taking its largest copy."""
    worst: dict[tuple[Place | None, str], tuple[float, Fault]] = {}
    for scene in dict.fromkeys(scenes):
        for image, size in placed_images(scene.items):
            dpi = 72 * min(image.pixels[0] / size.width, image.pixels[1] / size.height)
            key = place_of(image), shown_name(image.file)
            if dpi < MIN_DPI - ROUNDING and dpi < worst.get(key, (math.inf,))[0]:
                worst[key] = dpi, _fault(image, size, dpi, *key)
    return tuple(fault for _, fault in worst.values())


def _fault(image: Image, size: Size, dpi: float, place: Place | None, name: str) -> Fault:
    width, height = image.pixels
    enough = math.ceil(max(width, height) * MIN_DPI / dpi)
    return Fault(
        f"the picture {name} has {width} × {height} dots and is printed "
        f"{mm(size.width):.4g} × {mm(size.height):.4g} mm large: {dpi:.0f} dpi, "
        f"less than {MIN_DPI}",
        place,
        hint=f"print it smaller, or use one that is at least {enough} dots "
        f"{'wide' if width >= height else 'high'}",
        check="proof-image",
    )
