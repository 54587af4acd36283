"""Tests of sleeves: which cards fit which, and what the first page says of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press import library
from generator.press.instructions.sleeves import sleeves_for
from generator.press.pieces.piece import Piece, in_mm
from generator.press.scene.paths import ellipse
from tests.press.imposition.making import SHARED, piece
from tests.press.scene.drawing import laid_out

KNOWN = library.sleeves((SHARED,))


def sleeves_of(*pieces: Piece) -> dict[str, int]:
    return {in_mm(size): n for size, n in sleeves_for(pieces, KNOWN).items()}


def test_cards_are_counted_by_the_sleeve_they_fit_best() -> None:
    poker, tarot = piece("poker", 63.5, 88.9, copies=3), piece("tarot", 70, 120, copies=10)
    smaller = piece("smaller", 63, 88, copies=8)
    assert sleeves_of(poker, tarot, smaller) == {"63.5 × 88 mm": 11, "70 × 120 mm": 10}
    bridge, american, european = (
        piece(str(w), w, h, copies=10) for w, h in ((57, 89), (56, 87), (59, 92))
    )
    found = sleeves_of(bridge, american, european)
    assert found == {"57.5 × 89 mm": 10, "56 × 87 mm": 10, "59 × 92 mm": 10}


@pytest.mark.parametrize(
    ("width", "height", "fits"),
    [
        (64, 89, True), (64.1, 89, False), (64, 89.1, False),
        (61, 85, True), (60.9, 85, False), (61, 84.9, False), (88.9, 63.5, True),
    ],
)  # fmt: skip
def test_a_card_is_hardly_larger_and_not_much_smaller_than_its_sleeve(
    width: float, height: float, fits: bool
) -> None:
    standard = {"standard": KNOWN["standard"]}
    assert bool(sleeves_for([piece("card", width, height, copies=10)], standard)) is fits


def test_a_disc_and_a_folded_piece_are_no_cards() -> None:
    disc = piece("disc", 70, 70, copies=10, trim=ellipse(Rect(0, 0, 70 * MM, 70 * MM)))
    assert sleeves_of(disc) == {}
    assert sleeves_of(piece("tile", 70, 70, copies=10)) == {"70 × 70 mm": 10}
    folded = laid_out(
        '<card width="63.5" height="88"><fold x1="0" y1="44" x2="63.5" y2="44"/></card>'
    )
    card = piece("card", 63.5, 88, copies=10)
    assert sleeves_of(card, replace(card, front=folded)) == {"63.5 × 88 mm": 10}


def test_a_few_cards_of_a_size_are_no_deck() -> None:
    assert sleeves_of(piece("card", 63.5, 88, copies=9), piece("tarot", 70, 120)) == {}
    two = (piece(name, 63.5, 88, copies=5) for name in ("sun", "moon"))
    assert sleeves_of(*two) == {"63.5 × 88 mm": 10}


def test_own_sleeves_are_added_and_a_wrong_size_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "sleeves.yaml").write_text("mine: [50, 75]\n")
    own = library.sleeves((tmp_path, SHARED))
    assert set(own) == {*KNOWN, "mine"}
    assert sleeves_for([piece("card", 50, 75, copies=10)], own) == {own["mine"]: 10}
    (tmp_path / "sleeves.yaml").write_text("mine: 50 x 75\n")
    with pytest.raises(
        KitError, match=r'sleeves\.yaml:1: the size "mine" is not a width and a height'
    ):
        library.sleeves((tmp_path, SHARED))
