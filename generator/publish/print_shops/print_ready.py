"""Print-ready PDFs for any print shop: a page for each side of each piece, a file for each size, a book.

The artwork has no line that could be printed by mistake: crop marks, and the cut contour in the same
file, are there on request only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from generator.base.units import MM, Matrix, Size, mm
from generator.press.imposition.booklet import in_fours
from generator.press.imposition.sheet import Side
from generator.press.library import binding
from generator.press.paint.svg_values import path_data
from generator.press.pieces.piece import Piece, is_straight, same_cut
from generator.press.pieces.warnings import OTHER_CUT, SAME_CUT
from generator.press.scene.items import Scene
from generator.press.scene.paths import transformed
from generator.publish.job import ExportJob
from generator.publish.manifest import COPIES, ExportedPiece
from generator.publish.print_shops.press_pdf import PressPage, PressPdf, print_sheet
from generator.publish.print_shops.safe_zone import margin, safe_notes
from generator.publish.request import PrintOptions
from generator.publish.shapes import folds
from generator.publish.shop_limits import PrintShopLimits

ORDER = "order.csv"
_ORDER_HEAD = ("file", "backs", "cut", "what", "width mm", "height mm", "sides", "pages", "copies")
_COPIES_HEAD = ("piece", "title", "copies", "front", "back", "page", "corners")


@dataclass(slots=True)
class _Deck:
    """Pieces of one part and size that are printed alike: a line of the order."""

    name: str
    pieces: list[Piece] = field(default_factory=list)

    @property
    def what(self) -> str:
        """The kinds of its pieces."""
        return ", ".join(dict.fromkeys(piece.title for piece in self.pieces))

    @property
    def size(self) -> Size:
        return self.pieces[0].size

    @property
    def has_backs(self) -> bool:
        return self.pieces[0].back is not None


@dataclass(frozen=True, slots=True)
class _Page:
    """A page to print: the piece, side and copy that it shows."""

    piece: Piece
    side: Side
    copy: int

    @property
    def face(self) -> Scene:
        face = self.piece.back if self.side == "back" else self.piece.front
        assert face
        return face


def export_print_shop(job: ExportJob, limits: PrintShopLimits) -> None:
    """Write PDFs for the pieces of each part and size and for the rulebook, and lists of what to order."""
    options = job.request.prints
    decks = _decks(job, limits)
    copies: list[Sequence[object]] = [_COPIES_HEAD]
    order: list[Sequence[object]] = [_ORDER_HEAD]
    for done, deck in enumerate(decks):
        job.watch(f"write {deck.name}", done, len(decks))
        order.append(_Writer(job, limits, deck).write(copies))
    if not decks:
        return
    if book := write_rulebook(job, limits, copies):
        order.append(book)
    job.bundle.add_list(COPIES, copies)
    job.bundle.add_list(ORDER, order)
    job.bundle.add_left_out()
    job.bundle.notes += _notes(job, options)
    pieces = [(piece, 0.0) for deck in decks for piece in deck.pieces]
    job.bundle.notes += safe_notes(pieces, limits.safe)


def _decks(job: ExportJob, limits: PrintShopLimits) -> list[_Deck]:
    """The decks of the order; pieces that are not printed are recorded with the reason."""
    decks: dict[str, _Deck] = {}
    for piece in job.pieces:
        short = limits.bleed - min(face.bleed for face in piece.faces)
        if folds(piece.front):
            job.bundle.leave_out(piece, "it is folded from paper: print it at home")
        elif short > limits.extend:
            reason = f"its art ends {mm(short):.1f} mm short of the bleed"
            reason += f': give its template bleed="{mm(limits.bleed):g}mm"'
            job.bundle.leave_out(piece, reason)
        elif piece.back and not same_cut(piece.front, piece.back):
            job.bundle.leave_out(piece, f"{OTHER_CUT}: {SAME_CUT}")
        else:
            size = f"{mm(piece.size.width):g}x{mm(piece.size.height):g}mm"
            ending = "" if piece.back else "-single-sided"
            name = f"{job.kit.name}-{piece.part}-{size}{ending}"
            decks.setdefault(name, _Deck(name)).pieces.append(piece)
    return list(decks.values())


def _notes(job: ExportJob, options: PrintOptions) -> Iterator[str]:
    yield f"{ORDER} lists what to order, {COPIES} the copies of each piece"
    if options.profile is None:
        yield "colours are RGB: most shops convert them; --icc FILE with a shop's profile does it here"
    if options.cut != "none" and any(piece.cut for piece in job.bundle.pieces):
        yield (
            "cuts that are not straight are lines in the spot colour CutContour: ask the shop whether "
            "it cuts along them"
        )


class _Writer:
    """Writer of the files of one deck."""

    def __init__(self, job: ExportJob, limits: PrintShopLimits, deck: _Deck) -> None:
        self._job, self._limits, self._deck = job, limits, deck
        self._options = job.request.prints
        self._sheet = print_sheet(deck.size, limits, self._options)
        size = f"{mm(deck.size.width):g} × {mm(deck.size.height):g} mm"
        info = job.document_info(f"{job.kit.file.title}: {deck.what}, {size}")
        self._pdf = PressPdf(job.bundle, self._options, info)
        self._scene = cache(self._sheet.scene)

    def write(self, copies: list[Sequence[object]]) -> Sequence[object]:
        """Write the files; add a row of `copies` for each piece, and return the row of the order."""
        deck, pages = self._deck, list(self._pages())
        separate = self._options.sides == "separate" and deck.has_backs
        front = f"{deck.name}-fronts.pdf" if separate else f"{deck.name}.pdf"
        back = (f"{deck.name}-backs.pdf" if separate else front) if deck.has_backs else ""
        fronts = [page for page in pages if page.side == "front"]
        shown = fronts if separate else pages
        self._write_deck(front, shown)
        if separate:
            self._write_deck(back, [page for page in pages if page.side == "back"])
        first = {page.piece: number for number, page in reversed([*enumerate(shown, 1)])}
        for piece in deck.pieces:
            title, corners = self._job.title(piece), _corners(piece)
            copies.append((piece.id, title, piece.copies, front, back, first[piece], corners))
            self._record(piece, title, front, back)
        cut = self._write_cuts(fronts) if self._options.cut == "file" else ""
        return (
            front, back if separate else "", cut, deck.what, mm(deck.size.width),
            mm(deck.size.height), 2 if deck.has_backs else 1, len(shown),
            sum(piece.copies for piece in deck.pieces),
        )  # fmt: skip

    def _pages(self) -> Iterator[_Page]:
        """All pages: each front, followed by its back."""
        for piece in self._deck.pieces:
            for copy in range(1, 2 if self._options.once else piece.copies + 1):
                yield _Page(piece, "front", copy)
                if piece.back:
                    yield _Page(piece, "back", copy)

    def _write_deck(self, path: str, pages: Iterable[_Page]) -> None:
        """Write the artwork; equal pages share a sheet."""
        with_cut = self._options.cut == "layer"
        on_press = [
            self._press_page(page, self._scene(page.face, page.side), with_cut) for page in pages
        ]
        self._pdf.write(path, on_press, "deck")

    def _write_cuts(self, fronts: Sequence[_Page]) -> str:
        """Write the cut contours alone, if there are any; return the path.

        The file has a page for each front that is not cut straight, or just one if all are alike.
        """
        cut = [page for page in fronts if page.piece.front.trim]
        if len({page.piece.front.trim for page in cut}) == 1 and len(cut) == len(fronts):
            cut = cut[:1]
        if not cut:
            return ""
        on_press = [self._press_page(page, self._sheet.blank, True) for page in cut]
        return self._pdf.write_cuts(f"{self._deck.name}-cut.pdf", on_press)

    def _press_page(self, page: _Page, scene: Scene, with_cut: bool) -> PressPage:
        """A page with its boxes; fronts alone show the cut, since it is made once."""
        boxes, cut = self._sheet.boxes, page.piece.front.trim
        if cut and with_cut and page.side == "front":
            moved = transformed(cut, Matrix.move(boxes.trim.x, boxes.trim.y))
            boxes = replace(boxes, cut=moved)
        return PressPage(scene, boxes, page.piece.id, page.side, page.copy)

    def _record(self, piece: Piece, title: str, front: str, back: str) -> None:
        trim = piece.front.trim
        self._job.bundle.add_piece(
            piece,
            title=title,
            front=front,
            back=back,
            cut=path_data(transformed(trim, Matrix.scale(1 / MM))) if trim else "",
            safe=max(0.0, mm(min(margin(piece), self._limits.safe))),
        )


def _corners(piece: Piece) -> str:
    """How a piece is cut, in a word for the order."""
    if piece.front.trim is None:
        return "square"
    return "round" if is_straight(piece.front.trim, piece.size) else "own outline"


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
