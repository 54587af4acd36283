"""Page layout: full grids of a part's pieces first, then the rest on shared pages.

A page is the front of a sheet before anything is drawn: which copy of which piece lies where, how
far its art may reach, and which strip along the edge is kept for the caption.  A piece that is too
large for a page has a page for each of its tiles.  A page on a roll is as long as its pieces need.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from generator.base.errors import Fault, raise_faults
from generator.base.units import Matrix, Rect, Size
from generator.press.imposition.pages.blocks import Block, max_bleed_and_gutter, slots_of
from generator.press.imposition.pages.grid import best_grid
from generator.press.imposition.pages.nested_pages import nested_pages
from generator.press.imposition.pages.slots import (
    MARK_ROOM,
    STRIP,
    Page,
    Slot,
    Split,
    SplitPage,
    centered,
    roomy_split,
    split_page,
)
from generator.press.imposition.tiles.oversize import PLAN_STRIP, large_pages
from generator.press.imposition.tiles.tiling import MAX_TILES, SLACK
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece, in_mm, is_straight, same_size

_Shelf: TypeAlias = list[Block]
"""Blocks side by side."""


def lay_pages(part: Part, paper: Paper, split: Split = split_page) -> list[Page]:
    """The pages of a part, in print order; `split` says which area of a page the pieces get.

    What does not fit between the marks of a cutting machine is cut by hand, on pages after the others.
    Raises KitError naming every piece that would take too many sheets, or whose faces differ in
    size.
    """
    faults: list[Fault] = []
    pages: list[Page] = []
    blocks: list[Block] = []
    too_large: list[Piece] = []
    splits = split(paper)
    rooms = tuple(each.area for each in splits)
    groups = group_for_grids(part)
    for pieces in (deck for group in groups for deck in split_decks(group, rooms, paper.gap)):
        first = pieces[0]
        copies = tuple((piece, copy) for piece in pieces for copy in range(1, piece.copies + 1))
        if same_size(first.size, Size(paper.width, paper.height)):
            pages += [_whole_page(part, paper, *copy) for copy in copies]
            continue
        grid = best_grid(first, rooms, len(copies) if paper.roll else 0, paper.gap)
        if grid is None and paper.cutter:
            too_large += pieces
            continue
        if grid is None:
            large = large_pages(part, paper, first, copies)
            pages += large or []
            faults += [_too_large_fault(piece, paper) for piece in pieces if large is None]
            continue
        blocks += [Block(grid, copies)] if copies else []
    faults += [fault for piece in part.pieces for fault in piece.faults()]
    raise_faults(faults)
    rest = replace(part, pieces=tuple(too_large))
    by_hand = lay_pages(rest, paper.by_hand, split) if too_large else []
    candidates = [pages + _in_grids(part, paper, split, blocks, rooms)]
    if not paper.roll:
        nested = [nested_pages(part, paper, splits, blocks)]
        if split is split_page and not paper.cutter:
            nested.append(nested_pages(part, paper, roomy_split(paper), blocks))
            candidates += _with_tiles(part, paper, pages, blocks)
        candidates[1:1] = [pages + each for each in nested if each]
    return [*min(candidates, key=len), *by_hand]  # of those with the fewest pages, the first


def _with_tiles(
    part: Part, paper: Paper, pages: Sequence[Page], blocks: Sequence[Block]
) -> Iterator[list[Page]]:
    """All pages of a part with tiles nested among its pieces, in the pieces' order; or nothing."""
    tiles = [page for page in pages if any(slot.tile for slot in page.slots)]
    splits = (*split_page(paper, PLAN_STRIP), *split_page(paper))
    if tiles and (nested := nested_pages(part, paper, splits, blocks, tiles)):
        position = {piece.id: number for number, piece in enumerate(part.pieces)}
        others = [page for page in pages if page not in tiles]

        def order(slot: Slot) -> tuple[int, int, str]:
            return position[slot.piece.id], slot.copy, slot.tile.name if slot.tile else ""

        yield sorted([*others, *nested], key=lambda page: min(map(order, page.slots)))


def _in_grids(
    part: Part, paper: Paper, split: Split, blocks: Sequence[Block], rooms: tuple[Rect, ...]
) -> list[Page]:
    """Pages that one grid fills, then the remaining pieces on shelves."""
    pages: list[Page] = []
    left_over: list[Block] = []
    for block in blocks:
        for full in block.full_blocks():
            pages.append(_page(part, paper, split, [[full]], full.bleed, 0.0))
        left_over += block.remainder()
    # A gutter between the remaining pieces is welcome, unless it costs another sheet.
    tight, apart = (
        _pack_shelves(part, paper, split, some) for some in (left_over, _spread(left_over, rooms))
    )
    return pages + (apart if len(apart) <= len(tight) else tight)


def lay_two_sided_first(part: Part, paper: Paper) -> list[Page]:
    """The pages of a part on a roll, pieces with two played faces before all others.

    A page of second faces is as long as that of their fronts, and no other piece should lengthen
    it.
    """
    two, one = (
        replace(part, pieces=tuple(piece for piece in part.pieces if piece.two_sided is two_sided))
        for two_sided in (True, False)
    )
    return lay_pages(two, paper) + lay_pages(one, paper)


def lay_on_fewest_sheets(part: Part, paper: Paper) -> list[Page]:
    """The pages of a part without backs; pieces with two played faces apart if that saves paper.

    If a single such piece lies among others, its second face alone takes an extra sheet.
    """
    pages = lay_pages(part, paper)
    if len({piece.two_sided for piece in part.pieces}) < 2:
        return pages

    def sheets(pages: list[Page]) -> int:
        return sum(1 + any(slot.piece.two_sided for slot in page.slots) for page in pages)

    return min(pages, lay_two_sided_first(part, paper), key=sheets)


def group_for_grids(part: Part) -> list[list[Piece]]:
    """The pieces that share grids: grouped by size, bleed, kind of outline and block, in order."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in part.pieces:
        lengths = (round(length, 2) for length in (*piece.size, piece.bleed))
        trim = piece.front.trim
        key = (*lengths, trim is None, is_straight(trim, piece.size), piece.block)
        groups.setdefault(key, []).append(piece)
    return list(groups.values())


def split_decks(
    pieces: list[Piece], rooms: tuple[Rect, ...], gap: float = 0.0
) -> list[list[Piece]]:
    """Groups of pieces of one size: each deck alone if that adds at most one sheet, then the rest.

    A deck is a component with backs that fills more than a sheet.
    """
    grid = best_grid(pieces[0], rooms, gap=gap)
    if grid is None:
        return [pieces]
    copies = Counter({piece.component: 0 for piece in pieces})
    for piece in pieces:
        copies[piece.component] += piece.copies
    backed = {piece.component for piece in pieces if piece.back and not piece.two_sided}
    decks = [name for name in copies if name in backed and copies[name] > grid.capacity]
    deck_pieces = [[piece for piece in pieces if piece.component == name] for name in decks]
    rest = [piece for piece in pieces if piece.component not in decks]
    counts = [*(copies[name] for name in decks), sum(piece.copies for piece in rest)]
    sheets = sum(math.ceil(count / grid.capacity) for count in counts)
    if len(decks) < 2 or sheets > math.ceil(sum(counts) / grid.capacity) + 1:
        return [pieces]
    return [*deck_pieces, rest] if rest else deck_pieces


def _too_large_fault(piece: Piece, paper: Paper) -> Fault:
    return Fault(
        f"{in_mm(piece.size)} is too large for {paper.title}: it would take more than {MAX_TILES} sheets",
        item=piece.name,
        hint="make it smaller or choose a larger paper",
        check="piece-too-large",
    )


def _whole_page(part: Part, paper: Paper, piece: Piece, copy: int) -> Page:
    """The page for a piece that is the whole sheet; its own layout keeps the bottom strip free."""
    strip = split_page(paper)[0].strip
    slot = Slot(piece, copy, Matrix(), paper.box, paper.box)
    return Page(part, paper, strip, ((slot,),), marked=False)


def _pack_shelves(part: Part, paper: Paper, split: Split, blocks: list[Block]) -> list[Page]:
    """Pack blocks that do not fill a page onto shelves (first fit, decreasing height)."""
    bleed, gutter = max_bleed_and_gutter(blocks)
    gap = max(2 * bleed + MARK_ROOM, gutter)
    pages: list[list[_Shelf]] = []
    for block in sorted(blocks, key=lambda block: -block.size.height):
        if not any(_place_on_shelf(block, shelves, split(paper), gap) for shelves in pages):
            pages.append([[block]])
    return [_page(part, paper, split, shelves, bleed, gap) for shelves in pages]


def _spread(blocks: list[Block], rooms: tuple[Rect, ...]) -> list[Block]:
    """The blocks with their pieces two bleeds apart, where they still fit a page."""
    return [
        replace(block, grid=block.grid.with_gutter(len(block.copies), 2 * block.bleed, rooms))
        for block in blocks
    ]


def _place_on_shelf(
    block: Block, shelves: list[_Shelf], splits: Sequence[SplitPage], gap: float
) -> bool:
    """Put the block at the end of a shelf or on a new one; False if there is no room."""
    trials = [
        [*shelves[:i], [*shelf, block], *shelves[i + 1 :]]
        for i, shelf in enumerate(shelves)
        if block.size.height <= shelf[0].size.height
    ]
    for trial in [*trials, [*shelves, [block]]]:
        if _split_for(trial, splits, gap):
            shelves[:] = trial
            return True
    return False


def _split_for(shelves: list[_Shelf], splits: Sequence[SplitPage], gap: float) -> SplitPage | None:
    """The first split of the page that leaves room for these shelves."""
    width = max(_shelf_width(shelf, gap) for shelf in shelves)
    height = _stack_height(shelves, gap)
    for split in splits:
        if width <= split.area.width + SLACK and height <= split.area.height + SLACK:
            return split
    return None


def _shelf_width(shelf: _Shelf, gap: float) -> float:
    return sum(block.size.width for block in shelf) + gap * (len(shelf) - 1)


def _stack_height(shelves: list[_Shelf], gap: float) -> float:
    """The total height of shelves; the first block of a shelf is its highest."""
    return sum(shelf[0].size.height for shelf in shelves) + gap * (len(shelves) - 1)


def _page(
    part: Part, paper: Paper, split: Split, shelves: list[_Shelf], bleed: float, gap: float
) -> Page:
    """A page with shelves of blocks in the middle of the paper, or as near to it as the strip allows.

    Beside a fold, they stand as near to the fold as they may.
    """
    height = _stack_height(shelves, gap)
    paper = paper.cut(height + 2 * (bleed + MARK_ROOM) + STRIP)
    page_split = _split_for(shelves, split(paper), gap)
    assert page_split, "shelves are only filled as far as a page holds them"
    area = page_split.area
    blocks: list[tuple[Slot, ...]] = []
    y = centered(height, area.y, area.height, bleed, paper.height)
    for shelf in shelves:
        x = centered(_shelf_width(shelf, gap), area.x, area.width, bleed, paper.width)
        for block in shelf:
            blocks.append(tuple(slots_of(block, area, x, y)))
            x += block.size.width + gap
        y += shelf[0].size.height + gap
    return Page(part, paper, page_split.strip, tuple(blocks), fold=page_split.fold)
