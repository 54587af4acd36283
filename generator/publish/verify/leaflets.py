"""Verification of leaflets: one page of the right paper, fonts embedded, a margin that printers reach."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf
from PIL import ImageChops

from generator.base.errors import Fault
from generator.base.text_files import open_plain
from generator.base.units import mm
from generator.press.paint.raster import rasterize_page
from generator.press.preflight.files import font_faults
from generator.publish.manifest import ExportedFile
from generator.publish.shop_limits import LeafletLimits
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.pdf_decks import box_faults

DPI = 72
"""Of the picture in which the margin is looked at: a pixel is a point."""


def leaflet_faults(export: FinishedExport, limits: LeafletLimits) -> Iterator[Fault]:
    """The faults of each leaflet."""
    for entry in export.of_role("leaflet"):
        try:
            yield from _page_faults(export, entry, limits)
        except (OSError, pikepdf.PdfError):
            where = export.place(entry.path)
            yield Fault("is not a PDF that can be opened", where, check="export-file")


def _page_faults(
    export: FinishedExport, entry: ExportedFile, limits: LeafletLimits
) -> Iterator[Fault]:
    where = export.place(entry.path)
    size = limits.papers.get(entry.product)
    if size is None:
        message = f'is for the paper "{entry.product}", which is not one of those of leaflets'
        yield Fault(message, where, check="export-page")
        return
    with open_plain(export.folder / entry.path) as file, pikepdf.open(file) as pdf:
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
