"""Tests of back bleed: the art of a back extends 1 mm beyond its cut unless another back is there."""

import pytest

from generator.base.units import MM, Rect
from generator.press.marks.bleed import BACK_BLEED, extend_back_bleed
from tests.press.imposition.making import clips, font, impose, papers, part, piece

CARD = Rect(100, 100, 50, 80)


def test_narrow_back_bleed_grows_to_a_millimetre_and_wide_bleed_is_kept() -> None:
    short = Rect(99, 100, 60, 81)
    grown = extend_back_bleed(CARD, short, 3 * MM, [])
    assert grown == pytest.approx(
        (100 - BACK_BLEED, 100 - BACK_BLEED, 59 + BACK_BLEED, 80 + 2 * BACK_BLEED)
    )
    wide = CARD.grown(2 * BACK_BLEED)
    assert extend_back_bleed(CARD, wide, 3 * MM, []) == pytest.approx(wide)


def test_back_bleed_ends_at_the_adjacent_back() -> None:
    beside = [Rect(150, 100, 50, 80), Rect(100, 181, 50, 80)]
    assert extend_back_bleed(CARD, CARD, 3 * MM, beside) == pytest.approx(
        (100 - BACK_BLEED, 100 - BACK_BLEED, 50 + BACK_BLEED, 80 + BACK_BLEED)
    )
    before = [Rect(50, 100, 50, 80), Rect(100, 19, 50, 80)]
    assert extend_back_bleed(CARD, CARD, 3 * MM, before) == pytest.approx(
        (100, 100, 50 + BACK_BLEED, 80 + BACK_BLEED)
    )


def test_a_back_without_bleed_is_not_extended() -> None:
    assert extend_back_bleed(CARD, CARD, 0.0, []) == pytest.approx(CARD)


def test_backs_of_nine_cards_on_letter_extend_into_the_margin() -> None:
    cards = [part(piece("card", 63.5, 88.9, 9))]
    front, back = impose(cards, papers()["letter"], "long-edge", title="Kit", font=font())
    upper = min(face.rect.y for face in back.placements)
    assert min(clip.y for clip in clips(front)) == pytest.approx(6 * MM)
    assert min(clip.y for clip in clips(back)) == pytest.approx(upper - BACK_BLEED)


def test_a_back_beside_a_blank_one_extends_over_the_cut() -> None:
    cards = [part(piece("card", 63.5, 88.9, 8), piece("blank", 63.5, 88.9, back=False))]
    _, back = impose(cards, papers()["a4"], "long-edge", title="Kit", font=font())
    last = back.placements[-1].rect
    assert clips(back)[-1].x == pytest.approx(last.x - BACK_BLEED)
