"""Tests of positions as data: defaults, and every fault of an impossible position."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.games.ggt.game import Ggt
from tests.games.ggt.conftest import ARENA, face_to_face, random_game

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    'a position has no "hand"': {"hand": {}},
    "7 cannot play this game": {"players": 7},
    'there is no map "moon"': {"options": {"map": "moon"}},
    "the map is the one of the options": {"map": "moon"},
    'there is no object "moon"': {"map": {**ARENA, "objects": ["moon"]}},
    "every object of a map has its digit": {"map": {**ARENA, "objects": ["raft"]}},
    'a map has no "cells"': {"map": {**ARENA, "cells": []}},
    "a map has at least two spaces": {"map": {"rows": ["o"]}},
    'there is no player "9"': {"hands": {"9": []}},
    'there is no card "ZZ"': {"hands": {"1": ["ZZ"]}},
    "the KS of player 1 occurs 2 times": {"hands": {"1": ["KS", "KS"]}},
    "cards are left for this pile, not 3": {"piles": {"1": 3}},
    "51 cards are in no hand, pile or discards": {
        **{"hands": {"1": []}, "discards": {"1": []}, "piles": {"1": ["2C"]}}
    },
    'there is no monster "blob"': {"monsters": {"1": "blob"}},
    "2 players have the monster": {"monsters": {"1": "gravel-gus", "2": "gravel-gus"}},
    "write null for an open one": {"limbs": {"1": [None]}},
    'there is no limb "nose"': {"lying": {"nose": "1,2"}},
    'there is no space "9,9"': {"at": {"1": "9,9"}},
    "2 monsters or objects are on 1,2": {"at": {"1": "1,2", "2": "1,2"}},
    'there is no object on this map "raft"': {"objects": {"raft": "1,2"}},
    '"act" is not a step': {"pending": ["act"]},
    '"land 1 nose 2" is not a step': {"pending": ["land 1 nose 2"]},
    '"turn 7" is not a step': {"pending": ["turn 7"]},
    "has 99 Health of": {"pool": {"1": 99}},
    "cards with Smarts": {"hands": {"1": ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]}},
    "Power tokens instead of": {"power": {"1": 3}, "supply": 30},
    '"acted" must be true or false': {"acted": "perhaps"},
    "a fight has an attacker and a target": {"fight": {"attacker": "1", "target": "1"}},
    '"part" is not a player\'s decision': {"pending": ["part", "act 1", "round"]},
    '"mend" is a step of a combat': {"pending": ["mend 1", "clash", "act 1", "round"]},
    '"card" is a step of a Test': {"pending": ["card 1", "reveal", "act 1", "round"]},
    "player 2 has no initiative card": {"order": ["1"]},
    "player 2 is out": {"fallen": ["2"], "now": "2", "at": {"1": "1,2"}},
    "player 3 does not fight": {
        **{"players": 3, "at": {"1": "1,2", "2": "2,2", "3": "0,2"}},
        **{"fight": {"attacker": "1", "target": "2"}, "pending": ["again 3", "agree", "act 1"]},
    },
    "player 2 has too few limbs for that": {
        **{"limbs": {"2": [None] * 5}, "fight": {"attacker": "1", "target": "2"}},
        "pending": ["rip 1", "part", "act 1", "round"],
    },
    'there is no Test "quiz"': {"test": {"why": "quiz", "of": "1", "against": "2"}},
    "this Test is not complete": {
        "test": {"why": "combat", "of": "1", "against": "2", "shown": [["2S"]]}
    },
    '"heals" must have attacker and target': {
        "fight": {"attacker": "1", "target": "2", "heals": 2}
    },
    'there is no count "joy"': {"tally": {"joy": 1}},
    'each of "deeds" must have deed and limb and player': {"deeds": [["limb torn"]]},
    '"totals" must be': {"totals": {"1": {"speed": 99}}},
    "somebody is left in the game": {"fallen": ["1", "2"]},
    '"supply" must be a whole number': {"supply": "plenty"},
    'there is no action "attack"': {"refused": {"attack": ["2"]}},
    '"allowed rest soon" is not a step': {"pending": ["act 1", "allowed rest soon"]},
    'there is no answer "perhaps"': {
        "fight": {"attacker": "1", "target": "2", "wants": ["perhaps", None]}
    },
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_an_impossible_position_is_refused(game: Ggt, message: str) -> None:
    data = {"players": 2, "map": ARENA, "at": {"1": "1,2", "2": "2,2"}, **IMPOSSIBLE[message]}
    with pytest.raises(KitError) as refusal:
        game.load(data)
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)


def test_missing_fields_are_as_in_a_new_game(game: Ggt) -> None:
    state = face_to_face(game)
    for seat in range(2):
        assert state.pool[seat] == state.body[seat].health
        assert len(state.hands[seat]) == state.body[seat].smarts
        assert state.power[seat] == 0
    assert state.supply == 30
    assert state.to_act == 0


def test_without_positions_the_pawns_start_on_the_edge(game: Ggt) -> None:
    state = game.load({"players": 6, "chance": 7})
    assert all(cell in state.config.board.edge for cell in state.at)
    assert len(set(state.at)) == 6


def test_unlisted_limbs_have_left_the_game(game: Ggt) -> None:
    state = face_to_face(game, limbs={"1": [None] * 5})
    gone = {limb.id for number, limb in enumerate(game.box.limbs) if state.lost >> number & 1}
    assert gone == {
        limb.id for limb in game.box.limbs if game.box.monsters[limb.home].id == "gravel-gus"
    }


def test_the_rest_of_a_deck_is_the_pile_or_the_discards(game: Ggt) -> None:
    some = face_to_face(game, hands={"1": ["KS"]}, discards={"1": ["QS"]})
    assert (some.piles[0].bit_count(), some.discards[0].bit_count()) == (50, 1)
    few = face_to_face(game, hands={"1": ["KS"]}, piles={"1": ["QS"]})
    assert (few.piles[0].bit_count(), few.discards[0].bit_count()) == (1, 50)


def test_a_generated_map_is_saved_with_the_game(game: Ggt) -> None:
    state = random_game(game, 3, 5, 40, map="random")
    loaded = game.load(state.to_data())
    assert loaded == state
    assert loaded.config.board.shown == state.config.board.shown
