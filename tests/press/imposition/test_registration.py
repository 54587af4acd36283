"""Tests of the registration offset: it is parsed as measured, and moves back pages only."""

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Matrix
from generator.press.imposition.duplex import Backs
from generator.press.imposition.offset import NO_OFFSET, Offset, read_offset
from generator.press.imposition.registration import offset_back, offset_sheets
from generator.press.imposition.sheet import Sheet
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Scene
from tests.press.imposition.making import font, impose, papers, part, piece


def sheets_of(*pieces: Piece, backs: Backs = "long-edge", paper: str = "a4") -> tuple[Sheet, ...]:
    return impose([part(*pieces)], papers()[paper], backs, title="Kit", font=font())


@pytest.mark.parametrize(
    ("text", "offset"),
    [("0.5,-1.25", (0.5, -1.25)), ("+2, 0", (2, 0)), (" -.5,10", (-0.5, 10)), ("-0,0", (0, 0))],
)
def test_an_offset_is_millimetres_to_the_right_and_up(
    text: str, offset: tuple[float, float]
) -> None:
    read = read_offset(text)
    assert read == offset
    assert read_offset(str(read)) == read
    assert str(read).count("-") == sum(value < 0 for value in offset)


@pytest.mark.parametrize(
    "text", ["", "1", "1,2,3", "1;2", "a,b", "1mm,2mm", "nan,0", "1e1,0", "٣,١"]
)
def test_an_invalid_offset_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(KitError, match=r"is not a pair of numbers.*--offset 0\.5,-1\.25"):
        read_offset(text)


def test_an_offset_of_more_than_a_centimetre_is_refused() -> None:
    with pytest.raises(KitError, match="moves the backs by more than 10 mm"):
        read_offset("0,-10.5")


def test_back_pages_are_moved_with_all_their_content() -> None:
    pieces = [piece("card", 63.5, 88.9, 12)]
    before = sheets_of(*pieces)
    after = offset_sheets(before, Offset(0.5, -1.25), "long-edge", [part(*pieces)])
    shift = Matrix.move(0.5 * MM, 1.25 * MM)
    for old, new in zip(before, after, strict=True):
        if old.side == "front":
            assert new is old
            continue
        assert new.scene.items == (Group(old.scene.items, shift),)
        for one, other in zip(old.placements, new.placements, strict=True):
            assert other.rect.x - one.rect.x == pytest.approx(0.5 * MM)
            assert other.rect.y - one.rect.y == pytest.approx(1.25 * MM)
            assert other.matrix == one.matrix.then(shift)


def test_no_offset_changes_nothing() -> None:
    scene = Scene("page", 10, 10, ())
    assert offset_back(scene, NO_OFFSET) is scene
    sheets = sheets_of(piece("card", 60, 90), backs="none")
    assert offset_sheets(sheets, NO_OFFSET, "none", []) == sheets


@pytest.mark.parametrize("backs", ["none", "gutterfold"])
def test_without_back_pages_an_offset_is_refused(backs: Backs) -> None:
    sheets = sheets_of(piece("card", 60, 90), backs=backs)
    with pytest.raises(KitError, match=f"but --backs {backs} prints no such pages"):
        offset_sheets(sheets, Offset(1, 1), backs, [])


def test_a_piece_that_would_leave_the_paper_is_reported_once() -> None:
    pieces = [piece("card", 63.5, 88.9, 18), piece("chip", 20, 20)]
    sheets = sheets_of(*pieces, paper="letter")
    assert offset_sheets(sheets, Offset(0, 6.3), "long-edge", [part(*pieces)])
    with pytest.raises(KitError) as caught:
        offset_sheets(sheets, Offset(0, 6.4), "long-edge", [part(*pieces)])
    (fault,) = caught.value.faults
    assert str(fault).startswith('Card "card": --offset 0,6.4 moves its back off the paper')


def test_a_piece_that_fills_the_page_may_be_moved() -> None:
    page = piece("page", 210, 297, bleed=0)
    _, back = offset_sheets(sheets_of(page), Offset(1, 1), "long-edge", [part(page)])
    assert back.placements[0].rect.x == pytest.approx(MM)
