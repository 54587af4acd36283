"""Tests of viewpoints: everyone reads the screen until there are secrets, then one seat at a time."""

from __future__ import annotations

from typing import Any

from generator.engine.console import History, Kind
from generator.engine.console.viewpoint import Viewpoint
from generator.engine.game import Game
from tests.engine.toy import ToyGame


def texts(viewpoint: Viewpoint, history: History, announced: bool = False) -> list[str]:
    return [line.text for line in viewpoint.unread(history, announced)]


def test_one_person_sees_what_the_seat_may_know(toy: ToyGame) -> None:
    history, viewpoint = History.new(toy, 1, 2, {}), Viewpoint((1,), 0)
    first = texts(viewpoint, history)
    assert [text.split()[0] for text in first] == ["draw", "draw", "see"]
    assert texts(viewpoint, history) == []
    history.make("two")
    assert texts(viewpoint, history) == ["Ann", "    commit {}  (commit)"]
    history.make("one")
    head, *told = texts(viewpoint, history)
    assert head == "Ben"  # the reveal tells what the move was
    assert "one" in " ".join(told)


def test_a_move_that_no_event_tells_is_told_to_its_player(toy: ToyGame) -> None:
    history = History.new(toy, 1, 2, {})
    history.make("two")
    assert texts(Viewpoint((0,), 1), history) == ["Ann: two", "    commit {}  (commit)"]
    assert texts(Viewpoint((1,), 1), history) == ["Ann", "    commit {}  (commit)"]


def test_without_secrets_everyone_sees_everything(grumbles: Game[Any]) -> None:
    history, viewpoint = History.new(grumbles, 1, 2, {}), Viewpoint((0, 1), 1)
    assert viewpoint.viewers(history.state) == (0, 1)
    for seat in (0, 1, 0):
        assert viewpoint.may_act_now(seat, history.state)
        viewpoint.viewer = seat
        move = history.state.legal_moves()[0]
        history.make(move)
        head, event, *_ = texts(viewpoint, history)
        assert head == history.names[seat]
        assert event.startswith(f"    {head} picks ")
    assert not viewpoint.private


def test_with_secrets_each_seat_sees_its_view_alone(toy: ToyGame) -> None:
    history, viewpoint = History.new(toy, 1, 2, {}), Viewpoint((0, 1), 0)
    assert texts(viewpoint, history) == []
    assert not viewpoint.may_act_now(0, history.state)
    viewpoint.viewer = 0
    assert viewpoint.may_act_now(0, history.state)
    assert len(texts(viewpoint, history)) == 3
    history.make("two")
    assert texts(viewpoint, history) == ["Ann: two", "    commit {}  (commit)"]
    assert not viewpoint.may_act_now(1, history.state)
    viewpoint.viewer = 1
    assert texts(viewpoint, history)[-2:] == ["Ann", "    commit {}  (commit)"]


def test_repeated_moves_after_undo_are_shown_again(toy: ToyGame) -> None:
    history, viewpoint = History.new(toy, 1, 2, {}), Viewpoint((0,), 1)
    history.make("two")
    assert texts(viewpoint, history)[0] == "Ann: two"
    history.undo_to(1)
    viewpoint.rewind(1)
    history.make("three")
    assert texts(viewpoint, history)[0] == "Ann: three"


def test_the_acting_seat_may_have_been_announced(toy: ToyGame) -> None:
    history, viewpoint = History.new(toy, 1, 2, {}), Viewpoint((1,), 1)
    history.make("two")
    (line,) = viewpoint.unread(history, announced=True)
    assert line.kind is Kind.EVENT
