"""Booklet, tuck boxes and game box of a whole game, with the pictures that the shop prints on them.

A sheet that is folded into a box is in the kit's colour for boxes; the shop's templates place its
panels.  The lid of a game box shows the cover of the rulebook on its panel, which is in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from PIL import Image

from generator.base.units import MM, Matrix, Rect, Size
from generator.press.pieces.piece import Piece, in_mm
from generator.press.scene.items import Path, Scene, Use
from generator.press.scene.paths import rectangle
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob
from generator.publish.shop_limits import Printed, TgcLimits

_SLACK = 2 * MM
"""How much smaller a card may be than the cards that a tuck box is made for, in points."""


@dataclass(frozen=True, slots=True)
class OrderLine:
    """Line of the order list."""

    product: str
    number: int
    what: str
    note: str = ""


def write_booklet(job: ExportJob, limits: TgcLimits, pages: Sequence[Scene]) -> Iterator[OrderLine]:
    """Write a picture of each page, scaled to the booklet; blank pages make a multiple of four."""
    if not pages or not limits.booklets:
        return
    count = -(-len(pages) // 4) * 4
    if count > limits.pages:
        job.bundle.notes.append(
            f"the rulebook has {len(pages)} pages, but a booklet of the shop at most "
            f"{limits.pages}: have its PDF printed elsewhere, or shorten it"
        )
        return
    slug = _booklet_for(pages[0], limits)
    product = limits.booklets[slug]
    requests = [_page_request(page, product, limits.dpi) for page in pages]
    blank = Image.new("RGB", product.pixels, "white")
    images = chain(job.pictures("draw the booklet", requests), [blank] * (count - len(pages)))
    for number, image in enumerate(images, 1):
        path = f"{slug}/page-{number:02}.png"
        job.bundle.add_image(path, image, limits.dpi, product=slug, role="book")
    yield OrderLine(
        product.name, 1, job.rulebook_title, f"{count} pages, in the order of their names"
    )


def write_tuck_boxes(job: ExportJob, limits: TgcLimits) -> Iterator[OrderLine]:
    """Write a sheet for each tuck box of the kit, in the size that its cards need."""
    cards = {
        component.id: [piece for part in job.all_parts for piece in part.pieces
                       if piece.component == component.id]
        for component in job.kit.file.components
    }  # fmt: skip
    for box in job.kit.file.components:
        if not box.holds:
            continue
        held = [piece for name in box.holds for piece in cards[name]]
        number, slug = _tuck_boxes_for(held, limits)
        if not number:
            size = in_mm(max((piece.size for piece in held), key=max))
            reason = f"the shop has no tuck box for {_count(held)} cards of {size}: use a bag"
            yield OrderLine("", 0, box.title, reason)
            continue
        product = limits.tuck_boxes[slug]
        path = job.bundle.add_image(
            f"{slug}/{box.id}-outside.png", _plain_image(job, product), limits.dpi, product=slug
        )
        yield OrderLine(product.name, number, box.title, f"{path}, for {_count(held)} cards")


def write_game_box(
    job: ExportJob, limits: TgcLimits, sizes: Iterable[tuple[float, float]], cover: Scene | None
) -> Iterator[OrderLine]:
    """Write the lid and the bottom of the smallest game box that all products fit into.

    `sizes` are trims in points.  If no box is large enough, the largest is written, with a note.
    """
    if not limits.game_boxes:
        return
    needed = [max(map(max, sizes)), max(map(min, sizes))] if (sizes := list(sizes)) else [0, 0]
    by_area = sorted(limits.game_boxes.items(), key=lambda each: each[1].trim[0] * each[1].trim[1])
    large_enough = [
        (slug, box)
        for slug, box in by_area
        if needed[0] <= max(box.trim) and needed[1] <= min(box.trim)
    ]
    slug, product = (large_enough or by_area[-1:])[0]
    request = ImageRequest(
        _lid(job, product, cover, limits.dpi),
        Rect(0, 0, *_size_in_points(product, limits.dpi)),
        product.pixels,
    )
    [top] = job.pictures("draw the box", [request])
    job.bundle.add_image(f"{slug}/top.png", top, limits.dpi, product=slug)
    job.bundle.add_image(f"{slug}/bottom.png", _plain_image(job, product), limits.dpi, product=slug)
    note = "" if large_enough else "not everything fits into it: check the sizes"
    yield OrderLine(product.name, 1, "The box", note)


def _count(pieces: Iterable[Piece]) -> int:
    return sum(piece.copies for piece in pieces)


def _booklet_for(page: Scene, limits: TgcLimits) -> str:
    """The smallest booklet that holds a page at full size, or else the largest."""
    by_area = sorted(
        limits.booklets,
        key=lambda slug: limits.booklets[slug].trim[0] * limits.booklets[slug].trim[1],
    )
    return next((slug for slug in by_area if _scale(page, limits.booklets[slug]) >= 1), by_area[-1])


def _scale(page: Scene, product: Printed) -> float:
    return min(product.trim[0] / page.width, product.trim[1] / page.height)


def _page_request(page: Scene, product: Printed, dpi: int) -> ImageRequest:
    """A page centred in its picture; the art at its edge continues to the edge of the picture."""
    scale = _scale(page, product)
    width, height = (side / scale for side in _size_in_points(product, dpi))
    box = Rect((page.width - width) / 2, (page.height - height) / 2, width, height)
    return ImageRequest(page, box, product.pixels, page.bleed)


def _tuck_boxes_for(held: Sequence[Piece], limits: TgcLimits) -> tuple[int, str]:
    """The number of tuck boxes that the cards need, and the smallest that fits; 0 if none does."""
    largest = sorted(max((sorted(piece.size) for piece in held), key=sum))
    fitting = {
        slug: box.cards
        for slug, box in limits.tuck_boxes.items()
        if all(
            -limits.tolerance <= room - side <= _SLACK
            for side, room in zip(largest, sorted(box.trim), strict=True)
        )
    }
    if not fitting:
        return 0, ""
    number = math.ceil(_count(held) / max(fitting.values()))
    each = math.ceil(_count(held) / number)
    return number, min((cards, slug) for slug, cards in fitting.items() if cards >= each)[1]


def _plain_image(job: ExportJob, product: Printed) -> Image.Image:
    return Image.new("RGB", product.pixels, _box_color(job))


def _box_color(job: ExportJob) -> str:
    return job.faces.renderer.style.palette["box"][:7]


def _lid(job: ExportJob, product: Printed, cover: Scene | None, dpi: int) -> Scene:
    """The sheet of a lid, with the cover of the rulebook on the middle panel."""
    width, height = _size_in_points(product, dpi)
    ground = Path(rectangle(Rect(0, 0, width, height)), _box_color(job))
    if cover is None:
        return Scene("lid", width, height, (ground,))
    panel = Size(*product.trim)
    scale = min(panel.width / cover.width, panel.height / cover.height)
    x, y = (width - cover.width * scale) / 2, (height - cover.height * scale) / 2
    page = Path(rectangle(Rect(x, y, cover.width * scale, cover.height * scale)), "#ffffff")
    cover_image = Use(cover, Matrix.scale(scale).then(Matrix.move(x, y)))
    return Scene("lid", width, height, (ground, page, cover_image))


def _size_in_points(product: Printed, dpi: int) -> tuple[float, float]:
    """The width and height of a product's picture in points."""
    return product.pixels[0] * 72 / dpi, product.pixels[1] * 72 / dpi
