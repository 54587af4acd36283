"""Print-ready rulebook: a page of the PDF for each page of the booklet, in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.units import Size, mm
from generator.press.imposition.booklet import in_fours
from generator.press.library import binding
from generator.publish.job import ExportJob
from generator.publish.manifest import ExportedPiece
from generator.publish.print_shops.press_pdf import PressPage, PressPdf
from generator.publish.print_shops.print_sheet import print_sheet
from generator.publish.shop_limits import PrintShopLimits

BOOK = "rulebook"
"""The rulebook's name among the pieces."""


def write_rulebook(
    job: ExportJob, limits: PrintShopLimits, copies: list[Sequence[object]]
) -> Sequence[object]:
    """Write the rulebook; add its row of `copies`, and return the row of the order.

    Nothing is written, and the row is empty, if only a part of the kit is requested.
    """
    book = job.book(players_only=True)
    if book is None:
        return ()
    numbers = in_fours(len(book.pages), book.back_cover)
    size = Size(book.pages[0].width, book.pages[0].height)
    sheet = print_sheet(size, limits, job.request.prints)
    pages = [
        PressPage(
            sheet.scene(book.pages[number - 1], f"page {number}") if number else sheet.blank,
            sheet.boxes,
            BOOK,
            "back" if place % 2 else "front",
            place // 2 + 1,
        )
        for place, number in enumerate(numbers)
    ]
    title, (width, height) = job.rulebook_title, map(mm, size)
    path = f"{job.kit.name}-{BOOK}-{width:g}x{height:g}mm.pdf"
    pdf = PressPdf(job.bundle, job.request.prints, job.document_info(title))
    pdf.write(path, pages, "book")
    job.bundle.pieces.append(ExportedPiece(BOOK, title, 1, (width, height), front=path, back=path))
    copies.append((BOOK, title, 1, path, path, 1, "square"))
    stapled = len(numbers) <= 4 * binding(job.kit.folders.shared).sheets
    how = "folded and stapled" if stapled else "bound"
    job.bundle.notes.append(f"{path} has the pages in reading order, to be {how}")
    return path, "", "", title, width, height, 2, len(pages), 1
