"""Tests of move sentences: every legal move reads as a sentence of its own, without notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from generator.engine.console.history import History
from generator.engine.events import Event
from generator.engine.game import Game
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from generator.engine.state import State
from generator.engine.text.event_text import Sentence
from generator.engine.text.move_sentences import is_told, move_sentences
from generator.kit.tables.records import Table
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game

POSITIONS = 300
CODE = re.compile(r"[a-z]+[0-9]{2,}|[a-z]+(-[a-z]+)+")
"""An id that is no word: `t07`, `gran-thimble`."""


def positions(game: Game[Any]) -> Iterator[State[Any]]:
    """Positions of random games, with every number of players in turn."""
    rng, left, seed = Rng(7), POSITIONS, 0
    seats = game.seats_with(game.read_options({}))
    while left:
        seed += 1
        state, _ = game.start(seed, seats[seed % len(seats)])
        while state.to_act is not None and left:
            yield state
            left -= 1
            state.apply(rng.pick(state.legal_moves()))


def codes(game: Game[Any]) -> set[str]:
    """The ids of rows that nobody would take for a word."""
    tables = [each for each in game.records.tables.values() if isinstance(each, Table)]
    ids = (str(row.get("id", "")) for table in tables for row in table)
    return {id for id in ids if CODE.fullmatch(id)}


@pytest.mark.parametrize("name", game_names())
def test_no_two_legal_moves_read_the_same_and_none_has_ids(name: str) -> None:
    game = shipped_game(name)
    ids = codes(game)
    for state in positions(game):
        sentences = move_sentences(state)
        assert len({*sentences}) == len(sentences)
        for move, sentence in zip(state.legal_moves(), sentences, strict=True):
            assert sentence[0].isupper(), move
            assert "{" not in sentence
            assert sentence != str(move) or " " not in sentence, move
            assert not ids & {*re.findall(r"[\w-]+", sentence)}, sentence


@pytest.mark.parametrize("name", game_names())
def test_only_cards_that_look_alike_are_numbered(name: str) -> None:
    game = shipped_game(name)
    for state in positions(game):
        plain = [game.move_sentence(state, move) for move in state.legal_moves()]
        alike = {each for each in plain if plain.count(each) > 1}
        assert not alike or name == "grizzled", alike


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        ("grumbles", ("pick push c1",), True),
        ("grizzled", ("take g1",), False),  # whose Charm it is only the order says
        ("ggt", ("take mire-mother",), True),
        ("grudge", ("stats 4 3 2",), True),
    ],
)
def test_a_move_is_told_once(name: str, moves: tuple[str, ...], told: bool) -> None:
    game = shipped_game(name)
    history = History.new(game, 1, game.seats[0], {})
    for move in moves:
        history.make(game.read_move(move))
    step = history.steps[-1]
    assert step.seat is not None
    assert is_told(step.sentence, step.seat, step.events, game.narrate(step.events)) is told


@pytest.mark.parametrize(
    ("order", "says", "seat", "told"),
    [
        ("End your turn", "Red ends the turn.", 0, True),
        ("End your turn", "Red ends the turn.", 1, False),
        ("Fight on", "The fight is over.", None, False),
        ("Play no more cards", "", 0, False),
        ("Schub nehmen und auf c1 stellen", "Rot wählt Schub und setzt ihn auf c1.", 0, True),
        ("Step to d2", "Red steps to d3.", 0, False),
    ],
)
def test_events_tell_an_order_if_they_say_all_of_it(
    order: str, says: str, seat: int | None, told: bool
) -> None:
    sentences = [Sentence(says, ("rule",))] if says else []
    assert is_told(order, 0, [Event("any", "rule", seat, {})], sentences) is told


def test_a_game_without_sentences_shows_the_texts_of_its_moves(toy: ToyGame) -> None:
    state, _ = toy.start(players=2)
    assert move_sentences(state) == [str(move) for move in state.legal_moves()]
