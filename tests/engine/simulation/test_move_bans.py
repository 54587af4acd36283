"""Tests of move bans: for all seats or one, in search as in play, and only if other moves are left."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from generator.base.errors import KitError
from generator.engine.bots import bots_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.move_bans import (
    FORCED,
    FREE,
    HELD,
    MoveBan,
    ban_effect,
    read_ban,
    with_bans,
)
from generator.engine.simulation.run import GameRecord, Plan, play_one
from generator.engine.statistics.summary import Tally
from tests.engine.toy import ToyGame
from tests.press.running import run
from tests.shipped import shipped_game


def test_a_ban_is_printed_with_the_name_of_its_seat() -> None:
    assert MoveBan(("play", "axe")).in_words(["Red", "Green"]) == "“play axe”"
    assert MoveBan(("shove",), 1).in_words(["Red", "Green"]) == "“shove” for Green"


@pytest.mark.parametrize(
    ("text", "bar"),
    [
        ("shove", MoveBan(("shove",))),
        (" play  horn-rush ", MoveBan(("play", "horn-rush"))),
        ("2: shove", MoveBan(("shove",), 1)),
        ("1:play horn-rush", MoveBan(("play", "horn-rush"), 0)),
    ],
)
def test_a_printed_ban_can_be_parsed(text: str, bar: MoveBan) -> None:
    assert read_ban(text, 2) == bar
    assert read_ban(str(bar), 2) == bar


@pytest.mark.parametrize("text", ["", "1:", "3: shove", "red: shove", "0: shove"])
def test_an_invalid_ban_is_refused(text: str) -> None:
    with pytest.raises(KitError, match="bars"):
        read_ban(text, 2)


def test_a_ban_matches_words_in_order_with_others_between() -> None:
    bar = MoveBan(("shove", "E"))
    assert bar.forbids(0, "shove shove E")
    assert not bar.forbids(0, "swing E to shove")
    assert not MoveBan(("shove",)).forbids(0, "shovel E")
    assert not MoveBan(("shove",), 1).forbids(0, "shove stay")


def test_no_seat_and_no_copy_makes_a_banned_move() -> None:
    game = ToyGame.new()
    state = with_bans(game.start(1, 2)[0], [MoveBan(("one",))])
    assert state.legal_moves() == ["two", "three"]
    assert state.copy().legal_moves() == ["two", "three"]
    assert state.determinize(0, Rng(1)).legal_moves() == ["two", "three"]
    assert state.to_data() == game.start(1, 2)[0].to_data()
    assert ban_effect(state) == HELD


def test_a_ban_for_one_seat_does_not_apply_to_others() -> None:
    state = with_bans(ToyGame.new().start(1, 2)[0], [MoveBan(("one",), 1)])
    assert (state.legal_moves(), ban_effect(state)) == (["one", "two", "three"], FREE)
    state.apply("one")
    assert (state.legal_moves(), ban_effect(state)) == (["two", "three"], HELD)


def test_a_banned_move_is_made_if_there_is_no_other() -> None:
    bars = [MoveBan((word,)) for word in ("one", "two", "three")]
    state = with_bans(ToyGame.new().start(1, 2)[0], bars)
    assert (state.legal_moves(), ban_effect(state)) == (["one", "two", "three"], FORCED)


def test_no_bans_change_nothing() -> None:
    state = ToyGame.new().start(1, 2)[0]
    assert type(with_bans(state, [])) is type(state)
    assert ban_effect(state) == FREE


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:20"])
def test_every_bot_obeys_the_ban(bot: str) -> None:
    story = play(ToyGame.new(), bots_named([bot], 2), 3, 2, bans=[MoveBan(("two",))])
    moves = {step.move for step in story}
    assert moves <= {"", "one", "three"}
    assert len(moves) > 1


def test_a_record_counts_how_often_the_ban_applied() -> None:
    plan = Plan(ToyGame.new(), ("random",), 2, {}, (MoveBan(("two",)),))
    record = play_one(plan, 1)
    assert (record.held, record.forced) == (record.decisions, 0)
    assert GameRecord.from_data(record.as_data()) == record
    assert plan.words()[-1] == "without “two”"
    assert Plan.from_data(plan.game, plan.as_data()).bans == plan.bans


def test_games_without_other_moves_are_counted_too() -> None:
    plan = Plan(
        ToyGame.new(),
        ("random",),
        2,
        {},
        (MoveBan(("one",)), MoveBan(("two",)), MoveBan(("three",))),
    )
    record = play_one(plan, 1)
    assert (record.held, record.forced) == (0, record.decisions)
    tally = Tally(plan)
    tally.add(record)
    tally.add(play_one(replace(plan, bans=(MoveBan(("two",)),)), 1))
    assert (tally.held, tally.forced) == (2, 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("grumbles", "shove shove"),
        ("grizzled", "speech"),
        ("gruff", "play"),
        ("ggt", "take mire-mother"),
        ("grudge", "loadout shield"),
    ],
)
def test_every_game_can_be_played_with_a_ban(name: str, words: str) -> None:
    game = shipped_game(name)
    bar, rng = read_ban(words, 1), Rng(1)
    state = with_bans(game.start(1)[0], [bar])
    for seed in range(2, 60):
        while state.to_act is not None and ban_effect(state) != HELD:
            state.apply(rng.pick(state.legal_moves()))
        if state.to_act is not None:
            break
        state = with_bans(game.start(seed)[0], [bar])
    assert ban_effect(state) == HELD
    seat = state.to_act or 0
    for each in (state, state.copy(), state.determinize(seat, Rng(2))):
        assert each.legal_moves() == state.legal_moves()
        each.clear_legal_moves()  # what it knew of the state it is a copy of
        assert not any(bar.forbids(seat, move) for move in each.legal_moves())


def test_a_ban_that_never_applied_is_a_fault() -> None:
    result = run("simulate", "grizzled", "--games", 2, "--bar", "whsitle")
    assert result.code == 1
    assert result.err.startswith('"whsitle" held back no move; ')
    result = run(
        "simulate", "grizzled", "--games", 2, "--bar", "speech", "--bar", "charm", "--json"
    )
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["bars"] == ["speech", "charm"]
    assert json.loads(result.out)["held-back"] == 2


def test_a_replayed_game_cannot_get_bans() -> None:
    result = run("play", "grizzled", "--replay", "game.json", "--bar", "speech")
    assert (result.code, result.err) == (
        2,
        "--bar cannot be combined with --replay (conflicting-options)\n",
    )
