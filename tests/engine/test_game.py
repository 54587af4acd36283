"""Tests of the protocol of games and states, on a game with simultaneous secret choices."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.engine.game import IllegalMoveError
from tests.engine.toy import ToyGame


def test_the_next_step_comes_from_the_stack(toy: ToyGame) -> None:
    state, events = toy.start(seed=1, players=3, options={"rounds": 1})
    assert [event.kind for event in events] == ["draw", "see"] * 3
    seats = []
    while state.to_act is not None:
        seats.append(state.to_act)
        events = state.apply("one")
    assert seats == [0, 1, 2]
    assert [event.kind for event in events] == ["commit", "reveal", "end"]
    assert state.outcome is not None
    assert state.outcome.worth == (1 / 3, 1 / 3, 1 / 3)


def test_a_secret_choice_reveals_only_that_it_was_made(toy: ToyGame) -> None:
    state, _ = toy.start(players=2)
    state.apply("two")
    assert state.view(0)["numbers"] == ["two", False]
    assert state.view(1)["numbers"] == [True, ""]
    assert state.view(None)["numbers"] == [True, False]


def test_an_illegal_move_names_its_rule_and_changes_nothing(toy: ToyGame) -> None:
    state, _ = toy.start(players=1)
    before = state.to_data()
    with pytest.raises(IllegalMoveError) as caught:
        state.apply("seven")
    assert caught.value.rule == "commit"
    assert str(caught.value) == 'move "seven": there is no such number (commit)'
    assert state.to_data() == before


def test_a_wrong_number_of_players_names_the_rule(toy: ToyGame) -> None:
    with pytest.raises(KitError, match=r"toy is for 1 to 3 players, not 4 \(seats\)"):
        toy.start(players=4)


def test_events_as_data_count_seats_from_one(toy: ToyGame) -> None:
    _, events = toy.start(seed=1, players=1)
    card = events[1].facts["card"]
    assert events[1].as_data() == {
        **{"event": "see", "rule": "draw", "seat": 1, "only": 1, "card": card}
    }


def test_states_are_equal_if_all_their_fields_are(toy: ToyGame) -> None:
    one, _ = toy.start(seed=1)
    other, _ = toy.start(seed=1)
    assert one == other
    one.apply("one")
    assert one != other
    assert one != "one"


def test_a_state_is_shown_by_where_the_game_stands(toy: ToyGame) -> None:
    state, _ = toy.start(seed=1, players=3, options={"rounds": 1})
    state.apply("one")
    assert repr(state) == "<Toy: commit, seat 2>"
    state.apply("one")
    state.apply("two")
    assert state.outcome is not None
    assert repr(state) == f"<Toy: {state.outcome.result}>"


def test_missing_tables_are_reported(toy: ToyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyGame, "configure", lambda *_: dict[str, object]()["figures"])
    with pytest.raises(KitError, match="the tables lack what the rules need: 'figures'"):
        ToyGame.config(toy, 2, {})
