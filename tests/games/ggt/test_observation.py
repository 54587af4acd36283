"""Tests of observations: views reveal no secrets, and determinized states agree with them."""

from __future__ import annotations

from typing import Any

from generator.engine.rng import Rng
from generator.games.ggt.game import Ggt
from tests.games.ggt.conftest import face_to_face, play


def test_a_player_sees_only_their_own_hand(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS", "4H"], "2": ["2C"]})
    seen: dict[str, Any] = state.view(0)
    assert sorted(seen["hands"]["1"]) == ["4H", "KS"]
    assert seen["hands"]["2"] == 1
    assert state.view(None)["hands"] == {"1": 2, "2": 1}
    assert "chance" not in seen


def test_a_committed_card_is_seen_only_by_its_owner(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS", "4H"], "2": ["2C"]})
    play(game, state, "attack 2 close", "card KS")
    views: list[dict[str, Any]] = [state.view(seat) for seat in (0, 1, None)]
    assert [view["test"]["secret"] for view in views] == [
        ["KS", None],
        ["secret", None],
        ["secret", None],
    ]


def test_committed_healing_and_answers_are_hidden(game: Ggt) -> None:
    state = face_to_face(
        game, hands={"1": ["3S"], "2": ["2C"]}, pool={"1": 5, "2": 5}, power={"1": 2, "2": 2}
    )
    play(game, state, "attack 2 close", "heal 2")
    view: dict[str, Any] = state.view(1)
    assert view["fight"]["heals"] == ["secret", None]
    play(game, state, "heal 0", "card 3S", "card 2C")
    while state.pending[-1].name != "again":
        state.apply(state.legal_moves()[0])
    state.apply(game.read_move("yes"))
    after: dict[str, Any] = state.view(1)
    assert after["fight"]["wants"] == ["secret", None]


def test_determinized_states_differ_in_hidden_cards(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS", "4H"], "2": ["2C", "3C"]})
    play(game, state, "attack 2 close", "card KS")
    worlds = [state.determinize(1, Rng(number)) for number in range(30)]
    committed = {world.contest.secret[0] for world in worlds if world.contest}
    assert len(committed) > 10
    assert all(world.hands[1] == state.hands[1] for world in worlds)
    own = [state.determinize(0, Rng(number)) for number in range(30)]
    assert {world.contest.secret for world in own if world.contest} == {
        (game.box.card_number["KS"], -1)
    }
    assert len({world.hands[1] for world in own}) > 10


def test_a_secret_flip_is_determinized(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": [], "2": ["2C"]}, pool={"1": 5})
    play(game, state, "attack 2 close", "flip")
    secrets = {
        world.contest.secret[0]
        for world in (state.determinize(1, Rng(number)) for number in range(20))
        if world.contest
    }
    assert len(secrets) == 2


def test_draws_are_not_predictable(game: Ggt) -> None:
    state = face_to_face(game, at={"1": "1,2", "2": "1,0"}, hands={"1": ["KS"], "2": ["2C"]})
    drawn = set()
    for number in range(20):
        world = state.determinize(0, Rng(number))
        world.apply(game.read_move("rest"))
        drawn.add(world.hands[0])
    assert len(drawn) > 10
