"""Tests of private knowledge: what a seat alone knows, by comparing two views."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.events import JsonValue
from generator.engine.fields.derive import private_knowledge
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game


def test_only_differing_fields_are_listed_by_name() -> None:
    common: dict[str, JsonValue] = {
        "round": 3,
        "hands": {"p1": 2, "p2": 1},
        "row": [True, False],
        "face": "down",
        "n": 1,
    }
    own: dict[str, JsonValue] = {
        **{"round": 3, "hands": {"p1": ["a", "b"], "p2": 1}, "row": ["x", False]},
        **{"face": {"kind": "goat", "tags": []}, "n": None},
    }
    assert private_knowledge(common, own) == [
        "    Known to you alone:",
        "        hands p1: a, b",
        "        row 1: x",
        "        face: kind goat; tags nothing",
    ]


def test_without_secrets_there_are_no_lines() -> None:
    assert private_knowledge({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}) == []


def test_a_seats_description_includes_its_own_card(toy: ToyGame) -> None:
    state, _ = toy.start(players=2)
    view: Any = state.view(0)
    assert state.text_for(0).splitlines() == [
        "round 1: [0, 0]", "    Known to you alone:", f"        hands 1: {view['hands'][0]}",
    ]  # fmt: skip


@pytest.mark.parametrize("name", game_names())
def test_a_seats_description_does_not_depend_on_hidden_cards(name: str) -> None:
    game, rng = shipped_game(name), Rng(6)
    for players in game.seats_with(game.read_options({})):
        state, _ = game.start(3, players)
        for decision in range(120):
            if state.to_act is None:
                break
            if decision % 6 == 0:
                for seat in range(players):
                    other = state.determinize(seat, Rng(decision))
                    assert other.text_for(seat) == state.text_for(seat)
                    assert other.text() == state.text()
                glosses = [state.describe_move(move) for move in state.legal_moves()]
                redrawn = state.determinize(state.to_act, Rng(decision))
                assert [redrawn.describe_move(move) for move in state.legal_moves()] == glosses
            state.apply(rng.pick(state.legal_moves()))
