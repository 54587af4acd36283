"""Tests of the heuristic: the moves that a greedy player makes by it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots import Observation, bot_named, choose_move
from generator.engine.rng import Rng
from generator.games.ggt.game import Ggt
from generator.games.ggt.map.hexes import read_name
from generator.games.ggt.state import GgtState
from tests.games.ggt.conftest import face_to_face, random_game

APART: dict[str, Any] = {"at": {"1": "-1,2", "2": "3,2"}}


def choices(state: GgtState, times: int = 9) -> list[str]:
    """The moves of several greedy players in this position, most frequent first."""
    greedy = bot_named("greedy")
    moves = [str(greedy(Observation(state), Rng(number))) for number in range(times)]
    return sorted(moves, key=moves.count, reverse=True)


def test_eliminated_is_worth_zero_and_the_last_monster_one(game: Ggt) -> None:
    state = random_game(game, 3, 4, 4000)
    values = state.evaluate()
    assert all(0 <= value <= 1 for value in values)
    if state.outcome:
        assert values == state.outcome.worth
    fallen = game.load({"players": 3, "fallen": ["2"]})
    assert fallen.evaluate()[1] == 0


def test_the_value_for_one_seat_is_the_same_as_among_all(game: Ggt) -> None:
    for moves in range(0, 400, 20):
        state = random_game(game, 4, 4, moves)
        values = tuple(game.judge_seat(state, seat, game.trained) for seat in range(4))
        assert values == state.judge(game.trained)


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


def test_a_sure_blow_counts_as_the_limb_that_it_costs(game: Ggt) -> None:
    """The estimate is the same before the last card is played and when the limb is chosen."""
    hands = {"1": ["JS", "4H"], "2": ["2C"]}
    state = face_to_face(game, hands=hands, pool={"2": 1})
    for move in ("attack 2 close", "card JS"):
        state.apply(game.read_move(move))
    expected = state.evaluate()
    state.apply(game.read_move("card 2C"))
    assert state.pending[-1].name == "rip"
    assert state.evaluate() == pytest.approx(expected, abs=0.005)


def test_a_won_escape_sets_free(game: Ggt) -> None:
    """Then a monster can turn round, which it must not while it is pinned."""
    turned = {"facing": {"1": 3}, "hands": {"1": ["2S"], "2": ["2C"]}}
    pinned = face_to_face(game, **turned).evaluate()
    beaten = face_to_face(game, **turned, beaten=["2"])
    assert beaten.evaluate()[0] > pinned[0]
    assert beaten.evaluate()[1] == pinned[1]


def test_a_test_of_little_use_costs_both_their_worst_card(game: Ggt) -> None:
    """So a rival with better cards is no reason to escape from it, or to push it."""
    hands = {"1": ["2S", "3S", "4S"], "2": ["2C", "8C", "9C", "10C"]}
    before = face_to_face(game, hands=hands)
    for move in ("escape 2 speed", "push 2"):
        after = before.copy()
        after.apply(game.read_move(move))
        assert after.evaluate()[0] <= before.evaluate()[0], move


def test_greedy_does_not_let_an_enemy_go(game: Ggt) -> None:
    state = face_to_face(game, facing={"1": 3, "2": 3})
    state.apply(game.read_move("turn 0"))
    assert choices(state)[0] == "no"


@pytest.mark.parametrize("first", ["old-pincher", "velvet-moth"])
def test_search_takes_the_monster_that_is_worth_most(game: Ggt, first: str) -> None:
    """The prospect of a good place, for who is to place first, does not outweigh that."""
    state, _ = game.start(5, 2)
    state.apply(game.read_move(f"take {first}"))
    worth = {str(move): game.trained[str(move)] for move in state.legal_moves()}
    taken = bot_named("search:150")(Observation(state), Rng(1))
    assert worth[str(taken)] == max(worth.values())


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
    state, rng = game.start(seed, 2)[0], Rng(seed)
    for monster in ("lantern-widow", "old-pincher"):
        state.apply(game.read_move(f"take {monster}"))
    while not state.fight:
        assert state.turn <= 24
        state.apply(choose_move(bot_named("search:20"), state, rng))
