"""Tests of play beyond the examples: hidden Goofs, values from the data, ends and the longest game."""

from __future__ import annotations

import pickle
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.engine.bots import BOTS
from generator.engine.playthrough import play
from generator.engine.registry import load_game
from generator.engine.rng import Rng
from generator.games.grumbles.game import Grumbles
from generator.games.grumbles.state import GREEN, RED, player
from tests.games.grumbles.conftest import DATA

BASE: dict[str, Any] = {
    "turn": 2,
    "red": {"shove": "b1", "yank": "d2", "swap": "e1"},
    "green": {"throw": "d6", "push": "c7", "pull": "e7"},
}


def test_green_has_the_odd_turns() -> None:
    assert [player(turn) for turn in (1, 2, 3, 4)] == [GREEN, RED, GREEN, RED]


def test_the_pile_has_the_goofs_that_do_not_start_on_a_star(grumbles: Grumbles) -> None:
    state, _ = grumbles.start(seed=3)
    data: dict[str, Any] = state.to_data()
    assert Counter(data["pile"]) == {"regular": 3, "super": 1, "doom": 1}


def test_every_goof_of_the_pile_is_equally_likely_to_be_drawn_first(grumbles: Grumbles) -> None:
    piles: list[Any] = [grumbles.start(seed)[0].to_data()["pile"] for seed in range(1500)]
    first = Counter(pile[0] for pile in piles)
    assert 800 < first["regular"] < 1000
    assert 240 < first["super"] < 360
    assert 240 < first["doom"] < 360


def test_a_seat_sees_a_goof_only_as_a_starter_or_as_drawn(grumbles: Grumbles) -> None:
    goofs = {"c1": "doom", "c3": "super", "c5": "starter", "d4": "starter", "e3": "starter"}
    state = grumbles.load({**BASE, "goofs": {**goofs, "e5": "starter", "a7": "starter"}})
    for seat in (RED, GREEN, None):
        view = state.view(seat)
        assert view["goofs"] == {
            **{"c1": "drawn", "c3": "drawn", "c5": "starter", "d4": "starter", "e3": "starter"},
            **{"e5": "starter", "a7": "starter"},
        }
        assert view["pile"] == 3
        assert "chance" not in view


def test_a_seat_with_two_kinds_of_goofs_of_one_name_is_listed_once(grumbles: Grumbles) -> None:
    goofs = {"c3": "starter", "c5": "starter", "d4": "regular", "e3": "regular", "e5": "super"}
    captured = {"red": ["starter", "regular"], "green": ["starter"]}
    state = grumbles.load({**BASE, "goofs": {**goofs, "a2": "starter"}, "captured": captured})
    assert state.components_by_seat()["captured"] == {"Goof": [0, 1]}


def test_no_refill_event_reveals_the_goof_drawn(grumbles: Grumbles) -> None:
    story = play(grumbles, [BOTS["random"]], 7, turns=60)
    refills = [event for moment in story for event in moment.events if event.kind == "refill"]
    assert refills
    assert all(event.facts.keys() == {"to", "pile"} for event in refills)


def test_a_drawn_goof_is_determinized_uniformly(grumbles: Grumbles) -> None:
    goofs = {"c1": "doom", "c3": "starter", "c5": "starter", "d4": "starter", "e3": "starter"}
    state = grumbles.load({**BASE, "goofs": {**goofs, "e5": "starter"}})
    rng = Rng(4)
    square = state.config.board.squares["c1"]
    found = Counter(state.determinize(RED, rng).board[square] for _ in range(1500))
    assert 800 < found["regular"] < 1000
    assert 240 < found["super"] < 360
    assert 240 < found["doom"] < 360


def test_points_come_from_the_data(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "goofs.yaml"
    path.write_text(path.read_text().replace("copies: 8, points: 1", "copies: 8, points: 2"))
    game = load_game("grumbles", tmp_path)
    goofs = {"c1": "starter", "c3": "regular", "c5": "starter", "d4": "starter", "e3": "starter"}
    state = game.load({**BASE, "goofs": {**goofs, "e5": "starter"}})
    events = state.apply(game.read_move("shove shove E"))
    scores = [event.facts for event in events if event.kind == "score"]
    assert scores == [{"points": 2, "total": 2}]


def test_a_grumble_is_identified_by_its_id_not_its_power(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "grumbles.yaml"
    path.write_text(path.read_text().replace("id: shove", "id: butter").replace("Shove", "Butter"))
    game = load_game("grumbles", tmp_path)
    state = game.load({**BASE, "red": {"butter": "b1", "yank": "d2", "swap": "e1"}})
    events = state.apply(game.read_move("butter step W"))
    assert game.describe(events[0]) == "Red’s Butter steps west to a1."


def test_the_longest_game_reaches_the_maximum_length(grumbles: Grumbles) -> None:
    options = {"turn-cap": 3}
    *_, last = story = list(
        play(grumbles, [lambda observation, _: stay(observation)], 1, options=options)
    )
    assert len(story) - 1 == grumbles.max_decisions(grumbles.read_options(options))
    assert last.state.outcome is not None
    assert last.state.outcome.result == "unfinished"


def stay(observation: Any) -> Any:
    """The first move that does nothing."""
    moves = observation.legal_moves()
    return next((move for move in moves if str(move).endswith("stay")), moves[0])


@pytest.mark.parametrize("captor", ["red", "green"])
def test_the_winner_has_value_one(grumbles: Grumbles, captor: str) -> None:
    goofs = {"c3": "starter", "c5": "starter", "d4": "starter", "e3": "starter", "e5": "starter"}
    state = grumbles.load({**BASE, "goofs": goofs, "captured": {captor: ["doom"]}})
    assert state.outcome is not None
    assert state.outcome.worth == ((0.0, 1.0) if captor == "red" else (1.0, 0.0))
    assert state.legal_moves() == ()
    assert state.to_act is None


def test_a_lead_and_a_goof_near_home_are_valued(grumbles: Grumbles) -> None:
    even = grumbles.load(BASE).evaluate()
    ahead = grumbles.load(
        {
            **BASE,
            "goofs": {
                **{"c3": "regular", "c5": "starter", "d4": "starter"},
                **{"e3": "starter", "e5": "starter"},
            },
            "captured": {"red": ["starter"]},
        }
    ).evaluate()
    near = grumbles.load(
        {
            **BASE,
            "goofs": {
                **{"c1": "starter", "c3": "regular", "c5": "starter"},
                **{"d4": "starter", "e3": "starter", "e5": "starter"},
            },
        }
    ).evaluate()
    assert even[RED] == pytest.approx(0.5, abs=0.03)
    assert ahead[RED] > near[RED] > even[RED]
    assert sum(ahead) == pytest.approx(1)


def test_a_state_does_not_grow_during_a_long_game(grumbles: Grumbles) -> None:
    sizes = []
    for turns in (10, 1000):
        *_, moment = play(grumbles, [lambda observation, _: stay(observation)], 1, turns=turns)
        moment.state.legal_moves()
        sizes.append(len(pickle.dumps(moment.state.to_data())) + len(moment.state.pending))
    assert sizes[1] <= sizes[0] + 8


def test_a_game_ended_by_doom_with_an_empty_star_is_reloaded(grumbles: Grumbles) -> None:
    """Refills have ended, so the star that Doom has left stays empty next to a full pile."""
    goofs = {"d5": "doom", "c4": "starter", "d3": "starter", "d4": "starter", "e4": "starter"}
    position = {
        "options": {"board": "plus"},
        "turn": 2,
        "red": {"throw": "d6", "yank": "d2", "swap": "e1"},
        "green": {"shove": "a6", "push": "b7", "pull": "f7"},
        "goofs": {**goofs, "a4": "starter"},
    }
    state = grumbles.load(position)
    state.apply(grumbles.read_move("throw throw S"))
    assert state.outcome is not None
    assert state.outcome.facts["goofs-left"] == 9
    assert grumbles.load(state.to_data()) == state
