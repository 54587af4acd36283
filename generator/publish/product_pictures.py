"""Product pictures: faces of pieces, centred in the picture that a shop wants for a product."""

from __future__ import annotations

from generator.base.units import Rect
from generator.press.pieces.piece import Piece
from generator.publish.images import ImageRequest
from generator.publish.product_match import Fit
from generator.publish.shop_limits import Printed


def missing_bleed(piece: Piece, fit: Fit, product: Printed, dpi: int) -> float:
    """The greatest distance in points by which a face's art falls short of the product's bleed."""
    if fit.border:
        return 0.0
    bleeds = [face.bleed for face in (piece.front, piece.back) if face]
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
