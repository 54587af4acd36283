"""Tests of positions as data: defaults, and every fault of an impossible position."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import ROUND, camp

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    'a position has no "wizard"': {"wizard": 1},
    'there is no Monster "dragon"': {"monsters": {"dragon": {"at": "a2"}}},
    'there is no square "z9"': {"warrior": {"at": "z9"}},
    'a Character has no "wings"': {"warrior": {"at": "a1", "wings": 2}},
    '"health" cannot be "many"': {"warrior": {"at": "a1", "health": "many"}},
    'there is no Condition "asleep"': {"warrior": {"at": "a1", "conditions": ["asleep"]}},
    'there is no Weapon "club"': {"monsters": {"boss": {"at": "a2", "weapon": "club"}}},
    "two Characters stand on a1": {"monsters": {"boss": {"at": "a1"}}},
    "nobody can stand on a1": {"elements": [{"element": "tent", "squares": ["a1"]}]},
    "Elements overlap on b1": {
        "elements": [
            {"element": "tent", "squares": ["b1"]},
            {"element": "fence", "squares": ["b1", "c1"]},
        ]
    },
    "there are not 2 of campfire": {
        "elements": [
            {"element": "campfire", "squares": ["b1"]},
            {"element": "campfire", "squares": ["c1"]},
        ]
    },
    'each of "clouds" has square and value': {"clouds": [{"square": "a2"}]},
    "the card 6C occurs 2 times instead of 1": {"warrior-discard": ["6C"]},
    "the card 2S occurs 2 times instead of 1": {"monster-discard": ["2S"]},
    "three cards have places": {"cards": ["6C", "8C"]},
    "the Monsters have an Initiative card, too": {"initiative": "6D", "monster-initiative": []},
    'there is no card "1X"': {"hand": ["1X"]},
    '"turn slowly" is not a step': {"pending": ["turn slowly"]},
    '"turns" is not a player\'s decision': {"pending": ["turns", "end-round"]},
    '"path warrior -1 a1" is not a step': {"pending": ["path warrior -1 a1"]},
    '"aid aid aimed warrior troll main 3" is not a step': {
        "pending": ["aid aid aimed warrior troll main 3"]
    },
    "the Stats cannot be": {"stats": [9, 0, 0]},
    "3 Notches are too many": {"notches": {"helmet": 3}},
    "the Warrior carries no flail": {"warrior": {"at": "a1", "weapon": "flail"}},
    "boss has no Health left": {"monsters": {"boss": {"at": "a2", "health": 0}}},
    "the Warrior stands nowhere": {"warrior": {}, "monsters": {"boss": {"at": "a2"}}},
    "the Warrior must stand on a square by now": {
        "warrior": {"at": ""},
        "cards": [],
        "pending": ["again 3"],
    },
    'there is no Encounter "picnic"': {"encounter": "picnic"},
    'there is no Joker "warrior 2S"': {"aside": ["warrior 2S"]},
    '"stats" must be a list': {"stats": "432"},
    '"experienced" must be a whole number': {"experienced": ["all"]},
    'there is no room "{}"': {"room": {}},
    'there is no result "draw"': {"outcome": {"result": "draw", "rule": "defeated"}},
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_an_impossible_position_is_refused(game: Grudge, message: str) -> None:
    with pytest.raises(KitError) as refusal:
        game.load({"warrior": {"at": "a1"}, **ROUND, **IMPOSSIBLE[message]})
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)


def test_missing_fields_are_as_in_a_challenge_in_progress(game: Grudge) -> None:
    state = camp(game, monsters={"troll": {"at": "h8"}})
    assert state.stats == (4, 3, 2)
    assert (state.warrior.health, state.warrior.weapon, state.warrior.shield) == (5, "axe", True)
    troll = state.figures["troll"]
    assert (troll.health, troll.defence, troll.weapon) == (3, 5, "hammer")
    assert len(state.w_deck) == 41 - 3
    assert len(state.mi_deck) == 13 - 1
    assert state.encounter == 7
    assert state.faults() == []


def test_without_cards_three_are_drawn(game: Grudge) -> None:
    state = game.load({"warrior": {"at": "a1"}, "warrior-deck": ["JOKER-1", "2S", "3S", "4S"]})
    assert state.hand == ("2S", "3S", "4S")
    assert state.pending[-1].name == "initiative"
    assert len(state.legal_moves()) == 13


def test_a_dropped_shield_is_not_carried(game: Grudge) -> None:
    warrior = {"at": "a1", "conditions": ["disarmed"], "dropped": ["shield"]}
    assert camp(game, warrior=warrior).warrior.shield is False


def test_a_weapon_is_not_both_carried_and_dropped(game: Grudge) -> None:
    warrior = {"at": "a1", "conditions": ["disarmed"], "dropped": ["axe"], "weapon": "spear"}
    both = {"warrior": warrior, "weapons": ["spear", "axe"]}
    with pytest.raises(KitError, match="the axe is both carried and dropped") as error:
        camp(game, **both)
    assert [fault.check for fault in error.value.faults] == ["disarmed-state"]
    assert camp(game, **both, tally={"weapons looted": 1}).weapons == ("spear", "axe")
    assert camp(game, warrior=warrior, weapons=["spear"]).warrior.dropped == ("axe",)


def test_the_same_data_give_the_same_position(game: Grudge) -> None:
    assert camp(game, chance=8) == camp(game, chance=8)
    assert camp(game, chance=8) != camp(game, chance=9)


def test_without_a_warrior_a_position_is_a_new_game(game: Grudge) -> None:
    state = game.load({"challenge": 3, "stats": [4, 3, 2], "outcome": {"result": "victory"}})
    assert state == game.load({})
    assert state.outcome is None


def test_empty_data_are_a_new_game(game: Grudge) -> None:
    state = game.load({})
    new, _ = game.start(seed=1)
    assert state.legal_moves() == new.legal_moves()
    assert state.challenge == 0
