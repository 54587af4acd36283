"""Tests of matching pieces with products: exact, within tolerance, turned, on a larger board, or none."""

from __future__ import annotations

import math

import pytest

from generator.base.units import MM, Rect
from generator.press.scene.items import Outline
from generator.press.scene.paths import ellipse, hexagon, polygon, rectangle
from generator.publish.print_shops.product_match import nearest, product_for
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import TgcLimits, load_limits
from tests.publish.making import SHARED, face, piece

LIMITS = load_limits(SHARED, "tgc", TgcLimits)
CIRCLE = ellipse(Rect(0, 0, 19.05 * MM, 19.05 * MM))
HEX = hexagon(Rect(0, 0, 50.8 * MM, 43.99 * MM), flat_top=True)


def test_a_poker_card_fits_exactly_and_has_no_note() -> None:
    fit = product_for(piece(face(63.5, 88.9), face(63.5, 88.9)), LIMITS)
    assert fit
    assert (fit.slug, fit.turn, fit.note) == ("poker-deck", 0, "")


def test_a_landscape_card_is_turned() -> None:
    fit = product_for(piece(face(88.9, 63.5)), LIMITS)
    assert fit
    assert (fit.slug, fit.turn) == ("poker-deck", 90)


def test_a_slightly_different_cut_is_noted_and_nothing_is_scaled() -> None:
    fit = product_for(piece(face(70, 120)), LIMITS)
    assert fit
    assert fit.slug == "tarot-deck"
    assert fit.note == (
        "cut 0.15 mm narrower and 0.65 mm taller than the piece, whose art is not scaled"
    )


def test_a_board_goes_on_a_larger_one_to_be_cut_out() -> None:
    fit = product_for(piece(face(188, 188)), LIMITS)
    assert fit
    assert (fit.slug, fit.border) == ("square-mat", True)
    assert "7.6 mm left over at the sides" in fit.note
    assert product_for(piece(face(90, 190)), LIMITS) is None


def test_a_board_with_a_back_needs_a_product_with_two_sides() -> None:
    big = face(450, 450)
    one, two = product_for(piece(big), LIMITS), product_for(piece(big, big), LIMITS)
    assert one
    assert (one.slug, two) == ("quad-fold-board", None)


@pytest.mark.parametrize(
    ("trim", "size", "shape", "slug"),
    [
        (None, (25.4, 25.4), "rectangle", "large-square-chit"),
        (rectangle(Rect(0, 0, 25.4 * MM, 25.4 * MM), 6), (25.4, 25.4), "rectangle",
         "large-square-chit"),
        (CIRCLE, (19.05, 19.05), "circle", "medium-circle-chit"),
        (HEX, (50.8, 43.99), "hex", "small-hex-tile"),
        (polygon([(0, 0), (50, 20), (0, 50)]), (20, 20), None, None),
    ],
)  # fmt: skip
def test_every_shape_has_its_own_products(
    trim: Outline | None, size: tuple[float, float], shape: str | None, slug: str | None
) -> None:
    card = piece(face(*size, trim=trim))
    fit = product_for(card, LIMITS)
    assert shape_of(card) == shape
    assert (fit and fit.slug) == slug


@pytest.mark.parametrize("angles", [(100, 130, 130), (100, 140), (140, 110, 110)])
def test_six_equal_sides_alone_are_no_hexagon(angles: tuple[int, ...]) -> None:
    corners, toward = [(0.0, 0.0)], 0.0
    for n in range(5):
        x, y = corners[-1]
        corners.append((x + 60 * math.cos(toward), y + 60 * math.sin(toward)))
        toward += math.radians(180 - angles[n % len(angles)])
    assert math.dist(corners[0], corners[-1]) == pytest.approx(60)
    assert shape_of(piece(face(50, 50, trim=polygon(corners)))) is None


def test_the_nearest_product_is_named_with_its_deviation() -> None:
    trims = [("Chit", (25.4 * MM, 25.4 * MM)), ("Dot", (19.05 * MM, 19.05 * MM))]
    assert nearest(piece(face(22, 22)), trims) == (
        "nearest is Dot, 19.05 × 19.05 mm: its cut is 1.5 mm off"
    )
    assert nearest(piece(face(22, 22)), []) == "the shop has no product of this shape"


def test_every_products_picture_extends_about_an_eighth_of_an_inch_beyond_its_cut() -> None:
    for product in LIMITS.products.values():
        for pixels, side in zip(product.pixels, product.trim, strict=True):
            beyond = (pixels * 72 / LIMITS.dpi - side) / 2
            assert 8.7 <= beyond <= 16, product.name
