"""Tests of PDFs for any print shop: boxes, order, counts, cut contours, colours, and every fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.base.units import MM, Size
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import open_pdf, rasterize_page
from generator.press.pictures.color_profiles import read_printer_profile
from generator.press.pieces.piece import same_cut
from generator.press.preflight.pdf_content import ContentReader
from generator.publish.export import export
from generator.publish.manifest import ExportedPiece
from generator.publish.print_shops.press_pdf import PrintSheet
from generator.publish.request import ExportRequest, PrintOptions
from generator.publish.shop_limits import PrintShopLimits, load_limits
from generator.publish.verify import verify
from generator.publish.verify.print_ready import reach_fault
from tests.kinds import of_kind
from tests.press.pictures.profiles import cmyk_profile
from tests.press.running import run
from tests.publish.making import SHARED, SIXTH, TIDEWRACK, ExportCopy, box, face, polygon_face
from tests.publish.press_files import (
    BOARD,
    BOOK,
    CARDS,
    COUNTERS,
    CUTS,
    Break,
    assert_reported,
    boxes,
    broken,
    drop,
    grouped,
    rows,
    swap,
    trim,
)


def test_whole_exports_pass_their_proof(print_shop: ExportCopy, marked: ExportCopy) -> None:
    assert verify(print_shop.folder, print_shop.limits, print_shop.folder) == ()
    assert verify(marked.folder, marked.limits, marked.folder) == ()


def test_a_page_is_as_large_as_the_bleed_and_has_its_boxes(print_shop: ExportCopy) -> None:
    with pikepdf.open(print_shop.folder / CARDS) as pdf:
        assert len(pdf.pages) == 32
        for page in pdf.pages:
            whole, cut = [0, 0, 69.5, 94.9], [3, 3, 66.5, 91.9]
            assert boxes(page) == [whole, whole, cut]
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        assert "/OutputIntents" not in pdf.Root
        assert "/OCProperties" not in pdf.Root


def test_crop_marks_are_in_a_margin_outside_the_bleed(marked: ExportCopy) -> None:
    with pikepdf.open(marked.folder / CARDS) as pdf:
        assert boxes(pdf.pages[0]) == [
            [0, 0, 83.5, 108.9], [7, 7, 76.5, 101.9], [10, 10, 73.5, 98.9]
        ]  # fmt: skip
        marks = ContentReader(placed=True).page(pdf.pages[0]).lines
    assert len(marks) == 8
    for (x1, y1), (x2, y2) in marks:
        assert min(x1, x2) < 7 * MM or max(x1, x2) > 76.5 * MM or min(y1, y2) < 7 * MM \
            or max(y1, y2) > 101.9 * MM  # fmt: skip
        on_trim = [round(each / MM, 2) for each in ((x1,) if x1 == x2 else (y1,))]
        assert on_trim[0] in (10.0, 73.5, 98.9)


def test_each_copy_has_pages_and_the_lists_count_them(print_shop: ExportCopy) -> None:
    (deck,) = (each for each in print_shop.manifest()["files"] if each["path"] == CARDS)
    order = [(leaf["piece"], leaf["side"], leaf["copy"]) for leaf in deck["leaves"]]
    assert order[:4] == [
        ("find/whelk", side, copy) for copy in (1, 2) for side in ("front", "back")
    ]
    listed = {row["piece"]: row for row in rows(print_shop, "copies.csv")}
    assert (listed["find/whelk"]["copies"], listed["find/cowrie"]["page"]) == ("2", "5")
    assert listed["counter/crab"]["corners"] == "own outline"
    ordered = {row["file"]: row for row in rows(print_shop, "order.csv")}
    assert ordered.keys() == {BOARD, BOOK, CARDS, COUNTERS}
    assert [ordered[CARDS][key] for key in ("width mm", "sides", "pages", "copies", "cut")] == [
        "63.5", "2", "32", "16", ""
    ]  # fmt: skip
    assert (ordered[COUNTERS]["cut"], ordered[BOARD]["sides"]) == (CUTS, "1")


def test_one_page_for_each_piece_still_counts_the_copies(marked: ExportCopy) -> None:
    (row,) = (row for row in rows(marked, "order.csv") if row["file"] == CARDS)
    assert (row["pages"], row["copies"]) == ("22", "16")


def test_fronts_and_backs_can_be_files_of_their_own(tmp_path: Path) -> None:
    request = ExportRequest("tidewrack", "print-shop", SIXTH, tmp_path, only="cards")
    folder = export(replace(request, prints=PrintOptions(sides="separate"))).folder
    fronts, backs = (CARDS.replace(".pdf", f"-{side}.pdf") for side in ("fronts", "backs"))
    copy = ExportCopy(folder, load_limits(SHARED, "print-shop", PrintShopLimits))
    leaves = {each["path"]: each.get("leaves", []) for each in copy.manifest()["files"]}
    assert [leaf["piece"] for leaf in leaves[fronts]] == [leaf["piece"] for leaf in leaves[backs]]
    assert {leaf["side"] for leaf in leaves[backs]} == {"back"}
    assert [row["backs"] for row in rows(copy, "order.csv")] == [backs]
    assert copy.faults() == []

    def swap(manifest: Any) -> None:
        (entry,) = (each for each in manifest["files"] if each["path"] == backs)
        entry["leaves"][0]["piece"] = "find/net"

    copy.edit_manifest(swap)
    assert "export-order" in copy.failed_checks()


def test_cuts_alike_are_one_page_with_nothing_but_the_contour(print_shop: ExportCopy) -> None:
    with pikepdf.open(print_shop.folder / CUTS) as pdf:
        (page,) = pdf.pages
        assert boxes(page) == [[0, 0, 30, 30], [0, 0, 30, 30], [3, 3, 27, 27]]
        space = page.Resources["/ColorSpace"]["/CutContour"]
        assert [str(each) for each in space[:3]] == ["/Separation", "/CutContour", "/DeviceCMYK"]
        assert bool(page.Resources["/ExtGState"]["/CutContour"]["/OP"])
        assert [str(layer["/Name"]) for layer in pdf.Root["/OCProperties"]["/OCGs"]] == [
            "CutContour"
        ]
    picture = rasterize_page((print_shop.folder / CUTS).read_bytes(), dpi=254)
    red, green, blue = of_kind(picture.getpixel((30, 150)), tuple)
    assert green < min(red, blue)  # the leftmost point of the circle, in magenta
    assert picture.getpixel((150, 150)) == (255, 255, 255)


def test_a_layer_is_on_fronts_only(marked: ExportCopy) -> None:
    with pikepdf.open(marked.folder / COUNTERS) as pdf:
        found = ["/ColorSpace" in page.Resources for page in pdf.pages]
    assert found == [True, False, True, False]


def test_the_bleed_can_be_set_as_far_as_the_art_can_be_continued(tmp_path: Path) -> None:
    words = ["tidewrack", "--for", "print-shop", *TIDEWRACK, "-o", tmp_path, "--only", "cards"]
    assert run("export", *words, "--bleed", "0.125in").code == 0
    with pikepdf.open(tmp_path / "tidewrack/export-print-shop/cards" / CARDS) as pdf:
        assert boxes(pdf.pages[0])[1:] == [[0, 0, 69.85, 95.25], [3.17, 3.17, 66.67, 92.07]]
    refused = run("export", *words, "--bleed", "6mm")
    assert (
        'its art ends 3.0 mm short of the bleed: give its template bleed="6mm" (nothing-to-export)'
        in refused.err
    )
    assert "--bleed is 7 mm, outside 1..6" in run("export", *words, "--bleed", "7mm").err
    assert '--bleed "wide" is not a length' in run("export", *words, "--bleed", "wide").err
    assert (tmp_path / "tidewrack/export-print-shop/cards/order.csv").is_file()


def test_the_options_are_refused_for_other_shops(tmp_path: Path) -> None:
    words = ["tidewrack", "--for", "tgc", *TIDEWRACK, "-o", tmp_path]
    refused = run("export", *words, "--crop-marks", "--sides", "separate")
    assert refused.code == 2
    assert [line.partition(" ")[0] for line in refused.faults] == ["--crop-marks", "--sides"]
    assert list(tmp_path.iterdir()) == []


def test_a_profile_makes_the_colours_those_of_the_press(tmp_path: Path) -> None:
    (tmp_path / "press.icc").write_bytes(cmyk_profile())
    prints = PrintOptions(profile=read_printer_profile(tmp_path / "press.icc"), cut="layer")
    request = ExportRequest("tidewrack", "print-shop", SIXTH, tmp_path, prints=prints)
    copy = ExportCopy(export(request).folder, load_limits(SHARED, "print-shop", PrintShopLimits))
    with pikepdf.open(copy.folder / COUNTERS) as pdf:
        assert len(pdf.Root["/OutputIntents"]) == 1
    assert copy.faults() == []
    painted(b"1 0 0 rg")(copy)
    assert "export-ink" in copy.failed_checks()


def test_a_back_with_another_cut_is_not_printed() -> None:
    slanted = [(0, 0), (30, 0), (30, 20), (10, 30), (0, 30)]
    mirrored = [(30 - x, y) for x, y in slanted]
    front = polygon_face(slanted)
    assert same_cut(front, polygon_face(mirrored))
    assert not same_cut(front, polygon_face(slanted))
    assert not same_cut(front, face(30, 30))


def painted(operators: bytes, path: str = CARDS) -> Break:
    return broken(
        path, lambda pdf: pdf.pages[0].contents_add(b"q " + operators + b" 9 9 1 1 re f Q")
    )


def replaced(old: bytes, new: bytes, path: str = COUNTERS) -> Break:
    """A change of the content of the first page."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_coalesce()
        content = page.Contents.read_bytes()
        assert old in content
        page.Contents = pdf.make_stream(content.replace(old, new))

    return broken(path, change)


def fontless(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each:
            del each["/FontFile2"]


def claiming(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/GTS_PDFXVersion"] = pikepdf.String("PDF/X-4")


def profiled(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/OutputIntents"] = pikepdf.Array([])


def stated(entries: dict[str, object]) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Resources["/ExtGState"] = pikepdf.Dictionary(S=pikepdf.Dictionary(entries))

    return change


def soft(pdf: pikepdf.Pdf) -> None:
    mask = pdf.make_stream(b"a", Width=1, Height=1, ColorSpace=pikepdf.Name("/DeviceGray"),
                           BitsPerComponent=8, Subtype=pikepdf.Name("/Image"))  # fmt: skip
    image = pdf.make_stream(b"abc", Width=1, Height=1, ColorSpace=pikepdf.Name("/DeviceRGB"),
                            BitsPerComponent=8, Subtype=pikepdf.Name("/Image"), SMask=mask)  # fmt: skip
    pdf.pages[0].add_resource(image, pikepdf.Name("/XObject"))


def process(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Resources["/ColorSpace"]["/CutContour"] = pikepdf.Name("/DeviceCMYK")


def knocking_out(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Resources["/ExtGState"]["/CutContour"]["/OP"] = False


def layerless(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/OCProperties"]


def cut_short(pdf: pikepdf.Pdf) -> None:
    """White paper over everything beyond the cut."""
    page = pdf.pages[0]
    page.contents_add(b"q 1 1 1 rg 0 0 198 8 re 0 0 8 270 re 189.5 0 9 270 re f Q")


def wandering(pdf: pikepdf.Pdf) -> None:
    """A text that begins right at the cut."""
    font = next(iter(pdf.pages[0].Resources["/Font"].keys()))
    pdf.pages[0].contents_add(b"q BT %s 4 Tf 9 30 Td (a) Tj ET Q" % font.encode())


@pytest.mark.parametrize(
    ("break_it", "slug", "message"),
    [
        (broken(CARDS, swap), "export-order", "page 1 does not show the front of this piece"),
        (broken(CARDS, drop), "export-order", "has 31 pages, but 32 are listed"),
        (broken(CARDS, trim), "export-page", "page 4: its TrimBox is not the 63.5 × 88.9 mm"),
        (broken(CARDS, fontless), "export-standard", "is not embedded"),
        (
            broken(CARDS, claiming),
            "export-standard",
            "declares a PDF/X that it was not checked for",
        ),
        (broken(CARDS, profiled), "export-standard", "has a profile that nobody named"),
        (broken(CARDS, stated({"/ca": 0.5})), "export-transparency", "transparency: an opacity"),
        (
            broken(CARDS, stated({"/BM": pikepdf.Name("/Multiply")})),
            "export-transparency",
            "transparency: a blend mode",
        ),
        (broken(CARDS, grouped), "export-transparency", "a transparency group"),
        (broken(CARDS, soft), "export-transparency", "a picture with soft edges"),
        (painted(b"1 0 0 0 k"), "export-ink", "has colours that are not RGB: CMYK"),
        (painted(b"0.5 g"), "export-ink", "has colours that are not RGB: grey"),
        (broken(CARDS, cut_short), "export-bleed", "page 1: art ends at the cut"),
        (broken(CARDS, wandering), "export-safe", "page 1: text begins 2."),
    ],
)
def test_a_file_that_a_shop_would_refuse_is_reported(
    print_shop: ExportCopy, break_it: Break, slug: str, message: str
) -> None:
    assert_reported(print_shop, break_it, slug, message)


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (broken(COUNTERS, process), "is not in a spot colour CutContour"),
        (broken(COUNTERS, knocking_out), "knocks out the art below it"),
        (broken(COUNTERS, layerless), "is not on a layer of its own"),
        (replaced(b"/OC /CutContour BDC", b"/Span BMC"), "is not on a layer of its own"),
        (replaced(b"1 SCN 0.25 w", b"1 SCN 1 0 0 1 9 0 cm"), "is not where the piece is cut"),
        (replaced(b" S EMC", b" n EMC"), "has no cut contour"),
    ],
)
def test_a_contour_that_would_be_printed_or_cut_wrongly_is_reported(
    marked: ExportCopy, break_it: Break, message: str
) -> None:
    assert_reported(marked, break_it, "export-cut", message)


@pytest.mark.parametrize(("reaches", "message"), [(False, "art ends at the cut"), (True, "")])
def test_a_pattern_need_not_cover_the_bleed_but_must_reach_it(reaches: bool, message: str) -> None:
    """Stripes that leave half of the paper white: those that stop at the cut are found."""
    stripes = [
        box(at, -3 if reaches else 0, 2, 36 if reaches else 30, "#224466")
        for at in range(-3, 33, 4)
    ]
    sheet = PrintSheet(Size(30 * MM, 30 * MM), 3 * MM, 0.0)
    page = sheet.scene(face(30, 30, stripes, fill="#ffffff"), "front")
    content = paint_pdf([page], DocumentInfo("page"))
    listed = ExportedPiece("thing", "Thing", 1, (30.0, 30.0))
    with open_pdf(content) as document:
        assert reach_fault(document[0], listed, "front", 3 * MM, 3 * MM) == message


@pytest.mark.parametrize("width", [14.0, 14.9, 15.0, 15.1])
def test_a_frame_within_the_cut_does_not_end_at_it(width: float) -> None:
    """A line that is 0.6 mm inside the cut of a white piece, whatever part of a pixel that is."""
    frame = [
        box(edge, edge, width - 2 * edge, width - 2 * edge, fill)
        for edge, fill in ((0.6, "#000000"), (2.0, "#ffffff"))
    ]
    sheet = PrintSheet(Size(width * MM, width * MM), 3 * MM, 0.0)
    page = sheet.scene(face(width, width, frame, fill="#ffffff"), "front")
    listed = ExportedPiece("thing", "Thing", 1, (width, width))
    with open_pdf(paint_pdf([page], DocumentInfo("page"))) as document:
        assert reach_fault(document[0], listed, "front", 3 * MM, 3 * MM) == ""


def test_a_contour_that_was_not_asked_for_is_reported(marked: ExportCopy) -> None:
    marked.edit_manifest(lambda manifest: manifest["options"].pop("cut"))
    assert marked.failed_checks() == {"export-cut"}


def test_wrong_counts_are_reported(print_shop: ExportCopy) -> None:
    def change(manifest: Any) -> None:
        manifest["pieces"][1]["copies"] = 7

    print_shop.edit_manifest(change)
    messages = {fault.message for fault in print_shop.faults() if fault.check == "export-copies"}
    assert "is printed 2 times, not 7" in messages
    assert "is ordered as 32 pages and 16 pieces, but has 32 and 21" in messages


def test_a_list_that_orders_something_else_is_reported(print_shop: ExportCopy) -> None:
    text = (print_shop.folder / "order.csv").read_bytes()
    print_shop.write("order.csv", text + b"other.pdf,,,Others,1,1,1,1,1\n")
    (fault,) = print_shop.faults()
    assert fault.message == 'orders "other.pdf", which is not exported'


def test_a_file_that_is_not_a_pdf_is_reported(print_shop: ExportCopy) -> None:
    print_shop.write(BOARD, b"no pdf")
    assert print_shop.failed_checks() == {"export-file"}
