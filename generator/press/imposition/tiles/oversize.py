"""Oversize pieces: pages without a caption strip, and a page for each tile of larger ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.units import MM, Matrix, Rect, Size
from generator.press.imposition.pages.grid import best_grid
from generator.press.imposition.pages.slots import (
    MARK_ROOM,
    Page,
    Slot,
    centered,
    edges,
    margin_strip,
    placement_matrix,
    split_page,
)
from generator.press.imposition.tiles.seams import snap_to_grid_lines, words_cut
from generator.press.imposition.tiles.tiling import OVERLAP, Tile, Tiling, best_tiling, with_arrows
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece, is_straight
from generator.press.scene.paths import transform_rect

PLAN_STRIP = 13 * MM
"""Height of the strip on the page of a tile, if it costs no sheet: large enough for a legible plan."""


def large_pages(
    part: Part, paper: Paper, first: Piece, copies: Sequence[tuple[Piece, int]]
) -> list[Page] | None:
    """The pages of copies, all of the first one's size, that leave no room for a caption.

    They have a page each if the caption can move into the margin, and otherwise a page for each
    tile; None if those would be too many.
    """
    grid, strip = best_grid(first, (paper.usable,)), margin_strip(paper)
    if grid and strip:
        return [_tight_page(part, paper, strip, grid.turned, *copy) for copy in copies]
    tilings = {piece.id: _best_tiling_of(piece, paper) for piece, _ in copies}
    if not all(tilings.values()):
        return None
    return [
        page
        for piece, copy in copies
        if (tiling := tilings[piece.id])
        for page in _tile_pages(part, paper, tiling, piece, copy)
    ]


def _best_tiling_of(piece: Piece, paper: Paper) -> Tiling | None:
    """The best tiling of a piece: with a smaller caption strip if seams then cut fewer words."""
    splits = split_page(paper, PLAN_STRIP), split_page(paper), split_page(paper, clearance=0.0)
    areas = [page[:2] for split in splits for page in split]
    choices = [areas[:1]] if paper.roll else [areas, areas[2:], areas[4:]]
    tilings = [best_tiling(piece.size, piece.bleed, each) for each in choices]
    moved = [snap_to_grid_lines(tiling, piece) for tiling in tilings if tiling]
    return min(
        moved, key=lambda each: (each.rows * each.columns, words_cut(each, piece)), default=None
    )


def _tight_page(
    part: Part, paper: Paper, strip: Rect, turned: bool, piece: Piece, copy: int
) -> Page:
    """A piece in the middle of the whole usable area."""
    area, plain = paper.usable, is_straight(piece.front.trim, piece.size)
    rect = _centered_box(piece.size, turned, area, piece.bleed, paper)
    cuts = edges(rect) if plain else ()
    slot = Slot(
        piece,
        copy,
        placement_matrix(rect, turned),
        rect,
        area,
        cut_line=piece.front.trim is not None,
        cuts=cuts,
    )
    return Page(part, paper, strip, ((slot,),))


def _tile_pages(
    part: Part, paper: Paper, tiling: Tiling, piece: Piece, copy: int
) -> Iterator[Page]:
    """A page for each tile of one copy of a piece, row by row."""
    strip, area, turned = tiling.strip, tiling.area, tiling.turned
    length = tiling.cell.width if turned else tiling.cell.height
    if paper.roll:
        paper = paper.cut(length + 2 * (piece.bleed + MARK_ROOM) + PLAN_STRIP)
        strip, area, _ = split_page(paper, PLAN_STRIP)[0]
    plain = is_straight(piece.front.trim, piece.size)
    for tile in tiling.tiles():
        shown = tile.shown
        rect = _centered_box(Size(shown.width, shown.height), turned, area, piece.bleed, paper)
        matrix = Matrix.move(-shown.x, -shown.y).then(placement_matrix(rect, turned))
        left, top, right, bottom = edges(shown)
        cuts = [left] * (plain or tile.column > 0) + [top] * (plain or tile.row > 0)
        cuts += [right] * (plain and not tile.has_right) + [bottom] * (plain and not tile.has_lower)
        limit = _art_box(tile, max(piece.bleed, MARK_ROOM), rect, area, turned=turned)
        tile = with_arrows(tile, piece.size, limit)
        slot = Slot(
            piece,
            copy,
            matrix,
            rect,
            transform_rect(limit, matrix),
            cut_line=piece.front.trim is not None,
            cuts=tuple(transform_rect(cut, matrix) for cut in cuts),
            tile=tile,
        )
        yield Page(part, paper, strip, ((slot,),))


def _art_box(tile: Tile, reach: float, rect: Rect, area: Rect, *, turned: bool) -> Rect:
    """What the page of a tile shows of its face, within an area of the page; `rect` is the tile's box.

    A flap ends where the tile does.  Art continues over a seam that is cut, and `reach` all other
    edges, as far as there is any.
    """
    shown = tile.shown
    room = (rect.x - area.x, rect.y - area.y, area.right - rect.right, area.bottom - rect.bottom)
    left, top, right, bottom = (*room[1:], room[0]) if turned else room
    left = min(left, OVERLAP if tile.column else reach)
    top = min(top, OVERLAP if tile.row else reach)
    right = 0.0 if tile.has_right else min(right, reach)
    bottom = 0.0 if tile.has_lower else min(bottom, reach)
    size = shown.width + left + right, shown.height + top + bottom
    return Rect(shown.x - left, shown.y - top, *size)


def _centered_box(size: Size, turned: bool, area: Rect, bleed: float, paper: Paper) -> Rect:
    """The box of something of that size (upright) in the middle of an area of the paper."""
    width, height = size[::-1] if turned else size
    x = centered(width, area.x, area.width, bleed, paper.width)
    y = centered(height, area.y, area.height, bleed, paper.height)
    return Rect(x, y, width, height)
