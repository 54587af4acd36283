"""Screentop and Tabletopia: a picture of each side of each piece, and a list of them by component.

Both have components (cards, boards, tokens) whose pieces differ in look but not in size, so all
pictures of a component have the same number of pixels; they are cut at the trim or outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.kit.manifest.load import Component
from generator.press.pieces.piece import Piece, in_mm
from generator.publish.images import ImageRequest, limited_dpi, whole_face
from generator.publish.job import ExportJob, components_with_one_back, picture_paths
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import ScreenLimits

LIST = "components.csv"
_HEADER = ["component", "piece", "title", "copies", "shape", "width", "height", "front", "back"]

NOTES = {
    "screentop": "for each component of components.csv add one of its shape, width and "
    "height, upload its pictures as assets, give it a variant for each row, and "
    "place as many objects as the column copies says",
    "tabletopia": "upload the pictures as objects of your game, front and back of each row of "
    "components.csv together, as many as the column copies says; pieces with "
    "one size and one back make a stack",
}


def export_piece_pictures(job: ExportJob, limits: ScreenLimits) -> None:
    """Write all files.  Raises KitError for a resolution outside the limits."""
    requested_dpi = limits.chosen(job.request.dpi)
    shared = components_with_one_back(job.pieces)
    rows: list[Sequence[object]] = [_HEADER]
    requests: dict[str, ImageRequest] = {}
    products: dict[str, str] = {}
    for component, pieces in job.components():
        for number, (title, group) in enumerate(group_by_size(component, pieces), 1):
            product = f"{component.id}-{number}"
            dpi = limited_dpi(group[0].size, requested_dpi, limits.side)
            for piece in group:
                front, back = picture_paths(piece, shared)
                requests[front] = whole_face(piece.front, 0, dpi)
                if piece.back:
                    requests[back] = whole_face(piece.back, 0, dpi)
                products |= dict.fromkeys((front, back), product)
                name = job.title(piece)
                job.bundle.add_piece(piece, title=name, product=product, front=front, back=back)
                shape = shape_of(piece) or "picture"
                pixels = requests[front].pixels
                rows.append((title, piece.id, name, piece.copies, shape, *pixels, front, back))
    job.write_pictures("draw", requests, products=products)
    job.bundle.add_table(LIST, rows)
    job.rulebook()
    job.bundle.notes.append(NOTES[job.request.shop])


def group_by_size(
    component: Component, pieces: Sequence[Piece]
) -> Iterator[tuple[str, list[Piece]]]:
    """Group the pieces of a component by size; several groups have the size in their titles."""
    sizes: dict[str, list[Piece]] = {}
    for piece in pieces:
        sizes.setdefault(in_mm(piece.size), []).append(piece)
    for size, group in sizes.items():
        yield component.title if len(sizes) == 1 else f"{component.title}, {size}", group
