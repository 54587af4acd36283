"""Tests of fitting text: the largest size that fits its box, and the position in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError, Place
from generator.press.layout.text import DoesNotFit
from generator.press.text.line_breaking import ICON_DROP, ICON_SIZE
from generator.press.text.line_placement import IconPiece, RunPiece
from tests.press.text.making import fonts, shown_lines, texts, typeset, width

REGULAR = fonts().font()
LONG = "The goat that stands nearest to the bridge moves one square; " * 4


def test_the_first_capitals_touch_the_top_of_the_box() -> None:
    block = typeset("One goat")
    assert block.lines[0].y == pytest.approx(REGULAR.cap_height * 10)
    assert block.height == pytest.approx((REGULAR.cap_height + REGULAR.word("g").bottom) * 10)
    assert block.width == pytest.approx(width(block.lines[0].pieces[0]))


def test_lines_have_leading_and_paragraphs_an_extra_gap() -> None:
    block = typeset("one\ntwo three", width=25, leading=1.5, paragraph_gap=0.4)
    assert shown_lines(block) == ["one", "two", "three"]
    first, second, third = (line.y for line in block.lines)
    assert second - first == pytest.approx(19)
    assert third - second == pytest.approx(15)


@pytest.mark.parametrize(
    ("align", "shift"), [("left", 0.0), ("center", 0.5), ("right", 1.0), ("justify", 0.0)]
)
def test_lines_are_aligned_in_the_box(align: str, shift: float) -> None:
    block = typeset("12", width=100, align=align)
    (piece,) = block.lines[0].pieces
    assert piece.x == pytest.approx(shift * (100 - block.width))


def test_without_a_width_lines_are_aligned_to_the_widest() -> None:
    block = typeset("long line\nline", width=None, height=None, align="right")
    first, second = (line.pieces[0] for line in block.lines)
    assert first.x == pytest.approx(0)
    assert second.x + width(second) == pytest.approx(block.width)


def test_justified_lines_fill_the_measure_but_the_last_does_not() -> None:
    block = typeset(LONG + "*The end* of :star: it\nAnd more", align="justify", width=150)
    ends = [line.pieces[-1].x + width(line.pieces[-1]) for line in block.lines]
    assert ends[:-2] == pytest.approx([150] * (len(ends) - 2))
    assert ends[-2] < 149
    assert ends[-1] < 149
    assert all(line.pieces[0].x == 0 for line in block.lines)


def test_centred_digits_are_equally_far_from_top_and_bottom() -> None:
    block = typeset("12", height=30, valign="middle")
    baseline = block.lines[0].y
    assert baseline - REGULAR.cap_height * 10 == pytest.approx(30 - baseline)


def test_descenders_of_centred_text_stay_in_the_box() -> None:
    height = (REGULAR.cap_height + REGULAR.word("g").bottom) * 10 + 0.001
    block = typeset("Og", height=height, valign="middle")
    assert block.lines[0].y == pytest.approx(REGULAR.cap_height * 10, abs=0.01)


def test_bottom_aligned_neighbours_share_a_baseline() -> None:
    with_tail, without = (
        typeset(text, height=50, valign="bottom").lines[0].y for text in ("goat", "cow")
    )
    assert with_tail == without == pytest.approx(50 - REGULAR.descent * 10)


def test_the_largest_size_that_fits_is_used() -> None:
    sizes = [typeset(LONG, height=height, size_max=12, size_min=5).size for height in (40, 60, 400)]
    assert sizes[0] < sizes[1] < sizes[2] == 12
    assert all(4 * size == round(4 * size) for size in sizes)
    with pytest.raises(DoesNotFit):
        typeset(LONG, height=40, size_max=12, size_min=sizes[0] + 0.25)


def test_both_ends_of_the_size_range_are_tried() -> None:
    assert typeset("goat", size_max=9.1, size_min=6.6).size == 9.1
    word = REGULAR.word("goat").width
    assert typeset("goat", width=word * 6.65, size_max=9.1, size_min=6.6).size == 6.6


def test_an_icon_is_centred_on_the_capitals_beside_it() -> None:
    block = typeset("pay 2:coin: now")
    before, icon, after = block.lines[0].pieces
    assert isinstance(icon, IconPiece)
    assert (icon.name, icon.size, icon.width) == ("coin", ICON_SIZE * 10, ICON_SIZE * 10)
    assert icon.y + icon.size == pytest.approx(block.lines[0].y + ICON_DROP * 10)
    middle = block.lines[0].y - (icon.y + icon.size / 2)
    assert middle == pytest.approx(REGULAR.cap_height * 10 / 2, abs=0.5)
    assert icon.x == pytest.approx(before.x + width(before))
    assert after.x == pytest.approx(icon.x + icon.width + REGULAR.space * 10)


def test_a_run_is_all_words_of_one_font_with_equal_gaps() -> None:
    block = typeset("one two *three four* five, *six*")
    runs = [piece for piece in block.lines[0].pieces if isinstance(piece, RunPiece)]
    assert [[word.text for word in run.words] for run in runs] == [
        ["one", "two"], ["three", "four"], ["five,"], ["six"]
    ]  # fmt: skip
    assert [run.words[0].font.style for run in runs] == ["regular", "bold", "regular", "bold"]
    assert runs[0].gap == REGULAR.space * 10
    assert runs[2].gap == 0


def test_parts_of_a_word_in_different_fonts_touch() -> None:
    bold, comma = typeset("*Push*, then").lines[0].pieces
    assert comma.x == pytest.approx(bold.x + width(bold))


def test_an_empty_text_is_an_empty_block() -> None:
    block = typeset(" \n")
    assert (block.size, block.width, block.height, block.lines) == (10, 0, 0, ())


def test_a_text_that_is_too_long_reports_the_excess_and_the_rest() -> None:
    with pytest.raises(DoesNotFit) as caught:
        typeset("one two\nthree half-turn", width=30, height=25)
    assert caught.value.words == "three half-turn"
    assert caught.value.excess == pytest.approx(typeset(
        "one two\nthree half-turn", width=30, height=None).height - 25)  # fmt: skip
    assert 'no room for "three half-turn"; shorten it' in str(caught.value)


def test_a_long_rest_is_shortened() -> None:
    with pytest.raises(DoesNotFit, match=r'no room for ".{40,57} …"') as caught:
        typeset(LONG * 3, height=40)
    assert caught.value.words.endswith("moves one square;")


def test_a_word_that_is_too_wide_is_named() -> None:
    with pytest.raises(DoesNotFit, match=r'"incomprehensible" is \d+\.\d mm too wide.* at 10 pt'):
        typeset("so incomprehensible", width=40)


def test_the_caller_adds_the_place_to_the_fault() -> None:
    with pytest.raises(DoesNotFit) as caught:
        typeset("incomprehensible", width=10)
    placed = caught.value.within(place=Place("card.xml", 7), item="goof")
    assert str(placed).startswith("card.xml:7: goof: ")
    assert isinstance(placed, KitError)


boxes = st.tuples(st.floats(30, 300), st.floats(10, 200))


@given(texts, boxes, st.sampled_from(["top", "middle", "bottom"]))
def test_text_stays_in_its_box(text: str, box: tuple[float, float], valign: str) -> None:
    options = {"width": box[0], "height": box[1], "size_max": 12, "size_min": 5, "valign": valign}
    try:
        block = typeset(text, **options)
    except DoesNotFit:
        return
    assert block.width <= box[0] + 1e-3
    assert block.height <= box[1] + 1e-3
    for line in block.lines:
        assert line.y - REGULAR.cap_height * block.size >= -1e-3
        for piece in line.pieces:
            assert piece.x >= -1e-3
            assert piece.x + width(piece, block.size) <= box[0] + 1e-3
            assert isinstance(piece, RunPiece)
            assert line.y + max(word.bottom for word in piece.words) * block.size <= box[1] + 0.5


@given(texts, boxes, st.floats(1, 2), st.floats(1, 2))
def test_a_larger_box_never_makes_text_smaller(
    text: str, box: tuple[float, float], wider: float, higher: float
) -> None:
    small = {"width": box[0], "height": box[1], "size_max": 12, "size_min": 5}
    large = small | {"width": box[0] * wider, "height": box[1] * higher}
    try:
        size = typeset(text, **small).size
    except DoesNotFit:
        return
    assert typeset(text, **large).size >= size


@given(texts, boxes)
def test_a_text_that_does_not_fit_reports_its_excess(text: str, box: tuple[float, float]) -> None:
    options = {"width": box[0], "size_max": 9, "size_min": 9}
    try:
        needed = typeset(text, height=None, **options).height
    except DoesNotFit:
        needed = 0
    if needed > box[1]:
        with pytest.raises(DoesNotFit) as caught:
            typeset(text, height=box[1], **options)
        assert caught.value.excess == pytest.approx(needed - box[1])
        assert text.endswith(caught.value.words)


@given(texts, boxes)
def test_no_larger_size_would_have_fitted(text: str, box: tuple[float, float]) -> None:
    options = {"width": box[0], "height": box[1]}
    try:
        size = typeset(text, size_max=12, size_min=5, **options).size
    except DoesNotFit:
        size = 4.75
    for quarters in range(round(size * 4) + 1, 49):
        with pytest.raises(DoesNotFit):
            typeset(text, size_max=quarters / 4, size_min=quarters / 4, **options)
