"""Tests of the events of Strikes and of Dragging down: their rules and their order."""

from __future__ import annotations

from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import camp


def test_a_boss_in_a_mob_pierces_like_its_members(game: Grudge) -> None:
    """`ganging-up`: without two steps of its own it has no `boss-momentum`."""
    done = {"acted": True, "reacted": True}
    state = camp(
        game,
        warrior={"at": "b2"},
        initiative="9D",
        **{"monster-initiative": ["2D"]},
        monsters={
            "boss": {"at": "c3", "reacted": True},
            "goblin-spear": {"at": "a1", **done},
            "goblin-blade": {"at": "a2", **done},
            "goblin-bow": {"at": "a3", **done},
        },
        **{"monster-cards": ["9S", "3C", "5C"]},
    )
    events = state.apply(game.read_move("next boss"))
    assert [event.rule for event in events if event.kind == "pierce"] == ["ganging-up"]


def test_aid_is_told_after_the_action_it_aids(game: Grudge) -> None:
    """`goblin-drag-down`: 2 and favour are not above 6; with Aid they are."""
    state = camp(
        game,
        monsters={"goblin-spear": {"at": "b2"}, "goblin-blade": {"at": "b1", "reacted": True}},
        initiative="6D",
        cards=["4C", "8S", "5C"],
        **{"monster-cards": ["AS", "2H", "4H"], "monster-initiative": ["8D"]},
    )
    state.apply(game.read_move("next warrior"))
    events = state.apply(game.read_move("pass"))
    kinds = [event.kind for event in events]
    first = kinds.index("roughhouse")
    assert kinds[first : first + 5] == ["roughhouse", "upper-hand", "favour", "aid", "condition"]
    assert events[first].facts["value"] == 5
