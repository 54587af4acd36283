"""Tests of the heuristic: the moves that a greedy player makes by it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots import Observation, bot_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.games.ggt.game import Ggt
from generator.games.ggt.map.hexes import read_name
from generator.games.ggt.state import GgtState
from tests.games.ggt.conftest import face_to_face, random_game

APART: dict[str, Any] = {"at": {"1": "-1,2", "2": "3,2"}}


def choices(state: GgtState, times: int = 9) -> list[str]:
    """The moves of several greedy players in this position, most frequent first."""
    greedy = bot_named("greedy")
    made = [str(greedy(Observation(state), Rng(number))) for number in range(times)]
    return sorted(made, key=made.count, reverse=True)


def test_eliminated_is_worth_zero_and_the_last_monster_one(game: Ggt) -> None:
    state = random_game(game, 3, 4, 4000)
    values = state.evaluate()
    assert all(0 <= value <= 1 for value in values)
    if state.outcome:
        assert values == state.outcome.worth
    fallen = game.load({"players": 3, "fallen": ["2"]})
    assert fallen.evaluate()[1] == 0


def test_more_health_power_cards_and_limbs_are_better(game: Ggt) -> None:
    hands = {"1": ["KS", "4H"], "2": ["2C"]}
    plain = face_to_face(game, pool={"1": 5}, hands=hands).evaluate()
    for better in (
        {"pool": {"1": 6}, "hands": hands},
        {"pool": {"1": 5}, "hands": hands, "power": {"1": 1}},
        {"pool": {"1": 5}, "hands": {**hands, "1": ["KS", "9H"]}},
        {"pool": {"1": 5, "2": 4}, "hands": hands},
        {"pool": {"1": 5}, "hands": hands, "limbs": {"2": [None] * 5}},
    ):
        values = face_to_face(game, **{"pool": {"1": 5}, **better}).evaluate()
        assert values[0] > plain[0], better
        assert values[1] <= plain[1] or "power" in better, better


def test_a_strong_hand_attacks(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["JS", "QS", "KS"], "2": []}, pool={"2": 4})
    assert choices(state)[0] == "attack 2 close"


def test_an_empty_hand_rests_where_it_can(game: Ggt) -> None:
    state = face_to_face(game, **APART, hands={"1": [], "2": ["2C"]})
    assert choices(state)[0] == "rest"


def test_a_full_hand_closes_in(game: Ggt) -> None:
    state = face_to_face(game, **APART)
    assert choices(state)[0] == "move ahead"


def test_a_hurt_monster_heals(game: Ggt) -> None:
    state = face_to_face(game, **APART, pool={"1": 3}, power={"1": 5})
    assert choices(state)[0].startswith("heal")


def test_a_limb_at_hand_is_sewn_on(game: Ggt) -> None:
    state = face_to_face(
        game,
        monsters={"1": "old-pincher", "2": "gravel-gus"},
        limbs={"1": [None, "small-claw", "barnacle-leg", "sidling-leg", "shell-tail"]},
        lying={"great-claw": "1,2"},
        at={"1": "1,2", "2": "-1,4"},
        power={"1": 6},
    )
    assert choices(state)[0] == "attach great-claw 1"


def test_a_royal_is_not_wasted_on_a_lost_cause(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["2S", "JS"], "2": ["2C"]}, pool={"2": 3})
    state.apply(game.read_move("attack 2 close"))
    assert choices(state)[0] == "card JS"


def test_greedy_does_not_let_an_enemy_go(game: Ggt) -> None:
    state = face_to_face(game, facing={"1": 3, "2": 3})
    state.apply(game.read_move("turn 0"))
    assert choices(state)[0] == "no"


def test_a_monster_is_placed_facing_the_map(game: Ggt) -> None:
    state, _ = game.start(3)
    while state.pending[-1].name == "take":
        state.apply(state.legal_moves()[0])
    board = state.config.board
    for choice in choices(state, 5):
        cell, facing = choice.split()[1:]
        ahead = board.near[board.number[read_name(cell)]][int(facing)]
        assert ahead >= 0
        assert ahead not in board.edge


@pytest.mark.parametrize("players", [2, 3])
def test_no_monster_is_placed_facing_the_edge_of_the_map(game: Ggt, players: int) -> None:
    """Nor is the last one, after whose placement the first round begins."""
    state, _ = game.start(7, players)
    while not state.round:
        state.apply(game.read_move(choices(state, 1)[0]))
    for at, facing in zip(state.at, state.facing, strict=True):
        assert state.config.board.near[at][facing] >= 0


@pytest.mark.parametrize(
    ("wants", "pending", "same"),
    [
        ({}, ["again 1", "again 2"], True),
        ({"wants": ["yes", None]}, ["again 2"], False),
        ({"heals": [1, None]}, ["mend 2", "clash"], False),
    ],
)
def test_a_secret_answer_of_another_is_no_certainty(
    game: Ggt, wants: dict[str, Any], pending: list[str], same: bool
) -> None:
    """Either answer of the other is possible, and only one of them ends the fight."""
    fight = {"attacker": "1", "target": "2", "type": "close", **wants}
    steps = [*pending, *(["agree"] if "clash" not in pending else []), "act 1", "turn 2", "round"]
    power = {"1": 1, "2": 1}
    before = face_to_face(game, fight=fight, pending=steps, power=power, pool={"1": 5, "2": 5})
    after = before.copy()
    after.apply(before.legal_moves()[0])
    assert game.is_deterministic(before, after) == same


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_search_attacks_instead_of_waiting(game: Ggt, seed: int) -> None:
    """With the author's weights two bots stay where they are for all of 200 rounds."""
    for step in play(game, [bot_named("search:20")], seed, 2):
        assert step.state.turn <= 24
        if step.state.fight:
            return
    raise AssertionError("the game is over without a fight")
