"""Tests of nesting: pieces of several sizes on few pages, apart, and separable by straight cuts."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from generator.base.units import MM, Rect, Size
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.imposition.pages.nesting import Lot, NestedBlock, nest, nest_gap, reach
from generator.press.imposition.pages.slots import Page
from generator.press.pieces.piece import Piece
from generator.press.scene.paths import covers, overlap
from tests.press.imposition.making import papers, part, piece

A4 = Size(198 * MM, 279 * MM)
GAP = nest_gap(3 * MM)


def lot(width: float, height: float, count: int) -> Lot:
    return Lot(Size(width * MM, height * MM), count, 0.0)


def is_guillotine(rects: list[Rect]) -> bool:
    """Whether straight cuts from edge to edge separate all pieces."""
    if len(rects) <= 1:
        return True
    for axis in (0, 1):
        ends = sorted({each[axis] + each[axis + 2] for each in rects})
        for end in ends[:-1]:
            before = [each for each in rects if each[axis] + each[axis + 2] <= end + 1e-6]
            after = [each for each in rects if each[axis] >= end - 1e-6]
            if after and len(before) + len(after) == len(rects):
                return is_guillotine(before) and is_guillotine(after)
    return False


def prove(pages: list[list[NestedBlock]], lots: list[Lot], room: Size, gap: float) -> None:
    for index, each in enumerate(lots):
        copies = sorted(
            copy
            for page in pages
            for block in page
            if block.lot == index
            for copy in range(block.first, block.first + block.copies)
        )
        assert copies == list(range(each.count))
    for page in pages:
        rects = [block.rect for block in page]
        assert is_guillotine(rects)
        for rect in rects:
            assert min(rect.x, rect.y) >= 0
            assert max(rect.right - room.width, rect.bottom - room.height) <= 1e-6
        for one, other in combinations(rects, 2):
            apart = max(one.x - other.right, other.x - one.right)
            below = max(one.y - other.bottom, other.y - one.bottom)
            assert max(apart, below) >= gap - 1e-6


@pytest.mark.parametrize(
    ("lots", "pages"),
    [
        ([lot(70, 120, 18)], 4),
        ([lot(50, 120, 14)], 2),  # a grid holds six, with rotated pieces seven
        ([lot(42, 54, 45), lot(63.5, 88.9, 6), lot(31.75, 44.45, 6)], 3),
        ([lot(63.5, 88.9, 9)], 1),
        ([lot(198, 279, 2)], 2),
        ([], 0),
    ],
)
def test_nesting_uses_few_pages(lots: list[Lot], pages: int) -> None:
    found = nest(lots, A4, GAP)
    assert len(found) == pages
    prove(found, lots, A4, GAP)


def test_a_piece_larger_than_the_page_is_not_nested() -> None:
    assert nest([lot(20, 20, 3), lot(280, 20, 1)], A4, GAP) == []
    assert len(nest([lot(278, 198, 1)], A4, GAP)) == 1  # it fits when rotated


@pytest.mark.parametrize("seed", range(25))
def test_any_pieces_are_apart_and_separable_by_straight_cuts(seed: int) -> None:
    source = random.Random(seed)
    lots = [
        lot(source.uniform(15, 190), source.uniform(15, 190), source.randint(1, 30))
        for _ in range(source.randint(1, 5))
    ]
    prove(nest(lots, A4, GAP), lots, A4, GAP)


def test_art_extends_to_the_page_edge_and_to_half_of_inner_gaps() -> None:
    area, block = Rect(0, 0, 500, 500), Rect(50, 50, 400, 400)
    left = reach(Rect(50, 50, 190, 400), block, area)
    assert (left.x, left.y, left.bottom) == (0, 0, 500)
    assert left.right == pytest.approx(240 + (GAP - 2 * MM) / 2)


def test_pages_are_nested_only_if_that_saves_a_sheet() -> None:
    a4 = papers()["a4"]
    grid = lay_pages(part(piece("card", 63.5, 88.9, 18)), a4)
    assert [len(list(page.slots)) for page in grid] == [9, 9]
    tarots = lay_pages(part(piece("large", 70, 120, 18)), a4)
    assert [len(list(page.slots)) for page in tarots] == [6, 6, 6]
    prove_placed(tarots)


def test_tall_and_wide_pieces_are_nested_side_by_side() -> None:
    pages = lay_pages(part(piece("torso", 100, 66, 10), piece("pawn", 28, 90, 10)), papers()["a4"])
    assert len(pages) == 2
    prove_placed(pages)


def prove_placed(pages: list[Page]) -> None:
    """Trims lie apart and within the printable area, and art stays clear of other trims."""
    for page in pages:
        slots = list(page.slots)
        for slot in slots:
            assert covers(page.paper.usable.grown(0.01), slot.rect)
        for one, other in combinations(slots, 2):
            assert not shares(one.rect, other.rect)
            assert not shares(overlap(one.rect.grown(one.piece.bleed), one.limit), other.rect)


def shares(one: Rect, other: Rect) -> bool:
    both = overlap(one, other)
    return min(both.width, both.height) > 1e-6


def decks(*counts: int) -> list[Piece]:
    return [piece(f"deck-{index}", 63.5, 88.9, count) for index, count in enumerate(counts)]


@pytest.mark.parametrize(
    ("counts", "apart"),
    [
        ((52, 52, 52, 52, 52, 52), True),  # 36 sheets instead of 35
        ((54, 54), True),  # no extra sheet
        ((10, 10, 10), False),  # six instead of four
        ((52, 4), False),  # four cards are not a deck
    ],
)
def test_decks_are_kept_on_separate_sheets_if_that_costs_at_most_one(
    counts: tuple[int, ...], apart: bool
) -> None:
    pages = lay_pages(part(*decks(*counts)), papers()["a4"])
    shown = [{slot.piece.id for slot in page.slots} for page in pages]
    assert all(len(names) == 1 for names in shown) is apart
