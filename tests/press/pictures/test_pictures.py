"""Tests of pictures: every kind of file comes out upright, in sRGB and no finer than needed."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock
from zlib import crc32

import numpy
import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageCms, ImageDraw

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.cache.store import Store
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.pdf.pdfx import paint_pdf_x
from generator.press.paint.raster import SceneRasters
from generator.press.pictures import picture_file, sampling
from generator.press.pictures.color_profiles import has_other_colors, in_srgb
from generator.press.pictures.picture_file import (
    ORIENTATION,
    open_picture,
    orientation,
    picture_size,
)
from generator.press.pictures.sampling import sampled
from generator.press.scene.items import Image, Scene
from tests.kinds import of_kind
from tests.press.paint.comparing import alike, as_pdf, as_svg, framed

WIDE, HIGH = 120, 80


def drawn() -> Pillow.Image:
    """Four fields of different colours, so that every orientation is a different picture."""
    picture = Pillow.new("RGB", (WIDE, HIGH), "#2a6f97")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, WIDE // 2, HIGH // 2), "#d62828")
    draw.rectangle((WIDE // 2, HIGH // 2, WIDE, HIGH), "#f4d35e")
    draw.rectangle((0, HIGH // 2, WIDE // 2, HIGH), "#3a5a40")
    return picture


def photograph(width: int, height: int) -> Pillow.Image:
    """A picture that compresses like a photograph: soft shapes covered in grain."""
    grain = numpy.random.default_rng(7).normal(0, 6, (height, width, 3))
    y, x = numpy.mgrid[0:height, 0:width]
    forms = numpy.stack([127 + 100 * numpy.sin(x / 90), 127 + 90 * numpy.cos(y / 70), x % 256], -1)
    return Pillow.fromarray((forms + grain).clip(0, 255).astype(numpy.uint8))


def scene(file: Path, width: float = WIDE, height: float = HIGH) -> Scene:
    size = picture_size(file, file.name, lambda width, height: None)
    return Scene("face", width, height, (Image(file, Rect(0, 0, width, height), size),))


def renderings(shown: Scene) -> list[Pillow.Image]:
    """The scene as PDF, as SVG and as preview, one pixel a point."""
    (raster,) = SceneRasters([shown]).render(72)
    return [as_pdf(shown, 72), as_svg(shown, 72), Pillow.fromarray(raster)]


def mean_difference(one: Pillow.Image, other: Pillow.Image) -> float:
    """The mean difference of all channels of all pixels."""
    first, second = (numpy.asarray(each.convert("RGB"), int)[:HIGH, :WIDE] for each in (one, other))
    return float(numpy.abs(first - second).mean())


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("a.png", {}),
        ("a.jpg", {"quality": 95, "subsampling": 0}),
        ("a.webp", {"quality": 95}),
        ("b.webp", {"lossless": True}),
        ("a.tif", {}),
        ("b.tiff", {"compression": "tiff_lzw"}),
        ("a.gif", {}),
    ],
)
def test_every_kind_of_picture_looks_the_same_in_every_output(
    name: str, how: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / name
    drawn().save(file, **how)
    for seen in renderings(scene(file)):
        assert mean_difference(seen, drawn()) < 4


@pytest.mark.parametrize("lies", range(2, 9))
def test_a_camera_picture_is_turned_upright(lies: int, tmp_path: Path) -> None:
    """The file holds one picture in the eight orientations of EXIF."""
    upright = sampling._UPRIGHT[lies]
    back = {Pillow.Transpose.ROTATE_90: Pillow.Transpose.ROTATE_270,
            Pillow.Transpose.ROTATE_270: Pillow.Transpose.ROTATE_90}.get(upright, upright)  # fmt: skip
    exif = Pillow.Exif()
    exif[ORIENTATION] = lies
    file = tmp_path / "held.jpg"
    drawn().transpose(back).save(file, exif=exif, quality=95, subsampling=0)
    shown = scene(file)
    assert of_kind(shown.items[0], Image).pixels == (WIDE, HIGH)
    for seen in renderings(shown):
        assert mean_difference(seen, drawn()) < 4


NOTES = {
    "EXIF": lambda exif, xmp: (b"eXIf", exif),
    "XMP": lambda exif, xmp: (b"iTXt", b"XML:com.adobe.xmp" + bytes(5) + xmp),
    "raw": lambda exif, xmp: (
        b"tEXt",
        b"Raw profile type exif" + bytes(1) + b"\nexif\n%d\n" % len(exif) + exif.hex().encode(),
    ),
}
"""The chunks in which a PNG can store the camera's orientation: type and content."""


@pytest.mark.parametrize("note", [*NOTES.values(), None], ids=[*NOTES, "nothing"])
def test_a_png_is_decoded_for_its_orientation_only_if_it_has_one(
    note: Callable[[bytes, bytes], tuple[bytes, bytes]] | None, tmp_path: Path
) -> None:
    exif = Pillow.Exif()
    exif[ORIENTATION] = 6
    file = tmp_path / "held.png"
    drawn().save(file)
    data = file.read_bytes()
    if note:  # after the pixels, before the final chunk
        kind, content = note(exif.tobytes()[6:], b'<x tiff:Orientation="6"/>')
        chunk = kind + content
        found = len(content).to_bytes(4, "big") + chunk + crc32(chunk).to_bytes(4, "big")
        data = data[:-12] + found + data[-12:]
        file.write_bytes(data)
    with open_picture(file) as image, mock.patch.object(image, "load", wraps=image.load) as load:
        assert orientation(image, data) == (6 if note else 1)
        assert load.called == bool(note)
    with open_picture(file) as image:
        assert orientation(image) == (6 if note else 1)


def other_profile() -> bytes:
    """The Lab space as an RGB profile that is not sRGB, as the test below shows."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    data = bytearray(profile.tobytes())
    red, green = data.index(b"rXYZ"), data.index(b"gXYZ")
    data[red : red + 4], data[green : green + 4] = b"gXYZ", b"rXYZ"  # red and green swapped
    return bytes(data)


def test_a_profile_is_applied_unless_it_is_srgb(tmp_path: Path) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    exchanged = Pillow.merge("RGB", [drawn().getchannel(band) for band in "GRB"])
    file, plain = tmp_path / "other.png", tmp_path / "plain.jpg"
    exchanged.save(file, icc_profile=other_profile())
    drawn().save(plain, icc_profile=srgb)
    assert sampled(plain, (WIDE, HIGH)) == plain.read_bytes()
    for seen in renderings(scene(file)):
        assert mean_difference(seen, drawn()) < 4


def test_colour_conversion_keeps_alpha() -> None:
    picture = drawn().convert("RGBA")
    picture.putalpha(90)
    assert in_srgb(picture, other_profile()).getchannel("A").getextrema() == (90, 90)


def test_a_broken_profile_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "broken.png"
    drawn().save(file, icc_profile=b"no profile at all" * 20)
    with pytest.raises(
        KitError, match=r"the picture \"broken.png\": its colour profile is damaged"
    ):
        scene(file)


@pytest.mark.parametrize("clear", [False, True])
def test_a_large_picture_is_sampled_down_to_its_printed_size(clear: bool, tmp_path: Path) -> None:
    """An inch wide, it gets 300 pixels and is still the same picture everywhere."""
    picture = photograph(1800, 1200)
    if clear:
        picture.putalpha(Pillow.linear_gradient("L").resize(picture.size))
    file = tmp_path / "large.png"
    picture.save(file)
    shown = scene(file, 72, 48)
    with pikepdf.open(BytesIO(paint_pdf([shown], DocumentInfo("p")))) as pdf:
        images = [each for each in pdf.objects
                  if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
        assert {(int(each.Width), int(each.Height)) for each in images} == {(300, 200)}
        kept = sum(len(each.read_raw_bytes()) for each in images)
    assert kept < file.stat().st_size / 20
    page = framed(shown)
    assert alike(as_pdf(page), as_svg(page)) > 0.999


def test_a_picture_used_at_two_sizes_is_stored_once_at_the_larger(tmp_path: Path) -> None:
    file = tmp_path / "large.jpg"
    photograph(1200, 800).save(file)
    small, large = scene(file, 36, 24), scene(file, 72, 48)
    for paint in (paint_pdf, paint_pdf_x):
        painted = paint([small, large], DocumentInfo("p"))
        with pikepdf.open(BytesIO(painted)) as pdf:
            sizes = [int(each.Width) for each in pdf.objects
                     if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
        assert sizes == [300]


def test_a_higher_resolution_keeps_more_pixels(tmp_path: Path) -> None:
    file = tmp_path / "large.jpg"
    photograph(1200, 800).save(file)
    shown = scene(file, 72, 48)
    with pikepdf.open(BytesIO(paint_pdf([shown], DocumentInfo("p"), 600))) as pdf:
        (image,) = [each for each in pdf.objects
                    if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
        assert int(image.Width) == 600


def test_a_picture_of_the_right_resolution_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "fine.jpg"
    photograph(350, 200).save(file)
    assert sampled(file, (300, 170)) == file.read_bytes()


def test_a_sampled_picture_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.jpg"
    photograph(900, 600).save(file)
    with Store(tmp_path / "cache").in_use():
        content = sampled(file, (90, 60))
    monkeypatch.setattr(sampling, "_resize", None)  # sampling again would fail
    with Store(tmp_path / "cache").in_use():
        assert sampled(file, (90, 60)) == content
    with pytest.raises(TypeError):
        sampled(file, (90, 60))


def large(path: Path, kind: str, mode: str, **how: object) -> Path:
    Pillow.new(mode, (400, 300)).save(path, kind, **how)
    return path


@pytest.mark.parametrize(
    ("kind", "mode", "how", "passes"),
    [
        ("JPEG", "RGB", {}, True),
        ("JPEG", "RGB", {"progressive": True}, False),
        ("PNG", "L", {}, True),
        ("PNG", "RGB", {}, False),
        ("WEBP", "RGB", {}, False),
        ("TIFF", "RGBA", {}, False),
    ],
)
def test_a_picture_that_takes_too_much_memory_is_refused_undecoded(
    kind: str,
    mode: str,
    how: dict[str, object],
    passes: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture_file, "MAX_UNPACKED", 300_000)
    file = large(tmp_path / "a", kind, mode, **how)
    unpacked: list[tuple[int, int]] = []
    count: Callable[[int, int], None] = lambda width, height: unpacked.append((width, height))  # noqa: E731
    if passes:
        assert picture_size(file, "a", count) == (400, 300)
        assert unpacked == [(400, 300)]
    else:
        with pytest.raises(KitError, match="pixels take too much memory as a"):
            picture_size(file, "a", count)
        assert unpacked == []


def test_a_truncated_jpeg_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "half.jpg"
    photograph(900, 600).save(file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(KitError, match="cannot be read: image file is truncated"):
        scene(file)


def test_cmyk_is_recognized_as_other_colours() -> None:
    assert has_other_colors(Pillow.new("CMYK", (1, 1)))
    assert not has_other_colors(Pillow.new("RGB", (1, 1)))
