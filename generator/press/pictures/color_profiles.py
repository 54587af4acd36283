"""Colour profiles: the colours of a picture in sRGB, which is what all else of a kit is in.

A picture without a profile is in sRGB already, or in the inks of a press that nobody named: those
are converted by the plain formula.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image as Pillow
from PIL import ImageChops, ImageCms

from generator.base.errors import KitError

_SAME = 3
"""Levels of 255 by which a profile that calls itself something else may differ from sRGB."""
_STEPS = range(0, 256, 51)
_COLORED = {"1": "L", "L": "L", "LA": "L", "P": "RGB", "PA": "RGB", "CMYK": "CMYK"}
"""The mode in which a profile speaks of the colours of a picture; those left out: RGB."""


def has_other_colors(image: Pillow.Image) -> bool:
    """Whether the colours of a picture are not those of sRGB.  Raises KitError for a broken profile."""
    if image.mode == "CMYK":
        return True
    profile = image.info.get("icc_profile")
    return bool(profile) and not _is_srgb(profile, _COLORED.get(image.mode, "RGB"))


def in_srgb(image: Pillow.Image, profile: bytes | None) -> Pillow.Image:
    """A picture of 8 bits a channel, with the profile of its file, in sRGB.  Raises KitError."""
    mode = _COLORED.get(image.mode, "RGB")
    if mode != "CMYK" and (not profile or _is_srgb(profile, mode)):
        return image
    alpha = image.getchannel("A") if "A" in image.getbands() else None
    if profile:
        converted = ImageCms.applyTransform(image.convert(mode), _transform(profile, mode))
        assert converted is not None  # it is only when done in place
        image = converted
    else:
        image = image.convert("RGB")
    if alpha:
        image.putalpha(alpha)
    return image


@lru_cache(maxsize=64)
def _is_srgb(profile: bytes, mode: str) -> bool:
    """Whether a profile leaves colours as they are in sRGB, but for rounding."""
    if mode == "CMYK":
        return False
    levels = bytes(value for r in _STEPS for g in _STEPS for b in _STEPS for value in (r, g, b))
    colors = Pillow.frombytes("RGB", (len(levels) // 3, 1), levels).convert(mode)
    seen = ImageCms.applyTransform(colors, _transform(profile, mode))
    assert seen is not None
    away = ImageChops.difference(seen, colors.convert("RGB"))
    return max(away.tobytes()) <= _SAME


@lru_cache(maxsize=64)
def _transform(profile: bytes, mode: str) -> Any:
    try:
        given = ImageCms.ImageCmsProfile(BytesIO(profile))
        return ImageCms.buildTransform(given, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        raise KitError(
            "its colour profile is broken, or is not one for such a picture",
            hint="save it again in sRGB",
            check="picture-file",
        ) from None
