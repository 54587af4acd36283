"""Verification of print-ready PDFs: boxes, order, bleed, safe distance, colours, cut contours, counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import attrgetter

import numpy
import pikepdf
import pypdfium2

from generator.base.errors import Fault, Place
from generator.base.units import MM, Matrix, Rect, mm
from generator.press.imposition.sheet import Side
from generator.press.paint.raster import open_pdf, picture_of
from generator.press.preflight.pdf_content import ContentReader
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import covers, rectangle, transformed
from generator.press.scene.polygons import Point, area, polygon_of
from generator.publish.manifest import COPIES, ExportedFile, ExportedPage, ExportedPiece, Role
from generator.publish.print_shops.print_ready import ORDER
from generator.publish.shop_limits import PrintShopLimits
from generator.publish.verify.files import list_faults
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.press_pdfs import (
    box_faults,
    boxes_around,
    color_faults,
    contour_faults,
    embedding_faults,
    look_faults,
    pdf_faults,
    printed_faults,
    transparency_faults,
)

_ARTWORK: tuple[Role, ...] = ("deck", "book")
_PRINTED: tuple[Role, ...] = (*_ARTWORK, "cut")
"""The roles of the files that a print shop gets."""
_TEXT_TOLERANCE = 0.2
"""Millimetres that a baseline may begin outside the safe zone: letters have side bearings."""


def print_ready_faults(export: FinishedExport, limits: PrintShopLimits) -> Iterator[Fault]:
    """The faults of each file, and pieces with a wrong number of copies."""
    yield from list_faults(export, COPIES)
    yield from _order_faults(export)
    yield from printed_faults(export)
    yield from pdf_faults(export, _PRINTED, partial(_file_faults, export, limits))


def _file_faults(
    export: FinishedExport, limits: PrintShopLimits, entry: ExportedFile, pdf: pikepdf.Pdf, where: Place
) -> Iterator[Fault]:  # fmt: skip
    options = export.manifest.options
    if len(pdf.pages) != len(entry.leaves):
        message = f"has {len(pdf.pages)} pages, but {len(entry.leaves)} are listed"
        yield Fault(message, where, check="export-order")
        return
    if entry.role == "book" and len(entry.leaves) % 4:
        message = f"has {len(entry.leaves)} pages, but sheets that are folded have four each"
        yield Fault(message, where, check="export-order")
    if unknown := {leaf.piece for leaf in entry.leaves} - export.pieces.keys():
        message = "is not a piece of the export"
        yield Fault(message, where, f'piece "{min(unknown)}"', check="export-copies")
        return
    edge = limits.bleed + (limits.marks if options.get("crop-marks") else 0.0)
    for number, (page, leaf) in enumerate(zip(pdf.pages, entry.leaves, strict=True), start=1):
        piece = export.pieces[leaf.piece]
        boxes = boxes_around(piece.trim, edge, limits.bleed)
        yield from box_faults(page, number, boxes, piece.title, where)
    with_cut = entry.role == "cut" or options.get("cut") == "layer"
    yield from contour_faults(export, pdf, entry, edge, with_cut=with_cut)
    yield from transparency_faults(pdf, where)
    if entry.role == "cut":
        return
    yield from color_faults(pdf, entry.mode, where)
    yield from _standard_faults(pdf, where, has_profile=bool(options.get("icc")))
    if entry.role == "deck":  # a rulebook shows parts of faces, whose texts go on behind a clip
        yield from _safe_faults(export, pdf, entry, edge)
    yield from _reach_faults(export, entry, edge, limits.bleed)
    yield from look_faults(export, entry)


def _standard_faults(pdf: pikepdf.Pdf, where: Place, *, has_profile: bool) -> Iterator[Fault]:
    yield from embedding_faults(pdf, where)
    if "/GTS_PDFXVersion" in pdf.docinfo:
        yield Fault("declares a PDF/X that it was not checked for", where, check="export-standard")
    if has_profile != ("/OutputIntents" in pdf.Root):
        message = "lacks the profile" if has_profile else "has a profile that nobody named"
        yield Fault(message, where, check="export-standard")


def _safe_faults(
    export: FinishedExport, pdf: pikepdf.Pdf, entry: ExportedFile, edge: float
) -> Iterator[Fault]:
    """Faults for text that begins nearer to the cut than its piece promises.

    Art beyond the piece's own bleed is an enlarged copy of the face, of which only a rim is visible;
    so only what is visible on the whole piece counts.
    """
    reader = ContentReader(placed=True)
    for number, leaf in _each_look(entry):
        page, piece = pdf.pages[number - 1], export.pieces[leaf.piece]
        trim = Rect(edge, edge, *piece.trim)
        zone = trim.grown(-(piece.safe - _TEXT_TOLERANCE) * MM)
        content = reader.page(page)
        shown = [
            matrix.apply(*text)
            for (form, matrix), clip in zip(content.forms, content.clips, strict=True)
            if covers(clip, trim, 0.1)
            for text in form.texts
        ]
        outside = max((zone.distance_to(*at) for at in (*shown, *content.texts)), default=0.0)
        if outside > 0:
            message = f"page {number}: text begins {mm(outside):.1f} mm outside the safe zone"
            yield Fault(message, export.place(entry.path), piece.item, check="export-safe")


def _reach_faults(
    export: FinishedExport, entry: ExportedFile, edge: float, bleed: float
) -> Iterator[Fault]:
    where = export.place(entry.path)
    with open_pdf(export.read(entry.path)) as document:
        for number, leaf in _each_look(entry):
            page, piece = document[number - 1], export.pieces[leaf.piece]
            if message := reach_fault(page, piece, leaf.side, edge, bleed):
                yield Fault(f"page {number}: {message}", where, piece.item, check="export-bleed")


def _each_look(entry: ExportedFile) -> Iterator[tuple[int, ExportedPage]]:
    """The pages that differ, with their numbers; `look_faults` compares the others with these."""
    seen = set()
    for number, leaf in enumerate(entry.leaves, start=1):
        if (leaf.look, leaf.side) not in seen:
            seen.add((leaf.look, leaf.side))
            yield number, leaf


def _order_faults(export: FinishedExport) -> Iterator[Fault]:
    """Faults for backs that do not belong to their fronts, and for a wrong list of what to order."""
    decks = {entry.path: entry for entry in export.of_role(*_ARTWORK)}
    rows = {row.get("file", ""): row for row in export.rows(ORDER)}
    files = attrgetter("front", "back")
    for (front, back), group in groupby(sorted(export.manifest.pieces, key=files), files):
        where, listed = export.place(front), list(group)
        leaves = decks[front].leaves if front in decks else ()
        fronts = [(each.piece, each.copy) for each in leaves if each.side == "front"]
        behind = decks[back].leaves if back in decks else ()
        backs = [(each.piece, each.copy) for each in behind if each.side == "back"]
        sides = [each.side for each in leaves]
        if (back and backs != fronts) or (
            back == front and sides != ["front", "back"] * len(fronts)
        ):
            yield Fault("does not have the back of each front", where, check="export-order")
        row = rows.pop(front, {})
        expected = str(len(leaves)), str(sum(piece.copies for piece in listed))
        if (row.get("pages"), row.get("copies")) != expected:
            message = f"is ordered as {row.get('pages')} pages and {row.get('copies')} pieces, "
            message += f"but has {expected[0]} and {expected[1]}"
            yield Fault(message, where, check="export-copies")
    for name in rows:
        message = f'orders "{name}", which is not exported'
        yield Fault(message, export.place(ORDER), check="export-copies")


_SCALE = 2.0
"""Pixels to the point."""
_NEAR = 0.4 * MM
"""Distance inside and outside the cut, and inside the end of the bleed, of what is looked at."""
_STEP = 0.5 * MM
"""Distance between the places that are compared along the cut."""
_PAPER, _INKED = 253, 240
"""Grey level from which on a place is bare paper, and up to which it is printed."""
_STRETCH = 15 * MM
"""Length of the stretches of a cut that are looked at: a pattern has ink in each, on both sides."""
_FILLED = 0.5
"""Share of a stretch from which on it is printed up to the cut; a thin line or two may lead there."""


def reach_fault(
    page: pypdfium2.PdfPage, piece: ExportedPiece, side: Side, edge: float, bleed: float
) -> str:
    """What is wrong if the art of a page ends at its cut; empty if nothing is.

    Along a stretch of the cut that is printed just inside it, both just outside it and at the end of
    the bleed there must not be bare paper alone.
    """
    outline = path_data(piece.cut) if piece.cut else rectangle(Rect(0, 0, *piece.trim))
    place = Matrix.move(edge, edge)
    if side == "back":
        place = Matrix(-1, 0, 0, 1, piece.trim.width, 0).then(place)
    polygon = polygon_of(transformed(outline, place))
    pixels = numpy.asarray(picture_of(page, _SCALE))
    # A picture has whole pixels, so it is stretched by up to one.
    scale = numpy.array(pixels.shape[1::-1]) / page.get_size()
    inside, outside, end = (
        _levels(pixels, numpy.array(list(_beside(polygon, distance))) * scale)
        for distance in (-_NEAR, _NEAR, bleed - _NEAR)
    )
    stretches = max(4, round(len(inside) * _STEP / _STRETCH))
    bare = (outside >= _PAPER) & (end >= _PAPER)
    pairs = zip(
        numpy.array_split(inside <= _INKED, stretches),
        numpy.array_split(bare, stretches),
        strict=True,
    )
    if any(len(inked) and inked.mean() >= _FILLED and white.all() for inked, white in pairs):
        return "art ends at the cut"
    return ""


def _beside(polygon: list[Point], distance: float) -> Iterator[Point]:
    """Points along a cut, at a distance outside it."""
    outward = distance * math.copysign(1.0, area(polygon))
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        steps = round(length / _STEP)
        for step in range(steps):
            share = (step + 0.5) / steps
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            yield x + outward * (y2 - y1) / length, y - outward * (x2 - x1) / length


def _levels(pixels: numpy.ndarray, points: numpy.ndarray) -> numpy.ndarray:
    """The darkest channel at each of some places of the page, as x and y in pixels."""
    height, width, _ = pixels.shape
    at = points.astype(int)
    seen: numpy.ndarray = pixels[at[:, 1].clip(0, height - 1), at[:, 0].clip(0, width - 1)]
    darkest: numpy.ndarray = seen.min(axis=1)
    return darkest
