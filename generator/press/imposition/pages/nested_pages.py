"""Nested pages: blocks of several sizes and tiles of large pieces that share sheets.

A page filled by one grid or one tile stays as it is; all others are nested together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.base.units import Matrix, Rect, Size
from generator.press.imposition.pages.blocks import Block, max_bleed_and_gutter, slots_of
from generator.press.imposition.pages.nesting import (
    KNIFE_ROOM,
    Lot,
    NestedBlock,
    nest,
    nest_gap,
    reach,
    room_beside,
)
from generator.press.imposition.pages.slots import Page, Slot, SplitPage, centered
from generator.press.imposition.tiles.tiling import SLACK
from generator.press.paper import Paper
from generator.press.pieces.piece import Part


def nested_pages(
    part: Part,
    paper: Paper,
    splits: Sequence[SplitPage],
    blocks: Sequence[Block],
    tiles: Sequence[Page] = (),
) -> list[Page]:
    """The pages of blocks and of `tiles` (given as one page each), nested; none if that is impossible.

    Tiles keep their orientation and the room for their marks.  Blocks that are close together are
    moved apart if that takes no extra sheet.
    """
    bleed, gutter = max_bleed_and_gutter(blocks)
    gap = max(nest_gap(bleed), gutter)
    gaps = dict.fromkeys((max(gap, KNIFE_ROOM), gap))
    attempts = [_pages_with_gap(part, paper, splits, blocks, tiles, each) for each in gaps]
    return min(filter(None, attempts), key=len, default=[])


def _pages_with_gap(
    part: Part,
    paper: Paper,
    splits: Sequence[SplitPage],
    blocks: Sequence[Block],
    tiles: Sequence[Page],
    gap: float,
) -> list[Page]:
    """The pages with blocks and tiles `gap` apart; none if that is impossible or saves nothing."""
    rooms = [Size(split.area.width, split.area.height) for split in splits]
    singles = [block.lot(1) for block in blocks] + [_lot_of(tile) for tile in tiles]

    def can_share(index: int, size: Size) -> bool:
        """Whether the rest of a page beside a block of that size has room for something else."""
        others = singles[:index] + singles[index + 1 :]
        return any(room_beside(size, room, others, gap) for room in rooms)

    full: list[Page] = []
    rest: list[Block] = []
    for index, block in enumerate(blocks):
        one_more = block.lot(block.grid.capacity + 1)
        dense = any(len(nest([one_more], room, gap)) == 1 for room in rooms)
        dense = dense or can_share(index, block.grid.size(block.grid.capacity))
        full_blocks = [] if dense else block.full_blocks()
        full += [_full_page(part, paper, splits, each) for each in full_blocks]
        rest += [block] if dense else block.remainder()
    sources: list[Block | Page] = [*rest]
    for index, tile in enumerate(tiles, start=len(blocks)):
        if can_share(index, singles[index].size):
            sources.append(tile)
        else:
            full.append(tile)
    lots = [
        source.lot(len(source.copies)) if isinstance(source, Block) else _lot_of(source)
        for source in sources
    ]
    attempts = [(nest(lots, room, gap), split) for room, split in zip(rooms, splits, strict=True)]
    possible = [each for each in attempts if each[0]]
    if not possible:
        return []
    pages, split = min(possible, key=lambda each: (len(each[0]), sum(map(len, each[0]))))
    return full + [_nested_page(part, paper, split, sources, page) for page in pages]


def _lot_of(tile: Page) -> Lot:
    """The page of a tile as a lot of one that keeps its orientation."""
    (slot,) = tile.slots
    return Lot(Size(*slot.limit[2:]), 1, 0.0, turns=False)


def _full_page(part: Part, paper: Paper, splits: Sequence[SplitPage], block: Block) -> Page:
    """A block by itself, with the first split of the page that leaves room for it."""
    width, height = block.size
    split = next(
        split
        for split in splits
        if width <= split.area.width + SLACK and height <= split.area.height + SLACK
    )
    alone = NestedBlock(0, 0, len(block.copies), block.grid, Rect(0.0, 0.0, width, height))
    return _nested_page(part, paper, split, [block], [alone])


def _nested_page(
    part: Part,
    paper: Paper,
    split: SplitPage,
    sources: Sequence[Block | Page],
    nested: Sequence[NestedBlock],
) -> Page:
    """The nested blocks in the middle of the paper; facing sides of blocks have less bleed."""
    nested = sorted(nested, key=lambda each: (each.lot, each.first))
    used = [sources[each.lot] for each in nested]
    bleed = max((source.bleed for source in used if isinstance(source, Block)), default=0.0)
    width = max(each.rect.right for each in nested)
    height = max(each.rect.bottom for each in nested)
    area = split.area
    x = centered(width, area.x, area.width, bleed, paper.width)
    y = centered(height, area.y, area.height, bleed, paper.height)
    whole = Rect(x, y, width, height)
    placed: list[tuple[Slot, ...]] = []
    for source, each in zip(used, nested, strict=True):
        rect = each.rect._replace(x=x + each.rect.x, y=y + each.rect.y)
        if isinstance(source, Block):
            copies = source.copies[each.first : each.first + each.copies]
            room = reach(rect, whole, area)
            placed.append(tuple(slots_of(Block(each.grid, copies), room, rect.x, rect.y)))
        else:
            placed.append(tuple(_moved_slots(source, rect)))
    return Page(part, paper, split.strip, tuple(placed), fold=split.fold)


def _moved_slots(tile: Page, to: Rect) -> Iterator[Slot]:
    """The slot of a tile's page, moved with its room to a place on another page."""
    for slot in tile.slots:
        x, y = to.x - slot.limit.x, to.y - slot.limit.y
        rect, limit, *cuts = (
            box._replace(x=box.x + x, y=box.y + y) for box in (slot.rect, slot.limit, *slot.cuts)
        )
        matrix = slot.matrix.then(Matrix.move(x, y))
        yield replace(slot, matrix=matrix, rect=rect, limit=limit, cuts=tuple(cuts))
