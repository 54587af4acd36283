"""The seats of persons: as they are typed, and only such as there are."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.engine.console.viewpoint import read_human_seats, seats_exist


@pytest.mark.parametrize(
    ("words", "seats"),
    [("1", (0,)), ("3, 1", (0, 2)), ("all", (0, 1, 2)), ("ALL", (0, 1, 2)), ("2,2", (1,))],
)
def test_seats_are_counted_from_one_by_persons(words: str, seats: tuple[int, ...]) -> None:
    assert read_human_seats(words, 3) == seats


@pytest.mark.parametrize("words", ["0", "4", "", "1;2", "x", "１"])
def test_a_seat_that_is_not_there_is_refused_with_those_that_are(words: str) -> None:
    with pytest.raises(KitError, match="there are seats 1 to 3, or write all"):
        read_human_seats(words, 3)


def test_a_game_of_fewer_has_no_room() -> None:
    seats_exist((0, 1), 2)
    with pytest.raises(KitError, match='there is no seat "2"; there is seat 1'):
        seats_exist((0, 1), 1)
