"""PDF image objects of pictures, unchanged where PDF can hold them.

A JPEG is stored as it is.  So is the compressed data of a plain PNG (8 bits, grey or RGB, not
interlaced, no transparency), since PDF uses the same row filters; that is faster than unpacking and
packing it again, and loses nothing.  Anything else goes through Pillow.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from PIL import ImageChops

from generator.press.paint.pdf.file import dictionary
from generator.press.pictures.sampling import QUALITY, eight_bits, sampled, thumbnail

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_PIXELS_AT_ONCE = 1_000_000
"""Number of pixels unpacked at a time."""
_USUAL, _FAST = -1, 1
"""Compression levels: for a final file, and for a preview that is read once and discarded."""
_PLAIN = {0: ("DeviceGray", 1), 2: ("DeviceRGB", 3)}
"""PNG colour types that PDF can take unchanged: colour space and samples per pixel."""


class ImageObject:
    """An image XObject: compressed samples, dictionary entries and its mask.

    Values of entries are written as in the file.  `masks` holds at most one other image, under its
    key in the dictionary: "SMask" or "Mask".
    """

    def __init__(
        self, size: tuple[int, int], space: str, data: bytes, filter: str = "FlateDecode",
        **entries: Any,
    ) -> None:  # fmt: skip
        self.data = data
        self.masks: dict[str, ImageObject] = {}
        self.entries: dict[str, Any] = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": size[0],
            "Height": size[1],
            "BitsPerComponent": 8,
            "Filter": f"/{filter}",
            **({"ColorSpace": f"/{space}"} if space else {}),
            **entries,
        }


def image_object(file: Path, needed: tuple[float, float]) -> ImageObject:
    """The image object of a picture, with at least `needed` pixels across and down, if it has them."""
    data = sampled(file, needed)
    if not data.startswith(_SIGNATURE):
        return _from_jpeg(data)
    if packed := _from_png(data):
        return packed
    with warnings.catch_warnings():
        # About size and odd metadata: the template checks cover these.
        warnings.simplefilter("ignore")
        with Pillow.open(BytesIO(data)) as image:
            return _from_pillow(image)


def small_image_object(file: Path, needed: tuple[float, float]) -> ImageObject:
    """The image object of a file, reduced to about `needed` pixels across and down.

    A preview need not unpack all of a large image.
    """
    small = thumbnail(file, needed)
    return image_object(file, needed) if small is None else _from_pillow(small, _FAST)


def _from_pillow(image: Pillow.Image, level: int = _USUAL) -> ImageObject:
    """A Pillow image as an image object with its alpha channel as soft mask, row by row.

    Unpacked in one go, a large image would take four times its own memory.
    """
    has_alpha = "A" in image.getbands() or "transparency" in image.info
    colors, alphas = zlib.compressobj(level), zlib.compressobj(level)
    rgb, mask = bytearray(), bytearray()
    rows = max(1, _PIXELS_AT_ONCE // image.width)
    for top in range(0, image.height, rows):
        part = image.crop((0, top, image.width, min(top + rows, image.height)))
        part = eight_bits(part) if part.mode.startswith("I") else part
        if has_alpha:
            part = part.convert("RGBA")
            mask += alphas.compress(part.getchannel("A").tobytes())
        rgb += colors.compress(part.convert("RGB").tobytes())
    result = ImageObject(image.size, "DeviceRGB", bytes(rgb + colors.flush()))
    if has_alpha:
        alpha = bytes(mask + alphas.flush())
        result.masks["SMask"] = ImageObject(image.size, "DeviceGray", alpha, Decode="[0 1]")
    return result


def _from_jpeg(data: bytes) -> ImageObject:
    """A JPEG, unchanged."""
    with Pillow.open(BytesIO(data)) as image:  # reads nothing but the header
        space = {"L": "DeviceGray", "RGB": "DeviceRGB"}[image.mode]
        return ImageObject(image.size, space, data, "DCTDecode")


def photograph_object(image: Pillow.Image) -> ImageObject:
    """A picture with lossy compression, as a JPEG in its own RGB or CMYK colours."""
    out = BytesIO()
    inks = image.mode == "CMYK"  # Pillow stores them inverted, unlike PDF
    (ImageChops.invert(image) if inks else image).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return ImageObject(
        image.size, "DeviceCMYK" if inks else "DeviceRGB", out.getvalue(), "DCTDecode"
    )


def is_photograph(data: bytes) -> bool:
    """Whether a picture has lossy compression: a JPEG."""
    return data.startswith(_JPEG)


def _from_png(data: bytes) -> ImageObject | None:
    """A PNG with its own compressed rows (FlateDecode, predictor 15); None: PDF cannot hold it."""
    width, height, depth, color_type, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or color_type not in _PLAIN or interlaced:
        return None
    rows: list[bytes] = []
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"tRNS":
            return None
        if kind == b"IDAT":
            rows.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    space, samples = _PLAIN[color_type]
    parameters = {"Predictor": 15, "Colors": samples, "BitsPerComponent": 8, "Columns": width}
    return ImageObject((width, height), space, b"".join(rows), DecodeParms=dictionary(parameters))
