"""Turns image files into PDF image objects, as they are where PDF can hold them.

A JPEG goes in as it is.  So does the compressed data of a plain PNG (8 bits, grey or RGB, not
interlaced, no transparency), since PDF reads the same row filters; that is faster than unpacking
and packing it again, and loses nothing.  Anything else goes through Pillow.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFImageXObject, PDFName, PDFObject, PDFStream

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_AT_ONCE = 1_000_000
"""Pixels that are unpacked at one time."""
_PLAIN = {0: ("DeviceGray", 1), 2: ("DeviceRGB", 3)}
"""PNG colour types that PDF can take as they are: colour space and samples of a pixel."""


class _PackedPng(PDFObject):  # type: ignore[misc]
    """An image object that carries a PNG's own compressed rows (PDF: FlateDecode, predictor 15)."""

    def __init__(self, width: int, height: int, color_type: int, data: bytes) -> None:
        self.width, self.height, self.data = width, height, data
        self.space, self.samples = _PLAIN[color_type]

    def format(self, document: Any) -> bytes:
        entries = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Image"),
            "Width": self.width,
            "Height": self.height,
            "BitsPerComponent": 8,
            "ColorSpace": PDFName(self.space),
            "Filter": PDFName("FlateDecode"),
            "DecodeParms": PDFDictionary(
                {"Predictor": 15, "Colors": self.samples, "BitsPerComponent": 8,
                 "Columns": self.width}
            ),
        }  # fmt: skip
        stream = PDFStream(PDFDictionary(entries), self.data)
        return bytes(stream.format(document))


def image_object(file: Path, name: str) -> Any:
    """An image file -> an object for reportlab's document, to be stored under `name`."""
    data = file.read_bytes()
    if data.startswith(_SIGNATURE):
        packed = _packed(data)
        if packed:
            return packed
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its size and of odd notes: it was looked at before
            with Pillow.open(file) as image:
                return _repacked(image, name)
    return PDFImageXObject(name, ImageReader(str(file)), mask="auto")


def small_image_object(file: Path, name: str, enough: tuple[float, float]) -> Any:
    """The same, but no larger than it needs to be where so many pixels across and down are enough.

    Whoever only looks at a page need not unpack all of a large picture for each of its dots.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Pillow.open(file) as image:
            times = int(min(image.width / enough[0], image.height / enough[1]))
            if times < 2:
                return image_object(file, name)
            if "transparency" in image.info:
                return _repacked(image.convert("RGBA").reduce(times), name)
            return _repacked(_eight_bits(image).reduce(times), name)


def _eight_bits(image: Pillow.Image) -> Pillow.Image:
    """The picture with levels up to 255 for each dot, which are its colour and no number of one."""
    if image.mode.startswith("I"):  # 16 bits a pixel, which Pillow would cut off at 255
        return image.convert("I").point(lambda grey: grey / 256).convert("L")
    return image.convert("RGB") if image.mode in ("P", "1", "CMYK") else image


def _repacked(image: Pillow.Image, name: str) -> Any:
    """A picture as an image object, and the paler parts of it as its mask, row by row.

    Unpacked all at once a large picture would fill four times as much memory as it does by itself.
    """
    clear = "A" in image.getbands() or "transparency" in image.info
    colors, alphas = zlib.compressobj(), zlib.compressobj()
    rgb, mask = bytearray(), bytearray()
    rows = max(1, _AT_ONCE // image.width)
    for top in range(0, image.height, rows):
        part = image.crop((0, top, image.width, min(top + rows, image.height)))
        part = _eight_bits(part) if part.mode.startswith("I") else part
        if clear:
            part = part.convert("RGBA")
            mask += alphas.compress(part.getchannel("A").tobytes())
        rgb += colors.compress(part.convert("RGB").tobytes())
    made = _deflated(name, image.size, "DeviceRGB", bytes(rgb + colors.flush()))
    if clear:
        made._smask = _deflated(
            f"{name}-mask", image.size, "DeviceGray", bytes(mask + alphas.flush())
        )
        made._smask._decode = [0, 1]
    return made


def _deflated(name: str, size: tuple[int, int], space: str, data: bytes) -> Any:
    made = PDFImageXObject(name)
    made.width, made.height = size
    made.colorSpace, made.bitsPerComponent = space, 8
    made._filters, made.streamContent = ("FlateDecode",), data
    return made


def _packed(data: bytes) -> _PackedPng | None:
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
    return _PackedPng(width, height, color_type, b"".join(rows))
