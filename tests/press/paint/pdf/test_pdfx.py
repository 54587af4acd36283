"""Tests of PDF/X-1a: CMYK only, limited ink, page boxes and an output intent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from PIL import ImageChops

from generator.base.units import Matrix, Rect
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.pdf.pdfx import MAX_INK, cmyk, paint_pdf_x, to_cmyk
from generator.press.paint.raster import rasterize_page
from generator.press.scene.items import Anchor, Image, Item, Link, Scene, Stroke, Use
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import rectangle
from tests.press.paint.pdf.test_painter import run
from tests.press.scene.drawing import laid_out

INFO = DocumentInfo("A deck", "en", "An author", "A subject")
SOLID = Shape(rectangle(Rect(0, 0, 20, 20)), "#3060c0", Stroke("#000000", 1))


def x_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Violations of PDF/X-1a:2003 in a file: forbidden features and missing required ones."""
    if not "1.3" <= pdf.pdf_version <= "1.4":
        yield f"is PDF {pdf.pdf_version}"
    if pdf.is_encrypted:
        yield "is encrypted"
    if "/ID" not in pdf.trailer:
        yield "has no /ID"
    yield from _statement_faults(pdf)
    for key in ("/AcroForm", "/OpenAction", "/AA", "/Names"):
        if key in pdf.Root:
            yield f"has {key}"
    for page in pdf.pages:
        yield from _page_faults(page)
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream):
            yield from _stream_faults(each)
        if isinstance(each, pikepdf.Dictionary) and "/ExtGState" in each:
            yield "sets a graphics state, which may be transparent"
        described = isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        if described and "/FontFile2" not in each:
            yield "has a font that is not embedded"


def _statement_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    """What the file must say about itself."""
    info = pdf.docinfo
    for key in ("/Title", "/CreationDate", "/ModDate", "/GTS_PDFXVersion", "/Trapped"):
        if not str(info.get(key, "")):
            yield f"has no {key}"
    if info.get("/GTS_PDFXVersion") != "PDF/X-1a:2003":
        yield "is of no known version"
    if str(info.get("/Trapped")) not in ("/True", "/False"):
        yield "does not say if it is trapped"
    intents: Any = pdf.Root.get("/OutputIntents", pikepdf.Array())
    if [str(intent["/S"]) for intent in intents] != ["/GTS_PDFX"]:
        yield "has not one output intent"
    for intent in intents:
        if str(intent["/RegistryName"]) != "http://www.color.org":
            yield "names no registry"


def _page_faults(page: pikepdf.Page) -> Iterator[str]:
    media, trim, bleed = (
        [float(v) for v in page.obj[k]] for k in ("/MediaBox", "/TrimBox", "/BleedBox")
    )
    for inner, outer in ((trim, bleed), (bleed, media)):
        if not (
            outer[0] <= inner[0] < inner[2] <= outer[2]
            and outer[1] <= inner[1] < inner[3] <= outer[3]
        ):
            yield "has a box outside of the next one"
    if "/ArtBox" in page.obj or "/Annots" in page.obj:
        yield "has an ArtBox or annotations"
    yield from _content_faults(page)


def _stream_faults(stream: pikepdf.Stream) -> Iterator[str]:
    for key in ("/SMask", "/Group", "/OC", "/OPI", "/Alternates"):
        if key in stream:
            yield f"has {key}"
    if stream.get("/Subtype") == "/Form":
        yield from _content_faults(stream)
    if stream.get("/Subtype") == "/Image":
        if stream.get("/ImageMask") is True:
            return
        if stream["/ColorSpace"] != "/DeviceCMYK":
            yield f"has an image in {stream['/ColorSpace']}"
        data = stream.read_bytes(pikepdf.StreamDecodeLevel.all)
        inks = [sum(data[at : at + 4]) / 2.55 for at in range(0, len(data), 4)]
        if max(inks) > MAX_INK:
            yield f"has a pixel with {max(inks):.0f} % of ink"


def _content_faults(source: Any) -> Iterator[str]:
    for instruction in pikepdf.parse_content_stream(source):
        operator = str(instruction.operator)
        operands: Any = instruction.operands
        if operator in ("rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "ri", "gs", "BI"):
            yield f"uses {operator}"
        if operator in ("k", "K") and sum(map(float, operands)) * 100 > MAX_INK + 0.5:
            yield f"has a colour with {sum(map(float, operands)):.0%} of ink"


def shades(file: Path, mode: str) -> Image:
    picture = Pillow.new(mode, (16, 8))
    for x in range(16):
        for y in range(8):
            pixel = (x * 16, y * 32, 255 - x * 8, 255 if x > 7 else x * 8)
            picture.putpixel((x, y), pixel[: len(mode)] if mode != "L" else x * 16)
    picture.save(file)
    return Image(file, Rect(40, 40, 32, 16), (16, 8))


def test_a_file_conforms_to_pdf_x(tmp_path: Path) -> None:
    card = Scene("card", 60, 60, (SOLID, shades(tmp_path / "a.png", "RGBA")), bleed=9)
    other = shades(tmp_path / "b.jpg", "RGB")
    items = (
        Use(card, Matrix.move(5, 5)),
        run("Tide"),
        other,
        Link(Rect(0, 0, 9, 9), "#top"),
        Anchor("top", 0, "Top"),
    )
    page = Scene("page", 200, 100, (*items, shades(tmp_path / "c.png", "L")), bleed=9)
    content = paint_pdf_x([page, card], INFO)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert list(x_faults(pdf)) == []
        assert [float(v) for v in pdf.pages[1].obj["/TrimBox"]] == [9, 9, 69, 69]
    assert content == paint_pdf_x([page, card], INFO)


def test_the_checker_finds_violations() -> None:
    from generator.press.paint.pdf.painter import paint_pdf

    page = Scene("page", 100, 100, (SOLID, Link(Rect(0, 0, 9, 9), "https://example.org")))
    with pikepdf.open(BytesIO(paint_pdf([page], INFO))) as pdf:
        faults = set(x_faults(pdf))
    assert {"uses rg", "uses RG", "has no /GTS_PDFXVersion", "has not one output intent"} <= faults
    assert "has an ArtBox or annotations" in faults


@pytest.mark.parametrize(
    ("color", "inks"),
    [
        ("#000000", (0, 0, 0, 1)),
        ("#ffffff", (0, 0, 0, 0)),
        ("#808080", (0, 0, 0, 127 / 255)),
        ("#ff0000", (0, 1, 1, 0)),
        ("#0000ff", (1, 1, 0, 0)),
    ],
)
def test_greys_use_black_ink_only(color: str, inks: tuple[float, ...]) -> None:
    assert cmyk(color) == pytest.approx(inks)


@given(st.integers(0, 0xFFFFFF))
def test_the_ink_limit_holds_for_colours_and_pictures(value: int) -> None:
    color = f"#{value:06x}"
    assert sum(cmyk(color)) * 100 <= MAX_INK
    pixel = to_cmyk(Pillow.new("RGB", (1, 1), color)).getpixel((0, 0))
    assert pixel == tuple(round(ink * 255) for ink in cmyk(color))


def test_half_transparent_pixels_are_drawn_or_omitted(tmp_path: Path) -> None:
    file = tmp_path / "mask.png"
    picture = Pillow.new("RGBA", (3, 1), (255, 0, 0, 255))
    picture.putpixel((0, 0), (255, 0, 0, 40))
    picture.save(file)
    ground = Shape(rectangle(Rect(0, 0, 30, 10)), "#00ffff")
    page = Scene("page", 30, 10, (ground, Image(file, Rect(0, 0, 30, 10), (3, 1))))
    shown = rasterize_page(paint_pdf_x([page], INFO), dpi=72).convert("RGB")
    left, right = shown.getpixel((4, 5)), shown.getpixel((25, 5))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] < 60 < left[2]
    assert right[2] < 60 < right[0]


def test_transparency_is_flattened_and_text_above_it_stays_text() -> None:
    """The picture is that of the plain PDF but for the hue of inks, and the face is flattened once."""
    face = laid_out(
        '<drawing width="40mm" height="40mm"><rect fill="#777777"/><text size="20" inset="2mm">'
        'Low</text><rect x="2mm" y="12mm" width="35mm" height="14mm" fill="#ffffff" opacity="0.6" '
        'shadow="1mm 1mm 1mm #00000080"/><text y="14mm" inset="2mm" size="20">Tide</text></drawing>'
    )
    sheet = Scene("sheet", 240, 120, (Use(face, Matrix.move(2, 2)), Use(face, Matrix.move(122, 2))))
    flattener = Flattener()
    content = paint_pdf_x([sheet], INFO, flattener)
    (flat,) = flattener.pictures.values()
    assert paint_pdf_x([sheet], INFO, flattener) == content == paint_pdf_x([sheet], INFO)
    assert [*flattener.pictures.values()] == [flat]  # not rasterized again for a second file
    with pikepdf.open(BytesIO(content)) as pdf:
        pictures = [each for each in pdf.objects
                    if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
        assert len(pictures) == 1
        assert not any("/ExtGState" in each.get("/Resources", {}) or "/Group" in each
                       for each in pdf.objects
                       if isinstance(each, pikepdf.Stream | pikepdf.Dictionary))  # fmt: skip
    page = pypdfium2.PdfDocument(content)[0]
    assert page.get_textpage().get_text_bounded().split() == ["Tide", "Tide"]
    plain = rasterize_page(paint_pdf([sheet], INFO), dpi=72)
    seen = rasterize_page(content, dpi=72)
    away = ImageChops.difference(plain, seen).convert("L").histogram()
    assert sum(away[56:]) / sum(away) < 0.01


def test_photographs_are_jpeg_compressed_and_stored_once(tmp_path: Path) -> None:
    photo = shades(tmp_path / "a.jpg", "RGB")
    panel = Shape(rectangle(Rect(42, 42, 20, 10)), "#ffffffa0")
    cards = [Scene(word, 80, 80, (photo, panel, run(word)), bleed=9) for word in ("Low", "High")]
    plain = shades(tmp_path / "b.png", "RGB")
    shown = [Use(card, Matrix.move(100 * n, 5)) for n, card in enumerate(cards)]
    items: tuple[Item, ...] = (*shown, replace(plain, box=Rect(200, 5, 32, 16)))
    sheet = Scene("sheet", 240, 90, items)
    content = paint_pdf_x([sheet], INFO)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert list(x_faults(pdf)) == []
        filters = [str(each["/Filter"]) for each in pdf.objects
                   if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
    assert sorted(filters) == ["/DCTDecode", "/FlateDecode"]
    seen, other = (rasterize_page(each, dpi=144) for each in (content, paint_pdf([sheet], INFO)))
    away = ImageChops.difference(seen, other).convert("L").histogram()
    assert sum(away[56:]) / sum(away) < 0.01


def test_translucent_faces_may_overlap() -> None:
    """The lower one is already flattened; the picture of both is rasterized from the originals."""
    face = laid_out(
        '<drawing width="40mm" height="40mm"><rect fill="#777777"/>'
        '<rect x="2mm" y="12mm" width="35mm" height="14mm" fill="#ffffff" opacity="0.6"/></drawing>'
    )
    sheet = Scene("sheet", 180, 120, (Use(face, Matrix.move(2, 2)), Use(face, Matrix.move(60, 2))))
    plain = rasterize_page(paint_pdf([sheet], INFO), dpi=72)
    seen = rasterize_page(paint_pdf_x([sheet], INFO), dpi=72)
    away = ImageChops.difference(plain, seen).convert("L").histogram()
    assert sum(away[56:]) / sum(away) < 0.02  # edges between pixels


@pytest.mark.parametrize(
    ("color", "size", "inks"),
    [
        ("#1d1815", 9, "0 0 0 1 k"),  # nearly black: three faint inks would cause fringes
        ("#2b2a3a", 14, "0 0 0 1 k"),
        ("#1d1815", 15, "0 0.02 0.031 0.886 k"),  # large type keeps its colour
        ("#40101a", 9, "0 0.188 0.149 0.749 k"),  # dark red is a colour
        ("#5b5263", 9, "0.031 0.067 0 0.612 k"),  # grey is not black
    ],
)
def test_small_dark_type_uses_black_ink_only(color: str, size: float, inks: str) -> None:
    words = replace(run("ink", size=size), color=color)
    with pikepdf.open(BytesIO(paint_pdf_x([Scene("page", 100, 100, (words,))], INFO))) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode("latin-1")
    assert f"BT {inks}" in content
