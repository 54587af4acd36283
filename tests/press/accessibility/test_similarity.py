"""Tests of similar pairs: fast for many faces, with the same result as comparing each pair closely."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy
import pytest

from generator.press.accessibility import similarity as module
from generator.press.accessibility.color_vision import COLOR_VISION_DEFICIENCIES, lab
from generator.press.accessibility.similarity import (
    SAFE_LIGHTNESS_DIFFERENCE,
    ComparisonBudget,
    FaceRaster,
    confusing_vision,
    similar_pairs,
)
from generator.press.paint.raster import Raster

RED, GREEN = (200, 60, 40), (82, 126, 48)
"""Equally light."""


def field(*color: int, rows: int = 60, columns: int = 43) -> Raster:
    return numpy.full((rows, columns, 3), color, numpy.uint8)


def random_field(rng: numpy.random.Generator) -> Raster:
    """A field in one of two colours with random spots."""
    view = field(*(RED, GREEN)[int(rng.integers(2))])
    for _ in range(int(rng.integers(4))):
        row, column, size = (
            int(rng.integers(low, high)) for low, high in ((0, 50), (0, 35), (1, 6))
        )
        view[row : row + size, column : column + size] = rng.integers(0, 256, 3)
    return view


def test_most_pairs_of_a_large_deck_are_decided_by_a_few_pixels() -> None:
    rng = numpy.random.default_rng(5)
    faces = []
    for _ in range(60):
        view = field(255, 255, 255, rows=200, columns=150)
        view[rng.random(view.shape[:2]) < 0.01] = 0  # a few words
        faces.append(FaceRaster(view, 0.26))
    budget = ComparisonBudget()
    assert list(similar_pairs(faces, budget)) == []
    pairs, pixels = 60 * 59 // 2, 200 * 150
    assert 0 < module.MAX_QUICK_COMPARISONS - budget.quick < pairs * pixels / 20


def test_the_quick_comparison_excludes_only_clearly_different_pairs() -> None:
    rng = numpy.random.default_rng(7)
    faces = [FaceRaster(random_field(rng), 0.26) for _ in range(40)]
    each = [
        (one, other, vision)
        for (one, face), (other, another) in combinations(enumerate(faces), 2)
        if (vision := confusing_vision(face, another))
    ]
    assert list(similar_pairs(faces, ComparisonBudget())) == each
    assert 20 < len(each) < 400


def test_a_large_difference_in_lightness_is_clear_to_every_vision() -> None:
    levels = numpy.arange(0, 256, 15, dtype=numpy.uint8)
    cube = numpy.stack(numpy.meshgrid(levels, levels, levels), -1).reshape(1, -1, 3)
    light = lab(cube)[..., 0]
    for vision in COLOR_VISION_DEFICIENCIES:
        away = lab(cube, vision)[..., 0] - light
        assert float(away.max() - away.min()) < SAFE_LIGHTNESS_DIFFERENCE - module.CLEAR_DIFFERENCE


def test_a_difference_near_the_threshold_of_one_vision_is_kept() -> None:
    """Eight pixels suffice; without red cones, the palest pixel of a letter may be unclear."""
    one, other = field(255, 255, 255), field(255, 255, 255)
    other[10, 10:17] = 0, 0, 0
    other[10, 17] = 255, 172, 172
    assert confusing_vision(FaceRaster(one, 0.25), FaceRaster(other, 0.25)) == ""


def test_three_pixels_are_not_enough_to_tell_faces_apart() -> None:
    one, other = field(*RED), field(*RED)
    other[10, 10:13] = GREEN
    assert confusing_vision(FaceRaster(one, 5.0), FaceRaster(other, 5.0)) == ""
    other[10, 13] = GREEN
    assert confusing_vision(FaceRaster(one, 5.0), FaceRaster(other, 5.0)) == "in greyscale"


@pytest.mark.parametrize("limit", ["MAX_QUICK_COMPARISONS", "MAX_CLOSE_COMPARISONS"])
def test_comparisons_are_limited(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 50_000)
    faces = [FaceRaster(field(200, 60, blue), 0.26) for blue in range(40, 70)]
    budget = ComparisonBudget()
    assert list(similar_pairs(faces, budget)) == []
    assert budget.exhausted
    assert not ComparisonBudget().exhausted


def test_not_every_pair_of_similar_cards_is_compared_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A close comparison takes nearly 1 ms, and 500 cards differing in a number have 125,000 pairs."""
    compared = []

    def compare(*given: Any) -> str:
        compared.append(given)
        return confusing_vision(*given)

    monkeypatch.setattr(module, "confusing_vision", compare)
    views = [field(200, 200, 200, rows=9, columns=9) for _ in range(100)]
    for number, view in enumerate(views):
        view[0, :7] = [[100 + 40 * (number >> bit & 1)] for bit in range(7)]
    faces = [FaceRaster(view, 1.0) for view in views]
    budget = ComparisonBudget()
    list(similar_pairs(faces, budget))
    assert budget.exhausted
    assert len(compared) < 4_100
