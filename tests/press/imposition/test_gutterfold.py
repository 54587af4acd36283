"""Tests of gutterfold: backs are beyond a fold on the same side, and meet their fronts when folded."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press.imposition.duplex import rotation_of
from generator.press.imposition.pages.gutterfold import FOLD_ROOM, fold_pages, split_at_fold
from generator.press.imposition.sheet import Sheet
from generator.press.layout.folds import SYMBOL
from generator.press.marks.bleed import BACK_BLEED
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Path
from generator.press.scene.paths import bounds, overlap, rectangle, transform_rect
from tests.kinds import present
from tests.press.imposition.making import font, impose, papers, part, piece


def sheets_of(*pieces: Piece, paper: str = "a4") -> tuple[Sheet, ...]:
    return impose([part(*pieces)], papers()[paper], "gutterfold", title="Kit", font=font())


def fold_line(sheet: Sheet) -> Rect:
    (fold,) = [i for i in sheet.scene.items if isinstance(i, Group) and i.symbol == SYMBOL]
    (line,) = [item for item in fold.items if isinstance(item, Path)]
    return bounds(line.outline)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_poker_cards_and_their_backs_fit_either_paper(paper: str) -> None:
    pages = fold_pages(part(piece("card", 63.5, 88.9, 9)), papers()[paper])
    assert [len(list(page.slots)) for page in pages] == [4, 4, 1]


def test_halves_leave_room_for_the_fold_and_for_back_bleed() -> None:
    paper = papers()["a4"]
    left, upper = split_at_fold(paper)
    clear = FOLD_ROOM + BACK_BLEED
    assert left.area.right == pytest.approx(paper.width / 2 - clear)
    assert upper.area.bottom == pytest.approx(paper.height / 2 - clear)


@pytest.mark.parametrize(
    ("size", "axis", "count"), [((85, 60), "x", 4), ((60, 60), "y", 6), ((190, 130), "y", 1)]
)
def test_the_fold_direction_fits_the_most_pieces(
    size: tuple[float, float], axis: str, count: int
) -> None:
    first, *_ = fold_pages(part(piece("one", *size, 20)), papers()["a4"])
    assert first.fold
    assert (first.fold.axis, len(list(first.slots))) == (axis, count)
    middle = papers()["a4"].width / 2 if axis == "x" else papers()["a4"].height / 2
    assert first.fold.at == middle


@settings(max_examples=25)
@given(
    sizes=st.lists(
        st.tuples(st.floats(12, 120), st.floats(12, 120), st.integers(1, 30)),
        min_size=1,
        max_size=3,
    ),
    paper=st.sampled_from(["a4", "letter", "a2"]),
)
def test_folded_backs_are_behind_their_fronts_like_pages_of_a_book(
    sizes: list[tuple[float, float, int]], paper: str
) -> None:
    pieces = [piece(f"p{i}", *size) for i, size in enumerate(sizes)]
    widths = {one.id: one.size.width for one in pieces}
    for sheet in sheets_of(*pieces, paper=paper):
        fronts, backs = (
            {(one.piece, one.copy): one for one in sheet.placements if one.face == face}
            for face in ("front", "back")
        )
        assert fronts.keys() == backs.keys()
        for key, front in fronts.items():
            back, mirror = backs[key], present(front.fold).mirror
            assert transform_rect(back.rect, mirror) == pytest.approx(front.rect, abs=1e-9)
            for u, v in ((0, 0), (10, 0), (0, 10)):
                ahead = front.matrix.apply(widths[front.piece] - u, v)
                assert mirror.apply(*back.matrix.apply(u, v)) == pytest.approx(ahead, abs=1e-9)
            assert back.matrix.a * back.matrix.d - back.matrix.b * back.matrix.c == 1
            assert rotation_of(back.matrix) == back.rotation


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [(63.5, 88.9), (60, 60), (70, 120), (25, 25)])
def test_the_fold_is_drawn_five_millimetres_from_all_art(
    size: tuple[float, float], paper: str
) -> None:
    for sheet in sheets_of(piece("one", *size, 30), paper=paper):
        line = fold_line(sheet)
        assert min(line.width, line.height) == 0
        assert max(line.width, line.height) > 190 * MM
        for item in sheet.scene.items:
            if isinstance(item, Group) and item.clip:
                near = line.grown(FOLD_ROOM - 1e-6)
                assert overlap(near, bounds(item.clip)).width * overlap(
                    near, bounds(item.clip)
                ).height == pytest.approx(0, abs=1e-6)


def test_pieces_without_backs_have_plain_pages_and_large_ones_are_glued() -> None:
    sheets = sheets_of(
        piece("card", 60, 90), piece("mat", 180, 250), piece("board", 150, 150, back=False)
    )
    seen = [[(p.piece, p.face, p.fold is not None) for p in sheet.placements] for sheet in sheets]
    assert seen == [
        [("card", "front", True), ("card", "back", True)],
        [("mat", "front", False)],
        [("mat", "back", False)],
        [("board", "front", False)],
    ]
    assert {sheet.side for sheet in sheets} == {"front"}


def test_pieces_without_backs_fill_the_fronts_half_where_that_saves_a_sheet() -> None:
    card, tokens = piece("card", 60, 90), piece("tokens", 40, 40, 28, back=False)
    coins = piece("coins", 34, 34, 6, back=False)
    layer = Path(rectangle(Rect(0, 0, 1, 1)), fill="#88aacc")
    crease = Group((layer,), symbol=SYMBOL, decor=True)
    strips = replace(coins, front=replace(coins.front, items=(crease,)))
    paper = papers()["a4"]

    def folds(*pieces: Piece) -> list[bool]:
        return [page.fold is not None for page in fold_pages(part(*pieces), paper)]

    assert folds(card, tokens) == [True, False]  # they fill a sheet of their own
    assert folds(card, tokens, coins) == [True, False]
    assert folds(card, tokens, strips) == [True, False, False]  # two layers do not bend
    assert folds(tokens, coins) == [False, False]


def test_a_roll_is_folded_along_its_length() -> None:
    (page,) = fold_pages(part(piece("one", 250, 60, 3)), papers()["plotter"])
    assert page.fold
    assert (page.fold.axis, page.fold.at) == ("x", papers()["plotter"].width / 2)


def test_faults_of_folded_and_plain_pages_are_reported_together() -> None:
    wrong = replace(piece("uneven", 60, 90), back=piece("other", 61, 90).front)
    with pytest.raises(KitError) as caught:
        fold_pages(part(wrong, piece("big", 3000, 3000)), papers()["a4"])
    assert [fault.item for fault in caught.value.faults] == ['Uneven "uneven"', 'Big "big"']
