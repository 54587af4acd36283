"""Every game keeps the laws, with every number of players and every option; and the laws bite.

`GRIMOIRE_LAW_GAMES` sets how many random games are played for each way to play a game.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from generator.rules.core import Game
from generator.rules.discover import game_names, load_game
from generator.rules.laws import LawBrokenError, Trial, play, shorten, trials

from .conftest import DATA
from .faulty import Careless, Crashing, Forgetful, Lawless, Leaky, Moody, Stuck, Telltale
from .toy import Toy, ToyGame

GAMES = int(os.environ.get("GRIMOIRE_LAW_GAMES", "12"))
"""How many whole games, with the laws tested every now and then; and a twelfth of that are tested
at every decision of their first hundred."""

BLOCKS = 4
"""Into how many tests the games are parted, so that they can run side by side."""


def game_named(name: str) -> Game[Any]:
    return ToyGame.new() if name == "toy" else load_game(name, DATA / name)


@pytest.mark.parametrize("name", ["toy", *game_names()])
@pytest.mark.parametrize("block", range(BLOCKS))
def test_whole_random_games_keep_the_laws(name: str, block: int) -> None:
    for trial in trials(game_named(name)):
        longest = trial.game.longest(trial.options)
        for seed in range(block, GAMES, BLOCKS):
            assert 0 < play(trial, seed, every=97, most=1500) <= longest


@pytest.mark.parametrize("name", ["toy", *game_names()])
def test_every_decision_of_a_random_game_keeps_the_laws(name: str) -> None:
    for trial in trials(game_named(name)):
        for seed in range(1000, 1000 + max(1, GAMES // 12)):
            assert play(trial, seed, most=100) > 0


# The laws bite


FAULTY: dict[type[Toy], str] = {
    Forgetful: "leaves the state alone",
    Leaky: "nothing of what is hidden",
    Telltale: "does not hang on what is hidden",
    Careless: "no piece is lost",
    Lawless: "the rule cheating is in the rulebook",
    Moody: "same",
    Crashing: "ZeroDivisionError",
    Stuck: "moves until the end",
}


def play_many(state: type[Toy]) -> None:
    """Forty toy games for two with these states."""
    game = ToyGame.new()
    game.state = state  # type: ignore[misc]
    for seed in range(40):
        play(Trial(game, 2, {"rounds": 2}), seed)


@pytest.mark.parametrize("state", FAULTY, ids=lambda state: state.__name__.lower())
def test_a_faulty_game_breaks_its_law(state: type[Toy]) -> None:
    with pytest.raises(LawBrokenError, match=FAULTY[state]):
        play_many(state)


def test_the_shortest_broken_game_is_named() -> None:
    with pytest.raises(LawBrokenError) as caught:
        play_many(Careless)
    assert str(caught.value).endswith("moves: ['one', 'one']")


def test_moves_that_do_not_matter_are_left_out() -> None:
    needed = {"c", "k"}
    moves = shorten(lambda moves: needed <= set(moves), list("abcdefghijklmnop"))
    assert moves == ["c", "k"]
