"""PNG files: decoded by Pillow, they hold the pixels and the resolution that were encoded."""

from __future__ import annotations

from io import BytesIO

import numpy
import pytest
from PIL import Image

from generator.press.paint.png import encode_png


def _noise(mode: str, width: int, height: int) -> Image.Image:
    """An image with a random value in each channel of each pixel."""
    channels = len(Image.new(mode, (1, 1)).getbands())
    values = numpy.random.default_rng(7).integers(0, 256, width * height * channels, "uint8")
    return Image.frombytes(mode, (width, height), values.tobytes())


def _decoded(content: bytes) -> Image.Image:
    """The image of a PNG file whose checksums are right."""
    Image.open(BytesIO(content)).verify()
    image = Image.open(BytesIO(content), formats=("PNG",))
    image.load()
    return image


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (31, 17)])
def test_pixels_are_kept(mode: str, size: tuple[int, int]) -> None:
    image = _noise(mode, *size)
    decoded = _decoded(encode_png(image))
    assert (decoded.mode, decoded.size) == (mode, size)
    assert decoded.tobytes() == image.tobytes()
    assert "dpi" not in decoded.info


@pytest.mark.parametrize("dpi", [72, 150, 300, 600])
def test_the_resolution_is_kept(dpi: int) -> None:
    found = _decoded(encode_png(_noise("RGB", 4, 4), dpi)).info["dpi"]
    assert found == pytest.approx((dpi, dpi), abs=0.02)


@pytest.mark.parametrize("mode", ["1", "P", "CMYK", "I;16"])
def test_other_modes_are_written_in_colour(mode: str) -> None:
    image = _noise("L", 8, 8).convert(mode)
    decoded = _decoded(encode_png(image))
    assert decoded.mode == "RGB"
    assert decoded.tobytes() == image.convert("RGB").tobytes()


def test_a_transparent_entry_of_a_palette_stays_transparent() -> None:
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putpixel((1, 0), 1)
    image.info["transparency"] = 1
    decoded = _decoded(encode_png(image))
    assert decoded.mode == "RGBA"
    assert [decoded.getpixel((x, 0)) for x in (0, 1)] == [(255, 0, 0, 255), (0, 0, 255, 0)]


def test_a_transparent_colour_stays_transparent() -> None:
    image = Image.new("RGB", (1, 1), "red")
    image.info["transparency"] = (255, 0, 0)
    assert _decoded(encode_png(image)).getpixel((0, 0)) == (255, 0, 0, 0)
