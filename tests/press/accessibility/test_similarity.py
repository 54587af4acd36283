"""Faces are told apart quickly, many at a time, and never otherwise than by looking at each pair."""

from __future__ import annotations

from itertools import combinations

import numpy
import pytest

from generator.press.accessibility import similarity as module
from generator.press.accessibility.color_vision import VISIONS, lab
from generator.press.accessibility.similarity import FAR, ComparisonBudget, Seen, alike, confusing
from generator.press.paint.raster import View

RED, GREEN = (200, 60, 40), (82, 126, 48)
"""As light as each other."""


def field(*color: int, rows: int = 60, columns: int = 43) -> View:
    return numpy.full((rows, columns, 3), color, numpy.uint8)


def spotted(rng: numpy.random.Generator) -> View:
    """A field in one of two colours, with spots of its own."""
    view = field(*(RED, GREEN)[int(rng.integers(2))])
    for _ in range(int(rng.integers(4))):
        row, column, size = (
            int(rng.integers(low, high)) for low, high in ((0, 50), (0, 35), (1, 6))
        )
        view[row : row + size, column : column + size] = rng.integers(0, 256, 3)
    return view


def test_what_is_left_out_at_first_sight_is_told_apart_by_anybody() -> None:
    rng = numpy.random.default_rng(7)
    faces = [Seen(spotted(rng), 0.26) for _ in range(40)]
    each = [
        (one, other, vision)
        for (one, face), (other, another) in combinations(enumerate(faces), 2)
        if (vision := confusing(face, another))
    ]
    assert list(alike(faces, ComparisonBudget())) == each
    assert 20 < len(each) < 400


def test_no_vision_makes_a_far_difference_in_lightness_an_unclear_one() -> None:
    levels = numpy.arange(0, 256, 15, dtype=numpy.uint8)
    cube = numpy.stack(numpy.meshgrid(levels, levels, levels), -1).reshape(1, -1, 3)
    light = lab(cube)[..., 0]
    for vision in VISIONS:
        away = lab(cube, vision)[..., 0] - light
        assert float(away.max() - away.min()) < FAR - module.CLEAR


def test_a_difference_that_is_just_too_small_for_some_eyes_is_not_lost() -> None:
    """Eight dots are enough; without red cones a letter's palest one may be unclear."""
    one, other = field(255, 255, 255), field(255, 255, 255)
    other[10, 10:17] = 0, 0, 0
    other[10, 17] = 255, 172, 172
    assert confusing(Seen(one, 0.25), Seen(other, 0.25)) == ""


def test_one_dot_however_large_tells_nothing() -> None:
    one, other = field(*RED), field(*RED)
    other[10, 10:13] = GREEN
    assert confusing(Seen(one, 5.0), Seen(other, 5.0)) == ""
    other[10, 13] = GREEN
    assert confusing(Seen(one, 5.0), Seen(other, 5.0)) == "in greyscale"


@pytest.mark.parametrize("limit", ["MOST_AT_FIRST", "MOST_CLOSELY"])
def test_patience_comes_to_an_end(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 50_000)
    faces = [Seen(field(200, 60, blue), 0.26) for blue in range(40, 70)]
    patience = ComparisonBudget()
    assert list(alike(faces, patience)) == []
    assert patience.over
    assert not ComparisonBudget().over
