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
from generator.press.pictures.picture_file import SIDEWAYS, opened, orientation

SLACK = 1.2
"""Factor by which a picture may be finer than needed: to make it a little smaller only blurs it."""
MAX_CHANGED = 25_000_000
"""Pixels of a picture at the largest that it is unpacked to be changed, so that memory lasts: a larger
one is halved as often as need be while it is unpacked."""
QUALITY = 90
_FORMAT = 1
"""Version of the sampling, part of the key of what is kept."""
_AT_ONCE = 1_000_000
"""Pixels converted at a time: a large picture converted in one go would take four times its memory."""
_PLAIN = ("L", "LA", "RGB", "RGBA", "CMYK")
"""Modes with 8 bits a channel."""
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
    """What happens to a picture: its size as seen, and how it lies in the file."""

    width: int
    height: int
    lies: int
    photograph: bool
    """Whether it was compressed with loss before."""
    smaller: bool


def sampled(file: Path, enough: tuple[float, float]) -> bytes:
    """A picture as a PNG or JPEG with at least this many pixels across and down, if it has them."""
    data = bytes_of(file)
    with opened(file) as image:
        plan = _plan(image, data, enough)
        if plan is None:
            return data
        store = store_in_use()
        what = repr((_FORMAT, PIL.__version__, plan)).encode()
        name = f"picture-{hashlib.sha256(what + data).hexdigest()}"
        kept = store.read(name) if store else None
        if kept is None:
            kept = _packed(_sized(image, plan), plan)
            if store:
                store.write(name, kept)
        return kept


def thumbnail(file: Path, enough: tuple[float, float]) -> Pillow.Image | None:
    """A picture for a preview, twice as fine as needed at most; None: it may be used as it is."""
    with opened(file) as image:
        lies = orientation(image)
        width, height = _seen(image.size, lies)
        times = int(min(width / enough[0], height / enough[1]))
        plain = image.format in ("PNG", "JPEG") and lies == 1 and not has_other_colors(image)
        if times < 2 and plain:
            return None
        scale = 1 / max(times, 1)
        return _sized(
            image, _Plan(math.ceil(width * scale), math.ceil(height * scale), lies, True, True)
        )


def eight_bits(image: Pillow.Image) -> Pillow.Image:
    """The image with 8-bit samples that are colours, not palette indexes, and an alpha channel if needed."""
    clear = "transparency" in image.info
    if image.mode.startswith("I"):  # 16 bits a pixel, which Pillow would clip at 255
        return image.convert("I").point(lambda grey: grey / 256).convert("L")
    if clear or image.mode in ("PA", "RGBa", "La"):
        return image.convert("RGBA")
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in _PLAIN else image.convert("RGB")


def _seen(size: tuple[int, int], lies: int) -> tuple[int, int]:
    """Width and height, as seen, of a picture stored in that orientation."""
    return (size[1], size[0]) if lies in SIDEWAYS else size


def _plan(image: Pillow.Image, data: bytes, enough: tuple[float, float]) -> _Plan | None:
    """What a picture needs; None: nothing."""
    lies = orientation(image, data)
    width, height = _seen(image.size, lies)
    scale, most = max(enough[0] / width, enough[1] / height), 1.0
    while width * height * most**2 > MAX_CHANGED:
        most /= 2
    finer = scale * SLACK < 1 and scale <= most and image.mode != "1"
    passed_on = image.format in ("PNG", "JPEG") and lies == 1 and not has_other_colors(image)
    if not finer and passed_on:
        return None
    scale = scale if finer else most
    photograph = image.format == "JPEG" or (image.format == "WEBP" and b"VP8L" not in data[:64])
    return _Plan(math.ceil(width * scale), math.ceil(height * scale), lies, photograph, finer)


def _sized(image: Pillow.Image, plan: _Plan) -> Pillow.Image:
    """A picture file, unpacked, sampled down, in sRGB and upright."""
    profile = image.info.get("icc_profile")
    size = _seen((plan.width, plan.height), plan.lies)
    image.draft(None, size)
    made = _reduced(image, max(1, int(min(image.width / size[0], image.height / size[1]))))
    if made.size != size:
        made = made.resize(size, Pillow.Resampling.LANCZOS)
    made = in_srgb(made, profile)
    return made.transpose(_UPRIGHT[plan.lies]) if plan.lies in _UPRIGHT else made


def _reduced(image: Pillow.Image, times: int) -> Pillow.Image:
    """A picture reduced by a whole number, strip by strip, with 8 bits a channel."""
    if times == 1 and image.mode in _PLAIN and "transparency" not in image.info:
        image.load()
        return image
    rows = times * max(1, _AT_ONCE // image.width // times)
    made: Pillow.Image | None = None
    for top in range(0, image.height, rows):
        part = eight_bits(image.crop((0, top, image.width, min(top + rows, image.height))))
        part = part.reduce(times) if times > 1 else part
        if made is None:
            made = Pillow.new(part.mode, (part.width, -(-image.height // times)))
        made.paste(part, (0, top // times))
    assert made is not None  # a picture has a row
    return made


def _packed(image: Pillow.Image, plan: _Plan) -> bytes:
    """A picture as a JPEG if that loses nothing that is left to lose and is much smaller, else a PNG."""
    if "A" in image.getbands() and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("L" if image.mode == "LA" else "RGB")
    clear = "A" in image.getbands()
    jpeg = b""
    if not clear and (plan.photograph or plan.smaller):
        coarser = 2 if plan.photograph else 0  # a camera's colours are half as fine as its light
        jpeg = _saved(image, "JPEG", quality=QUALITY, subsampling=coarser)
    if jpeg and plan.photograph:
        return jpeg
    png = _saved(image, "PNG")
    return jpeg if jpeg and 2 * len(jpeg) < len(png) else png


def _saved(image: Pillow.Image, kind: str, **how: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()
