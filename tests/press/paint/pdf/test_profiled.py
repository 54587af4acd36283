"""Tests of output profiles: files for a printer use the colours of its profile and embed it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from pathlib import Path as FilePath

import pikepdf
import pytest
from PIL import Image, ImageCms

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.profiled import paint_profiled
from generator.press.pictures.color_profiles import PrinterProfile, read_printer_profile
from generator.press.scene.items import Group, Scene, Tag
from generator.press.scene.items import Image as Picture
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import rectangle
from tests.press.paint.pdf.test_painter import page, run
from tests.press.paint.tag_tree import tree_faults
from tests.press.pictures.profiles import cmyk_profile
from tests.press.running import run as run_command

RED = "#c02020"


def profile_of(folder: Path, data: bytes) -> PrinterProfile:
    (folder / "printer.icc").write_bytes(data)
    return read_printer_profile(folder / "printer.icc")


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def sheet(folder: Path) -> Scene:
    """A red box, a picture of the same red with a transparent side, and small black type."""
    picture = Image.new("RGBA", (4, 2), RED)
    picture.paste((0, 0, 0, 0), (0, 0, 1, 2))
    picture.save(folder / "red.png")
    return page(
        Group((Shape(rectangle(Rect(0, 0, 30, 30)), fill=RED),), tags=(Tag("Figure", "a box"),)),
        Picture(folder / "red.png", Rect(30, 0, 30, 30), (4, 2)),
        run("small words"),
    )


def operands(pdf: pikepdf.Pdf, operator: str) -> list[tuple[float, ...]]:
    return [
        tuple(float(value) for value in each.operands)
        for each in pikepdf.parse_content_stream(pdf.pages[0])
        if str(each.operator) == operator
    ]


def test_cmyk_output_is_converted_and_has_its_profile(tmp_path: FilePath) -> None:
    profile = profile_of(tmp_path, cmyk_profile())
    assert (profile.space, profile.title) == ("CMYK", "Four inks")
    content = paint_profiled([sheet(tmp_path)], DocumentInfo("Kit"), 300, profile)
    assert content == paint_profiled([sheet(tmp_path)], DocumentInfo("Kit"), 300, profile)
    inks = profile.convert(Image.new("RGB", (1, 1), RED)).tobytes()
    with pikepdf.open(BytesIO(content)) as pdf:
        assert tree_faults(pdf) == []
        (intent,) = pdf.Root["/OutputIntents"]
        assert intent["/DestOutputProfile"].read_bytes() == profile.data
        assert int(intent["/DestOutputProfile"]["/N"]) == 4
        assert not operands(pdf, "rg")
        box, *_, words = operands(pdf, "k")
        assert box == pytest.approx([ink / 255 for ink in inks], abs=0.001)
        assert words == (0, 0, 0, 1)
        picture = next(iter(pdf.pages[0].Resources.XObject.values()))
        assert picture["/ColorSpace"] == "/DeviceCMYK"
        assert picture.read_bytes()[-4:] == inks


def test_rgb_output_uses_the_profile(tmp_path: FilePath) -> None:
    profile = profile_of(tmp_path, srgb())
    content = paint_profiled([sheet(tmp_path)], DocumentInfo("Kit"), 300, profile)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert tree_faults(pdf) == []
        kind, stream = pdf.pages[0].Resources.ColorSpace.DefaultRGB
        assert (kind, stream.read_bytes()) == ("/ICCBased", profile.data)
        assert operands(pdf, "rg")[0] == pytest.approx((0.753, 0.125, 0.125), abs=0.005)
        picture = next(iter(pdf.pages[0].Resources.XObject.values()))
        assert picture["/SMask"].read_bytes() == bytes((0, 255, 255, 255)) * 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"%PDF-1.7", "printer.icc is not a colour profile"),
        (
            lambda: cmyk_profile().replace(b"CMYK", b"\xffMYK"),
            "printer.icc is not a colour profile",
        ),
        (
            lambda: ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes(),
            "a profile for Lab",
        ),
        (lambda: cmyk_profile().replace(b"B2A0", b"B2Ax"), "cannot convert colours for a printer"),
    ],
)
def test_an_unsuitable_profile_is_reported_in_one_line(
    tmp_path: FilePath, data: bytes | Callable[[], bytes], says: str
) -> None:
    with pytest.raises(KitError, match=says) as error:
        profile_of(tmp_path, data if isinstance(data, bytes) else data())
    assert error.value.faults[0].check == "color-profile"


def test_a_missing_profile_is_reported_before_building(tmp_path: FilePath) -> None:
    ran = run_command(
        "build", "grumbles", "--icc", str(tmp_path / "no.icc"), "--out", str(tmp_path / "o")
    )
    assert ran.code == 2
    assert "there is no such file" in ran.err
    assert not (tmp_path / "o").exists()
