"""Tests of the seats of a table: who sits at which screen when a game ends and another begins."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.kit.locate import KitSearchPath
from generator.studio.play.match import PERSON
from generator.studio.play.rooms import Room
from tests.readme_steps import ROOT

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")


@pytest.fixture
def room() -> Room:
    """A table of two people, of whom the second has a screen of their own."""
    room = Room(PATH, "grizzled")
    begin(room)
    room.leave(1)
    return room


def begin(room: Room, *seats: str) -> None:
    room.begin(lambda: room.new_match(seats or (PERSON, PERSON), 1, 2, {}))


def test_a_game_that_cannot_begin_leaves_everything_as_it_is(room: Room) -> None:
    before = room.match, room.game, room.pictures
    with pytest.raises(KitError, match='there is no bot "serch"'):
        begin(room, PERSON, "serch")
    assert (room.match, room.game, room.pictures) == before
    assert room.own_screen().seats == (0,)


def test_players_keep_their_screens_in_the_next_game_until_they_close_them(room: Room) -> None:
    begin(room)
    assert room.own_screen().seats == (0,)
    room.leave(1)  # the page was loaded again, and its old one is gone a little later
    room.close(1)
    begin(room)
    assert room.own_screen().seats == (0,)
    room.close(1)
    assert room.own_screen().seats == (0,)  # perhaps only until the phone wakes up
    begin(room)
    assert room.own_screen().seats == (0, 1)
