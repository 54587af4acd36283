"""Turns decks into PDFs for DriveThruCards: for each card its back, then its front, copy by copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.units import MM, Matrix, Rect, mm
from generator.press.instructions.packing_list import part_title
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.pdfx import paint_pdf_x
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Outline, Scene, Use
from generator.press.scene.paths import rectangle
from generator.publish.images import looks
from generator.publish.manifest import ExportedPage, Side
from generator.publish.order import Order, safe_notes
from generator.publish.product_match import Fit, fitting, nearest, shape_of
from generator.publish.shop_limits import DriveThruLimits, load_limits

NOT_OFFERED = "not-offered.csv"


def export_drivethru(order: Order) -> DriveThruLimits:
    """Write a PDF for the cards of each part and size, and the list of what is not offered."""
    limits = load_limits(order.kit.folders.shared, "drivethru", DriveThruLimits)
    taken = _matched(order, limits)
    decks: dict[tuple[str, str], list[tuple[Piece, Fit]]] = {}
    for piece, fit in taken:
        decks.setdefault((piece.part, fit.slug), []).append((piece, fit))
    done = 0
    for (part, slug), cards in decks.items():
        path = f"{order.kit.name}-{part}-{slug}.pdf"
        order.watch(f"write {path}", done, len(taken))
        done += len(cards)
        pages, leaves = _pages(cards, limits)
        file = order.kit.file
        info = DocumentInfo(
            f"{file.title}: {order.kit.words.text(part_title(part))}, {limits.cards[slug].name}",
            file.language,
            "; ".join(file.credits),
            file.summary,
        )
        order.crate.content(
            path,
            paint_pdf_x(pages, info),
            "deck",
            pages=len(pages),
            leaves=tuple(leaves),
            product=slug,
            mode="CMYK",
        )
        for piece, fit in cards:
            order.crate.send(
                piece, title=order.title(piece), product=slug, front=path, back=path, note=fit.note
            )
    if order.crate.left_out:
        rows: list[tuple[object, ...]] = [("piece", "title", "copies", "why")]
        rows += [(each.id, each.title, each.copies, each.reason) for each in order.crate.left_out]
        order.crate.table(NOT_OFFERED, rows)
    order.crate.notes.append(
        "colours are turned into inks by formula, not measured: have one copy printed first"
    )
    order.crate.notes += safe_notes([piece for piece, _ in taken], limits.safe)
    return limits


def _matched(order: Order, limits: DriveThruLimits) -> list[tuple[Piece, Fit]]:
    """The pieces that are cards of a size the shop prints; the others are noted with the reason."""
    taken = []
    trims = [(slug, card.name, card.trim) for slug, card in limits.cards.items()]
    for piece in order.pieces:
        if shape_of(piece) != "rectangle":
            order.crate.leave(piece, "the shop prints rectangular cards only")
            continue
        fit = fitting(piece.size, trims, limits.tolerance)
        if fit is None:
            near = nearest(piece, [(name, trim) for _, name, trim in trims])
            order.crate.leave(piece, near)
        elif (lack := _lacking(piece, fit, limits)) > limits.extend:
            order.crate.leave(piece, f"its art ends {mm(lack):.1f} mm short of the bleed wanted")
        else:
            taken.append((piece, fit))
    return taken


def _lacking(piece: Piece, fit: Fit, limits: DriveThruLimits) -> float:
    bleeds = [face.bleed for face in (piece.front, piece.back) if face]
    return limits.bleed + max(fit.outside) - min(bleeds)


def _pages(
    cards: Sequence[tuple[Piece, Fit]], limits: DriveThruLimits
) -> tuple[list[Scene], list[ExportedPage]]:
    """Back and front of every copy of every card; pages that are alike are one scene.

    How each page looks is taken from a file that holds every face once: by that the proof knows it.
    """
    faces: dict[tuple[Scene | None, Side], Scene] = {}
    for piece, fit in cards:
        for side, face in _sides(piece):
            if (face, side) not in faces:
                faces[face, side] = _page(face, side, fit, limits)
    seen = looks(paint_pdf_x(list(faces.values()), DocumentInfo("faces")))
    look = dict(zip(faces, seen, strict=True))
    pages: list[Scene] = []
    leaves: list[ExportedPage] = []
    for piece, _ in cards:
        for copy in range(1, piece.copies + 1):
            for side, face in _sides(piece):
                pages.append(faces[face, side])
                leaves.append(ExportedPage(piece.id, side, copy, look[face, side]))
    return pages, leaves


def _sides(piece: Piece) -> tuple[tuple[Side, Scene | None], ...]:
    """The faces of a card in the shop's order."""
    return ("back", piece.back), ("front", piece.front)


def _page(face: Scene | None, side: Side, fit: Fit, limits: DriveThruLimits) -> Scene:
    """A face in the middle of the card that the shop cuts, its art carried on to the shop's bleed.

    A card without a back has a white one.
    """
    width, height = fit.trim
    items: list[Group] = []
    if face:
        turn = Matrix.turn(270 if side == "back" else 90) if fit.turn else Matrix()
        middle = Matrix.move(-face.width / 2, -face.height / 2).then(turn)
        place = middle.then(Matrix.move(width / 2, height / 2))
        items = list(_reaching(face, limits.bleed + max(0.0, *fit.outside) + 0.05 * MM, place))
    return Scene(side, width, height, tuple(items), limits.bleed)


def _reaching(face: Scene, bleed: float, place: Matrix) -> Iterator[Group]:
    """The face at its own size up to its own bleed; in the rim beyond that, as far as `bleed`, the
    same art a hair larger, so that what runs off the edge runs on.
    """
    art = Rect(0, 0, face.width, face.height).grown(face.bleed)
    if face.bleed < bleed:
        wide = Rect(0, 0, face.width, face.height).grown(bleed)
        scale = Matrix.scale(wide.width / art.width, wide.height / art.height)
        larger = (
            Matrix.move(-face.width / 2, -face.height / 2)
            .then(scale)
            .then(Matrix.move(face.width / 2, face.height / 2))
        )
        yield Group((Use(face, larger),), place, _ring(wide, art), decor=True)
    yield Group((Use(face),), place, rectangle(art))


def _ring(outer: Rect, inner: Rect) -> Outline:
    """Two boxes drawn in opposite ways: what lies between them is inside."""
    x, y, right, bottom = inner.x, inner.y, inner.right, inner.bottom
    hole: Outline = (("M", x, y), ("L", x, bottom), ("L", right, bottom), ("L", right, y), ("Z",))
    return (*rectangle(outer), *hole)
