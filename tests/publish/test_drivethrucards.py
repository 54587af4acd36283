"""Tests of decks as PDF files for a print shop: order, boxes, ink and standard, and every fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.base.units import MM, Matrix, Rect, Size
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.pdfx import paint_pdf_x
from generator.press.paint.raster import rasterize_page
from generator.press.scene.items import Group
from generator.press.scene.items import Path as Drawn
from generator.press.scene.paths import rectangle
from generator.publish.print_shops.drivethrucards import _page
from generator.publish.print_shops.product_match import Fit
from generator.publish.print_shops.safe_zone import safe_notes
from generator.publish.shop_limits import DriveThruLimits, load_limits
from tests.publish.making import SHARED, ExportCopy, box, face, piece

DECK = "tidewrack-cards-poker.pdf"


@contextmanager
def deck_copy(export: ExportCopy) -> Iterator[pikepdf.Pdf]:
    """A copy of the deck, to be broken."""
    with pikepdf.open(BytesIO((export.folder / DECK).read_bytes())) as pdf:
        yield pdf
        out = BytesIO()
        pdf.save(out)
    export.write(DECK, out.getvalue(), pages=len(pdf.pages) if not pdf.is_encrypted else 0)


def test_a_whole_export_passes_its_proof(drivethru: ExportCopy) -> None:
    assert drivethru.faults() == []


def test_each_copy_of_a_card_is_its_back_and_its_front(drivethru: ExportCopy) -> None:
    (deck,) = (each for each in drivethru.manifest()["files"] if each["role"] == "deck")
    order = [(leaf["piece"], leaf["side"], leaf["copy"]) for leaf in deck["leaves"]]
    assert len(order) == deck["pages"] == 32
    assert order[:4] == [
        ("find/whelk", side, copy) for copy in (1, 2) for side in ("back", "front")
    ]
    document = pypdfium2.PdfDocument(drivethru.folder / DECK)
    try:
        texts = [document[page].get_textpage().get_text_range() for page in range(2)]
    finally:
        document.close()
    assert "Tidewrack" in texts[0]
    assert "Whelk" in texts[1]


def test_pages_are_the_card_with_an_eighth_of_an_inch_around_it(drivethru: ExportCopy) -> None:
    with pikepdf.open(drivethru.folder / DECK) as pdf:
        for page in pdf.pages:
            assert [float(each) for each in page.MediaBox] == [0, 0, 198, 270]
            assert [float(each) for each in page.TrimBox] == [9, 9, 189, 261]
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"


def test_the_rim_beyond_the_pieces_own_bleed_is_filled(drivethru: ExportCopy) -> None:
    document = pypdfium2.PdfDocument(drivethru.folder / DECK)
    try:
        image = document[1].render(scale=300 / 72).to_pil().convert("RGB")
    finally:
        document.close()
    sand = image.getpixel((20, 500))
    assert sand != (255, 255, 255)
    assert [image.getpixel(at) for at in ((0, 500), (image.width - 1, 500), (400, 0))] == [sand] * 3


def test_pieces_that_the_shop_does_not_print_are_listed(drivethru: ExportCopy) -> None:
    manifest = drivethru.manifest()
    assert [each["id"] for each in manifest["left_out"]] == [
        "shore",
        "counter/crab",
        "counter/gull",
    ]
    assert "rectangular cards only" in manifest["left_out"][1]["reason"]


def swap(pdf: pikepdf.Pdf) -> None:
    pages = list(pdf.pages)
    pdf.pages[0], pdf.pages[1] = pages[1], pages[0]


def mix_up(pdf: pikepdf.Pdf) -> None:
    pages = list(pdf.pages)
    pdf.pages[1], pdf.pages[9] = pages[9], pages[1]


def drop(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]


def trim(pdf: pikepdf.Pdf) -> None:
    pdf.pages[3].TrimBox = pikepdf.Array([0, 0, 63.5 * MM, 88.9 * MM])


def untrimmed(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[3]["/BleedBox"]


def undeclared(pdf: pikepdf.Pdf) -> None:
    del pdf.docinfo["/GTS_PDFXVersion"]


def unintended(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/OutputIntents"]


def shaded(space: str, inks: tuple[float, ...]) -> Callable[[pikepdf.Pdf], None]:
    def shade(pdf: pikepdf.Pdf) -> None:
        step = pikepdf.Dictionary(
            FunctionType=2, Domain=[0, 1], N=1, C0=[0.0] * len(inks), C1=list(inks)
        )
        function = pikepdf.Dictionary(FunctionType=3, Functions=[step])
        shading = pikepdf.Dictionary(ShadingType=2, ColorSpace=pikepdf.Name(space))
        shading["/Function"] = function
        pdf.pages[0]["/Resources"]["/Shading"] = pikepdf.Dictionary(S=pdf.make_indirect(shading))

    return shade


def fontless(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each:
            del each["/FontFile2"]


def painted(operators: bytes) -> Callable[[pikepdf.Pdf], None]:
    def paint(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(b"q " + operators + b" 0 0 1 1 re f Q")

    return paint


def typed(inks: bytes, size: int) -> Callable[[pikepdf.Pdf], None]:
    def set_type(pdf: pikepdf.Pdf) -> None:
        text = b"q BT %s k /F9+0 %d Tf 0.5 0 0 0.5 9 9 Tm (a) Tj ET Q" % (inks, size)
        pdf.pages[0].contents_add(text)

    return set_type


def pictured(space: str, pixel: bytes) -> Callable[[pikepdf.Pdf], None]:
    def add(pdf: pikepdf.Pdf) -> None:
        image: Any = pikepdf.Stream(
            pdf,
            pixel,
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=1,
            Height=1,
            BitsPerComponent=8,
            ColorSpace=pikepdf.Name(f"/{space}"),
        )
        pdf.pages[0].add_resource(image, pikepdf.Name.XObject)

    return add


@pytest.mark.parametrize(
    ("break_it", "slugs", "message"),
    [
        (swap, "export-order", "page 1 does not show the back of this piece"),
        (mix_up, "export-order", "page 2 does not show the front of this piece"),
        (drop, "export-order", "has 31 pages, but backs and fronts make 32"),
        (trim, "export-page", "page 4: its TrimBox is not the 63.5 × 88.9 mm of US Poker"),
        (untrimmed, "export-page", "page 4: its BleedBox"),
        (undeclared, "export-standard", "declares no PDF/X"),
        (unintended, "export-standard", "names no printing condition"),
        (fontless, "export-standard export-order", "is not embedded"),
        (painted(b"1 0 0 rg"), "export-ink", "not CMYK: RGB"),
        (painted(b"0.5 g"), "export-ink", "not CMYK: grey"),
        (painted(b"1 1 0.5 0 k"), "export-ink", "takes 250 % of ink, but the shop allows 240 %"),
        (typed(b"0.05 0 0 0.9", 16), "export-black", "type of 8 points in 5 0 0 90 % of ink"),
        (typed(b"0 0 0 0.8", 28), "export-black", "type of 14 points in 0 0 0 80 % of ink"),
        (shaded("/DeviceRGB", (1.0, 0.0, 0.0)), "export-ink", "not CMYK: a gradient in DeviceRGB"),
        (shaded("/DeviceCMYK", (1.0, 1.0, 0.5, 0.0)), "export-ink", "takes 250 % of ink"),
        (pictured("DeviceRGB", b"abc"), "export-ink", "a picture in DeviceRGB"),
        (pictured("DeviceCMYK", b"\xff\xff\xff\x00"), "export-ink", "takes 29"),
    ],
)
def test_a_deck_that_the_shop_would_refuse_is_reported(
    drivethru: ExportCopy, break_it: Callable[[pikepdf.Pdf], None], slugs: str, message: str
) -> None:
    with deck_copy(drivethru) as pdf:
        break_it(pdf)
    faults = drivethru.faults()
    assert {fault.check for fault in faults} == set(slugs.split())
    assert message in "; ".join(fault.message for fault in faults)


def test_a_translucent_card_is_flattened_once_with_its_rim() -> None:
    """The layers below the text of a card are one picture; its rim, beyond its bleed, one on each side."""
    panel = Group((box(10, 60, 40, 20, "#ffffff"),), opacity=0.6)
    see_through = face(63.5, 88.9, [panel], bleed=3.0)
    fit = Fit("poker", "Poker", Size(63.5 * MM, 88.9 * MM), 0, (0.0, 0.0))
    limits = load_limits(SHARED, "drivethru", DriveThruLimits)
    page = _page(see_through, "front", fit, limits)
    content = paint_pdf_x([page, page], DocumentInfo("card"))
    with pikepdf.open(BytesIO(content)) as pdf:
        pictures = [each for each in pdf.objects
                    if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]  # fmt: skip
    assert len(pictures) == 1
    seen = rasterize_page(content, dpi=72).convert("RGB")
    rim, middle = seen.getpixel((1, 120)), seen.getpixel((60, 30))
    assert isinstance(rim, tuple)
    assert isinstance(middle, tuple)
    assert max(abs(a - b) for a, b in zip(rim, middle, strict=True)) < 8
    assert seen.getpixel((80, 200)) != middle


@pytest.mark.parametrize(
    ("inks", "size"), [(b"0 0 0 1", 16), (b"0.05 0 0 0.9", 30), (b"0 0 0 0.7", 16)]
)
def test_black_type_large_type_and_grey_type_are_fine(
    drivethru: ExportCopy, inks: bytes, size: int
) -> None:
    with deck_copy(drivethru) as pdf:
        typed(inks, size)(pdf)
    assert "export-black" not in drivethru.failed_checks()


def test_text_near_the_cut_is_reported_with_its_piece() -> None:
    outline = rectangle(Rect(0, 0, 30 * MM, 30 * MM))
    sign = Group((Drawn(outline, "#000000"),), Matrix.move(2.5 * MM, 20 * MM), symbol="star")
    fit = Fit("poker", "Poker", Size(63.5 * MM, 88.9 * MM), 0, (0.5 * MM, 0.0))
    near, far = piece(face(63.5, 88.9, [sign])), piece(face(63.5, 88.9))
    assert safe_notes([(far, fit.nearest)], 3 * MM) == []
    assert safe_notes([(near, fit.nearest)], 2.4 * MM) == []
    (note,) = safe_notes([(far, fit.nearest), (near, fit.nearest)], 3 * MM)
    assert note.endswith(
        '1 of 2 kinds of pieces have less, "thing/one" the least, 2.5 mm; '
        "move them inward in the template, or ask the shop whether it prints them so"
    )


def test_the_highest_accepted_ink_passes(drivethru: ExportCopy) -> None:
    with deck_copy(drivethru) as pdf:
        painted(b"1 1 0.4 0 k")(pdf)
        pictured("DeviceCMYK", b"\xff\xff\x64\x00")(pdf)
    assert drivethru.faults() == []


def test_an_extra_copy_or_an_unknown_size_is_reported(drivethru: ExportCopy) -> None:
    def change(manifest: Any) -> None:
        manifest["pieces"][0]["copies"] = 7
        next(each for each in manifest["files"] if each["role"] == "deck")["product"] = "giant"

    drivethru.edit_manifest(change)
    assert drivethru.failed_checks() == {"export-copies", "export-page"}


def test_a_file_that_is_not_a_pdf_is_reported(drivethru: ExportCopy) -> None:
    drivethru.write(DECK, b"no pdf")
    assert drivethru.failed_checks() == {"export-file"}
