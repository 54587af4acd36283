"""Tests of observations: views reveal no secrets, and determinized states agree with them."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.rng import Rng
from generator.games.grizzled.game import Grizzled
from generator.games.grizzled.state import GrizzledState
from tests.games.grizzled.conftest import started

POSITION = {
    "players": 2,
    "round": 2,
    "hands": {"p1": ["t02", "k12"], "p2": ["t03"]},
    "tiles": {"p1": ["tl", "tr"], "p2": ["tr", "tl", "tr"], "chaplain": ["tl", "tr"]},
    "played": {"p1": "tl", "chaplain": "tl"},
    "withdrawn": ["p1"],
    "land": ["t13"],
    "knocks": {"p2": ["k01"]},
    "trials": ["t05", "t06", "t07"],
    "pending": ["turn p2"],
}


@pytest.fixture
def position(game: Grizzled) -> GrizzledState:
    return game.load(POSITION)


def test_a_player_sees_only_their_own_hand_and_tiles(position: GrizzledState) -> None:
    view: dict[str, Any] = position.view(0)
    assert view["hands"] == {"p1": ["t02", "k12"], "p2": 1}
    assert view["tiles"] == {"p1": ["tl", "tr"], "p2": 3, "chaplain": 2}
    assert view["played"] == {"p1": "tl", "chaplain": "face-down"}


def test_the_others_see_counts(position: GrizzledState) -> None:
    for seat, hands in ((1, {"p1": 2, "p2": ["t03"]}), (None, {"p1": 2, "p2": 1})):
        view: dict[str, Any] = position.view(seat)
        assert view["hands"] == hands
        assert view["played"] == {"p1": "face-down", "chaplain": "face-down"}


def test_piles_and_box_are_only_counted(position: GrizzledState) -> None:
    view = position.view(0)
    assert (view["trials"], view["reserve"], view["boxed"]) == (3, 51, 3)
    assert "chance" not in view


def test_open_cards_are_seen_by_all(position: GrizzledState) -> None:
    view, all_of_it = position.view(None), position.to_data()
    for key in ("land", "knocks", "discarded", "grizzled", "used", "tokens", "stock", "withdrawn"):
        assert view[key] == all_of_it[key]


def test_determinization_redraws_hands_piles_and_tiles(position: GrizzledState) -> None:
    worlds = [position.determinize(0, Rng(seed)) for seed in range(60)]
    assert {world.hands[0] for world in worlds} == {("t02", "k12")}
    assert len({world.hands[1] for world in worlds}) > 20
    assert {world.played[0] for world in worlds} == {"tl"}
    assert {world.played[2] for world in worlds} == {"tl", "tr"}
    assert len({tuple(world.trials) for world in worlds}) > 50
    assert all(not world.faults() for world in worlds)


def test_doubles_in_the_box_are_never_dealt_by_determinization(game: Grizzled) -> None:
    state = started(game, 3)
    for seed in range(30):
        world = state.determinize(1, Rng(seed))
        held = [tile for tiles in world.tiles for tile in tiles]
        assert not {"tll", "trr"} & {*held, *world.boxed}


def test_every_player_with_cards_answers_a_speech(game: Grizzled) -> None:
    data = {
        "players": 4,
        "hands": {"p1": ["t08"], "p2": ["t13"], "p3": [], "p4": ["t24"]},
        "tokens": {"p1": 1},
        "pending": ["turn p1"],
    }
    state = game.load(data)
    state.apply(game.read_move("speech shell"))
    decisions = []
    while state.pending[-1].name == "reply":
        decisions.append((state.to_act, [str(move) for move in state.legal_moves()]))
        state.apply(game.read_move("keep"))
    assert decisions == [(0, ["drop t08", "keep"]), (1, ["keep"]), (3, ["keep"])]


def test_hands_and_tiles_are_visible_to_their_player_alone(game: Grizzled) -> None:
    state = started(game, 3)
    events = state.apply(state.legal_moves()[0])
    secret = [event for event in events if event.only is not None]
    assert [event.only for event in secret] == [0, 1, 2]
    assert all(event.kind == "hand" for event in secret)
    public = [event for event in events if event.only is None]
    cards = set(state.config.cards)
    assert not any(cards & set(map(str, event.facts.values())) for event in public)
