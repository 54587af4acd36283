"""Tests of duplex printing: each back lies behind its front for both flips and all rotations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base.units import Matrix
from generator.press.imposition.duplex import Backs, Fold, mirror_side, rotation_of, turned_over
from generator.press.scene.paths import transform_rect
from tests.press.imposition.making import font, impose, papers, part, piece

FLIPS = ["long-edge", "short-edge"]


def test_a_long_edge_flip_swaps_left_and_right_and_keeps_faces_upright() -> None:
    a4 = papers()["a4"]
    flip = turned_over(a4, "long-edge")
    back = mirror_side(Matrix.move(20, 30), 100, flip)
    assert back == Matrix.move(a4.width - 120, 30)


def test_a_horizontal_fold_turns_faces_upside_down_and_a_vertical_one_does_not() -> None:
    front = Matrix.move(20, 30)
    assert mirror_side(front, 100, Fold("x", 200).mirror) == Matrix.move(280, 30)
    below = mirror_side(front, 100, Fold("y", 200).mirror)
    assert (rotation_of(below), below.apply(0, 0)) == (180, (120, 370))


def test_a_short_edge_flip_swaps_top_and_bottom_and_turns_faces() -> None:
    a4 = papers()["a4"]
    back = mirror_side(Matrix.move(20, 30), 100, turned_over(a4, "short-edge"))
    assert rotation_of(back) == 180
    assert back.apply(0, 0) == (120, a4.height - 30)


@pytest.mark.parametrize("backs", FLIPS)
@settings(max_examples=30)
@given(
    sizes=st.lists(
        st.tuples(st.floats(12, 190), st.floats(12, 260), st.integers(1, 40)),
        min_size=1,
        max_size=3,
    ),
    paper=st.sampled_from(["a4", "letter"]),
)
def test_every_back_turned_over_covers_its_front(
    backs: Backs, sizes: list[tuple[float, float, int]], paper: str
) -> None:
    pieces = [piece(f"p{i}", *size) for i, size in enumerate(sizes)]
    sheets = impose([part(*pieces)], papers()[paper], backs, title="Kit", font=font())
    flip = turned_over(papers()[paper], backs)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        for one, other in zip(front.placements, back.placements, strict=True):
            assert (one.piece, one.copy) == (other.piece, other.copy)
            assert transform_rect(other.rect, flip) == pytest.approx(one.rect, abs=1e-9)
            size = next(p.size for p in pieces if p.id == one.piece)
            for u, v in ((0, 0), (size.width, 0), (0, size.height)):
                ahead = one.matrix.apply(size.width - u, v)
                assert flip.apply(*other.matrix.apply(u, v)) == pytest.approx(ahead, abs=1e-9)


@pytest.mark.parametrize(
    ("backs", "front", "back"),
    [("long-edge", 0, 0), ("short-edge", 0, 180), ("long-edge", 90, 270), ("short-edge", 90, 90)],
)
def test_a_back_is_rotated_and_never_mirrored(backs: Backs, front: int, back: int) -> None:
    placed = mirror_side(Matrix.turn(front), 50, turned_over(papers()["letter"], backs))
    assert rotation_of(placed) == back
    assert placed.a * placed.d - placed.b * placed.c == 1
