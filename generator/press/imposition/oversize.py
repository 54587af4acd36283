"""Oversize pieces: pages without a caption strip, and a page for each tile of larger ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.units import MM, Matrix, Rect, Size
from generator.press.imposition.grid import best_grid
from generator.press.imposition.slots import (
    MARK_ROOM,
    Page,
    Slot,
    centered,
    edges,
    margin_strip,
    placement_matrix,
    split_page,
)
from generator.press.imposition.tiling import Tiling, best_tiling
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.paths import overlap, transform_rect

PLAN_STRIP = 13 * MM
"""Height of the strip on the page of a tile, if that costs no sheet: its plan can be read there."""


def large_pages(
    part: Part, paper: Paper, first: Piece, copies: Sequence[tuple[Piece, int]]
) -> list[Page] | None:
    """The pages of copies, all of the first one's size, that leave no room for a caption.

    They have a page each if the caption can move into the margin, and else one for each tile;
    None if those would be too many.
    """
    tight, strip = best_grid(first, (paper.usable,)), margin_strip(paper)
    if tight and strip:
        return [_tight_page(part, paper, strip, tight.turned, *copy) for copy in copies]
    splits = split_page(paper, PLAN_STRIP), split_page(paper), split_page(paper, clear=0.0)
    ways = [way[:2] for split in splits for way in split]
    tiling = best_tiling(first.size, first.bleed, ways[:1] if paper.roll else ways)
    if tiling is None:
        return None
    return [page for copy in copies for page in _tile_pages(part, paper, tiling, *copy)]


def _tight_page(
    part: Part, paper: Paper, strip: Rect, turned: bool, piece: Piece, copy: int
) -> Page:
    """A piece in the middle of all of the usable area."""
    area, plain = paper.usable, piece.front.trim is None
    rect = _middle(piece.size, turned, area, piece.bleed, paper)
    cuts = edges(rect) if plain else ()
    slot = Slot(
        piece, copy, placement_matrix(rect, turned), rect, area, cut_line=not plain, cuts=cuts
    )
    return Page(part, paper, strip, ((slot,),))


def _tile_pages(
    part: Part, paper: Paper, tiling: Tiling, piece: Piece, copy: int
) -> Iterator[Page]:
    """A page for each tile of one copy of a piece, row by row."""
    strip, area, turned = tiling.strip, tiling.area, tiling.turned
    long = tiling.cell.width if turned else tiling.cell.height
    if paper.roll:
        paper = paper.cut(long + 2 * (piece.bleed + MARK_ROOM) + PLAN_STRIP)
        strip, area, _ = split_page(paper, PLAN_STRIP)[0]
    rect = _middle(tiling.cell, turned, area, piece.bleed, paper)
    plain = piece.front.trim is None
    for tile in tiling.tiles():
        shown = tile.shown
        matrix = Matrix.move(-shown.x, -shown.y).then(placement_matrix(rect, turned))
        left, top, right, bottom = edges(shown)
        cuts = [left] * (plain or tile.column > 0) + [top] * (plain or tile.row > 0)
        cuts += [right] * (plain and not tile.has_right) + [bottom] * (plain and not tile.has_lower)
        # A flap ends where the tile does; art and match marks run on beyond all other edges.
        art = shown.grown(max(piece.bleed, MARK_ROOM))
        art = art._replace(
            width=(shown if tile.has_right else art).right - art.x,
            height=(shown if tile.has_lower else art).bottom - art.y,
        )
        slot = Slot(
            piece,
            copy,
            matrix,
            rect,
            overlap(transform_rect(art, matrix), area),
            cut_line=not plain,
            cuts=tuple(transform_rect(cut, matrix) for cut in cuts),
            tile=tile,
        )
        yield Page(part, paper, strip, ((slot,),))


def _middle(size: Size, turned: bool, area: Rect, bleed: float, paper: Paper) -> Rect:
    """The box of something of that size (upright) in the middle of an area of the paper."""
    width, height = size[::-1] if turned else size
    x = centered(width, area.x, area.width, bleed, paper.width)
    y = centered(height, area.y, area.height, bleed, paper.height)
    return Rect(x, y, width, height)
