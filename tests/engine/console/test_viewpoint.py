"""Who is at the screen: all as long as there are no secrets, then one at a time, each in full."""

from __future__ import annotations

from typing import Any

from generator.engine.console import Kind, Table
from generator.engine.console.viewpoint import Viewpoint
from generator.engine.game import Game
from tests.engine.toy import ToyGame


def texts(audience: Viewpoint, table: Table, announced: bool = False) -> list[str]:
    return [line.text for line in audience.hear(table, announced)]


def test_one_person_hears_what_that_seat_may_know(toy: ToyGame) -> None:
    table, audience = Table.new(toy, 1, 2, {}), Viewpoint((1,), 0)
    first = texts(audience, table)
    assert [text.split()[0] for text in first] == ["draw", "draw", "see"]
    assert texts(audience, table) == []
    table.make("two")
    assert texts(audience, table) == ["Ann:", "    commit {}  (commit)"]
    table.make("one")
    assert texts(audience, table)[0] == "Ben: one"


def test_where_nothing_is_secret_all_hear_all_at_once(grumbles: Game[Any]) -> None:
    table, audience = Table.new(grumbles, 1, 2, {}), Viewpoint((0, 1), 1)
    assert audience.listening(table.state) == (0, 1)
    for seat in (0, 1, 0):
        assert audience.meets(seat, table.state)
        audience.viewer = seat
        move = table.state.legal_moves()[0]
        table.make(move)
        assert texts(audience, table)[0] == f"{table.names[seat]}: {move}"
    assert not audience.private


def test_with_secrets_nobody_hears_anything_until_they_are_alone(toy: ToyGame) -> None:
    table, audience = Table.new(toy, 1, 2, {}), Viewpoint((0, 1), 0)
    assert texts(audience, table) == []
    assert not audience.meets(0, table.state)
    audience.viewer = 0
    assert audience.meets(0, table.state)
    assert len(texts(audience, table)) == 3
    table.make("two")
    assert texts(audience, table) == ["Ann: two", "    commit {}  (commit)"]
    assert not audience.meets(1, table.state)
    audience.viewer = 1
    assert texts(audience, table)[-2:] == ["Ann:", "    commit {}  (commit)"]


def test_what_was_taken_back_and_done_again_is_heard_again(toy: ToyGame) -> None:
    table, audience = Table.new(toy, 1, 2, {}), Viewpoint((0,), 1)
    table.make("two")
    assert texts(audience, table)[0] == "Ann: two"
    table.take_back(1)
    audience.forget(1)
    table.make("three")
    assert texts(audience, table)[0] == "Ann: three"


def test_whose_doing_it_is_may_have_been_announced(toy: ToyGame) -> None:
    table, audience = Table.new(toy, 1, 2, {}), Viewpoint((1,), 1)
    table.make("two")
    (line,) = audience.hear(table, announced=True)
    assert line.kind is Kind.EVENT
