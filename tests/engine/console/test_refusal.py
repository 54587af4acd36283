"""Tests of the answer to "why": a thing by its title, a move by its sentence, and what neither is."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.console import Kind
from generator.engine.game import Game
from tests.engine.console.driver import SessionDriver
from tests.shipped import shipped_game


@pytest.mark.parametrize("words", ["Push", "push", "PUSH"])
def test_a_thing_is_called_by_its_title(grumbles: Game[Any], words: str) -> None:
    driver = SessionDriver(grumbles)
    usable = driver.type(f"why {words}").replace("\n  ", " ")
    assert usable.startswith("Push can be used now: “Pick Push and put it onto c1”, ")
    assert driver.lines_of(Kind.NOTE)
    driver.type("1")
    assert driver.type(f"why {words}").startswith("Push cannot be used now: ")
    assert driver.lines_of(Kind.FAULT)


def test_a_square_is_a_thing_and_its_refusal_cites_the_rule(grumbles: Game[Any]) -> None:
    output = SessionDriver(grumbles).type("why C4")
    assert output.startswith("c4 cannot be used now: c4 is not beside Red’s home\n")
    assert output.endswith("(draft-place)")


def test_a_sentence_that_no_move_has_is_read_like_one_that_a_move_has(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    for words in ("why pick push and put it onto d4", "Pick Push and put it onto d4"):
        output = driver.type(words).replace("\n  ", " ")
        assert "onto d4” is not legal: d4 is not beside Red’s home" in output
    assert driver.session.history.moves == []


def test_the_beginning_of_sentences_stands_for_all_their_moves(grumbles: Game[Any]) -> None:
    output = SessionDriver(grumbles).type("why pick throw")
    assert output.startswith("All moves that begin like this are legal: “Pick Throw and put it")


def test_what_several_things_are_called_is_asked_back(grumbles: Game[Any]) -> None:
    driver = SessionDriver(grumbles)
    assert driver.type("why of doom") == "Goof of Doom has no part in this decision."
    assert driver.type("why the home") == driver.type("the home")
    gruff = SessionDriver(shipped_game("gruff"))
    assert gruff.type("why the").startswith("Which one? ")


def test_what_nothing_is_called_has_the_nearest_title(grumbles: Game[Any]) -> None:
    output = SessionDriver(grumbles).type("why trow")
    assert output.startswith('nothing here is called “trow”; did you mean "Throw"?')


def test_a_card_that_is_not_held_is_refused_by_its_title() -> None:
    driver = SessionDriver(shipped_game("grizzled"), players=3)
    driver.type("1", "3")
    output = driver.type("why phobia of night")
    assert output.startswith("Phobia of Night cannot be used now: Player 1 does not hold")


def test_the_goblin_boss_needs_no_article() -> None:
    driver = SessionDriver(shipped_game("grudge"))
    assert driver.type("why goblin boss") == driver.type("why the Goblin Boss")
    assert driver.text.startswith("The Goblin Boss ")
