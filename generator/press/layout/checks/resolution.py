"""Resolution check: images that would be printed with too few dots per inch.

A home printer shows the dots of an image below 200 to the inch: it looks soft, and below 100 broken.
How many there are is known only when a scene is whole, since groups and uses make what they hold
larger or smaller.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.base.errors import Fault, Place
from generator.base.text_files import shown_name
from generator.base.units import Size, mm
from generator.press.scene.items import Image, Scene
from generator.press.scene.placed_images import images_of

MIN_DPI = 200
"""Below that, an image looks soft."""
LEAST_DPI = 100
"""Below that, it is taken for a mistake, unless the kit allows it."""
ROUNDING = 0.5
"""Dots per inch by which an image may fall short of it."""


class CoarseImage(NamedTuple):
    """An image that is printed with too few dots to the inch, and its size on paper."""

    image: Image
    size: Size
    dpi: float

    def fault(self, place: Place | None) -> Fault:
        width, height = self.image.pixels
        enough = math.ceil(max(width, height) * MIN_DPI / self.dpi)
        return Fault(
            f"the picture {shown_name(self.image.file)} has {width} × {height} dots and is printed "
            f"{mm(self.size.width):.4g} × {mm(self.size.height):.4g} mm large: {self.dpi:.0f} dpi, "
            f"less than {LEAST_DPI}",
            place,
            hint=f"print it smaller, use one that is at least {enough} dots "
            f"{'wide' if width >= height else 'high'}, or write coarse: allow in game.yaml",
            check="proof-image",
        )


def coarse_images(scenes: Iterable[Scene]) -> tuple[CoarseImage, ...]:
    """The images below `MIN_DPI`, each file once, where it is largest; in the order of their names."""
    worst: dict[str, CoarseImage] = {}
    for scene in dict.fromkeys(scenes):
        for image, size in images_of(scene):
            dpi = 72 * min(image.pixels[0] / size.width, image.pixels[1] / size.height)
            if dpi >= MIN_DPI - ROUNDING:
                continue
            name = shown_name(image.file)
            if name not in worst or dpi < worst[name].dpi:
                worst[name] = CoarseImage(image, size, dpi)
    return tuple(worst[name] for name in sorted(worst))


def too_coarse(images: Iterable[CoarseImage]) -> tuple[CoarseImage, ...]:
    """Those among them that are taken for a mistake."""
    return tuple(each for each in images if each.dpi < LEAST_DPI - ROUNDING)


def warning(images: Sequence[CoarseImage]) -> str:
    """One sentence that names each of the images; "" if there are none."""
    if not images:
        return ""
    named = ", ".join(f"{shown_name(each.image.file)} ({each.dpi:.0f} dpi)" for each in images)
    return (
        f"warning: with less than {MIN_DPI} dots to the inch pictures look soft in print; "
        f"so do, where they are largest, {named}"
    )
