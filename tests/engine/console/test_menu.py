"""Tests of the move menu: how many legal moves are shown at once, and how to reach the others."""

from __future__ import annotations

from typing import Any

from generator.engine.console import Kind, Size
from generator.engine.console.menu import Menu, choices
from generator.engine.game import Game


def test_groups_show_the_input_that_opens_them(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start()
    menu = Menu(lambda: Size(50, 10))
    lines = list(menu.lines(state, 0))
    groups = [line.text for line in lines if line.kind is Kind.CHOICE]
    assert groups[0] == "  a Pick Push ...  3 moves"
    assert " ".join(line.text.strip() for line in lines if line.kind is Kind.NOTE) == (
        "Type the letter of a group, or the beginning of a move, to list its moves: "
        '"g", or "Pick Swing".'
    )
    assert menu.only is None
    menu.open("pick swing")
    assert [line.text for line in menu.lines(state, 0)] == [
        " 19 Pick Swing and put it onto c1",
        " 20 Pick Swing and put it onto e1",
        " 21 Pick Swing and put it onto d2",
    ]


def test_an_ungrouped_move_is_offered(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start()
    menu = Menu(Size)
    menu.open("pick push d")
    move, note = menu.lines(state, 0)
    assert move.text == "  3 Pick Push and put it onto d2"
    assert note.text == "Enter makes this move."
    assert str(menu.only) == "pick push d2"
    assert choices(state)[2].text == "pick push d2"


def test_the_notation_is_shown_on_request(grumbles: Game[Any]) -> None:
    state, _ = grumbles.start()
    menu = Menu(Size)
    menu.notation = True
    menu.open("pick push d")
    move, _ = menu.lines(state, 0)
    assert move.text == "  3 Pick Push and put it onto d2 [pick push d2]"
