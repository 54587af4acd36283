"""Tests of the bounds of scripted games: cards, ways to play, and steps of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.bots.baselines import greedy, random
from generator.engine.playthrough import play
from generator.engine.scripted.limits import MAX_WORK
from generator.engine.simple_game import SimpleState
from generator.engine.simulation.run import Plan, simulate
from generator.engine.testing.consistency import MAX_WORK as MAX_CHECKED
from generator.engine.testing.consistency import check_consistency
from generator.lab.fuzz.search import WORK, fuzz_one
from tests.engine.scripted.small import TURNS, small
from tests.kinds import of_kind

LONG = "turn: [{repeat: 300, do: [{gain: score, by: 1, who: all}]}]\n"


def test_a_game_with_too_many_steps_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = small(tmp_path, LONG + "end: [{turns: 10000}]\n")
    with pytest.raises(KitError, match=f"more than {MAX_WORK:,} steps; .*game-without-end"):
        for _ in play(game, [random], 1, 3):
            pass
    monkeypatch.setattr("generator.engine.scripted.limits.MAX_WORK", 10_000)
    [record] = simulate(Plan(game, ("random",), 3, {}), 1)
    assert re.match(r"\S*turns\.yaml:1: a game takes more than .*", record.error)  # no class name


def test_a_step_of_many_seats_counts_as_several_steps(tmp_path: Path) -> None:
    turns = "turn: [{repeat: 120, do: [{draw: deck, into: heap, number: 700, again: heap}]}]\n"
    state, _ = small(tmp_path, turns, cards="gull,Gull,2,900\n").start(1, 2)
    with pytest.raises(KitError, match="a turn takes more than 1,000 steps"):
        state.apply("turn")


def test_the_work_of_one_step_is_bounded(tmp_path: Path) -> None:
    turns = "turn: [{draw: deck, into: hand, number: 900}, {show: hand, who: all},\n"
    turns += "  {repeat: 9, do: [{discard: hand, into: sack}, {discard: sack, into: hand}]}]\n"
    head = TURNS.replace("hand: {", "sack: {hidden: true}, hand: {hidden: true, ")
    state, _ = small(tmp_path, turns, head, cards="gull,Gull,2,999\n").start(1, 2)
    with pytest.raises(KitError, match="a turn takes more than 1,000 steps"):
        state.apply("turn")  # each card that moves checks all 900


def test_greedy_tries_fewer_moves_the_longer_a_game_lasts(tmp_path: Path) -> None:
    many = ", ".join(f"c{number}: {{do: [{{gain: score, by: 1}}]}}" for number in range(40))
    game = small(tmp_path, f"turn: [{{choose: {{{many}}}}}]\nend: [{{turns: 3000}}]\n")
    before, tries = game.work, []
    for step in play(game, [greedy], 1, 2):
        tries.append(game.tries(of_kind(step.state, SimpleState)))
    assert tries[0] > 40 * game.determinizations
    assert tries == sorted(tries, reverse=True)
    assert tries[-1] == 1
    assert game.work - before < MAX_WORK


def test_the_games_of_a_check_share_their_steps(tmp_path: Path) -> None:
    game = small(tmp_path, LONG)
    before = game.work
    assert [fault.item for fault in check_consistency(game)] == ['rule "end"']  # none came so far
    assert MAX_CHECKED / 2 < game.work - before < 1.2 * MAX_CHECKED  # otherwise six times as many


def test_the_number_of_cards_is_bounded_by_the_pieces_of_a_kit(tmp_path: Path) -> None:
    cards = "".join(f"c{number},C,1,1000\n" for number in range(6))
    with pytest.raises(KitError, match="there are more than 5,000 cards"):
        small(tmp_path, "turn: [{draw: deck, into: heap}]\n", cards=cards)


def test_a_pick_offers_a_bounded_number_of_rows(tmp_path: Path) -> None:
    cards = "".join(f"c{number},C,1,1\n" for number in range(5001))
    head = TURNS.replace("{of: cards, copies: copies}", "").replace("{deal: 1, from: deck}", "")
    with pytest.raises(KitError, match='"cards" has more than 5,000 rows to pick from'):
        small(tmp_path, "turn: [{pick: cards, as: one}]\n", head, cards=cards)


def test_a_search_for_gaps_stops_games_that_take_long(tmp_path: Path) -> None:
    game = small(tmp_path, f"{LONG}end: [{{turns: 10000}}]\n")
    before = game.work
    played = fuzz_one(game, 1)
    assert played.decisions > 1
    assert WORK / 2 < game.work - before < 2 * WORK


def test_a_thousand_rows_are_charged_for(tmp_path: Path) -> None:
    head = TURNS.replace("winner:", "rows: {map: {number: 1000}}\nwinner:")
    turns = "turn: [{pick: map, as: spot, where: 'not map[it - 1]'}, {draw: deck, into: map, at: spot}]\n"
    state, _ = small(tmp_path, turns, head).start(1, 2)
    assert state.legal_moves() == [str(number) for number in range(1, 1001)]
    game = small(tmp_path, turns, head)
    before = game.work
    game.copied(state.position)
    assert game.work - before == 100
    with pytest.raises(KitError, match="must be a number from 2 to 1,000, a list"):
        small(tmp_path, turns, head.replace("1000", "1001"))
