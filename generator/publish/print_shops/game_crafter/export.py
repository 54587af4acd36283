"""Export to The Game Crafter: pictures for each piece's product, and everything else a game needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.base.units import mm
from generator.press.pieces.piece import Piece
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob, components_with_one_back
from generator.publish.manifest import COPIES
from generator.publish.print_shops.game_crafter.box_and_booklet import (
    OrderLine,
    write_booklet,
    write_game_box,
    write_tuck_boxes,
)
from generator.publish.print_shops.game_crafter.dice import Die, die_of, write_dice
from generator.publish.print_shops.game_crafter.punchouts import (
    Cutout,
    cutout_of,
    holds,
    write_punchouts,
)
from generator.publish.print_shops.product_match import (
    Fit,
    missing_bleed,
    nearest,
    product_for,
    product_picture,
)
from generator.publish.print_shops.safe_zone import safe_notes
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import TgcLimits

ORDER = "order.csv"


def export_tgc(job: ExportJob, limits: TgcLimits) -> None:
    """Write a folder for each product, and lists of the copies, the order and unavailable pieces."""
    fits, cutouts, dice = _offered(job, limits)
    _write_products(job, limits, fits)
    sheets = write_punchouts(job, limits, cutouts)
    dice_ordered = list(write_dice(job, limits, dice))
    if not job.bundle.pieces:
        return
    rows: list[Sequence[object]] = [
        ("product", "piece", "title", "copies", "front", "back", "note")
    ]
    for each in job.bundle.pieces:
        name = limits.printed[each.product].name
        rows.append((name, each.id, each.title, each.copies, each.front, each.back, each.note))
    job.bundle.add_table(COPIES, rows)
    order = [
        *_piece_lines(job, limits, fits, cutouts, sheets),
        *dice_ordered,
        *_whole_game_lines(job, limits, fits),
    ]
    lines = [(each.product, each.number, each.what, each.note) for each in order]
    job.bundle.add_list(ORDER, [("product", "number", "what", "note"), *lines])
    job.bundle.add_left_out()
    job.bundle.notes.append(f"{ORDER} lists everything to put into the game at the shop")
    job.bundle.notes += safe_notes([(piece, fit.nearest) for piece, fit in fits], limits.safe)


def _write_products(job: ExportJob, limits: TgcLimits, fits: Sequence[tuple[Piece, Fit]]) -> None:
    """Write the pictures of the pieces that are printed as products of the shop."""
    requests: dict[str, ImageRequest] = {}
    products: dict[str, str] = {}
    shared = components_with_one_back(piece for piece, _ in fits)
    for piece, fit in fits:
        product = limits.products[fit.slug]
        folder = f"{fit.slug}/{piece.component}"
        name = piece.row or piece.id
        front, back = f"{folder}/{name}-front.png", ""
        requests[front] = product_picture(piece, fit, product, limits.dpi, back=False)
        if piece.back:
            back = f"{folder}/{'' if piece.component in shared else f'{name}-'}back.png"
            requests[back] = product_picture(piece, fit, product, limits.dpi, back=True)
        products |= dict.fromkeys((front, back), fit.slug)
        title = job.title(piece)
        job.bundle.add_piece(
            piece, title=title, product=fit.slug, front=front, back=back, note=fit.note
        )
    job.write_pictures("draw", requests, limits.dpi, products)


def _offered(
    job: ExportJob, limits: TgcLimits
) -> tuple[list[tuple[Piece, Fit]], list[Cutout], list[Die]]:
    """The pieces on products of the shop, the punchouts, and the dice.

    Record the others as left out, with the reason.
    """
    dice: list[Die] = []
    fits: list[tuple[Piece, Fit]] = []
    cutouts: list[Cutout] = []
    for piece in job.pieces:
        fit = product_for(piece, limits)
        cutout = cutout_of(piece)
        missing = missing_bleed(piece, fit, limits.products[fit.slug], limits.dpi) if fit else 0.0
        if cutout is None and limits.dice and (die := die_of(piece)):
            dice.append(die)
        elif cutout is None:
            job.bundle.leave_out(piece, limits.folding)
        elif fit and not cutout.stands and missing <= limits.extend:
            fits.append((piece, fit))
        elif holds(cutout, limits):
            cutouts.append(cutout)
        elif fit:
            reason = f"its art ends {mm(missing):.1f} mm short of the required bleed"
            job.bundle.leave_out(piece, reason)
        else:
            shape, products = shape_of(piece), limits.products.values()
            trims = [(each.name, each.trim) for each in products if each.shape == shape]
            job.bundle.leave_out(piece, nearest(piece, trims))
    return fits, cutouts, dice


def _piece_lines(
    job: ExportJob,
    limits: TgcLimits,
    fits: Sequence[tuple[Piece, Fit]],
    cutouts: Sequence[Cutout],
    sheets: Sequence[str],
) -> Iterator[OrderLine]:
    """The order lines of the pieces: products by component, sheets of punchouts, and stands."""
    titles = {component.id: component.title for component in job.kit.file.components}
    counts = Counter[tuple[str, str]]()
    for piece, fit in fits:
        counts[fit.slug, piece.component] += piece.copies
    for (slug, component), count in counts.items():
        note = f"the pictures in {slug}/{component}, as often as {COPIES} says"
        yield OrderLine(limits.products[slug].name, count, titles[component], note)
    for slug in dict.fromkeys(sheets):
        note = f"one of each in {slug}: front, back, and the cuts as SVG"
        yield OrderLine(limits.punchouts[slug].name, len(sheets), "Sheets of pieces", note)
    if stand_count := sum(cutout.piece.copies for cutout in cutouts if cutout.stands):
        yield OrderLine(limits.stand, stand_count, "Stands", "from the shop's list of parts")


def _whole_game_lines(
    job: ExportJob, limits: TgcLimits, fits: Sequence[tuple[Piece, Fit]]
) -> Iterator[OrderLine]:
    """The order lines of booklet, tuck boxes and game box; none if only a part is requested."""
    if job.request.only:
        return
    pages = job.book_pages(players_only=True)
    booklet = list(write_booklet(job, limits, pages))
    yield from booklet
    yield from write_tuck_boxes(job, limits)
    products = [limits.products[fit.slug] for _, fit in fits]
    sizes = [product.folded or product.trim for product in products]
    sizes += [
        each.trim for each in limits.booklets.values() if each.name in {b.product for b in booklet}
    ]
    yield from write_game_box(job, limits, sizes, pages[0] if pages else None)
