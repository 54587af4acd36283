"""Tests of movement: slides, fires, and the order of events on the way."""

from __future__ import annotations

from typing import Any

from generator.engine.bots import bot_named
from generator.engine.events import Event
from generator.engine.playthrough import play
from generator.games.grudge.game import Grudge
from generator.games.grudge.map.pathfinding import bow_destinations, melee_destinations
from generator.games.grudge.map.squares import NUMBER
from generator.games.grudge.rules.combat import is_archer
from generator.games.grudge.rules.monsters import ground, is_in_place
from generator.games.grudge.state import GrudgeState
from tests.games.grudge.conftest import camp

EARLY: dict[str, Any] = {"initiative": "2D", "cards": ["KC", "8H", "4C"]}
"""The Warrior's turn comes first, with a card that overcomes everybody."""


def kinds_of(events: list[Event], *kinds: str) -> list[str]:
    return [event.kind for event in events if event.kind in kinds]


def test_a_slide_into_the_fire_begins_with_the_slide(game: Grudge) -> None:
    state = camp(
        game,
        **EARLY,
        elements=[{"element": "campfire", "squares": ["d2"]}],
        clouds=[{"square": "c2", "value": 12}],
        monsters={"goblin-spear": {"at": "b2", "reacted": True}, "troll": {"at": "h8"}},
    )
    state.apply(game.read_move("next warrior"))
    events = state.apply(game.read_move("roughhouse goblin-spear displace east"))
    kinds = ("displace", "cloud", "burn", "damage", "defeated")
    assert kinds_of(events, *kinds) == list(kinds)
    (slide,) = [event for event in events if event.kind == "displace"]
    assert slide.facts["moved"] == [["goblin-spear", "b2", "d2"]]
    assert game.describe(slide) == "The Goblin with Spear slides 2 squares east."


def test_a_blocked_slide_does_nothing(game: Grudge) -> None:
    state = camp(
        game,
        **EARLY,
        elements=[{"element": "tent", "squares": ["c2"]}],
        monsters={"goblin-spear": {"at": "b2", "reacted": True}},
    )
    state.apply(game.read_move("next warrior"))
    events = state.apply(game.read_move("roughhouse goblin-spear displace east"))
    assert [game.describe(event) for event in events if event.kind == "displace"] == [
        "The Goblin with Spear slides 0 squares east."
    ]


def test_the_fire_always_has_an_exit(game: Grudge) -> None:
    """`campfire-details`: in the corner, between Tents, it is the previous square."""
    state = camp(
        game,
        **EARLY,
        elements=[
            {"element": "campfire", "squares": ["a1"]},
            {"element": "tent", "squares": ["a2"]},
            {"element": "tent", "squares": ["b2"]},
        ],
        warrior={"at": "c1"},
        monsters={"boss": {"at": "b1", "reacted": True}},
    )
    state.apply(game.read_move("next warrior"))
    events = state.apply(game.read_move("roughhouse boss displace west"))
    assert kinds_of(events, "displace", "burn", "exit") == ["displace", "burn", "exit"]
    assert state.figures["boss"].at == NUMBER["b1"]


def test_opportunity_attacks_are_resolved_one_by_one(game: Grudge) -> None:
    """`opportunity-attack`: a Notch reduces the attack that was named last."""
    state = camp(
        game,
        **EARLY,
        warrior={"at": "b2"},
        monsters={"goblin-spear": {"at": "c2"}, "goblin-blade": {"at": "c3"}},
    )
    state.apply(game.read_move("next warrior"))
    blows = state.apply(game.read_move("dash a2"))
    blows += state.apply(game.read_move("notch helmet"))
    blows += state.apply(game.read_move("pass"))
    kinds = ("opportunity", "notch", "damage")
    assert kinds_of(blows, *kinds) == ["opportunity", "notch", "opportunity", "damage"]
    by = {event.kind: event.facts.get("by", event.facts.get("who")) for event in blows}
    assert by["damage"] == by["opportunity"]


def test_pathfinding_has_no_destination_for_a_monster_in_place(game: Grudge) -> None:
    found = [0, 0]
    for seed in range(20):
        for step in play(game, [bot_named("random")], seed):
            state = step.state
            assert isinstance(state, GrudgeState)
            for monster in state.monsters():
                archer = is_archer(state, monster)
                if is_in_place(state, monster.at, archer):
                    here = ground(state, monster.at)
                    found[archer] += 1
                    if archer:
                        assert bow_destinations(monster.at, 4, here, False) == ()
                    else:
                        assert melee_destinations(monster.at, 4, here) == ()
    assert min(found) > 100
