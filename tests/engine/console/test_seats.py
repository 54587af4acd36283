"""Tests of human seats: parsing of seat numbers, and seats that do not exist."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.engine.console.viewpoint import read_human_seats, seats_exist


@pytest.mark.parametrize(
    ("words", "seats"),
    [("1", (0,)), ("3, 1", (0, 2)), ("all", (0, 1, 2)), ("ALL", (0, 1, 2)), ("2,2", (1,))],
)
def test_people_count_seats_from_one(words: str, seats: tuple[int, ...]) -> None:
    assert read_human_seats(words, 3) == seats


@pytest.mark.parametrize("words", ["0", "4", "", "1;2", "x", "１"])
def test_an_unknown_seat_is_refused_with_a_list_of_seats(words: str) -> None:
    with pytest.raises(KitError, match="there are seats 1 to 3, or write all"):
        read_human_seats(words, 3)


def test_a_seat_beyond_the_number_of_players_is_refused() -> None:
    seats_exist((0, 1), 2)
    with pytest.raises(KitError, match='there is no seat "2"; there is seat 1'):
        seats_exist((0, 1), 1)
