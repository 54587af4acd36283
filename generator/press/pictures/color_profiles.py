"""Colour profiles: pictures converted to sRGB like everything else in a kit, and to a printer's space.

A picture without a profile is in sRGB already, or in the inks of an unnamed press: those are
converted by the plain formula.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from PIL import ImageChops, ImageCms

from generator.base.errors import KitError
from generator.base.text_files import read_bytes, shown_name

_TOLERANCE = 3
"""Difference in levels (of 255) up to which a profile counts as sRGB, whatever its name."""
_STEPS = range(0, 256, 51)
_COLORED = {"1": "L", "L": "L", "LA": "L", "P": "RGB", "PA": "RGB", "CMYK": "CMYK"}
"""Mode of the colours that a profile describes, by the mode of the picture; others: RGB."""


def has_other_colors(image: Pillow.Image) -> bool:
    """Whether the colours of a picture are not in sRGB. Raises KitError for a broken profile."""
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
        assert converted is not None  # only when converted in place
        image = converted
    else:
        image = image.convert("RGB")
    if alpha:
        image.putalpha(alpha)
    return image


@lru_cache(maxsize=64)
def _is_srgb(profile: bytes, mode: str) -> bool:
    """Whether a profile leaves sRGB colours unchanged, apart from rounding."""
    if mode == "CMYK":
        return False
    levels = bytes(value for r in _STEPS for g in _STEPS for b in _STEPS for value in (r, g, b))
    colors = Pillow.frombytes("RGB", (len(levels) // 3, 1), levels).convert(mode)
    converted = ImageCms.applyTransform(colors, _transform(profile, mode))
    assert converted is not None
    difference = ImageChops.difference(converted, colors.convert("RGB"))
    return max(difference.tobytes()) <= _TOLERANCE


@lru_cache(maxsize=64)
def _transform(profile: bytes, mode: str) -> Any:
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        return ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        message = "its colour profile is damaged, or does not match its colours"
        raise KitError(message, hint="save it again in sRGB", check="picture-file") from None


_KINDS = {"RGB ": "RGB", "CMYK": "CMYK"}
"""The colour spaces that sheets can be painted in, by their names in profiles."""


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """The colour profile of a printer: its title, its space ("RGB" or "CMYK"), and its file."""

    title: str
    space: str
    digest: str
    data: bytes = field(repr=False)

    def convert(self, image: Pillow.Image) -> Pillow.Image:
        """An sRGB image of 8 bits a channel in the colours of the printer."""
        result = ImageCms.applyTransform(image, _to_printer(self.data, self.space))
        assert result is not None  # only when converted in place
        return result


def read_printer_profile(path: Path) -> PrinterProfile:
    """Read the profile in a file.  Raises KitError unless it is a printer's, in RGB or CMYK."""
    shown = shown_name(path)
    data = read_bytes(path, shown)
    try:
        profile = ImageCms.ImageCmsProfile(BytesIO(data)).profile
        space_name = str(profile.xcolor_space)  # raises ValueError unless it is ASCII
    except (ImageCms.PyCMSError, OSError, ValueError):
        message = f"{shown} is not a colour profile"
        hint = "name a file that ends with .icc or .icm"
        raise KitError(message, hint=hint, check="color-profile") from None
    space = _KINDS.get(space_name)
    title = str(profile.profile_description or path.stem)
    if space is None:
        message = f"{shown} is a profile for {space_name.strip()}, not for RGB or CMYK"
        raise KitError(message, hint="name the profile of a printer", check="color-profile")
    try:
        _to_printer(data, space)
    except ImageCms.PyCMSError:
        message = f"{shown} cannot convert colours for a printer"
        hint = "name an output profile, not one for a camera or a scanner"
        raise KitError(message, hint=hint, check="color-profile") from None
    return PrinterProfile(title, space, hashlib.sha256(data).hexdigest(), data)


@lru_cache(maxsize=4)
def _to_printer(data: bytes, space: str) -> Any:
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(data)),
        "RGB",
        space,
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
