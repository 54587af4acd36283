"""Files of an export for print shops, and ways to break them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

import pikepdf

from generator.base.units import MM
from tests.publish.making import ExportCopy

CARDS = "tidewrack-cards-63.5x88.9mm.pdf"
COUNTERS = "tidewrack-counters-24x24mm.pdf"
CUTS = "tidewrack-counters-24x24mm-cut.pdf"
BOARD = "tidewrack-board-150x120mm-single-sided.pdf"
BOOK = "tidewrack-rulebook-148x210mm.pdf"


@contextmanager
def opened(export: ExportCopy, path: str) -> Iterator[pikepdf.Pdf]:
    """A file of the export, to be broken."""
    with pikepdf.open(BytesIO((export.folder / path).read_bytes())) as pdf:
        yield pdf
        out = BytesIO()
        pdf.save(out)
    export.write(path, out.getvalue())


def rows(export: ExportCopy, path: str) -> list[dict[str, str]]:
    with (export.folder / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def boxes(page: pikepdf.Page) -> list[list[float]]:
    """Media, bleed and trim box in millimetres."""
    return [
        [round(float(each) / MM, 2) for each in page[name]]
        for name in ("/MediaBox", "/BleedBox", "/TrimBox")
    ]


Break = Callable[[ExportCopy], None]


def broken(path: str, change: Callable[[pikepdf.Pdf], None]) -> Break:
    def break_it(export: ExportCopy) -> None:
        with opened(export, path) as pdf:
            change(pdf)

    return break_it


def swap(pdf: pikepdf.Pdf) -> None:
    first, second = pdf.pages[0], pdf.pages[1]
    first.Contents, second.Contents = second.Contents, first.Contents
    first.Resources, second.Resources = second.Resources, first.Resources


def drop(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]


def trim(pdf: pikepdf.Pdf) -> None:
    pdf.pages[3].TrimBox = pikepdf.Array([0, 0, 180, 252])


def grouped(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Group = pikepdf.Dictionary(S=pikepdf.Name("/Transparency"))


def assert_reported(export: ExportCopy, break_it: Break, slug: str, message: str) -> None:
    """Break an export, and look for a message among its faults of a check."""
    break_it(export)
    assert message in "; ".join(fault.message for fault in export.faults() if fault.check == slug)
