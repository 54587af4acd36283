"""Tests of images in PDF: every kind of picture file keeps its pixels."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image as Pillow

from generator.base.units import Rect
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.press.paint.svg import paint_svg
from generator.press.scene.items import Image, Scene
from tests.kinds import of_kind

WIDE, HIGH = 16, 8


def plain() -> Pillow.Image:
    """A picture in which every pixel has a different colour."""
    colors = [(x * 16, y * 32, 255 - x * 8) for y in range(HIGH) for x in range(WIDE)]
    return Pillow.frombytes(
        "RGB", (WIDE, HIGH), bytes(value for color in colors for value in color)
    )


def scene(file: Path) -> Scene:
    """A page on which every pixel of the picture is one point."""
    with Pillow.open(file) as picture:
        size = picture.size
    return Scene("page", WIDE, HIGH, (Image(file, Rect(0, 0, WIDE, HIGH), size),))


def saved(picture: Pillow.Image, file: Path, **how: Any) -> Path:
    picture.save(file, **how)
    return file


def shown(file: Path) -> Pillow.Image:
    """The rasterized PDF on white, with one pixel for each of the picture's."""
    return rasterize_page(paint_pdf([scene(file)], DocumentInfo("picture")), dpi=72)


def stored(pages: list[Scene]) -> list[bytes]:
    """The raw content of every image object of the PDF."""
    with pikepdf.open(BytesIO(paint_pdf(pages, DocumentInfo("picture")))) as pdf:
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        return [each.read_raw_bytes() for each in streams if each.get("/Subtype") == "/Image"]


def differ(one: Pillow.Image, other: Pillow.Image) -> int:
    """The largest difference of any channel of any pixel."""
    pairs = zip(one.tobytes(), other.convert("RGB").tobytes(), strict=True)
    return max(abs(a - b) for a, b in pairs)


def channels_at(picture: Pillow.Image, x: int, y: int) -> tuple[int, ...]:
    return of_kind(picture.getpixel((x, y)), tuple)


def interlaced(picture: Pillow.Image) -> bytes:
    """The picture as a PNG in seven passes (Adam7), which Pillow cannot write."""
    width, height = picture.size
    rows = bytearray()
    for x0, y0, dx, dy in (
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ):  # fmt: skip
        for y in range(y0, height, dy):
            pixels = [channels_at(picture, x, y) for x in range(x0, width, dx)]
            rows += bytes([0, *(value for pixel in pixels for value in pixel)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 1)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def grey16() -> Pillow.Image:
    """A grey picture with 16 bits a pixel, from black to white."""
    picture = Pillow.new("I;16", (WIDE, HIGH))
    for y in range(HIGH):
        for x in range(WIDE):
            picture.putpixel((x, y), (y * WIDE + x) * 512)
    return picture


def test_a_plain_png_is_embedded_without_decoding(tmp_path: Path) -> None:
    file = saved(plain(), tmp_path / "a.png")
    (image,) = stored([scene(file)])
    at = file.read_bytes().index(b"IDAT")
    (length,) = struct.unpack(">I", file.read_bytes()[at - 4 : at])
    assert image == file.read_bytes()[at + 4 : at + 4 + length]
    assert differ(shown(file), plain()) == 0


@pytest.mark.parametrize("mode", ["L", "P", "1", "LA", "PA", "RGBA"])
def test_every_mode_of_png_keeps_its_pixels(mode: str, tmp_path: Path) -> None:
    picture = plain().convert(mode.replace("PA", "P"))
    file = saved(picture, tmp_path / "a.png")
    assert differ(shown(file), picture) <= 1


def test_an_interlaced_png_keeps_its_pixels(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(interlaced(plain()))
    assert differ(shown(file), plain()) == 0


def test_a_16_bit_png_keeps_its_greys(tmp_path: Path) -> None:
    file = saved(grey16(), tmp_path / "a.png")
    greys = [y * WIDE + x for y in range(HIGH) for x in range(WIDE)]
    assert [value // 2 for value in shown(file).convert("L").tobytes()] == greys


@pytest.mark.parametrize("way", ["alpha", "palette"])
def test_transparent_pixels_show_the_paper(way: str, tmp_path: Path) -> None:
    picture = plain()
    if way == "alpha":
        picture.putalpha(Pillow.linear_gradient("L").resize((WIDE, HIGH)))
        file = saved(picture, tmp_path / "a.png")
    else:
        picture = picture.convert("P", palette=Pillow.Palette.ADAPTIVE)
        file = saved(picture, tmp_path / "a.png", transparency=3)
    with Pillow.open(file) as opened:
        expected = Pillow.new("RGBA", (WIDE, HIGH), "white")
        expected.alpha_composite(opened.convert("RGBA"))
    assert differ(shown(file), expected) <= 2


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_is_embedded_unchanged(mode: str, tmp_path: Path) -> None:
    file = saved(plain().convert(mode), tmp_path / "a.jpg", quality=95)
    (image,) = stored([scene(file)])
    assert image == file.read_bytes()
    with Pillow.open(file) as opened:
        assert differ(shown(file), opened) <= 3


def test_a_cmyk_jpeg_is_converted_to_rgb(tmp_path: Path) -> None:
    picture = Pillow.new("CMYK", (WIDE, HIGH), (0, 0, 0, 0))
    picture.paste((0, 255, 255, 0), (WIDE // 2, 0, WIDE, HIGH))
    file = saved(picture, tmp_path / "a.jpg", quality=95)
    with pikepdf.open(BytesIO(paint_pdf([scene(file)], DocumentInfo("picture")))) as pdf:
        spaces = {str(each.get("/ColorSpace")) for each in pdf.objects
                  if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"}  # fmt: skip
    assert spaces == {"/DeviceRGB"}
    left, right = (channels_at(shown(file), x, 3) for x in (3, 12))
    assert min(left) > 240
    assert right[0] > 180
    assert max(right[1:]) < 80


def test_a_picture_used_twice_is_stored_once(tmp_path: Path) -> None:
    file = saved(plain(), tmp_path / "a.png")
    assert len(stored([scene(file), scene(file)])) == 1


def test_the_svg_embeds_the_original_file(tmp_path: Path) -> None:
    file = saved(plain(), tmp_path / "a.png")
    svg = paint_svg(scene(file)).decode()
    assert "data:image/png;base64," in svg
