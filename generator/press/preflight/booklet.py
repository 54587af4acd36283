"""Booklet preflight: prints, folds and leafs through a finished booklet.

The manifest states which page of the rulebook lies where.  In reading order the pages must be
upright, each behind the one before; and the files must show them where the manifest states. Lengths
are millimetres from the lower left corner, y up.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pikepdf

from generator.base.errors import Fault, Place
from generator.base.units import MM, Matrix
from generator.press.manifest import BookletEntry, BookPageEntry, Manifest, SpreadEntry
from generator.press.preflight.files import open_pdf
from generator.press.preflight.pdf_content import ContentReader, FormContent

_TOLERANCE = 0.05
_MAX_OFFSET = 15.0
"""Maximum offset of backs, in millimetres, for a printer that misplaces them."""
_Point: TypeAlias = tuple[float, float]
_Half: TypeAlias = BookPageEntry | None
"""The page on one half of a face; None is a blank page."""


def booklet_faults(manifest: Manifest, folder: Path) -> list[Fault]:
    """Faults of the booklet, if there is one."""
    booklet = manifest.booklet
    if booklet is None:
        return []
    place = Place(str(folder / booklet.file))
    try:
        with open_pdf(folder / booklet.file) as pdf, open_pdf(folder / booklet.of) as book:
            width = float(pdf.pages[0].mediabox[2]) / MM
            long_edge = manifest.options.get("backs") == "long-edge"
            messages = [
                *_page_order_faults(booklet, booklet.pages or len(book.pages), width, long_edge),
                *_drawing_faults(booklet, pdf, book),
            ]
    except (OSError, pikepdf.PdfError):
        return []  # another proof reports an unreadable file
    return [
        Fault(message, place, hint="build the kit again", check="proof-booklet")
        for message in dict.fromkeys(messages)
    ]


def _page_order_faults(
    booklet: BookletEntry, pages: int, width: float, long_edge: bool
) -> Iterator[str]:
    """Faults of a booklet `width` wide that a printer has turned over the long edge, or not."""
    sheets: dict[int, dict[int, dict[str, SpreadEntry]]] = defaultdict(lambda: defaultdict(dict))
    for spread in booklet.spreads:
        sheets[spread.part][spread.sheet][spread.side] = spread
    numbers: list[int] = []
    shifts: list[tuple[float, float]] = []
    for part in sheets.values():
        first: list[_Half] = []
        last: list[_Half] = []
        for faces in part.values():
            if set(faces) != {"front", "back"}:
                yield "a sheet lacks its front or its back"
                return
            left, right = _halves(faces["front"], width)
            back_left, back_right = _halves(faces["back"], width)
            if not long_edge:  # turned over a short edge, left becomes right
                back_left, back_right = back_right, back_left
            first += [right, back_right]
            last += [left, back_left]
            for front, back in ((left, back_left), (right, back_right)):
                if front and front.rotation != 0:
                    yield f"page {front.number} is upside down"
                if back and back.rotation != (180 if long_edge else 0):
                    yield f"page {back.number} is upside down in the folded booklet"
                if front and back:
                    x = back.x if long_edge else width - back.x - back.width
                    shifts.append((x - front.x, back.y - front.y))
        numbers += [half.number for half in [*first, *reversed(last)] if half]
    if numbers != list(range(1, pages + 1)):
        yield f"the folded booklet has its pages in the order {_listing(numbers)}"
    for x, y in shifts:
        if math.dist((x, y), shifts[0]) > _TOLERANCE or math.hypot(x, y) > _MAX_OFFSET:
            yield f"a page is {math.hypot(x, y):.2f} mm out of register with the page on its other side"


def _halves(spread: SpreadEntry, width: float) -> tuple[_Half, _Half]:
    """The pages on the left and the right half of a printed face."""
    left = [page for page in spread.pages if page.x + page.width / 2 < width / 2]
    right = [page for page in spread.pages if page.x + page.width / 2 >= width / 2]
    return (left[0] if left else None), (right[0] if right else None)


def _listing(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:8]))
    return f"{shown}, …" if len(numbers) > 8 else shown


def _drawing_faults(booklet: BookletEntry, pdf: pikepdf.Pdf, book: pikepdf.Pdf) -> Iterator[str]:
    """Pages that the file does not show where the manifest states, or that differ."""
    reader, book_reader = ContentReader(placed=True), ContentReader(placed=True)
    last = booklet.pages or len(book.pages)
    to_mm = Matrix.scale(1 / MM)
    for spread in booklet.spreads:
        where = f"sheet {spread.sheet}, {spread.side}"
        if spread.page > len(pdf.pages):
            yield f"{where} is not in the file"
            continue
        content = reader.page(pdf.pages[spread.page - 1])
        shown = [(form, matrix.then(to_mm)) for form, matrix in content.forms]
        if len(shown) != len(spread.pages):
            yield f"{where} shows {len(shown)} pages instead of {len(spread.pages)}"
        for page in spread.pages:
            form = next((form for form, matrix in shown if _is_at(form, matrix, page)), None)
            if form is None:
                yield f"page {page.number} is not where the manifest says it is ({where})"
            elif page.number > len(book.pages):
                yield f"page {page.number} is not in the rulebook"
            elif not _is_page(form, *_page_texts(page.number, book, book_reader, last)):
                yield f"page {page.number} does not match that page of the rulebook"


def _is_at(form: FormContent, matrix: Matrix, page: BookPageEntry) -> bool:
    """Whether the centre of a form is the centre of its place."""
    left, lower, right, upper = form.box
    x, y = matrix.apply((left + right) / 2, (lower + upper) / 2)
    turn = round(-math.degrees(math.atan2(matrix.b, matrix.a))) % 360
    distance = math.dist((x, y), (page.x + page.width / 2, page.y + page.height / 2))
    return distance < _TOLERANCE and turn == page.rotation


def _page_texts(
    number: int, book: pikepdf.Pdf, reader: ContentReader, last: int
) -> tuple[list[_Point], list[_Point]]:
    """Where a page of the book has its text, and where that may be missing in a booklet (y runs down).

    A booklet ends with page `last`: its contents need not list what comes after it.
    """
    page = book.pages[number - 1]
    height = float(page.mediabox[3])
    after = {each.objgen for each in book.pages[last:]}
    links = [
        tuple(map(float, link.Rect))
        for link in page.get("/Annots", ())
        if "/Dest" in link and link.Dest[0].objgen in after
    ]
    texts: tuple[list[_Point], list[_Point]] = [], []
    for x, y in reader.page(page).all_texts():
        leads_on = any(
            left - _TOLERANCE < x < right and lower < y < upper
            for left, lower, right, upper in links
        )
        texts[leads_on].append((x, height - y))
    return texts


def _is_page(form: FormContent, texts: Sequence[_Point], extra: Sequence[_Point]) -> bool:
    """Whether a form has its text where a page has it, which may have some `extra` (y runs down)."""
    found = list(form.texts)
    for text in extra:
        nearest = min(found, key=partial(math.dist, text), default=None)
        if nearest and math.dist(nearest, text) < _TOLERANCE:
            found.remove(nearest)
    return len(texts) == len(found) and all(
        math.dist(one, other) < _TOLERANCE
        for one, other in zip(sorted(texts), sorted(found), strict=True)
    )
