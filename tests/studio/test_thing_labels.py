"""Tests of what things on the table are called: by their titles, and the same for every seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from generator.engine.state import State
from generator.engine.text.default_text import thing_label
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.studio.play.pictures import TablePictures
from tests.engine.test_move_sentences import codes
from tests.press.running import KITS
from tests.readme_steps import ROOT

MOVES, EVERY, EVERY_OF_SHORT = 200, 25, 12
"""Moves of each random game, and how many pass between two tables that are drawn."""
COORDINATES = re.compile(r"-?\d+,-?\d+|\b[a-z]+-[A-Za-z0-9]+\b|\b(10|[2-9AJQK])[SCHD]\b")
"""Names in data that no player reads: `3,-1`, `player-2`, `QS`."""


@cache
def game_and_pictures(name: str, root: Path) -> tuple[Game[Any], TablePictures]:
    kit = load_kit(KitSearchPath(root / "data", root / "templates").find(name))
    return game_of_kit(kit), TablePictures(kit)


def positions(game: Game[Any]) -> Iterator[State[Any]]:
    """Positions of random games for the fewest and the most players."""
    rng, seats = Rng(5), game.seats_with(game.read_options({}))
    for players in {seats[0], seats[-1]}:
        state, _ = game.start(3, players)
        for _ in range(MOVES):
            if state.to_act is None:
                break
            yield state
            state.apply(rng.pick(state.legal_moves()))


@pytest.mark.parametrize("name", [*game_names(), "tidewrack"])
def test_a_thing_is_called_by_its_title_and_not_by_an_id(name: str) -> None:
    short = name == "tidewrack"
    game, pictures = game_and_pictures(name, KITS if short else ROOT)
    ids, count = codes(game), 0
    for number, state in enumerate(positions(game)):
        if number % (EVERY_OF_SHORT if short else EVERY):
            continue
        seat = state.to_act
        view, people, titles = state.view(seat), game.people(state), game.thing_titles(state)
        picture = pictures.picture(view, people, seat, titles)
        for label in picture.labels:
            count += 1
            assert not ids & {*re.findall(r"[\w-]+", label)}, label
            assert not COORDINATES.search(label), label
            assert label[0].isupper() or not label[0].isalpha() or re.match("[a-h][0-9]", label)
    assert count > 5


@pytest.mark.parametrize("name", game_names())
def test_no_title_depends_on_what_is_hidden(name: str) -> None:
    game, rng = game_and_pictures(name, ROOT)[0], Rng(9)
    for number, state in enumerate(positions(game)):
        if number % EVERY == 0:
            for seat in range(len(state.config.people)):
                other = state.determinize(seat, rng)
                assert game.thing_titles(other) == game.thing_titles(state)


@pytest.mark.parametrize(
    ("names", "label"),
    [
        (("push",), "Push"),
        (("push", "c1"), "Push, c1"),
        (("c1",), "c1"),
        (("boss", "goblin"), "The Goblin Boss"),
        (("boss", "boss"), "The Goblin Boss"),
        (("boss", "nothing"), "The Goblin Boss"),
        (("nothing",), "nothing"),
    ],
)
def test_a_label_has_each_title_once(names: tuple[str, ...], label: str) -> None:
    titles = {"push": "Push", "boss": "the Goblin Boss", "goblin": "Goblin", "nothing": ""}
    assert thing_label(names, titles) == label
