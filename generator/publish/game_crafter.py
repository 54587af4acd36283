"""The Game Crafter: an image for each face, in the pixels of the product it is printed as."""

from __future__ import annotations

from generator.base.units import Rect, mm
from generator.press.pieces.piece import Piece
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob, components_with_one_back, safe_notes
from generator.publish.product_match import Fit, nearest, product_for, shape_of
from generator.publish.shop_limits import TgcLimits, load_limits

COPIES = "copies.csv"
NOT_OFFERED = "not-offered.csv"


def export_tgc(job: ExportJob) -> TgcLimits:
    """Write a folder for each product, the list of copies, and the list of what is not offered."""
    limits = load_limits(job.kit.folders.shared, "tgc", TgcLimits)
    taken = _offered(job, limits)
    requests: dict[str, tuple[ImageRequest, str]] = {}
    rows: list[tuple[object, ...]] = [
        ("product", "piece", "title", "copies", "front", "back", "note")
    ]
    shared = components_with_one_back(piece for piece, _ in taken)
    for piece, fit in taken:
        folder = f"{fit.slug}/{piece.component}"
        name = piece.id.rpartition("/")[2]
        front, back = f"{folder}/{name}-front.png", ""
        requests[front] = _shot(piece, fit, limits, back=False), fit.slug
        if piece.back:
            back = f"{folder}/{'' if piece.component in shared else f'{name}-'}back.png"
            requests[back] = _shot(piece, fit, limits, back=True), fit.slug
        title = job.title(piece)
        job.bundle.add_piece(
            piece, title=title, product=fit.slug, front=front, back=back, note=fit.note
        )
        rows.append((fit.name, piece.id, title, piece.copies, front, back, fit.note))
    images = job.pictures("draw", [shot for shot, _ in requests.values()])
    for (path, (_, slug)), image in zip(requests.items(), images, strict=True):
        job.bundle.add_image(path, image, limits.dpi, product=slug)
    job.bundle.add_table(COPIES, rows)
    if job.bundle.left_out:
        job.bundle.add_table(NOT_OFFERED, _not_offered(job))
    job.bundle.notes += safe_notes([piece for piece, _ in taken], limits.safe)
    return limits


def _offered(job: ExportJob, limits: TgcLimits) -> list[tuple[Piece, Fit]]:
    """The pieces that the shop has a product for; the others are left out, with the reason."""
    taken = []
    for piece in job.pieces:
        fit = product_for(piece, limits)
        shape = shape_of(piece)
        if fit is None:
            trims = [
                (product.name, product.trim)
                for product in limits.products.values()
                if product.shape == shape
            ]
            job.bundle.leave_out(piece, nearest(piece, trims))
        elif (lack := _missing_bleed(piece, fit, limits)) > limits.extend:
            job.bundle.leave_out(piece, f"its art ends {mm(lack):.1f} mm short of the bleed wanted")
        else:
            taken.append((piece, fit))
    return taken


def _missing_bleed(piece: Piece, fit: Fit, limits: TgcLimits) -> float:
    """How far the art of either face ends short of the product's bleed, in points."""
    if fit.border:
        return 0.0
    product = limits.products[fit.slug]
    bleeds = [face.bleed for face in (piece.front, piece.back) if face]
    beyond = [
        (pixels * 72 / limits.dpi - side) / 2 + by
        for pixels, side, by in zip(
            product.pixels, product.trim, fit.outside[:: -1 if fit.turn else 1], strict=True
        )
    ]
    return max(beyond) - min(bleeds)


def _shot(piece: Piece, fit: Fit, limits: TgcLimits, *, back: bool) -> ImageRequest:
    """A face in the middle of its product's picture, at its own size.

    A face that is turned reads from the right, its back from the left: a printer turns the card
    about its upright axis, and so the two meet as on the piece.
    """
    scene = piece.back if back else piece.front
    assert scene
    pixels = limits.products[fit.slug].pixels
    if fit.turn:
        pixels = pixels[1], pixels[0]
    width, height = pixels[0] * 72 / limits.dpi, pixels[1] * 72 / limits.dpi
    box = Rect((scene.width - width) / 2, (scene.height - height) / 2, width, height)
    turn = 0 if not fit.turn else 270 if back else 90
    return ImageRequest(scene, box, pixels, scene.bleed, turn, white=fit.border)


def _not_offered(job: ExportJob) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [("piece", "title", "copies", "width mm", "height mm", "why")]
    for each in job.bundle.left_out:
        rows.append((each.id, each.title, each.copies, *each.size, each.reason))
    return rows
