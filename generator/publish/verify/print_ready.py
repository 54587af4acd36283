"""Verification of print-ready PDFs: boxes, order, bleed, safe distance, colours, cut contours, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import pikepdf

from generator.base.errors import Fault, Place
from generator.base.text_files import open_plain
from generator.base.units import MM, Rect, mm
from generator.press.paint.raster import open_pdf
from generator.press.preflight.files import font_faults
from generator.press.preflight.pdf_content import ContentReader
from generator.press.scene.paths import covers
from generator.publish.manifest import COPIES, ExportedFile, ExportedPage, ExportedPiece, Role
from generator.publish.print_shops.print_ready import ORDER
from generator.publish.shop_limits import PrintShopLimits
from generator.publish.verify.art_reach import reach_fault
from generator.publish.verify.cut_contours import contour_faults
from generator.publish.verify.files import list_faults
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.opaque_pdf import color_faults, transparency_faults
from generator.publish.verify.pdf_decks import box_faults, look_faults

_ARTWORK: tuple[Role, ...] = ("deck", "book")
_PRINTED: tuple[Role, ...] = (*_ARTWORK, "cut")
"""The roles of the files that a print shop gets."""
_TEXT_TOLERANCE = 0.2
"""Millimetres that a baseline may begin outside the safe zone: letters have side bearings."""


def print_ready_faults(export: FinishedExport, limits: PrintShopLimits) -> Iterator[Fault]:
    """The faults of each file, and pieces with a wrong number of copies."""
    yield from list_faults(export, COPIES)
    yield from _order_faults(export)
    yield from _count_faults(export)
    for entry in export.of_role(*_PRINTED):
        try:
            yield from _file_faults(export, entry, limits)
        except (OSError, pikepdf.PdfError):
            where = export.place(entry.path)
            yield Fault("is not a PDF that can be opened", where, check="export-file")


def _file_faults(
    export: FinishedExport, entry: ExportedFile, limits: PrintShopLimits
) -> Iterator[Fault]:
    where = export.place(entry.path)
    options = export.manifest.options
    with open_plain(export.folder / entry.path) as file, pikepdf.open(file) as pdf:
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
            boxes = _boxes(piece, edge, limits.bleed)
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


def _boxes(piece: ExportedPiece, edge: float, bleed: float) -> dict[str, tuple[float, ...]]:
    """The boxes of a page, by their names in PDF."""
    width, height = (each * MM for each in piece.size)
    trim = Rect(edge, edge, width, height)
    sheet, with_bleed = trim.grown(edge), trim.grown(bleed)
    return {
        f"/{name}Box": (box.x, box.y, box.right, box.bottom)
        for name, box in (("Media", sheet), ("Bleed", with_bleed), ("Trim", trim))
    }


def _standard_faults(pdf: pikepdf.Pdf, where: Place, *, has_profile: bool) -> Iterator[Fault]:
    for fault in font_faults(pdf.pages, where):
        yield Fault(fault.message, where, check="export-standard")
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
        trim = Rect(edge, edge, piece.size[0] * MM, piece.size[1] * MM)
        zone = trim.grown(-(piece.safe - _TEXT_TOLERANCE) * MM)
        content = reader.page(page)
        shown = [
            matrix.apply(*text)
            for (form, matrix), clip in zip(content.forms, content.clips, strict=True)
            if covers(clip, trim, 0.1)
            for text in form.texts
        ]
        outside = [
            max(zone.x - x, x - zone.right, zone.y - y, y - zone.bottom)
            for x, y in (*shown, *content.texts)
        ]
        if max(outside, default=0.0) > 0:
            message = f"page {number}: text begins {mm(max(outside)):.1f} mm outside the safe zone"
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


def _count_faults(export: FinishedExport) -> Iterator[Fault]:
    """Faults for pieces with another number of pages than copies, or than one."""
    leaves = [leaf for entry in export.of_role("deck") for leaf in entry.leaves]
    printed = Counter(leaf.piece for leaf in leaves if leaf.side == "front")
    books = {entry.path for entry in export.of_role("book")}
    for piece in export.manifest.pieces:
        if piece.front in books:
            continue
        expected = 1 if export.manifest.options.get("once") else piece.copies
        if printed[piece.id] != expected:
            message = f"is printed {printed[piece.id]} times, not {expected}"
            yield Fault(message, export.place(piece.front), piece.item, check="export-copies")
