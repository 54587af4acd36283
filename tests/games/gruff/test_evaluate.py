"""Tests of the heuristic: better positions have higher values, and greedy play beats random play."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.games.gruff.game import GruffGame
from tests.games.gruff.conftest import position


def names(game: GruffGame) -> list[str]:
    return [gruff.id for gruff in game.content.gruffs[:6]]


def red(game: GruffGame, **data: Any) -> float:
    return position(game, **data).evaluate()[0]


def test_better_positions_have_higher_values(game: GruffGame) -> None:
    first, *_ = names(game)
    assert red(game, life={"red": 9}) > red(game, life={"red": 4})
    assert red(game, life={"blue": 4}) > red(game, life={"blue": 9})
    assert red(game) > red(game, dead=[first])
    assert red(game, stats={first: {"mean": 9}}) > red(game, stats={first: {"mean": 2}})
    assert red(game, crazy={"red": 9}) > red(game, crazy={"red": 2})
    card = game.content.cards[game.content.gruffs[0].pool[0]].id
    assert red(game, hands={"red": [card]}) > red(game)


def test_a_pending_attack_is_evaluated(game: GruffGame) -> None:
    mine, _, _, theirs, *_ = names(game)
    stats = {mine: {"mean": 9}, theirs: {"fat": 1}}
    kill = red(game, stats=stats, attacking=[mine])
    assert kill > red(game, stats=stats) + 0.1
    stats[theirs] = {"fat": 10}
    assert kill > red(game, stats=stats, attacking=[mine]) + 0.1
    last = {"dead": names(game)[4:6], "stats": {mine: {"mean": 9}, theirs: {"fat": 1}}}
    assert red(game, attacking=[mine], **last) > 0.9


def test_greedy_strikes_when_it_wins(game: GruffGame) -> None:
    mine, _, _, theirs, *_ = names(game)
    state = position(
        game,
        now="red",
        active=mine,
        stats={mine: {"mean": 9}, theirs: {"fat": 1}},
        dead=names(game)[4:6],
        life={"blue": 20} if game.content.shepherds[1].life >= 20 else {},
        pending=["tactic red"],
    )
    values = {}
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        values[str(move)] = after.evaluate()[0]
    assert max(values, key=lambda move: values[move]) == "attack"


def test_greedy_beats_random(game: GruffGame) -> None:
    bots = [bot_named("greedy"), bot_named("random")]
    won = 0.0
    for seed in range(20):
        for step in play(game, bots, seed):
            outcome = step.state.outcome
        assert outcome is not None
        won += outcome.worth[0]
    assert won >= 16


@pytest.mark.parametrize("options", [{}, {"tournament": True}])
def test_the_values_of_all_seats_have_a_constant_sum(
    game: GruffGame, options: dict[str, Any]
) -> None:
    for step in play(game, [bot_named("random")], 4, None, options, turns=6):
        assert sum(step.state.evaluate()) == pytest.approx(len(step.state.evaluate()) / 2, abs=0.3)


@pytest.mark.parametrize(
    ("hand", "same"), [([], True), (["sneak-past"], False), (["sneak-past", "fog-bank"], True)]
)
def test_a_card_from_a_hidden_hand_is_no_certainty(
    game: GruffGame, hand: list[str], same: bool
) -> None:
    """A single card is played at once, but nobody else knows it; of two cards the owner chooses."""
    before = position(
        game,
        teams={
            "red": ["paperchew", "raggle", "mossmother"],
            "blue": ["bumblebeard", "scallywhisk", "whirligig"],
        },
        now="red",
        active="mossmother",
        crazy={"red": 6},
        hands={"red": ["book-belly"], "blue": hand},
        pending=["play red"],
    )
    before.apply(game.read_move("play book-belly"))
    after = before.copy()
    after.apply(before.legal_moves()[0])
    assert game.is_deterministic(before, after) == same
