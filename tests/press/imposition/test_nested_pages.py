"""Tests of nested pages: pieces and tiles fill the room that others leave on a sheet."""

from __future__ import annotations

import pytest

from generator.base.units import MM
from generator.press.imposition.duplex import Backs
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.imposition.pages.slots import Page
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Item, Path, Use
from generator.press.scene.paths import overlap
from tests.press.imposition.making import font, impose, papers, part, piece
from tests.press.imposition.test_nesting import prove_placed
from tests.press.imposition.test_tiling import texts

A4 = papers()["a4"]
MAP = piece("map", 300, 110, back=False)
"""Two tiles, each less than half a sheet high."""


def shown(pages: list[Page]) -> list[list[str]]:
    """The names of the pieces or tiles on each page."""
    return [
        sorted({slot.piece.id + (slot.tile.name if slot.tile else "") for slot in page.slots})
        for page in pages
    ]


def test_room_beside_a_board_is_used_for_other_pieces() -> None:
    boards = [piece(f"board-{n}", 188, 188, back=False) for n in (1, 2)]
    pages = lay_pages(part(*boards, piece("goof", 20, 20, 10), piece("aid", 63.5, 88.9, 2)), A4)
    assert shown(pages) == [["aid", "board-1"], ["board-2", "goof"]]
    prove_placed(pages)


def test_pieces_of_one_size_stay_together_if_that_costs_no_sheet() -> None:
    sizes = {"tall": (70, 250, 2), "wide": (90, 60, 5), "token": (22, 22, 30)}
    pages = lay_pages(part(*(piece(name, *size) for name, size in sizes.items())), A4)
    assert len(pages) == 2
    assert sorted(name for names in shown(pages) for name in names) == ["tall", "token", "wide"]


@pytest.mark.parametrize(
    ("more", "pages"),
    [
        ((), [["mapA1", "mapA2"]]),
        ((piece("token", 22, 22, 9),), [["mapA1", "mapA2", "token"]]),
        ((piece("card", 63.5, 88.9, 9),), [["mapA1", "mapA2"], ["card"]]),
    ],
)
def test_small_tiles_share_a_sheet(more: tuple[Piece, ...], pages: list[list[str]]) -> None:
    laid = lay_pages(part(MAP, *more), A4)
    assert shown(laid) == pages
    prove_placed(laid)
    for page in laid:
        tiles = [slot for slot in page.slots if slot.tile]
        for tile in tiles:  # no other piece takes the room of its art and its arrows
            for other in page.slots:
                common = overlap(tile.limit, other.rect) if other is not tile else None
                assert common is None or min(common[2:]) <= 0.01


def test_tiles_have_a_sheet_each_if_sharing_saves_none() -> None:
    laid = lay_pages(part(piece("map", 300, 260, back=False), piece("card", 70, 120, 1)), A4)
    assert shown(laid) == [["mapA1"], ["mapA2"], ["card"]]


def test_a_sheet_of_two_tiles_names_both_and_shades_them_on_its_plan() -> None:
    (sheet,) = impose([part(MAP)], A4, "none", title="Kit", font=font())
    assert "Kit · Cards · Map, A1 + A2 of 1 × 2 · front · page 1 of 1" in " ".join(texts(sheet))
    assert texts(sheet)[-2:] == ["A1", "A2"]
    plan = next(item for item in reversed(sheet.scene.items) if isinstance(item, Group))
    drawn = next(item for item in plan.items if isinstance(item, Group))
    assert sum(isinstance(item, Path) and item.fill is not None for item in drawn.items) == 2


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "none"])
def test_second_faces_of_tiles_on_shared_sheets_are_behind_them(backs: Backs) -> None:
    both = piece("map", 300, 110, two_sided=True)
    front, back = impose([part(both)], A4, backs, title="Kit", font=font())
    assert [len(_faces(sheet.scene.items)) for sheet in (front, back)] == [2, 2]
    for one, other in zip(front.placements, back.placements, strict=True):
        assert one.tile
        assert other.tile
        assert one.tile.name == other.tile.name
        assert other.tile.shown.x == pytest.approx(300 * MM - one.tile.shown.right)
        if backs != "short-edge":  # mirrored from left to right
            assert other.rect.x == pytest.approx(A4.width - one.rect.right)
            assert other.rect.y == pytest.approx(one.rect.y)


def _faces(items: tuple[Item, ...]) -> list[Use]:
    groups = [item for item in items if isinstance(item, Group)]
    return [use for group in groups for use in group.items if isinstance(use, Use)]
