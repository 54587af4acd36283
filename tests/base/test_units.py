"""Tests of lengths, boxes and matrices: exact where exactness is promised."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.base.units import IDENTITY, MM, Matrix, Rect, length, mm

NUMBERS = st.floats(-1000, 1000)
MATRICES = st.builds(Matrix, *[NUMBERS] * 6)


@pytest.mark.parametrize(
    ("text", "points"),
    [("72pt", 72), ("1in", 72), ("2.54cm", 72), ("25.4mm", 72), ("25.4", 72), (" -.5in ", -36),
     ("+2.pt", 2)],
)  # fmt: skip
def test_a_length_is_converted_to_points(text: str, points: float) -> None:
    assert length(text) == pytest.approx(points, abs=1e-12)


def test_a_bare_number_has_the_default_unit() -> None:
    assert (length("9", "pt"), length("9mm", "pt")) == (9, 9 * MM)


@pytest.mark.parametrize(
    "text", ["", "mm", "5px", "5 m", "1e5mm", "nan", "inf", "5mm5", "0x5", "５"]
)
def test_an_invalid_length_is_quoted(text: str) -> None:
    with pytest.raises(KitError, match=re.escape(f'"{text}" is not a length')) as caught:
        length(text)
    assert "63mm" in caught.value.faults[0].hint


def test_a_length_is_finite() -> None:
    with pytest.raises(KitError, match="too many digits"):
        length("9" * 400)


@given(st.floats(-10_000, 10_000))
def test_millimetres_round_trip_to_a_thousandth(value: float) -> None:
    assert mm(length(f"{value:.6f}mm")) == pytest.approx(value, abs=0.0006)
    assert str(mm(-1e-9)) == "0.0"


def test_a_rectangle_has_far_sides_and_grows_evenly() -> None:
    box = Rect(1, 2, 10, 20)
    assert (box.right, box.bottom) == (11, 22)
    assert box.center == (6, 12)
    assert box.grown(1) == Rect(0, 1, 12, 22)
    assert box.grown(1).grown(-1) == box


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 360, -90, 450])
def test_rotations_by_right_angles_are_exact(degrees: float) -> None:
    a, b, c, d, _, _ = Matrix.turn(degrees)
    assert {a, b, c, d} <= {0.0, 1.0, -1.0}


def test_a_rotation_is_clockwise_about_its_point() -> None:
    assert Matrix.turn(90, 10, 10).apply(20, 10) == (10, 20)
    assert Matrix.turn(37, 5, 6).apply(5, 6) == pytest.approx((5, 6))


@given(st.floats(-720, 720), NUMBERS, NUMBERS)
def test_a_rotation_keeps_distances(degrees: float, x: float, y: float) -> None:
    assert math.hypot(*Matrix.turn(degrees).apply(x, y)) == pytest.approx(
        math.hypot(x, y), abs=1e-6
    )


@given(MATRICES, MATRICES, NUMBERS, NUMBERS)
def test_then_composes_two_matrices_in_order(
    first: Matrix, second: Matrix, x: float, y: float
) -> None:
    step_by_step = second.apply(*first.apply(x, y))
    assert first.then(second).apply(x, y) == pytest.approx(step_by_step, rel=1e-6, abs=1e-3)
    assert first.then(IDENTITY) == pytest.approx(first)


def test_scale_and_move_transform_points() -> None:
    assert Matrix.scale(2).apply(1, 1) == (2, 2)
    assert Matrix.scale(2, 3).then(Matrix.move(5, 6)).apply(1, 1) == (7, 9)


@pytest.mark.parametrize("matrix", [Matrix(2, 1, -3, 4, 5, 6), Matrix.turn(30, 7, 8)])
def test_an_inverse_undoes_its_matrix(matrix: Matrix) -> None:
    assert matrix.then(matrix.inverse()) == pytest.approx(IDENTITY)
    assert matrix.inverse().apply(*matrix.apply(12, 34)) == pytest.approx((12, 34))
