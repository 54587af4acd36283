"""Tests of positions as data: defaults, and every fault of an impossible position."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.games.grizzled.game import Grizzled

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    'a position has no "hand"': {"hand": {}},
    "7 cannot play this game": {"players": 7},
    '"players" must be a whole number': {"players": "three"},
    'there is no mode "hard"': {"options": {"mode": "hard"}},
    '"hands" must be a mapping': {"hands": ["t01"]},
    'there is no player "p9"': {"hands": {"p9": []}},
    'there is no Trial card "t99"': {"hands": {"p1": ["t99"]}},
    '"p1" must be a list of words': {"hands": {"p1": "t01"}},
    'there is no Grizzled "g7"': {"grizzled": {"p1": "g7"}},
    "2 players have the Grizzled g1": {"grizzled": {"p1": "g1", "p2": "g1"}},
    'there is no Support tile "tx"': {"tiles": {"p1": ["tx"]}},
    'there is no player "p0"': {"withdrawn": ["p0"]},
    '"turn" is not a step': {"pending": ["turn"]},
    '"reply p1 mud" is not a step': {"pending": ["reply p1 mud"]},
    '"next chaplain" is not a step': {"pending": ["next chaplain"]},
    "only 59 cards are left": {"trials": 60},
    "the card t01 occurs 2 times instead of 1": {"hands": {"p1": ["t01"], "p2": ["t01"]}},
    "k01 is not a Threat card": {"land": ["k01"]},
    "t01 is not a Hard Knock": {"knocks": {"p2": ["t01"]}},
    "three identical threats are active already": {"land": ["t01", "t02", "t31"]},
    "Trial cards are missing": {"trials": 1, "reserve": 1, "discarded": []},
    "8 Support tiles are held or played instead of 9": {"tiles": {"p1": ["tl", "tr"]}},
    "the tile tl occurs 7 times instead of 6": {
        "tiles": {"p1": ["tl"] * 3, "p2": ["tl"] * 3, "p3": ["tl"] * 1}
    },
    "there are not enough Support tiles": {"tiles": {"p1": ["tl"] * 6}},
    "there are 6 Speech tokens instead of 5": {"tokens": {"p1": 6}},
    '"next" is not a player\'s decision': {"pending": ["next p1"]},
    "p1 has withdrawn": {"withdrawn": ["p1"], "pending": ["turn p1"]},
    "Merry Christmas has nothing to choose from": {"pending": ["christmas p1", "next p2"]},
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_an_impossible_position_is_refused(game: Grizzled, message: str) -> None:
    with pytest.raises(KitError) as refusal:
        game.load({"players": 3, **IMPOSSIBLE[message]})
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)


def test_lost_cards_fail_the_conservation_check(game: Grizzled) -> None:
    with pytest.raises(KitError) as refusal:
        game.load({"players": 3, "hands": {"p1": ["t01", "t01"]}})
    assert {fault.check for fault in refusal.value.faults} == {"check-conserve"}


def test_two_players_lose_no_speech_token(game: Grizzled) -> None:
    with pytest.raises(KitError, match="no Speech token leaves the game"):
        game.load({"players": 2, "removed": 1})


def test_missing_fields_are_as_in_a_new_game(game: Grizzled) -> None:
    state = game.load({"players": 4})
    assert str(state.pending[-1].name) == "intensity"
    assert (len(state.trials), len(state.reserve), state.stock) == (25, 34, 4)
    assert state.grizzled == ["g1", "g2", "g3", "g4"]
    assert [len(tiles) for tiles in state.tiles] == [3, 3, 3, 3]
    assert len(state.boxed) == 4


def test_with_a_given_reserve_the_rest_is_discarded(game: Grizzled) -> None:
    state = game.load({"players": 3, "trials": ["t01"], "reserve": 5, "hands": {"p2": ["t02"]}})
    assert state.trials == ["t01"]
    assert len(state.discarded) == 59 - 1 - 5 - 1


def test_the_same_data_give_the_same_position(game: Grizzled) -> None:
    data = {"players": 3, "chance": 8, "hands": {"p1": ["t01"]}}
    assert game.load(data) == game.load(data)
    assert game.load(data) != game.load({**data, "chance": 9})
