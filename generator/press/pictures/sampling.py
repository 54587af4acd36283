"""Sampling: prepares a picture for a file: upright, in sRGB and no finer than it is printed.

A camera's picture on a playing card has ten times the dots that a press can show.  It is sampled
down once for each file it goes into, and kept in the store of the current build.  A PNG or JPEG
that needs no change is passed on byte for byte, and so is line art of one bit a pixel, which is
small and lives by its sharp edges.
"""

from __future__ import annotations

import hashlib
import math
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import PIL
from PIL import Image as Pillow

from generator.base.text_files import bytes_of
from generator.press.cache.store import store_in_use
from generator.press.pictures.color_profiles import has_other_colors, in_srgb
from generator.press.pictures.picture_file import SIDEWAYS, open_picture, orientation

SLACK = 1.2
"""Factor by which a picture may be finer than needed: making it slightly smaller only blurs it."""
MAX_CHANGED = 25_000_000
"""Maximum number of pixels unpacked at once to change a picture, to limit memory.  A larger one is
halved as often as necessary while it is unpacked."""
QUALITY = 90
_FORMAT = 1
"""Version of the sampling; it is part of the cache key."""
_PIXELS_AT_ONCE = 1_000_000
"""Number of pixels converted at a time: all at once would take four times the memory."""
_PLAIN = ("L", "LA", "RGB", "RGBA", "CMYK")
"""Modes with 8 bits per channel."""
_UPRIGHT = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_270,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}
"""The operation that makes a picture upright, by its orientation."""


class _Plan(NamedTuple):
    """How a picture is changed: its size as seen, and its orientation in the file."""

    width: int
    height: int
    orientation: int
    photograph: bool
    """Whether it has lossy compression."""
    smaller: bool


def sampled(file: Path, needed: tuple[float, float]) -> bytes:
    """A picture as a PNG or JPEG with at least this many pixels across and down, if it has them."""
    data = bytes_of(file)
    with open_picture(file) as image:
        plan = _plan(image, data, needed)
        if plan is None:
            return data
        store = store_in_use()
        key = repr((_FORMAT, PIL.__version__, plan)).encode()
        name = f"picture-{hashlib.sha256(key + data).hexdigest()}"
        content = store.read(name) if store else None
        if content is None:
            content = _encode(_resize(image, plan), plan)
            if store:
                store.write(name, content)
        return content


def thumbnail(file: Path, needed: tuple[float, float]) -> Pillow.Image | None:
    """A picture for a preview, at most twice as fine as needed; None if it may be used as it is."""
    with open_picture(file) as image:
        turn = orientation(image)
        width, height = _visible_size(image.size, turn)
        factor = int(min(width / needed[0], height / needed[1]))
        usable = image.format in ("PNG", "JPEG") and turn == 1 and not has_other_colors(image)
        if factor < 2 and usable:
            return None
        scale = 1 / max(factor, 1)
        return _resize(
            image, _Plan(math.ceil(width * scale), math.ceil(height * scale), turn, True, True)
        )


def eight_bits(image: Pillow.Image) -> Pillow.Image:
    """The image with 8-bit samples that are colours, not palette indexes, and an alpha channel if needed."""
    has_transparency = "transparency" in image.info
    if image.mode.startswith("I"):  # 16 bits a pixel, which Pillow would clip at 255
        return image.convert("I").point(lambda grey: grey / 256).convert("L")
    if has_transparency or image.mode in ("PA", "RGBa", "La"):
        return image.convert("RGBA")
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in _PLAIN else image.convert("RGB")


def _visible_size(size: tuple[int, int], turn: int) -> tuple[int, int]:
    """Width and height, as seen, of a picture stored in that orientation."""
    return (size[1], size[0]) if turn in SIDEWAYS else size


def _plan(image: Pillow.Image, data: bytes, needed: tuple[float, float]) -> _Plan | None:
    """How a picture must be changed; None if it need not be."""
    turn = orientation(image, data)
    width, height = _visible_size(image.size, turn)
    scale, max_scale = max(needed[0] / width, needed[1] / height), 1.0
    while width * height * max_scale**2 > MAX_CHANGED:
        max_scale /= 2
    finer = scale * SLACK < 1 and scale <= max_scale and image.mode != "1"
    usable = image.format in ("PNG", "JPEG") and turn == 1 and not has_other_colors(image)
    if not finer and usable:
        return None
    scale = scale if finer else max_scale
    photograph = image.format == "JPEG" or (image.format == "WEBP" and b"VP8L" not in data[:64])
    return _Plan(math.ceil(width * scale), math.ceil(height * scale), turn, photograph, finer)


def _resize(image: Pillow.Image, plan: _Plan) -> Pillow.Image:
    """A picture file, unpacked, sampled down, in sRGB and upright."""
    profile = image.info.get("icc_profile")
    size = _visible_size((plan.width, plan.height), plan.orientation)
    image.draft(None, size)
    result = _reduce(image, max(1, int(min(image.width / size[0], image.height / size[1]))))
    if result.size != size:
        result = result.resize(size, Pillow.Resampling.LANCZOS)
    result = in_srgb(result, profile)
    return result.transpose(_UPRIGHT[plan.orientation]) if plan.orientation in _UPRIGHT else result


def _reduce(image: Pillow.Image, factor: int) -> Pillow.Image:
    """A picture reduced by a whole number, strip by strip, with 8 bits a channel."""
    if factor == 1 and image.mode in _PLAIN and "transparency" not in image.info:
        image.load()
        return image
    rows = factor * max(1, _PIXELS_AT_ONCE // image.width // factor)
    result: Pillow.Image | None = None
    for top in range(0, image.height, rows):
        part = eight_bits(image.crop((0, top, image.width, min(top + rows, image.height))))
        part = part.reduce(factor) if factor > 1 else part
        if result is None:
            result = Pillow.new(part.mode, (part.width, -(-image.height // factor)))
        result.paste(part, (0, top // factor))
    assert result is not None  # a picture has a row
    return result


def _encode(image: Pillow.Image, plan: _Plan) -> bytes:
    """A picture as a JPEG if that loses nothing that is left to lose and is much smaller, else a PNG."""
    if "A" in image.getbands() and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("L" if image.mode == "LA" else "RGB")
    has_alpha = "A" in image.getbands()
    jpeg = b""
    if not has_alpha and (plan.photograph or plan.smaller):
        coarser = 2 if plan.photograph else 0  # cameras halve the resolution of colours
        jpeg = _save(image, "JPEG", quality=QUALITY, subsampling=coarser)
    if jpeg and plan.photograph:
        return jpeg
    png = _save(image, "PNG")
    return jpeg if jpeg and 2 * len(jpeg) < len(png) else png


def _save(image: Pillow.Image, kind: str, **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()
