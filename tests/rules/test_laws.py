"""Every game keeps the laws, with every number of players and every option; and the laws bite.

`GRIMOIRE_GAMES` sets how many random games are played for each way to play a game.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

import generator
from generator.rules.chance import Chance
from generator.rules.core import Game
from generator.rules.discover import game_names, load_game
from generator.rules.events import Event, Plain
from generator.rules.laws import LawBrokenError, Trial, play, shorten, trials
from generator.rules.pending import Step

from .toy import Toy, ToyGame

DATA = Path(generator.__file__).parent.parent / "data"
GAMES = int(os.environ.get("GRIMOIRE_GAMES", "12"))
"""How many whole games, with the laws tested every now and then; a quarter as many are tested at
every decision of their first hundred."""


def all_games() -> Iterator[Game[Any]]:
    yield ToyGame.new()
    for name in game_names():
        yield load_game(name, DATA / name)


def all_trials() -> list[Trial]:
    return [trial for game in all_games() for trial in trials(game)]


@pytest.mark.parametrize("trial", all_trials(), ids=str)
def test_whole_random_games_keep_the_laws(trial: Trial) -> None:
    longest = trial.game.longest(trial.options)
    for seed in range(GAMES):
        decisions = play(trial, seed, every=97, most=1500)
        assert 0 < decisions <= longest


@pytest.mark.parametrize("trial", all_trials(), ids=str)
def test_every_decision_of_a_random_game_keeps_the_laws(trial: Trial) -> None:
    for seed in range(1000, 1000 + max(1, GAMES // 4)):
        assert play(trial, seed, most=100) > 0


# The laws bite


class Forgetful(Toy):
    """Copies share the heap."""

    def copy(self) -> Self:
        other = super().copy()
        other.points = self.points
        return other


class Leaky(Toy):
    """Everybody sees all numbers at once."""

    def view(self, seat: int | None) -> dict[str, Plain]:
        return {**super().view(seat), "numbers": list(self.numbers)}


class Telltale(Toy):
    """What is drawn anew depends on how the deck really lies."""

    def determinize(self, seat: int, chance: Chance) -> Self:
        other = self.copy()
        other.deck, other.chance = chance.shuffled(self.deck), chance.fork()
        return other


class Careless(Toy):
    """A card is lost when all choose one."""

    def reveal(self, events: list[Event]) -> None:
        lost = set(self.numbers) == {"one"}
        super().reveal(events)
        if lost:
            self.heap.pop()


class Lawless(Toy):
    """Cites a rule that is not in the rulebook."""

    def decide(self, step: Step, move: str, events: list[Event]) -> None:
        super().decide(step, move, events)
        events.append(Event("cheat", "cheating", step.seat, {}))


class Moody(Toy):
    """Does not do the same twice."""

    moods = Chance(1)

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        self.points[0] += self.moods.below(100)


class Crashing(Toy):
    """Breaks off with an error."""

    def reveal(self, events: list[Event]) -> None:
        raise ZeroDivisionError


class Stuck(Toy):
    """Leaves a player without a move."""

    def find_moves(self) -> list[str]:
        return [] if self.turn == 2 else super().find_moves()


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
