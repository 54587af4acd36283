"""Product pictures: the pieces that a shop prints, each centred in the picture of its product."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.base.units import Rect, mm
from generator.press.pieces.piece import Piece
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob
from generator.publish.print_shops.product_match import Fit, fitting, nearest
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import CardSize, DriveThruLimits, MpcLimits, Printed


def offered_cards(
    job: ExportJob,
    cards: Mapping[str, CardSize] | Mapping[str, Printed],
    limits: DriveThruLimits | MpcLimits,
    missing: Callable[[Piece, Fit], float],
) -> list[tuple[Piece, Fit]]:
    """The pieces that a shop prints as cards; record the others as left out, with the reason.

    `missing` gives the distance in points by which the art of a piece falls short of the bleed.
    """
    fits = []
    trims = [(slug, card.name, card.trim) for slug, card in cards.items()]
    for piece in job.pieces:
        if shape_of(piece) != "rectangle":
            job.bundle.leave_out(piece, "the shop prints rectangular cards only")
            continue
        fit = fitting(piece.size, trims, limits.tolerance)
        if fit is None:
            job.bundle.leave_out(piece, nearest(piece, [(name, trim) for _, name, trim in trims]))
        elif (short := missing(piece, fit)) > limits.extend:
            reason = f"its art ends {mm(short):.1f} mm short of the required bleed"
            job.bundle.leave_out(piece, reason)
        else:
            fits.append((piece, fit))
    return fits


def missing_bleed(piece: Piece, fit: Fit, product: Printed, dpi: int) -> float:
    """The greatest distance in points by which a face's art falls short of the product's bleed."""
    if fit.border:
        return 0.0
    bleeds = [face.bleed for face in piece.faces]
    beyond = [
        (pixels * 72 / dpi - side) / 2 + outside
        for pixels, side, outside in zip(
            product.pixels, product.trim, fit.outside[:: -1 if fit.turn else 1], strict=True
        )
    ]
    return max(beyond) - min(bleeds)


def product_picture(
    piece: Piece, fit: Fit, product: Printed, dpi: int, *, back: bool
) -> ImageRequest:
    """A face centred in its product's picture, at its own size.

    A turned front reads from the right and its back from the left: the printer turns the card about
    its vertical axis, so both sides meet as they do on the piece.
    """
    scene = piece.back if back else piece.front
    assert scene
    pixels = product.pixels
    if fit.turn:
        pixels = pixels[1], pixels[0]
    width, height = pixels[0] * 72 / dpi, pixels[1] * 72 / dpi
    box = Rect((scene.width - width) / 2, (scene.height - height) / 2, width, height)
    turn = 0 if not fit.turn else 270 if back else 90
    return ImageRequest(scene, box, pixels, scene.bleed, turn, white=fit.border)
