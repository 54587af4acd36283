"""DriveThruCards: a PDF for each deck, with the back and the front of each copy of each card."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.units import MM, Matrix
from generator.press.imposition.sheet import Side
from generator.press.instructions.packing_list import translated_part_title
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.pdfx import paint_pdf_x
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Scene
from generator.publish.images import thumbnails
from generator.publish.job import ExportJob
from generator.publish.manifest import ExportedPage
from generator.publish.print_shops.press_pdf import with_extended_art
from generator.publish.print_shops.product_match import Fit, offered_cards
from generator.publish.print_shops.safe_zone import safe_notes
from generator.publish.shop_limits import DriveThruLimits


def export_drivethru(job: ExportJob, limits: DriveThruLimits) -> None:
    """Write a PDF for the cards of each part and size, and a list of pieces that are not offered."""

    def missing_bleed(piece: Piece, fit: Fit) -> float:
        bleeds = [face.bleed for face in piece.faces]
        return limits.bleed + max(fit.outside) - min(bleeds)

    fits = offered_cards(job, limits.cards, limits, missing_bleed)
    decks: dict[tuple[str, str], list[tuple[Piece, Fit]]] = {}
    for piece, fit in fits:
        decks.setdefault((piece.part, fit.slug), []).append((piece, fit))
    done = 0
    for (part, slug), cards in decks.items():
        path = f"{job.kit.name}-{part}-{slug}.pdf"
        job.watch(f"write {path}", done, len(fits))
        done += len(cards)
        flattener = Flattener()
        pages, leaves = _pages(cards, limits, flattener)
        title = translated_part_title(job.kit, part)
        info = job.document_info(f"{job.kit.file.title}: {title}, {limits.cards[slug].name}")
        content = paint_pdf_x(pages, info, flattener)
        fields = {"pages": len(pages), "leaves": tuple(leaves), "product": slug, "mode": "CMYK"}
        job.bundle.add_file(path, content, "deck", **fields)
        for piece, fit in cards:
            job.bundle.add_piece(
                piece, title=job.title(piece), product=slug, front=path, back=path, note=fit.note
            )
    job.bundle.add_left_out()
    job.bundle.notes.append(
        "colours are converted to CMYK by formula, without a measured profile: order one copy first"
    )
    job.bundle.notes += safe_notes([(piece, fit.nearest) for piece, fit in fits], limits.safe)


def _pages(
    cards: Sequence[tuple[Piece, Fit]], limits: DriveThruLimits, flattener: Flattener
) -> tuple[list[Scene], list[ExportedPage]]:
    """The pages: back and front of every copy of every card; equal pages share a scene.

    Thumbnails come from a PDF with every face once; verification compares the pages with them.
    """
    faces: dict[tuple[Scene | None, Side], Scene] = {}
    for piece, fit in cards:
        for side, face in _sides(piece):
            if (face, side) not in faces:
                faces[face, side] = _page(face, side, fit, limits)
    looks = thumbnails(paint_pdf_x(list(faces.values()), DocumentInfo("faces"), flattener))
    look = dict(zip(faces, looks, strict=True))
    pages: list[Scene] = []
    leaves: list[ExportedPage] = []
    for piece, _ in cards:
        for copy in range(1, piece.copies + 1):
            for side, face in _sides(piece):
                pages.append(faces[face, side])
                leaves.append(ExportedPage(piece.id, side, copy, look[face, side]))
    return pages, leaves


def _sides(piece: Piece) -> tuple[tuple[Side, Scene | None], ...]:
    """The faces of a card in the order of the shop."""
    return ("back", piece.back), ("front", piece.front)


def _page(face: Scene | None, side: Side, fit: Fit, limits: DriveThruLimits) -> Scene:
    """A face centred on the shop's card, its art extended to the bleed; a missing back is white."""
    width, height = fit.trim
    items: list[Group] = []
    if face:
        turn = Matrix.turn(270 if side == "back" else 90) if fit.turn else Matrix()
        middle = Matrix.move(-face.width / 2, -face.height / 2).then(turn)
        place = middle.then(Matrix.move(width / 2, height / 2))
        items = list(
            with_extended_art(face, limits.bleed + max(0.0, *fit.outside) + 0.05 * MM, place)
        )
    return Scene(side, width, height, tuple(items), limits.bleed)
