"""Tests of pictures of faces: exact pixels, extended edges, transparent surroundings, rotation."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press.scene.paths import ellipse
from generator.publish.images import (
    BATCH,
    ImageRequest,
    render_images,
    thumbnail,
    thumbnail_difference,
    whole_face,
)
from tests.kinds import of_kind
from tests.publish.making import box, face

RED, BLUE = (204, 34, 34), (51, 102, 204)


def near(one: object, other: tuple[int, int, int]) -> bool:
    channels: tuple[int, ...] = of_kind(one, tuple)
    return max(abs(a - b) for a, b in zip(channels, other, strict=False)) <= 2


def test_a_poker_card_with_an_eighth_of_an_inch_has_825_by_1125_pixels() -> None:
    scene = face(63.5, 88.9)
    (image,) = render_images([whole_face(scene, 9, 300)])
    assert (image.size, image.mode) == ((825, 1125), "RGB")


def test_art_that_ends_before_the_edge_is_extended() -> None:
    striped = face(60, 60, [box(-3, 20, 66, 10, "#cc2222")])
    (image,) = render_images([whole_face(striped, 9, 300)])
    high = image.height
    for x in (0, 1, image.width - 1):
        assert near(image.getpixel((x, round(high * (25 + 3.175) / 66.35))), RED)
        assert near(image.getpixel((x, 0)), BLUE)
        assert near(image.getpixel((x, high - 1)), BLUE)


def test_white_borders_stay_white() -> None:
    scene = face(60, 60)
    shot = replace(whole_face(scene, 30, 100), white=True)
    (image,) = render_images([shot])
    assert image.getpixel((2, 2)) == (255, 255, 255)
    assert near(image.getpixel((image.width // 2, image.height // 2)), BLUE)


def test_pixels_beyond_the_bleed_of_an_outline_are_transparent() -> None:
    round_one = face(24, 24, trim=ellipse(Rect(0, 0, 24 * MM, 24 * MM)))
    (image,) = render_images([whole_face(round_one, 3 * MM, 254)])
    assert (image.size, image.mode) == ((300, 300), "RGBA")
    alpha = image.getchannel("A")
    assert [alpha.getpixel(at) for at in ((2, 2), (297, 2), (150, 150), (150, 3))] == [
        0, 0, 255, 255
    ]  # fmt: skip


def test_a_plain_rectangle_has_no_transparency() -> None:
    (image,) = render_images([whole_face(face(20, 20), 3 * MM, 100)])
    assert image.mode == "RGB"


def test_a_picture_is_turned_clockwise() -> None:
    marked = face(40, 20, [box(0, 0, 10, 10, "#cc2222")], bleed=0)
    shot = ImageRequest(marked, Rect(0, 0, marked.width, marked.height), (80, 40))
    plain, right, left = render_images([shot, replace(shot, turn=90), replace(shot, turn=270)])
    assert (plain.size, right.size, left.size) == ((80, 40), (40, 80), (40, 80))
    assert near(plain.getpixel((5, 5)), RED)
    assert near(right.getpixel((35, 5)), RED)
    assert near(left.getpixel((5, 75)), RED)


def test_more_pictures_than_a_batch_keep_their_order() -> None:
    shots = [whole_face(face(10 + at, 10, bleed=0), 0, 25.4) for at in range(BATCH + 2)]
    assert [image.width for image in render_images(shots)] == [10 + at for at in range(BATCH + 2)]


def test_thumbnails_distinguish_faces() -> None:
    white, black = Image.new("RGB", (50, 70), "white"), Image.new("CMYK", (9, 9), (0, 0, 0, 255))
    assert thumbnail_difference(thumbnail(white), thumbnail(white.resize((500, 700)))) == 0
    assert thumbnail_difference(thumbnail(white), thumbnail(black)) > 200


def test_faces_with_too_many_overlapping_layers_are_refused() -> None:
    """At 300 dpi a thousand whole boards on top of each other would be painted."""
    layers = face(150, 120, [box(0, 0, 150, 120, "#cc2222")] * 600, bleed=0)
    with pytest.raises(KitError, match="take too long to paint, this one the longest"):
        next(render_images([whole_face(layers, 0, 25.4)]))
