"""Blocks: pieces of one size in one grid, and the slots that they take up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.base.units import Rect, Size
from generator.press.imposition.pages.grid import CUT_ROOM, Grid, min_gutter
from generator.press.imposition.pages.nesting import Lot
from generator.press.imposition.pages.slots import Slot, edges, placement_matrix
from generator.press.marks.bleed import rim_of
from generator.press.pieces.piece import Piece, is_straight


@dataclass(frozen=True, slots=True)
class Block:
    """Copies of pieces of one size that share a grid."""

    grid: Grid
    copies: tuple[tuple[Piece, int], ...]

    @property
    def size(self) -> Size:
        return self.grid.size(len(self.copies))

    @property
    def bleed(self) -> float:
        return self.copies[0][0].bleed

    @property
    def min_gutter(self) -> float:
        """The minimum distance between its pieces."""
        return min_gutter(self.copies[0][0], self.grid.gap)

    def full_blocks(self) -> list[Block]:
        """The full pages of its grid, each as a block."""
        capacity = self.grid.capacity
        starts = range(0, len(self.copies) - len(self.copies) % capacity, capacity)
        return [make_block(self.grid, self.copies[start : start + capacity]) for start in starts]

    def remainder(self) -> list[Block]:
        """What remains after the full pages: one block, in as few rows as possible, or none."""
        count = len(self.copies) % self.grid.capacity
        last = self.copies[len(self.copies) - count :]
        return [make_block(self.grid.balanced(count), last)] if count else []

    def lot(self, count: int) -> Lot:
        """A lot of `count` of its pieces for nesting, as close as their outlines allow."""
        return Lot(self.copies[0][0].size, count, self.min_gutter)


def make_block(grid: Grid, copies: tuple[tuple[Piece, int], ...]) -> Block:
    """The block of these copies; pieces with the same edge colour lie edge to edge."""
    return Block(grid.joined([rim_of(piece) for piece, _ in copies]), copies)


def max_bleed_and_gutter(blocks: Sequence[Block]) -> tuple[float, float]:
    """The largest bleed of the blocks, and the largest gutter that one of them needs."""
    return (
        max((block.bleed for block in blocks), default=0.0),
        max((block.min_gutter for block in blocks), default=0.0),
    )


def slots_of(block: Block, area: Rect, x: float, y: float) -> Iterator[Slot]:
    """The slots of a block that starts at (x, y); art extends as far as the area and neighbours allow."""
    grid = block.grid
    for (piece, copy), (rect, limit) in zip(
        block.copies, grid.cells(len(block.copies), area, x, y), strict=True
    ):
        outlined = piece.front.trim is not None and grid.gutter >= CUT_ROOM
        yield Slot(
            piece,
            copy,
            placement_matrix(rect, grid.turned),
            rect,
            limit,
            cut_line=outlined,
            cuts=edges(rect) if is_straight(piece.front.trim, piece.size) else (),
        )
