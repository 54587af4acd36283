"""Tests of card sizes: what shops ask for and what files state leads to the right cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.units import MM, Size
from generator.tools.from_pictures.card_pictures import CardPicture
from generator.tools.from_pictures.card_size import card_size


def picture(
    width: int, height: int, printed: tuple[float, float] | None = None, bleed: float | None = None
) -> CardPicture:
    size = Size(printed[0] * MM, printed[1] * MM) if printed else None
    stated = None if bleed is None else bleed * MM
    return CardPicture("Wolf", Path("wolf.png"), ".png", (width, height), bytes, 1, size, stated)


@pytest.mark.parametrize(
    ("pixels", "name", "bleed"),
    [
        ((750, 1050), "poker", 0),
        ((1050, 750), "poker", 0),
        ((744, 1039), "poker", 0),
        ((825, 1125), "poker", 3.175),  # the template of The Game Crafter
        ((822, 1122), "poker", 3),  # that of MakePlayingCards
        ((673, 1051), "bridge", 0),
        ((827, 1417), "tarot", 0),
        ((520, 803), "mini", 0),
        ((600, 600), "square-card", 0),
        ((1000, 1250), "71.1mmx88.9mm", 0),
        ((300, 1050), "44mmx88.9mm", 0),
    ],
)
def test_proportions_suggest_a_size(pixels: tuple[int, int], name: str, bleed: float) -> None:
    size = card_size([picture(*pixels)])
    assert (size.name, size.bleed, size.is_guess) == (name, bleed, True)
    assert size.is_wide == (pixels[0] > pixels[1])


@pytest.mark.parametrize(
    ("stated", "name", "bleed"),
    [
        ((63, 88), "63mmx88mm", 0),
        ((69, 94), "63mmx88mm", 3),
        ((94, 69), "63mmx88mm", 3),
        ((63.5, 88.9), "poker", 0),
        ((69.85, 95.25), "poker", 3.175),
        ((76, 126), "tarot", 3),
        ((80, 100), "80mmx100mm", 0),
    ],
)
def test_the_resolution_of_a_file_states_its_size(
    stated: tuple[float, float], name: str, bleed: float
) -> None:
    width, height = stated
    size = card_size([picture(round(width * 12), round(height * 12), stated)])
    assert (size.name, size.bleed, size.is_guess) == (name, bleed, False)


def test_a_resolution_that_makes_no_card_is_not_believed() -> None:
    assert card_size([picture(375, 525, (31.75, 44.45))]).name == "poker"


def test_a_trim_box_states_size_and_bleed() -> None:
    size = card_size([picture(800, 1000, (80, 100), 2)])
    assert (size.name, size.bleed, size.is_guess) == ("76mmx96mm", 2, False)


def test_a_wanted_size_leaves_only_the_bleed_open() -> None:
    with_bleed = card_size([picture(825, 1125)], "poker")
    assert (with_bleed.name, with_bleed.bleed, with_bleed.is_guess) == ("poker", 3.175, False)
    other = card_size([picture(825, 1125)], "tarot")
    assert (other.name, other.bleed) == ("tarot", 0)
    assert not other.fits(picture(825, 1125))
    assert other.fits(picture(700, 1200))


def test_most_pictures_decide() -> None:
    size = card_size([picture(600, 600), picture(750, 1050), picture(750, 1050)])
    assert size.name == "poker"
    assert round(size.dpi(picture(750, 1050))) == 300
    assert round(size.dpi(picture(600, 600))) == 171
