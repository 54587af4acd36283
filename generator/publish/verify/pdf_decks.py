"""Verification of deck PDFs: page boxes, order of backs and fronts, ink coverage, PDF standard."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from PIL import Image, ImageChops

from generator.base.errors import Fault, Place
from generator.base.text_files import open_plain
from generator.base.units import mm
from generator.press.paint.pdf.pdfx import DARK, NEUTRAL, SMALL
from generator.press.preflight.files import font_faults
from generator.publish.images import thumbnail_difference, thumbnails
from generator.publish.manifest import ExportedFile
from generator.publish.shop_limits import DriveThruLimits
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.opaque_pdf import streams

_BOX_TOLERANCE = 0.05
"""Tolerance of a page's boxes in points."""
_THUMBNAIL_TOLERANCE = 0.5
"""Tolerance between thumbnails of the same face in two files, in grey levels of 256."""


def deck_faults(export: FinishedExport, limits: DriveThruLimits) -> Iterator[Fault]:
    """The faults of each deck, and cards with a wrong number of copies."""
    printed: Counter[str] = Counter()
    for entry in export.of_role("deck"):
        printed.update(leaf.piece for leaf in entry.leaves if leaf.side == "front")
        where = export.place(entry.path)
        try:
            with open_plain(export.folder / entry.path) as file, pikepdf.open(file) as pdf:
                yield from _page_faults(pdf, entry, where, limits)
                yield from _standard_faults(pdf, where, limits)
                yield from ink_faults(pdf, where, limits.ink)
                yield from type_faults(pdf, where)
            yield from _order_faults(export, entry)
        except (OSError, pikepdf.PdfError):
            yield Fault("is not a PDF that can be opened", where, check="export-file")
    for piece in export.manifest.pieces:
        if printed[piece.id] != piece.copies:
            message = f"is printed {printed[piece.id]} times, but the kit holds {piece.copies}"
            yield Fault(message, export.place(piece.front), piece.item, check="export-copies")


def _page_faults(
    pdf: pikepdf.Pdf, entry: ExportedFile, where: Place, limits: DriveThruLimits
) -> Iterator[Fault]:
    if len(pdf.pages) != len(entry.leaves):
        message = f"has {len(pdf.pages)} pages, but backs and fronts make {len(entry.leaves)}"
        yield Fault(message, where, check="export-order")
    card = limits.cards.get(entry.product)
    if card is None:
        message = f'is for "{entry.product}", which the shop does not have'
        yield Fault(message, where, check="export-page")
        return
    width, height = card.trim
    bleed = limits.bleed
    page_box = (0.0, 0.0, width + 2 * bleed, height + 2 * bleed)
    boxes = {
        "/MediaBox": page_box,
        "/BleedBox": page_box,
        "/TrimBox": (bleed, bleed, width + bleed, height + bleed),
    }
    for number, page in enumerate(pdf.pages, start=1):
        yield from box_faults(page, number, boxes, card.name, where)


def box_faults(
    page: pikepdf.Page, number: int, boxes: Mapping[str, Sequence[float]], name: str, where: Place
) -> Iterator[Fault]:
    """Faults for boxes of a page that are missing or are not as expected."""
    for key, expected in boxes.items():
        box = [float(each) for each in page.get(key, [])]
        if (
            len(box) != 4
            or max(abs(a - b) for a, b in zip(box, expected, strict=True)) > _BOX_TOLERANCE
        ):
            size = f"{mm(expected[2] - expected[0]):g} × {mm(expected[3] - expected[1]):g} mm"
            message = f"page {number}: its {key[1:]} is not the {size} of {name}"
            yield Fault(message, where, check="export-page")


def _standard_faults(pdf: pikepdf.Pdf, where: Place, limits: DriveThruLimits) -> Iterator[Fault]:
    standard = str(pdf.docinfo.get("/GTS_PDFXVersion", ""))
    if standard != limits.pdf:
        message = f"declares {standard or 'no PDF/X'}, but the shop requires {limits.pdf}"
        yield Fault(message, where, check="export-standard")
    if "/OutputIntents" not in pdf.Root:
        yield Fault("names no printing condition", where, check="export-standard")
    for fault in font_faults(pdf.pages, where):
        yield Fault(fault.message, where, check="export-standard")


def _order_faults(export: FinishedExport, entry: ExportedFile) -> Iterator[Fault]:
    """Faults for pages that are out of order, or do not show the expected face."""
    where = export.place(entry.path)
    for at in range(0, len(entry.leaves) - 1, 2):
        back, front = entry.leaves[at : at + 2]
        pair = (back.side, front.side, back.piece, back.copy)
        if pair != ("back", "front", front.piece, front.copy):
            message = f"pages {at + 1} and {at + 2} are not back and front of one card"
            yield Fault(message, where, check="export-order")
    yield from look_faults(export, entry)


def look_faults(export: FinishedExport, entry: ExportedFile) -> Iterator[Fault]:
    """Faults for pages that do not show the expected face."""
    where = export.place(entry.path)
    rendered = thumbnails(export.read(entry.path))
    for number, (look, leaf) in enumerate(zip(rendered, entry.leaves, strict=False), start=1):
        if thumbnail_difference(look, leaf.look) > _THUMBNAIL_TOLERANCE:
            message = f"page {number} does not show the {leaf.side} of this piece"
            yield Fault(message, where, f'piece "{leaf.piece}"', check="export-order")


_CMYK = ("k", "K")
_NOT_CMYK = {"rg": "RGB", "RG": "RGB", "g": "grey", "G": "grey", "sc": "other", "SC": "other",
          "scn": "other", "SCN": "other"}  # fmt: skip
_BLACK, _NEUTRAL = 1 - DARK / 255, NEUTRAL / 255
"""Least share of black ink, and most of any other ink, in a colour that is meant to be black."""
_INK_TOLERANCE = 0.006
"""Tolerance for rounded numbers in a file, as a share of one ink."""


def ink_faults(pdf: pikepdf.Pdf, where: Place, most: int) -> Iterator[Fault]:
    """One fault for each kind of wrong colour, and one if the total ink exceeds `most` per cent."""
    wrong: dict[str, None] = {}
    heaviest = 0.0
    for stream in _contents(pdf):
        for each in pikepdf.parse_content_stream(stream, " ".join((*_CMYK, *_NOT_CMYK))):
            name = str(each.operator)
            if name in _CMYK:
                heaviest = max(heaviest, sum(map(float, each.operands)))
            else:
                wrong[_NOT_CMYK.get(name, "a picture within the page")] = None
    for image in streams(pdf, "/Image"):
        space = str(image.get("/ColorSpace", ""))
        if space == "/DeviceCMYK":
            heaviest = max(heaviest, _heaviest(image))
        elif not image.get("/ImageMask", False):
            wrong[f"a picture in {space.removeprefix('/') or 'no colours'}"] = None
    for known in pdf.objects:
        if isinstance(known, pikepdf.Dictionary) and "/ShadingType" in known:
            space = str(known["/ColorSpace"])
            if space != "/DeviceCMYK":
                wrong[f"a gradient in {space.removeprefix('/')}"] = None
            steps = [
                step[end] for step in known["/Function"]["/Functions"] for end in ("/C0", "/C1")
            ]
            heaviest = max([heaviest, *(sum(map(float, inks)) for inks in steps)])
    for kind in wrong:
        yield Fault(f"has colours that are not CMYK: {kind}", where, check="export-ink")
    if heaviest * 100 > most + _INK_TOLERANCE * 100:
        message = f"takes {heaviest * 100:.0f} % of ink, but the shop allows {most} %"
        yield Fault(message, where, check="export-ink")


def type_faults(pdf: pikepdf.Pdf, where: Place) -> Iterator[Fault]:
    """One fault for each kind of small black type that is not in full black ink alone."""
    found: dict[tuple[float, ...], float] = {}
    for stream in _contents(pdf):
        for inks, size in _text_runs(stream):
            color, black = inks[:3], inks[3]
            meant_black = size <= SMALL and black >= _BLACK and max(color) <= _NEUTRAL
            if meant_black and (black < 1 - _INK_TOLERANCE or max(color) > _INK_TOLERANCE):
                found[inks] = min(size, found.get(inks, size))
    for inks, size in found.items():
        shares = " ".join(f"{ink * 100:.0f}" for ink in inks)
        message = f"has type of {size:g} points in {shares} % of ink, not in black alone"
        yield Fault(message, where, check="export-black")


def _text_runs(stream: Any) -> Iterator[tuple[tuple[float, ...], float]]:
    """Yield the inks and the size in points of each text run of a page or form."""
    inks: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)
    stack: list[tuple[float, ...]] = []
    font, scale = 0.0, 1.0
    for each in pikepdf.parse_content_stream(stream, "q Q k BT Tf Tm TJ Tj"):
        match str(each.operator):
            case "q":
                stack.append(inks)
            case "Q" if stack:
                inks = stack.pop()
            case "k":
                inks = tuple(map(float, each.operands))
            case "BT":
                scale = 1.0
            case "Tf":
                font = float(each.operands[1])
            case "Tm":
                scale = math.hypot(float(each.operands[2]), float(each.operands[3]))
            case "TJ" | "Tj":
                yield inks, font * scale


def _contents(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Yield every page and every form XObject once."""
    yield from pdf.pages
    yield from streams(pdf, "/Form")


def _heaviest(image: pikepdf.Stream) -> float:
    """The highest total ink of any pixel, 4 for full ink of all four."""
    size = int(image["/Width"]), int(image["/Height"])
    unpacked = image.read_bytes(pikepdf.StreamDecodeLevel.all)
    inks = Image.frombytes("CMYK", size, unpacked).split()
    pairs = ImageChops.add(inks[0], inks[1], 4), ImageChops.add(inks[2], inks[3], 4)
    _, most = ImageChops.add(*pairs).getextrema()
    assert isinstance(most, (int, float))
    return most * 4 / 255
