"""Picture file: a picture of a kit, checked to be complete and not too large before use.

To check it, a JPEG is unpacked at an eighth of its size, so a hundred million pixels need little
memory.  All other kinds can only be unpacked whole, and so can a progressive JPEG.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image as Pillow
from PIL import UnidentifiedImageError

from generator.base.errors import KitError
from generator.base.text_files import open_plain
from generator.press.pictures.color_profiles import has_other_colors

KINDS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF")
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif")

MAX_PIXELS = 100_000_000
"""Maximum number of pixels of a picture; larger ones are refused before they are unpacked: A0 at
250 dpi has 97 million."""
MAX_UNPACKED = 144_000_000
"""Maximum size of one unpacked picture, in bytes: 36 million pixels of a PNG, 12 of a WebP."""
_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "LA": 4, "PA": 4}
"""Bytes per unpacked pixel of a PNG, by mode; other modes: 4."""
_BYTES_OF_COPIES = {"JPEG": 4, "GIF": 8, "TIFF": 8, "WEBP": 12}
"""Bytes per unpacked pixel of other formats, which are unpacked in several copies."""
_PROOF_SCALE = 8
ORIENTATION = 0x0112
"""The EXIF tag in which a camera records how it was held."""
SIDEWAYS = (5, 6, 7, 8)
"""Values of the EXIF tag for a picture whose width and height are swapped."""
_UNKNOWN = ("F", "LAB", "HSV", "I;16N")

_IN_PNG = (b"eXIf", b"Raw profile type", b"XML:com.adobe.xmp")
"""Names of the PNG chunks that can contain the EXIF tag."""


def picture_size(path: Path, src: str, unpack: Callable[[int, int], None]) -> tuple[int, int]:
    """Width and height of a picture as seen; makes sure that it can be unpacked.

    `src` is what a template calls it; `unpack` gets its size before it is unpacked.  Raises
    KitError for a picture that cannot be read, or is too large.
    """
    with _faults(src), open_picture(path) as image:
        width, height = image.size
        _check_size(image, src)
        _check_mode(image, src)
        if image.info.get("icc_profile"):
            has_other_colors(image)
        turned = orientation(image) in SIDEWAYS
        unpack(width, height)
        image.draft(None, (max(1, width // _PROOF_SCALE), max(1, height // _PROOF_SCALE)))
        image.load()
        if "transparency" in image.info and not image.mode.startswith("I"):
            image.crop((0, 0, 1, 1)).convert("RGBA")  # fails where a palette lacks such a colour
    return (height, width) if turned else (width, height)


@contextmanager
def open_picture(path: Path) -> Iterator[Pillow.Image]:
    """A picture file, with its pixels still packed."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # about the size, which is checked here, and about odd metadata
        with open_plain(path) as file, Pillow.open(file, formats=KINDS) as image:
            yield image


def orientation(image: Pillow.Image, data: bytes | None = None) -> int:
    """The EXIF orientation: how a picture must be turned to stand upright; 1: not at all.

    A PNG may state it after its pixels, and Pillow unpacks them to find it; this is skipped if
    `data`, the whole file, contains no such chunk.
    """
    if data is not None and image.format == "PNG" and not any(mark in data for mark in _IN_PNG):
        return 1
    stated = image.getexif().get(ORIENTATION, 1)
    return stated if stated in range(2, 9) else 1


def _check_size(image: Pillow.Image, src: str) -> None:
    width, height = image.size
    if width * height > MAX_PIXELS:
        message = f'the picture "{src}" is too large: {width:,} × {height:,} pixels'
        hint = f"make it smaller than {MAX_PIXELS // 1_000_000} million pixels"
        raise KitError(message, hint=hint, check="picture-too-large")
    in_parts = image.format == "JPEG" and not image.info.get("progressive")
    bytes_per_pixel = _BYTES_OF_COPIES.get(str(image.format)) or _BYTES.get(image.mode, 4)
    if not in_parts and width * height * bytes_per_pixel > MAX_UNPACKED:
        kind = "progressive JPEG" if image.format == "JPEG" else image.format
        raise KitError(
            f'the picture "{src}" is too large: {width:,} × {height:,} pixels take too much memory '
            f"as a {kind}",
            hint=f"make it smaller than {MAX_UNPACKED // bytes_per_pixel // 1_000_000} million pixels, "
            "or save it as a plain JPEG",
            check="picture-too-large",
        )


def _check_mode(image: Pillow.Image, src: str) -> None:
    if image.mode in _UNKNOWN:
        message = f'the picture "{src}" has an unsupported colour mode: {image.mode}'
        raise KitError(message, hint="save it again in RGB", check="picture-file")


@contextmanager
def _faults(src: str) -> Iterator[None]:
    """Convert errors raised while a picture is read to plain words."""
    try:
        yield
    except KitError as error:
        if any(src in fault.message for fault in error.faults):
            raise
        raise error.within(item=f'the picture "{src}"') from None
    except UnidentifiedImageError:
        message = f'the picture "{src}" is not a PNG, JPEG, WebP, TIFF or GIF file'
        hint = "save it again as one of these"
        raise KitError(message, hint=hint, check="picture-file") from None
    except Pillow.DecompressionBombError as error:
        pixels = re.search(r"\d+", str(error))
        stated = f": {int(pixels[0]):,}" if pixels else ""
        message = f'the picture "{src}" has far too many pixels{stated}'
        hint = f"make it smaller than {MAX_PIXELS // 1_000_000} million pixels"
        raise KitError(message, hint=hint, check="picture-too-large") from None
    except Exception as error:  # Pillow raises many kinds of errors for files it cannot read
        message = f'the picture "{src}" cannot be read: {error or type(error).__name__}'
        raise KitError(message, hint="save it again as PNG or JPEG", check="picture-file") from None
