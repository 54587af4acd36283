"""Tests of observations: views reveal no secrets, and determinized states agree with them."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots.lookahead import Lookahead
from generator.engine.rng import Rng
from generator.games.ggt.combat_state import FLIP, NOTHING
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
        for world in (state.determinize(1, Rng(number)) for number in range(200))
        if world.contest
    }
    assert len(secrets) == 2


def test_the_usual_commitment_is_redrawn_most_often(game: Ggt) -> None:
    """The best card in combat and the worst in an Escape; the flip in combat, and nothing else."""
    cards = {"1": ["KS", "4H", "9C"], "2": ["2C"]}
    rest = {"discards": {"1": [sign for sign in game.box.card_number if sign not in cards["1"]]}}
    for action, usual, rare in [("attack 2 close", "KS", "4H"), ("escape 2 speed", "4H", "KS")]:
        state = face_to_face(game, hands=cards, **rest)
        play(game, state, action, "card 9C")
        worlds = [state.determinize(1, Rng(number)) for number in range(200)]
        found = [game.box.cards[world.test.secret[0]].sign for world in worlds]
        assert 120 < found.count(usual) < 190
        assert 5 < found.count(rare) < 40
    for action, first, secret in [("attack 2 close", "nothing", FLIP), ("push 2", "flip", NOTHING)]:
        state = face_to_face(game, hands={"1": [], "2": ["2C"]})
        play(game, state, action, first)
        worlds = [state.determinize(1, Rng(number)) for number in range(200)]
        assert 170 < [world.test.secret[0] for world in worlds].count(secret) < 200


def test_a_rival_answers_all_secret_moves_alike(game: Ggt) -> None:
    """So two cards of one rank have the same value, though what the rival holds is redrawn."""
    state = face_to_face(game, hands={"1": ["5S", "5H", "KS"], "2": ["2C", "9C", "QH", "7H"]})
    play(game, state, "attack 2 close")
    one, king, other = Lookahead(state, game.trained, Rng(1), 3, 6).values(500)
    assert str(state.legal_moves()[1]) == "card KS"
    assert one == pytest.approx(other) != king


def test_draws_are_not_predictable(game: Ggt) -> None:
    state = face_to_face(game, at={"1": "1,2", "2": "1,0"}, hands={"1": ["KS"], "2": ["2C"]})
    drawn = set()
    for number in range(20):
        world = state.determinize(0, Rng(number))
        world.apply(game.read_move("rest"))
        drawn.add(world.hands[0])
    assert len(drawn) > 10
