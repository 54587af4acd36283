"""Tests of pieces: size, straight outlines, and faults of their faces."""

import pytest

from generator.base.units import MM, Rect, Size
from generator.press.pieces.piece import Piece, is_straight
from generator.press.scene.items import Outline
from generator.press.scene.paths import ellipse, hexagon, rectangle
from tests.press.imposition.making import face, piece

BOX = Rect(0, 0, 60.0, 80.0)


@pytest.mark.parametrize(
    ("outline", "straight"),
    [
        (None, True),
        (rectangle(BOX), True),
        (rectangle(BOX, 8.0), True),
        (rectangle(BOX, 20.0), False),
        (ellipse(BOX), False),
        (hexagon(BOX), False),
        (hexagon(BOX, flat_top=True), False),
    ],
    ids=["plain", "rectangle", "rounded", "pill", "round", "hex", "hex-flat"],
)
def test_straight_outlines_are_those_with_four_straight_sides(
    outline: Outline | None, straight: bool
) -> None:
    assert is_straight(outline, Size(BOX.width, BOX.height)) is straight


def test_a_piece_has_the_size_of_its_trim_and_the_larger_bleed() -> None:
    card = Piece("a", "a", "A", "cards", 1, face(60, 90, bleed=2), face(60, 90, bleed=3))
    assert card.size == (60 * MM, 90 * MM)
    assert card.bleed == 3 * MM
    assert card.faults() == []


def test_faces_of_different_sizes_are_a_fault_with_both_sizes() -> None:
    card = Piece("ada", "card", "Cards", "cards", 1, face(60, 90), face(90, 60))
    assert [str(fault) for fault in card.faults()] == [
        'Cards "ada": the front is 60 × 90 mm but the back is 90 × 60 mm; give both faces the same size '
        "(face-sizes)"
    ]
    assert piece("fine", 60, 90).faults() == []
