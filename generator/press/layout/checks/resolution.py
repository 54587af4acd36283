"""Resolution check: images that would be printed with too few dots per inch.

Below 200 dots per inch an image looks soft on a home printer, below 100 broken.  The figure is
known only once a scene is complete, since groups and uses scale what they contain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.base.errors import Fault, Place, some_of
from generator.base.text_files import shown_name
from generator.base.units import Size, mm
from generator.press.scene.items import Image, Scene, Use
from generator.press.scene.placed_images import placed_images

MIN_DPI = 200
"""Resolution in dots per inch below which an image looks soft."""
MIN_ALLOWED_DPI = 100
"""Resolution in dots per inch below which an image is an error, unless the kit allows it."""
NAMED = 300
"""Letters of file names that a warning lists."""
ROUNDING = 0.5
"""Tolerance of both limits, in dots per inch."""


class CoarseImage(NamedTuple):
    """An image printed with too few dots per inch, and its size on paper."""

    image: Image
    size: Size
    dpi: float

    def fault(self, place: Place | None) -> Fault:
        width, height = self.image.pixels
        enough = math.ceil(max(width, height) * MIN_DPI / self.dpi)
        return Fault(
            f"the picture {shown_name(self.image.file)} has {width} × {height} pixels, but is printed "
            f"at {mm(self.size.width):.4g} × {mm(self.size.height):.4g} mm: {self.dpi:.0f} dpi, "
            f"below the minimum of {MIN_ALLOWED_DPI}",
            place,
            hint=f"print it smaller, use one that is at least {enough} pixels "
            f"{'wide' if width >= height else 'high'}, or write coarse: allow in game.yaml",
            check="proof-image",
        )


def coarse_images(scenes: Iterable[Scene]) -> tuple[CoarseImage, ...]:
    """The images below `MIN_DPI`, each file once, at its largest size; sorted by name."""
    worst: dict[str, CoarseImage] = {}
    for scene in dict.fromkeys(scenes):
        for image, size in placed_images((Use(scene),)):
            dpi = 72 * min(image.pixels[0] / size.width, image.pixels[1] / size.height)
            if dpi >= MIN_DPI - ROUNDING:
                continue
            name = shown_name(image.file)
            if name not in worst or dpi < worst[name].dpi:
                worst[name] = CoarseImage(image, size, dpi)
    return tuple(worst[name] for name in sorted(worst))


def too_coarse(images: Iterable[CoarseImage]) -> tuple[CoarseImage, ...]:
    """The images below `MIN_ALLOWED_DPI`, which are errors."""
    return tuple(each for each in images if each.dpi < MIN_ALLOWED_DPI - ROUNDING)


def warning(images: Sequence[CoarseImage]) -> str:
    """One sentence that names the images, of many the first ones; "" if there are none."""
    if not images:
        return ""
    names = [f"{shown_name(each.image.file)} ({each.dpi:.0f} dpi)" for each in images]
    named = some_of(names, NAMED)
    return (
        f"warning: pictures below {MIN_DPI} dpi look soft in print; these do at their largest size: "
        f"{named}"
    )
