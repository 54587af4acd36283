"""Tests of pages: pieces of one size form a centred grid, and leftover pieces share pages."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.imposition.pages.slots import Page, edges
from generator.press.scene.paths import ellipse, overlap, rectangle
from tests.press.imposition.making import in_mm, papers, part, piece

SIZES = st.tuples(st.integers(15, 170), st.integers(15, 250))


def rects(page: Page) -> list[tuple[float, ...]]:
    return [in_mm(slot.rect) for slot in page.slots]


@pytest.mark.parametrize(
    ("paper", "left", "top", "gutter"), [("a4", 8.75, 11.6, 1), ("letter", 16.55, 6.35, 0)]
)
def test_nine_poker_cards_have_gutters_if_there_is_room_and_avoid_the_caption(
    paper: str, left: float, top: float, gutter: float
) -> None:
    (page,) = lay_pages(part(piece("card", 63.5, 88.9, 9)), papers()[paper])
    art = [overlap(slot.rect.grown(slot.piece.bleed), slot.limit) for slot in page.slots]
    clear = [max(page.strip.y - each.bottom, each.x - page.strip.right) for each in art]
    assert min(clear) >= 4.5 * MM - 1e-6
    across, down = 63.5 + gutter, 88.9 + gutter
    expected = [
        (left + across * column, top + down * row) for row in range(3) for column in range(3)
    ]
    assert [rect[:2] for rect in rects(page)] == [pytest.approx(at, abs=0.011) for at in expected]


def test_gutters_are_two_bleeds_wide_if_that_costs_no_slot() -> None:
    (page,) = lay_pages(part(piece("card", 58, 88, 5)), papers()["a4"])
    (left, top, *_), *others = rects(page)
    assert [(round(x - left, 2), round(y - top, 2)) for x, y, *_ in others] == [
        (64, 0), (128, 0), (0, 94), (64, 94)
    ]  # fmt: skip


def test_a_piece_is_rotated_if_more_fit_that_way() -> None:
    (page,) = lay_pages(part(piece("mat", 270, 90, 2)), papers()["a4"])
    assert [rect[2:] for rect in rects(page)] == [(90, 270), (90, 270)]
    slot = next(page.slots)
    right, top = slot.rect.right, slot.rect.y
    assert slot.matrix.apply(0, 0) == pytest.approx((right, top))
    assert slot.matrix.apply(270 * MM, 0) == pytest.approx((right, top + 270 * MM))


def test_copies_are_consecutive_and_fill_pages() -> None:
    pages = lay_pages(part(piece("a", 63.5, 88.9, 8), piece("b", 63.5, 88.9, 12)), papers()["a4"])
    seen = [[f"{slot.piece.id}{slot.copy}" for slot in page.slots] for page in pages]
    assert seen == [
        ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1"],
        ["b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10"],
        ["b11", "b12"],
    ]


def test_leftover_blocks_of_several_sizes_share_a_page() -> None:
    (page,) = lay_pages(
        part(piece("tile", 25, 25, 3), piece("card", 60, 90, 2), piece("chit", 15, 15, 2)),
        papers()["a4"],
    )
    beside, below = page.blocks[1], page.blocks[2]
    assert [block[0].piece.id for block in page.blocks] == ["card", "chit", "tile"]
    assert [len(block) for block in page.blocks] == [2, 2, 3]
    assert beside[0].rect.y == page.blocks[0][0].rect.y < below[0].rect.y


def test_leftover_pieces_have_gutters_unless_that_takes_another_sheet() -> None:
    (page,) = lay_pages(part(piece("card", 63.5, 88.9, 4)), papers()["a4"])
    first, second, third, _ = rects(page)
    assert second[0] - first[0] == pytest.approx(63.5 + 6, abs=0.02)
    assert (third[0], third[1] - first[1]) == (first[0], pytest.approx(88.9 + 6, abs=0.02))
    mixed = part(piece("card", 63.5, 88.9, 6), piece("chip", 63.5, 85, 3))
    (page,) = lay_pages(mixed, papers()["a4"])
    first, second, *_ = rects(page)
    assert second[0] - first[0] == pytest.approx(63.5 + 1, abs=0.02)


def test_a_piece_of_the_paper_s_size_has_the_page_to_itself() -> None:
    pages = lay_pages(
        part(piece("howto", 210, 297, bleed=0, back=False), piece("tile", 25, 25)), papers()["a4"]
    )
    assert rects(pages[0]) == [(0, 0, 210, 297)]
    assert [page.marked for page in pages] == [False, True]


def test_pieces_without_copies_take_no_page() -> None:
    assert lay_pages(part(piece("none", 60, 90, 0)), papers()["a4"]) == []


def test_all_oversized_pieces_are_reported_with_their_sizes() -> None:
    big, long = piece("big", 2500, 2500), piece("long", 20, 9000)
    with pytest.raises(KitError) as caught:
        lay_pages(part(big, piece("fine", 60, 90), long), papers()["a4"])
    first, second = map(str, caught.value.faults)
    assert first == (
        'Big "big": 2500 × 2500 mm is too large for A4: it would take more than 64 sheets; '
        "make it smaller or choose a larger paper (piece-too-large)"
    )
    assert second.startswith('Long "long": 20 × 9000 mm is too large for A4')


def test_outlines_keep_room_for_scissors_and_cut_lines_even_without_bleed() -> None:
    disc = ellipse(Rect(0, 0, 25 * MM, 25 * MM))
    (page,) = lay_pages(part(piece("disc", 25, 25, 2, bleed=0, trim=disc)), papers()["a4"])
    one, other = page.slots
    assert other.rect.x - one.rect.right == pytest.approx(4 * MM)
    assert one.cut_line
    assert other.cut_line


@pytest.mark.parametrize("count", [40, 43])
def test_outlines_without_room_for_bleed_leave_room_for_scissors(count: int) -> None:
    """Discs between which double bleed would cost slots, alone and with another size."""
    disc, small = (ellipse(Rect(0, 0, size * MM, size * MM)) for size in (30, 21))
    discs = piece("disc", 30, 30, count, trim=disc), piece("small", 21, 21, 9, bleed=0, trim=small)
    for page in lay_pages(part(*discs), papers()["a4"]):
        boxes = [slot.rect for slot in page.slots]
        near = [
            max(b.x - a.right, a.x - b.right, b.y - a.bottom, a.y - b.bottom)
            for at, a in enumerate(boxes)
            for b in boxes[at + 1 :]
        ]
        assert min(near) >= 4 * MM - 1e-6


def test_cards_with_rounded_corners_fit_nine_to_a_page() -> None:
    card = rectangle(Rect(0, 0, 63.5 * MM, 88.9 * MM), 3 * MM)
    (page,) = lay_pages(part(piece("card", 63.5, 88.9, 9, trim=card)), papers()["letter"])
    assert not any(slot.cut_line for slot in page.slots)


@pytest.mark.parametrize("count", [4, 8])
def test_straight_sides_are_marked_for_a_guillotine_although_an_outline_is_drawn(
    count: int,
) -> None:
    """Cards of different colours have a gutter in which the cut line of round corners fits."""
    card = rectangle(Rect(0, 0, 60 * MM, 80 * MM), 3 * MM)
    cards = [piece(f"card-{number}", 60, 80, trim=card) for number in range(count)]
    (page,) = lay_pages(part(*cards), papers()["a4"])
    for slot in page.slots:
        assert slot.cut_line
        assert slot.cuts == edges(slot.rect)


def test_a_board_with_round_corners_has_crop_marks_on_every_tile() -> None:
    board = rectangle(Rect(0, 0, 300 * MM, 200 * MM), 3 * MM)
    pages = lay_pages(part(piece("board", 300, 200, trim=board)), papers()["a4"])
    slots = [slot for page in pages for slot in page.slots]
    assert len(slots) == 2
    assert all(slot.cut_line for slot in slots)
    assert [len(slot.cuts) for slot in slots] == [3, 4]  # the seam is cut on one of the two


@settings(max_examples=30)
@given(
    sizes=st.lists(st.tuples(SIZES, st.integers(1, 30)), min_size=1, max_size=4),
    paper=st.sampled_from(["a4", "letter"]),
    bleed=st.sampled_from([0, 1.5, 3]),
)
def test_every_copy_is_placed_once_in_the_usable_area_without_overlap(
    sizes: list[tuple[tuple[float, float], int]], paper: str, bleed: float
) -> None:
    pieces = [piece(f"p{i}", *size, copies, bleed=bleed) for i, (size, copies) in enumerate(sizes)]
    pages = lay_pages(part(*pieces), papers()[paper])
    placed = sorted((slot.piece.id, slot.copy) for page in pages for slot in page.slots)
    assert placed == sorted((p.id, n) for p in pieces for n in range(1, p.copies + 1))
    usable = papers()[paper].usable.grown(1e-6)
    for page in pages:
        slots = list(page.slots)
        arts = [overlap(slot.rect.grown(slot.piece.bleed), slot.limit) for slot in slots]
        for index, slot in enumerate(slots):
            assert overlap(slot.rect, usable) == pytest.approx(slot.rect)
            assert overlap(arts[index], usable) == pytest.approx(arts[index])
            assert _area(overlap(arts[index], page.strip)) < 1e-6
            for other, art in zip(slots[:index], arts[:index], strict=True):
                assert _area(overlap(slot.rect, other.rect)) < 1e-6
                assert _area(overlap(slot.rect, art)) < 1e-6


def _area(rect: Rect) -> float:
    return rect.width * rect.height


def test_pieces_of_a_block_are_together_and_apart_from_others() -> None:
    units = [("a", 12, "red"), ("b", 8, "blue"), ("c", 5, "red")]
    counters = [
        replace(piece(name, 16, 16, copies, bleed=1), block=block) for name, copies, block in units
    ]
    (page,) = lay_pages(part(*counters), papers()["a4"])
    found: dict[str, list[Rect]] = {}
    for slot in page.slots:
        found.setdefault(slot.piece.block, []).append(slot.rect)
    assert {block: len(rects) for block, rects in found.items()} == {"red": 17, "blue": 8}
    red, blue = (
        Rect(
            min(r.x for r in rects), min(r.y for r in rects),
            max(r.right for r in rects) - min(r.x for r in rects),
            max(r.bottom for r in rects) - min(r.y for r in rects),
        )
        for rects in (found["red"], found["blue"])
    )  # fmt: skip
    assert min(overlap(red, blue)[2:]) == 0
