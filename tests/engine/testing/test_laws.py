"""Tests of the laws: every game obeys them, for every way to play it, and faults are caught.

`GRIMOIRE_LAW_GAMES` sets how many random games are played for each way to play a game.  A game that
can take very long is played half as often and in a sample of the ways, unless more games than usual
are requested (`make soak`).
"""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from generator.base.option import Option
from generator.engine.game import Game
from generator.engine.registry import game_names
from generator.engine.testing.laws import LawBrokenError, Trial, play, shorten, trials
from generator.engine.testing.trials import MAX_CHOICES, MAX_SEATS
from tests.engine.faulty import (
    Aging,
    Boastful,
    Careless,
    Crashing,
    Dropping,
    Forgetful,
    Hasty,
    Knowing,
    Lawless,
    Leaky,
    Moody,
    Obliging,
    Overheard,
    Pushing,
    Stuck,
    Stuttering,
    Telltale,
    Whispering,
)
from tests.engine.toy import Toy, ToyGame
from tests.shipped import shipped_game

USUAL = 12
GAMES = int(os.environ.get("GRIMOIRE_LAW_GAMES", USUAL))
"""The number of whole games, with costly laws tested for some seeds; for a twelfth of that number,
all laws are tested at each of the first hundred decisions."""

BLOCKS = 4
"""The number of tests that the games are divided into, so that they can run in parallel."""

LONG = 10_000
"""A game with at least this many possible decisions is a long one."""


def game_named(name: str) -> Game[Any]:
    return ToyGame.new() if name == "toy" else shipped_game(name)


def features(trial: Trial) -> set[tuple[str, Any]]:
    """What distinguishes this way to play: the number of players and the value of each option."""
    return {("players", trial.players), *trial.options.items()}


def sample(found: list[Trial]) -> list[Trial]:
    """A few ways that include every number of players and every value of every option."""
    missing = set().union(*map(features, found))
    chosen = []
    while missing:
        best = max(found, key=lambda trial: len(features(trial) & missing))
        chosen.append(best)
        missing -= features(best)
    return chosen


def test_a_sample_of_many_ways_to_play_includes_each_value() -> None:
    options = {f"o{number}": Option("a", choices=("a", "b", "c")) for number in range(30)}
    seats = range(1, 101)
    records = SimpleNamespace(options=options)
    game: Any = SimpleNamespace(records=records, seats=seats, seats_with=lambda chosen: seats)
    found = trials(game)
    assert len(found) == MAX_CHOICES * MAX_SEATS
    assert {1, 100} <= {trial.players for trial in found}
    assert {mark for trial in found for mark in trial.options.items()} == {
        (name, value) for name in options for value in "abc"
    }
    assert found == trials(game)


def ways_to_play(name: str, block: int = 0) -> tuple[list[Trial], int]:
    """The ways to play a game, and how often; for a long one, different ways in each block."""
    found = trials(game_named(name))
    if GAMES > USUAL or all(trial.game.max_decisions(trial.options) < LONG for trial in found):
        return found, GAMES
    turn = block * len(found) // BLOCKS
    return sample(found[turn:] + found[:turn]), max(BLOCKS, GAMES // 2)


@pytest.mark.parametrize("name", ["toy", *game_names()])
def test_a_sample_has_every_number_of_players_and_every_value(name: str) -> None:
    found = trials(game_named(name))
    few = sample(found)
    assert set().union(*map(features, few)) == set().union(*map(features, found))
    assert all(few.count(trial) == 1 and trial in found for trial in few)
    assert len(few) <= len(set().union(*map(features, found)))


@pytest.mark.parametrize("name", ["toy", *game_names()])
@pytest.mark.parametrize("block", range(BLOCKS))
def test_whole_random_games_obey_the_laws(name: str, block: int) -> None:
    found, games = ways_to_play(name, block)
    for trial in found:
        longest = trial.game.max_decisions(trial.options)
        for seed in range(block, games, BLOCKS):
            assert 0 < play(trial, seed, every=None, most=1500) <= longest


@pytest.mark.parametrize("name", ["toy", *game_names()])
def test_every_decision_of_a_random_game_obeys_the_laws(name: str) -> None:
    for trial in ways_to_play(name)[0]:
        for seed in range(1000, 1000 + max(1, GAMES // 12)):
            assert play(trial, seed, most=100) > 0


# Faulty games break the laws


FAULTY: dict[type[Toy], str] = {
    Forgetful: "leaves the state alone",
    Leaky: "nothing of what is hidden",
    Telltale: "does not depend on what is hidden",
    Knowing: "is hidden from seat 1, which imagines it as it is",
    Careless: "no piece is lost",
    Lawless: "the rule cheating is in the rulebook",
    Moody: "same",
    Crashing: "ZeroDivisionError",
    Stuck: "moves until the end",
    Overheard: "everybody sees nothing of what is hidden",
    Whispering: "moves do not reveal what is hidden",
    Dropping: "no piece is lost when hidden things are redrawn",
    Pushing: "it stays the same seat's decision",
    Boastful: "values from 0 to 1",
    Hasty: "is as certain as it is called",
    Stuttering: "no legal move twice",
    Obliging: "is not a legal move, but was accepted",
    Aging: "equal after saving and loading",
}


def play_many(state: type[Toy]) -> None:
    """Forty toy games for two with these states."""
    game = ToyGame.new()
    game.state = state
    for seed in range(40):
        play(Trial(game, 2, {"rounds": 2}), seed)


@pytest.mark.parametrize("state", FAULTY, ids=lambda state: state.__name__.lower())
def test_a_faulty_game_breaks_its_law(state: type[Toy]) -> None:
    with pytest.raises(LawBrokenError, match=FAULTY[state]):
        play_many(state)


def test_a_game_longer_than_its_limit_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyGame, "max_decisions", lambda game, options: 3)
    with pytest.raises(LawBrokenError, match="no game is longer than 3 decisions"):
        play_many(Toy)


def test_the_shortest_broken_game_is_reported() -> None:
    with pytest.raises(LawBrokenError) as caught:
        play_many(Careless)
    assert str(caught.value).endswith("moves: ['one', 'one']")


def test_a_law_broken_by_an_event_is_reported_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    untold = repr({"numbers": ["two", "two"]})
    monkeypatch.setattr(
        ToyGame, "describe", lambda game, event: "" if str(event.facts) == untold else "told"
    )
    with pytest.raises(LawBrokenError, match="an event can be told") as caught:
        play_many(Toy)
    assert str(caught.value).endswith("moves: ['two', 'two']")


def test_the_memory_of_checked_events_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = trials(ToyGame.new())[0]
    play(trial, 1)
    assert trial.known.events
    assert trial.known.moves == {"one": "one", "two": "two", "three": "three"}
    monkeypatch.setattr("generator.engine.testing.trials.MAX_KNOWN", 2)
    trial.known.trim()
    assert not trial.known.events
    assert not trial.known.moves


def test_irrelevant_moves_are_left_out() -> None:
    needed = {"c", "k"}
    moves = shorten(lambda moves: needed <= set(moves), list("abcdefghijklmnop"))
    assert moves == ["c", "k"]
