"""Tests of rules that one example cannot show: set-up for each number of players, order, game length."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.games.grizzled.game import Grizzled
from generator.games.grizzled.state import GrizzledState
from tests.games.grizzled.conftest import started
from tests.kinds import of_kind

SIZES = [
    (2, {}, 20, 39),
    (3, {}, 25, 34),
    (4, {"mode": "rookie"}, 25, 34),
    (5, {"mode": "veteran"}, 30, 29),
    (2, {"mode": "veteran"}, 30, 29),
    (2, {"trials": 22}, 22, 37),
    (2, {"trials": 28}, 28, 31),
    (5, {"mode": "veteran", "trials": 24}, 24, 35),
]


@pytest.mark.parametrize(("players", "options", "trials", "reserve"), SIZES)
def test_the_piles_at_set_up(
    game: Grizzled, players: int, options: dict[str, Any], trials: int, reserve: int
) -> None:
    state = started(game, players, **options)
    assert (len(state.trials), len(state.reserve)) == (trials, reserve)


@pytest.mark.parametrize(
    ("players", "speeches", "dealt", "boxed"),
    [(2, 5, 9, 3), (3, 5, 9, 3), (4, 4, 12, 4), (5, 3, 15, 1)],
)
def test_tiles_and_speeches_at_set_up(
    game: Grizzled, players: int, speeches: int, dealt: int, boxed: int
) -> None:
    for seed in range(20):
        state, _ = game.start(seed, players)
        assert state.stock == speeches
        assert sum(map(len, state.tiles)) == dealt
        assert len(state.boxed) == boxed
        assert all({"tl", "tr"} <= set(tiles) for tiles in state.tiles)


def test_one_player_and_six_are_refused(game: Grizzled) -> None:
    for players in (1, 6):
        with pytest.raises(KitError) as refusal:
            game.start(1, players)
        assert refusal.value.faults[0].check == "two-to-five"


def test_the_leader_passes_round_the_table(game: Grizzled) -> None:
    assert [started(game, players, leader=4).leader for players in (2, 3, 4, 5)] == [1, 0, 3, 3]


def test_a_tile_never_points_at_its_owner(game: Grizzled) -> None:
    for players in game.seats:
        config = started(game, players).config
        for tile in set(config.tiles):
            assert config.steps[tile] % config.holders != 0


def test_with_three_players_a_double_equals_the_opposite_single(game: Grizzled) -> None:
    steps = started(game, 3).config.steps
    assert (steps["tll"] - steps["tr"]) % 3 == 0
    assert (steps["trr"] - steps["tl"]) % 3 == 0


def test_hard_knocks_alone_never_fail_a_mission(game: Grizzled) -> None:
    config = started(game, 5).config
    active = [0] * len(config.threats)
    for knock in config.knocks:
        for threat in config.on[knock]:
            active[threat] += 1
    assert active == [2] * 6


def test_a_failure_shuffles_the_land_into_the_whole_pile(game: Grizzled) -> None:
    data = {"players": 3, "hands": {"p1": ["t08"]}, "land": ["t02", "t04"], "pending": ["turn p1"]}
    orders = set()
    for rng in range(12):
        state = game.load({**data, "trials": ["t09", "t13", "t14"], "chance": rng})
        state.apply(game.read_move("play t08"))
        pile = state.trials[: len(state.trials) - 3]
        assert sorted(pile) == ["t02", "t04", "t08", "t09", "t13", "t14"]
        orders.add(tuple(pile))
    assert len(orders) > 8


def test_a_full_game_ends_within_the_maximum_length(game: Grizzled) -> None:
    rng = Rng(3)
    for players in game.seats:
        state, _ = game.start(7, players)
        decisions = 0
        while state.to_act is not None:
            state.apply(rng.pick(state.legal_moves()))
            decisions += 1
        assert state.outcome is not None
        assert decisions <= game.max_decisions(game.read_options({}))
        assert state.outcome.worth in ((0.0,) * players, (1.0,) * players)
        assert state.turn <= -(-(59 - state.config.start) // 3)


def test_every_assigned_hard_knock_is_recorded(game: Grizzled) -> None:
    for moment in play(game, [bot_named("random")], 5, 4):
        state = of_kind(moment.state, GrizzledState)
        assigned = {card for knocks in state.knocks for card in knocks}
        assert assigned <= set(state.suffered)
    assert state.outcome is not None
    assert state.outcome.facts["suffered"] == list(state.suffered)


def test_what_is_in_force_is_always_that_of_the_cards_on_the_table(game: Grizzled) -> None:
    for players in game.seats:
        for seed in range(8):
            for moment in play(game, [bot_named("random")], seed, players):
                state = of_kind(moment.state, GrizzledState)
                kept = state.in_force
                state.count_in_force()
                assert kept == state.in_force, f"players {players}, seed {seed}, {moment.move}"


def test_the_table_shows_counts_but_no_names_of_hidden_cards(game: Grizzled) -> None:
    state = game.load({"players": 3, "hands": {"p1": ["t01", "k12"]}, "land": ["t13"]})
    drawn = state.text()
    assert "hand 2" in drawn
    assert "Snow and Mask" in drawn
    assert "Mute" not in drawn
    assert "Night and Snow" not in drawn
