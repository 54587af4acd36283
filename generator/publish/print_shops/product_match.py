"""Product matching: the shop's product with the same cut as a piece, or the nearest, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from generator.base.units import MM, Rect, Size, mm
from generator.press.pieces.piece import Piece, in_mm
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import (
    CardSize,
    DriveThruLimits,
    MpcLimits,
    Printed,
    Product,
    TgcLimits,
)

_CUT_TOLERANCE = 0.02 * MM
"""Difference in points below which cuts are equal."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Fit of a piece on a product: its turn in degrees, and how far the product's cut is outside the
    piece's on each side, in points (across, down; negative: inside).

    With a `border` the product is larger on purpose, and the piece is cut out by hand.
    """

    slug: str
    name: str
    trim: Size
    turn: int
    outside: tuple[float, float]
    border: bool = False

    @property
    def nearest(self) -> float:
        """How far the product's cut is outside the piece's where it is nearest."""
        return min(self.outside)

    @property
    def note(self) -> str:
        """How the product's cut differs from the piece's; empty if it does not."""
        across, down = self.outside
        if self.border:
            return (
                f"printed in the middle of {in_mm(self.trim)}, to be cut out by hand: "
                f"{mm(across):.1f} mm left over at the sides, {mm(down):.1f} mm above and below"
            )
        if max(abs(across), abs(down)) < _CUT_TOLERANCE:
            return ""
        changes = [
            f"{mm(2 * abs(by)):.2f} mm {more if by > 0 else less}"
            for by, more, less in ((across, "wider", "narrower"), (down, "taller", "shorter"))
            if abs(by) >= _CUT_TOLERANCE
        ]
        return f"cut {' and '.join(changes)} than the piece, whose art is not scaled"


def fitting(
    size: Size, trims: Iterable[tuple[str, str, tuple[float, float]]], tolerance: float
) -> Fit | None:
    """The closest fit of a size; None if none is within the tolerance.

    `trims` are products as slug, name and trim; lengths are in points.
    """
    fits = [
        Fit(slug, name, Size(*trim), turn, (across, down))
        for slug, name, trim in trims
        for turn, across, down in _orientations(size, trim)
        if max(abs(across), abs(down)) <= tolerance
    ]
    return min(fits, key=lambda fit: round(max(map(abs, fit.outside)), 2), default=None)


def product_for(piece: Piece, limits: TgcLimits) -> Fit | None:
    """The product that a piece is printed as; boards may have a border that is cut off."""
    shape = shape_of(piece)
    products = {
        slug: product
        for slug, product in limits.products.items()
        if product.shape == shape and (product.sides == 2 or piece.back is None)
    }
    trims = [(slug, product.name, product.trim) for slug, product in products.items()]
    fit = fitting(piece.size, trims, limits.tolerance)
    if fit or shape != "rectangle" or min(piece.size) < limits.boards:
        return fit
    return _bordered(piece, products, limits)


def nearest(piece: Piece, trims: Iterable[tuple[str, tuple[float, float]]]) -> str:
    """The reason that nothing fits, with the name and size of the nearest product."""
    candidates = [
        (max(abs(across), abs(down)), name, trim)
        for name, trim in trims
        for _, across, down in _orientations(piece.size, trim)
    ]
    if not candidates:
        return "the shop has no product of this shape"
    offset, name, trim = min(candidates)
    return f"nearest is {name}, {in_mm(Size(*trim))}: its cut is {mm(offset):.1f} mm off"


def _bordered(piece: Piece, products: Mapping[str, Product], limits: TgcLimits) -> Fit | None:
    fits = [
        Fit(slug, product.name, Size(*product.trim), turn, (across, down), border=True)
        for slug, product in products.items()
        if product.family in limits.bordered
        for turn, across, down in _orientations(piece.size, product.trim)
        if min(across, down) >= 0 and max(across, down) <= limits.border
    ]
    return min(fits, key=lambda fit: (round(sum(fit.outside), 2), fit.turn), default=None)


def _orientations(size: Size, trim: tuple[float, float]) -> Iterable[tuple[int, float, float]]:
    """Both ways to lay a piece on a product: its turn, and how far the cut is outside it."""
    yield 0, (trim[0] - size.width) / 2, (trim[1] - size.height) / 2
    yield 90, (trim[1] - size.width) / 2, (trim[0] - size.height) / 2


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
