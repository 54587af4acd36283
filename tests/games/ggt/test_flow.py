"""Tests of rules that one example cannot show: every pair of cards, damage, sizes, whole games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots import bot_named
from generator.engine.playthrough import play as play_game
from generator.engine.rng import Rng
from generator.games.ggt.game import Ggt
from generator.games.ggt.state import GgtState
from tests.games.ggt.conftest import ARENA, face_to_face, play, random_game

VALUES = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 0, "Q": 0, "K": 0}
ROYALS = {"J": (1, 9), "Q": (2, 7), "K": (3, 5)}


def blow(one: str, two: str, ahead: int) -> int:
    """The damage the first player deals to the second (or less than 0) with these ranks, before
    reductions.
    """
    royal, other = ROYALS.get(one, (0, 0)), ROYALS.get(two, (0, 0))
    if royal[0] != other[0]:
        return royal[1] if royal[0] > other[0] else -other[1]
    if royal[0]:
        return 0
    return ahead + VALUES[one] - VALUES[two]


@pytest.mark.parametrize("one", VALUES)
def test_every_pair_of_cards_deals_damage_by_the_rules(game: Ggt, one: str) -> None:
    for two in VALUES:
        state = face_to_face(game, hands={"1": [f"{one}S", "5D"], "2": [f"{two}H", "5D"]})
        attacker, target = state.body
        pools = state.pool[:]
        play(game, state, "attack 2 close", f"card {one}S", f"card {two}H")
        dealt = blow(one, two, attacker.strength - target.strength)
        if dealt == 0:
            assert state.contest is not None
            continue
        hurt, harm = pools[1] - state.pool[1], pools[0] - state.pool[0]
        if dealt > 0:
            expected = dealt + attacker.rend
            expected = max(1, expected - target.armour)
            assert (hurt, harm) == (min(expected, pools[1]), 0)
        else:
            expected = max(1, max(1, -dealt + target.rend - 2) - attacker.armour)
            assert (hurt, harm) == (0, min(expected, pools[0]))
        assert state.power == ([1, 0] if dealt > 0 else [0, 1])
        # `dismember-when`
        at_stake = expected > 9 or max(pools[0] - harm, 0) == 0 or max(pools[1] - hurt, 0) == 0
        assert (state.pending[-1].name == "rip") == at_stake


def test_totals_are_base_and_limbs_throughout_a_game(game: Ggt) -> None:
    rows: Mapping[str, Any] = game.records.tables
    torsos, limbs = rows["monsters"], rows["limbs"]
    for seed in range(6):
        state = random_game(game, 4, seed, 700)
        for seat in state.living:
            torso = torsos[game.box.monsters[state.monster[seat]].id]
            own = [limbs[game.box.limbs[limb].id] for limb in state.limbs(seat)]
            for number, attribute in enumerate(("speed", "strength", "smarts", "health")):
                total = torso["base"][attribute] + sum(limb[attribute] for limb in own)
                assert state.body[seat][number] == total


def test_one_player_and_seven_are_refused(game: Ggt) -> None:
    for players in (1, 7):
        with pytest.raises(KitError) as refusal:
            game.start(1, players)
        assert refusal.value.faults[0].check == "player-count"


def test_a_map_has_a_maximum_number_of_players(game: Ggt) -> None:
    for id, board in game.box.boards.items():
        room = board.map.players
        game.start(1, room, {"map": id})
        if room < game.seats[-1]:
            with pytest.raises(KitError, match=f"is for 2 to {room} players") as refusal:
                game.start(1, room + 1, {"map": id})
            assert refusal.value.faults[0].check == "player-count"


def test_all_monsters_start_far_enough_from_each_other(game: Ggt) -> None:
    for seed in range(30):
        state, _ = game.start(seed, 6)
        assert isinstance(state, GgtState)
        rng = Rng(seed, stream=2)
        while not state.round:
            state.apply(rng.pick(state.legal_moves()))
        board = state.config.board
        for one in state.at:
            assert one in board.edge
            assert all(board.distance[one][two] >= 5 for two in state.at if two != one)


def test_hands_power_and_pools_at_set_up(game: Ggt) -> None:
    for players in game.seats:
        state = random_game(game, players, 3, 2 * players)
        assert state.round == 1
        assert state.supply == 15 * players
        for seat in range(players):
            assert len(state.hands[seat]) == state.body[seat].smarts
            assert state.pool[seat] == state.body[seat].health


def test_a_game_of_greedy_players_ends_with_a_last_monster(game: Ggt) -> None:
    ends = []
    for seed in range(6):
        *_, step = play_game(game, [bot_named("greedy")], seed, 4)
        outcome = step.state.outcome
        assert outcome is not None
        ends.append(outcome.rule)
        assert sum(outcome.worth) == pytest.approx(1)
        places = outcome.facts["places"]
        assert isinstance(places, dict)
        if outcome.rule == "last-monster":
            assert sorted(places.values()) == [1, 2, 3, 4]
            assert outcome.worth[int(str(outcome.result).split()[1]) - 1] == 1
    assert ends.count("last-monster") >= 5


def test_statistics_agree_with_the_events(game: Ggt) -> None:
    seen: dict[str, int] = {"rip": 0, "attach": 0, "attack": 0, "exchange": 0}
    for step in play_game(game, [bot_named("greedy")], 11, 4):
        for event in step.events:
            if event.kind in seen:
                seen[event.kind] += 1
    measures = step.state.metrics()
    assert measures["limbs torn"] == seen["rip"] > 5
    assert measures["limbs reattached"] == seen["attach"]
    assert measures["combats"] == seen["attack"]
    assert measures["exchanges"] == seen["exchange"]
    parts = step.state.components_by_seat()
    assert sorted(seat for seats in parts["monster"].values() for seat in seats) == [0, 1, 2, 3]
    assert sum(map(len, parts["limb torn"].values())) <= seen["rip"]


def test_substitutes_replace_power_when_it_runs_out(game: Ggt) -> None:
    state = face_to_face(game, power={"1": 29}, hands={"1": ["KS"], "2": ["2C"]}, pool={"2": 9})
    play(game, state, "attack 2 close", "card KS", "card 2C")
    assert (state.power[0], state.supply) == (30, 0)
    again = face_to_face(game, power={"1": 30}, hands={"1": ["KS"], "2": ["2C"]}, pool={"2": 9})
    play(game, again, "attack 2 close", "card KS", "card 2C")
    assert (again.power[0], again.supply) == (31, -1)
    assert again.faults() == []
    assert again.pieces() == state.pieces()


def test_a_first_no_ends_the_questions_and_forbids_only_its_kind(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": []})
    play(game, state, "turn 1", "no")
    texts = [str(move) for move in state.legal_moves()]
    assert not any(text.startswith("turn") for text in texts)
    assert "move behind" in texts
    assert "rest" in texts


def test_a_monster_pushed_away_does_not_pin(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS"], "2": ["2C"]})
    play(game, state, "push 2", "card KS", "card 2C", "to 3,2", "turn 1")
    assert state.facing[0] == 1
    assert state.pending[-1].name == "act"


def test_the_maximum_length_exceeds_any_game_played(game: Ggt) -> None:
    longest = game.max_decisions(game.read_options({}))
    decisions = sum(1 for _ in play_game(game, [bot_named("random")], 2, 6))
    assert decisions < longest


def test_the_arena_of_these_tests_is_a_hexagon(game: Ggt) -> None:
    assert len(game.box.drawn(ARENA["rows"], []).cells) == 19
