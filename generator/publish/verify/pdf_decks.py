"""Verification of PDFs: decks (boxes, order of backs and fronts, ink, PDF standard), and leaflets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import pikepdf
from PIL import Image, ImageChops

from generator.base.errors import Fault, Place
from generator.base.units import mm
from generator.press.paint.pdf.pdfx import DARK, NEUTRAL, SMALL
from generator.press.paint.raster import rasterize_page
from generator.press.preflight.content_stream import instructions
from generator.press.preflight.files import font_faults
from generator.publish.manifest import ExportedFile
from generator.publish.shop_limits import DriveThruLimits, LeafletLimits
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.press_pdfs import (
    box_faults,
    boxes_around,
    color_faults,
    contents,
    embedding_faults,
    look_faults,
    pdf_faults,
    printed_faults,
    streams,
)


def deck_faults(export: FinishedExport, limits: DriveThruLimits) -> Iterator[Fault]:
    """The faults of each deck, and cards with a wrong number of copies."""
    yield from pdf_faults(export, ("deck",), partial(_deck_faults, export, limits))
    yield from printed_faults(export)


def _deck_faults(
    export: FinishedExport, limits: DriveThruLimits, entry: ExportedFile, pdf: pikepdf.Pdf, where: Place
) -> Iterator[Fault]:  # fmt: skip
    if len(pdf.pages) != len(entry.leaves):
        message = f"has {len(pdf.pages)} pages, but backs and fronts make {len(entry.leaves)}"
        yield Fault(message, where, check="export-order")
    if card := limits.cards.get(entry.product):
        boxes = boxes_around(card.trim, limits.bleed, limits.bleed)
        for number, page in enumerate(pdf.pages, start=1):
            yield from box_faults(page, number, boxes, card.name, where)
    else:
        message = f'is for "{entry.product}", which the shop does not have'
        yield Fault(message, where, check="export-page")
    yield from _standard_faults(pdf, where, limits)
    yield from color_faults(pdf, "CMYK", where)
    yield from ink_faults(pdf, where, limits.ink)
    yield from type_faults(pdf, where)
    yield from _order_faults(entry, where)
    yield from look_faults(export, entry)


def _standard_faults(pdf: pikepdf.Pdf, where: Place, limits: DriveThruLimits) -> Iterator[Fault]:
    standard = str(pdf.docinfo.get("/GTS_PDFXVersion", ""))
    if standard != limits.pdf:
        message = f"declares {standard or 'no PDF/X'}, but the shop requires {limits.pdf}"
        yield Fault(message, where, check="export-standard")
    if "/OutputIntents" not in pdf.Root:
        yield Fault("names no printing condition", where, check="export-standard")
    yield from embedding_faults(pdf, where)


def _order_faults(entry: ExportedFile, where: Place) -> Iterator[Fault]:
    """Faults for pages that are out of order."""
    for at in range(0, len(entry.leaves) - 1, 2):
        back, front = entry.leaves[at : at + 2]
        pair = (back.side, front.side, back.piece, back.copy)
        if pair != ("back", "front", front.piece, front.copy):
            message = f"pages {at + 1} and {at + 2} are not back and front of one card"
            yield Fault(message, where, check="export-order")


_INKS = frozenset(("k", "K"))
_TYPE = frozenset(("q", "Q", "k", "BT", "Tf", "Tm", "TJ", "Tj"))
_BLACK, _NEUTRAL = 1 - DARK / 255, NEUTRAL / 255
"""Least share of black ink, and most of any other ink, in a colour that is meant to be black."""
_INK_TOLERANCE = 0.006
"""Tolerance for rounded numbers in a file, as a share of one ink."""


def ink_faults(pdf: pikepdf.Pdf, where: Place, most: int) -> Iterator[Fault]:
    """A fault if the total ink exceeds `most` per cent."""
    inks = [0.0]
    for stream in contents(pdf):
        inks += [sum(operands) for _, operands in instructions(stream, _INKS)]
    for image in streams(pdf, "/Image"):
        if image.get("/ColorSpace") == "/DeviceCMYK":
            inks.append(_heaviest(image))
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and "/ShadingType" in each:
            steps = each["/Function"]["/Functions"]
            inks += [sum(map(float, step[end])) for step in steps for end in ("/C0", "/C1")]
    if max(inks) * 100 > most + _INK_TOLERANCE * 100:
        message = f"takes {max(inks) * 100:.0f} % of ink, but the shop allows {most} %"
        yield Fault(message, where, check="export-ink")


def type_faults(pdf: pikepdf.Pdf, where: Place) -> Iterator[Fault]:
    """One fault for each kind of small black type that is not in full black ink alone."""
    found: dict[tuple[float, ...], float] = {}
    for stream in contents(pdf):
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
    for operator, operands in instructions(stream, _TYPE):
        match operator:
            case "q":
                stack.append(inks)
            case "Q" if stack:
                inks = stack.pop()
            case "k":
                inks = tuple(operands)
            case "BT":
                scale = 1.0
            case "Tf":
                font = operands[1]
            case "Tm":
                scale = math.hypot(operands[2], operands[3])
            case "TJ" | "Tj":
                yield inks, font * scale


def _heaviest(image: pikepdf.Stream) -> float:
    """The highest total ink of any pixel, 4 for full ink of all four."""
    size = int(image["/Width"]), int(image["/Height"])
    unpacked = image.read_bytes(pikepdf.StreamDecodeLevel.all)
    inks = Image.frombytes("CMYK", size, unpacked).split()
    pairs = ImageChops.add(inks[0], inks[1], 4), ImageChops.add(inks[2], inks[3], 4)
    _, most = ImageChops.add(*pairs).getextrema()
    assert isinstance(most, (int, float))
    return most * 4 / 255


DPI = 72
"""Of the picture in which the margin is looked at: a pixel is a point."""


def leaflet_faults(export: FinishedExport, limits: LeafletLimits) -> Iterator[Fault]:
    """The faults of each leaflet."""
    yield from pdf_faults(export, ("leaflet",), partial(_leaflet_page_faults, export, limits))


def _leaflet_page_faults(
    export: FinishedExport, limits: LeafletLimits, entry: ExportedFile, pdf: pikepdf.Pdf, where: Place
) -> Iterator[Fault]:  # fmt: skip
    size = limits.papers.get(entry.product)
    if size is None:
        message = f'is for the paper "{entry.product}", which is not one of those of leaflets'
        yield Fault(message, where, check="export-page")
        return
    if len(pdf.pages) != 1:
        message = f"has {len(pdf.pages)} pages, but a leaflet has one"
        yield Fault(message, where, check="export-page")
        return
    boxes = {"/MediaBox": (0.0, 0.0, *size)}
    yield from box_faults(pdf.pages[0], 1, boxes, f"the paper {entry.product}", where)
    yield from font_faults(pdf.pages, where)
    picture = rasterize_page(export.read(entry.path), dpi=DPI)
    margin = int(limits.margin)
    inner = (margin, margin, picture.width - margin, picture.height - margin)
    picture.paste((255, 255, 255), inner)
    if ImageChops.invert(picture).getbbox():
        message = f"something is printed within {mm(limits.margin):g} mm of the edge"
        hint = "home printers do not reach it: keep to the margin of the page in the template"
        yield Fault(message, where, hint=hint, check="export-page")
