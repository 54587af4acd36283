"""Nested pages: blocks of several sizes and tiles of large pieces that share sheets.

A page that one grid or one tile fills stays as it is; all others are nested together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.base.units import Matrix, Rect, Size
from generator.press.imposition.blocks import Block, largest, slots_of
from generator.press.imposition.nesting import (
    ROOM_FOR_A_KNIFE,
    Lot,
    NestedBlock,
    nest,
    nest_gap,
    reach,
    room_beside,
)
from generator.press.imposition.slots import Page, Slot, SplitPage, centered
from generator.press.imposition.tiles.tiling import SLACK
from generator.press.paper import Paper
from generator.press.pieces.piece import Part


def nested_pages(
    part: Part,
    paper: Paper,
    ways: Sequence[SplitPage],
    blocks: Sequence[Block],
    tiles: Sequence[Page] = (),
) -> list[Page]:
    """The pages of blocks and of `tiles`, which have a page each before; none if that is impossible.

    Tiles keep their orientation and the room for their marks.  Blocks that are close together are
    moved apart if that takes no extra sheet.
    """
    bleed, least = largest(blocks)
    gap = max(nest_gap(bleed), least)
    gaps = dict.fromkeys((max(gap, ROOM_FOR_A_KNIFE), gap))
    found = [_nested_pages(part, paper, ways, blocks, tiles, each) for each in gaps]
    return min(filter(None, found), key=len, default=[])


def _nested_pages(
    part: Part,
    paper: Paper,
    ways: Sequence[SplitPage],
    blocks: Sequence[Block],
    tiles: Sequence[Page],
    gap: float,
) -> list[Page]:
    """The pages with blocks and tiles that far apart; none if that is impossible or saves nothing."""
    rooms = [Size(way.area.width, way.area.height) for way in ways]
    singles = [block.lot(1) for block in blocks] + [_lot_of(tile) for tile in tiles]

    def shared(at: int, size: Size) -> bool:
        """Whether the rest of a page beside a block of that size has room for something else."""
        others = singles[:at] + singles[at + 1 :]
        return any(room_beside(size, room, others, gap) for room in rooms)

    full: list[Page] = []
    rest: list[Block] = []
    for at, block in enumerate(blocks):
        more = block.lot(block.grid.capacity + 1)
        dense = any(len(nest([more], room, gap)) == 1 for room in rooms)
        dense = dense or shared(at, block.grid.size(block.grid.capacity))
        full += [] if dense else [_full_page(part, paper, ways, some) for some in block.full()]
        rest += [block] if dense else block.rest()
    sources: list[Block | Page] = [*rest]
    for at, tile in enumerate(tiles, start=len(blocks)):
        if shared(at, singles[at].size):
            sources.append(tile)
        else:
            full.append(tile)
    lots = [
        source.lot(len(source.copies)) if isinstance(source, Block) else _lot_of(source)
        for source in sources
    ]
    tries = [(nest(lots, room, gap), way) for room, way in zip(rooms, ways, strict=True)]
    found = [each for each in tries if each[0]]
    if not found:
        return []
    pages, way = min(found, key=lambda each: (len(each[0]), sum(map(len, each[0]))))
    return full + [_nested_page(part, paper, way, sources, page) for page in pages]


def _lot_of(tile: Page) -> Lot:
    """The page of a tile as a lot of one that keeps its orientation."""
    (slot,) = tile.slots
    return Lot(Size(*slot.limit[2:]), 1, 0.0, turns=False)


def _full_page(part: Part, paper: Paper, ways: Sequence[SplitPage], block: Block) -> Page:
    """A block by itself, with the first split of the page that leaves room for it."""
    width, height = block.size
    way = next(
        way for way in ways if width <= way.area.width + SLACK and height <= way.area.height + SLACK
    )
    alone = NestedBlock(0, 0, len(block.copies), block.grid, Rect(0.0, 0.0, width, height))
    return _nested_page(part, paper, way, [block], [alone])


def _nested_page(
    part: Part,
    paper: Paper,
    way: SplitPage,
    sources: Sequence[Block | Page],
    nested: Sequence[NestedBlock],
) -> Page:
    """The nested blocks in the middle of the paper; facing sides of blocks have less bleed."""
    nested = sorted(nested, key=lambda each: (each.lot, each.first))
    here = [sources[each.lot] for each in nested]
    bleed = max((source.bleed for source in here if isinstance(source, Block)), default=0.0)
    wide = max(each.rect.right for each in nested)
    high = max(each.rect.bottom for each in nested)
    area = way.area
    x = centered(wide, area.x, area.width, bleed, paper.width)
    y = centered(high, area.y, area.height, bleed, paper.height)
    whole = Rect(x, y, wide, high)
    placed: list[tuple[Slot, ...]] = []
    for source, each in zip(here, nested, strict=True):
        at = each.rect._replace(x=x + each.rect.x, y=y + each.rect.y)
        if isinstance(source, Block):
            copies = source.copies[each.first : each.first + each.copies]
            room = reach(at, whole, area)
            placed.append(tuple(slots_of(Block(each.grid, copies), room, at.x, at.y)))
        else:
            placed.append(tuple(_moved(source, at)))
    return Page(part, paper, way.strip, tuple(placed), fold=way.fold)


def _moved(tile: Page, to: Rect) -> Iterator[Slot]:
    """The slot of a tile's page, moved with its room to a place on another page."""
    for slot in tile.slots:
        x, y = to.x - slot.limit.x, to.y - slot.limit.y
        rect, limit, *cuts = (
            box._replace(x=box.x + x, y=box.y + y) for box in (slot.rect, slot.limit, *slot.cuts)
        )
        matrix = slot.matrix.then(Matrix.move(x, y))
        yield replace(slot, matrix=matrix, rect=rect, limit=limit, cuts=tuple(cuts))
