"""Tests of card texts in a session: readable at any time, in every game, without revealing secrets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.engine.console import Kind
from generator.engine.console.cards import cards, in_sight
from generator.engine.registry import game_names, load_game
from generator.engine.rng import Rng
from tests.engine.console.driver import SessionDriver
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game

TEXTS = [
    ("gruff", "stay in step", ["cost 2", "number of living gruffs of yours", "pool Drumbleknee"]),
    ("gruff", "dingbucket", ["mean 5, weird 1, fat 1", "+3 Defense"]),
    ("gruff", "Pip Ruckus", ["life 13", "Threshold: Kill an exhausted enemy gruff."]),
    ("grizzled", "t01", ["threats Night and Snow, trap"]),
    ("grizzled", "k03", ["Phobia of Rain (Hard Knock)", "one more Rain is active", "(phobia)"]),
    ("ggt", "mire mother", ["Strangler Weed, Reach: Close combat also", "Regrow: Gain 1 Health"]),
    ("ggt", "parked sedan", ["map The Last Drive-In, weight 6"]),
    ("grudge", "goblin boss", ["Mobility: Its Avoid is up to 2 steps.", "health 3"]),
    ("grudge", "runestone", ["Use it to cast any spell"]),
    ("grumbles", "push", ["Step into a piece and shunt its whole line"]),
]


@pytest.mark.parametrize(("game", "name", "said"), TEXTS)
def test_a_name_in_any_case_shows_the_whole_text(game: str, name: str, said: list[str]) -> None:
    driver = SessionDriver(shipped_game(game))
    text = re.sub(r"\n +", " ", driver.type(f"look {name.upper()}"))
    for words in said:
        assert words in text
    assert "Record(" not in text
    assert driver.session.history.moves == []


def test_the_location_of_visible_cards_is_shown(toy: ToyGame) -> None:
    driver = SessionDriver(game := shipped_game("grizzled"))
    driver.type("1", "intensity 3")
    state = driver.session.history.state
    hand: Any = state.view(0)["hands"]
    cards = in_sight(state, game, 0)["hands of Player 1"]
    assert [card.row["id"] for card in cards] == hand["p1"]
    names = [card.title(game) for card in cards]
    assert all(" and " in name for name in names)  # the card's threats: Snow and Mask
    output = driver.type("look")
    assert f"hands of Player 1: {', '.join(names)}" in re.sub(r"\n +", " ", output)
    assert "hands of Player 2" not in driver.text
    assert "in sight: hands of Player 1" in driver.type(f"look {hand['p1'][0]}")
    assert driver.lines_of(Kind.HEAD)
    assert SessionDriver(toy, players=1).type("look") == '"look" and a name shows its text.'


def test_hands_and_discards_are_listed_with_counts() -> None:
    game = shipped_game("gruff")
    state, _ = game.start(3)
    view: Any = state.view(0)
    while not view.get("discards", {}).get("red"):
        state.apply(state.legal_moves()[0])
        view = state.view(0)
    seen = in_sight(state, game, 0)
    for place, key in (("hands of Red", "hands"), ("discards of Red", "discards")):
        assert [card.row["id"] for card in seen.get(place, [])] == view[key]["red"]
    assert "hands of Blue" not in seen
    driver = SessionDriver(shipped_game("grizzled"))
    driver.type("1")
    assert "tiles of Player 1: Left, Right x2" in driver.type("look")


@pytest.mark.parametrize("name", game_names())
def test_hidden_information_changes_no_answer(name: str) -> None:
    game = shipped_game(name)
    state, _ = game.start(5)
    rng = Rng(7)
    for number in range(60):
        seat = state.to_act
        if seat is None:
            break
        if number % 12 == 0:
            for viewer in range(len(game.seat_names(game.seats[0]))):
                other = state.determinize(viewer, rng)
                assert in_sight(other, game, viewer) == in_sight(state, game, viewer)
        moves = state.legal_moves()
        state.apply(moves[rng.below(len(moves))])


@pytest.mark.parametrize("name", game_names())
def test_every_card_has_a_title_and_a_readable_text(name: str) -> None:
    game = shipped_game(name)
    assert cards(game)
    for card in cards(game):
        text = " ".join(game.row_text(card.table, card.row))
        assert card.title(game)
        assert "Record(" not in text
        assert "{" not in text


def test_card_texts_can_be_read_while_hands_are_hidden() -> None:
    driver = SessionDriver(shipped_game("gruff"), (0, 1))
    driver.type(*["1"] * 8)
    while "press Enter" not in driver.session.prompt:
        driver.type(str(driver.session.history.state.legal_moves()[0]))
    driver.type("")
    assert "Dingbucket (gruff" in driver.type("look dingbucket")
    shown = driver.type("look")
    assert "packs of" not in shown
    assert "hands of" not in shown


def test_a_misspelt_name_is_corrected_and_ambiguous_ones_listed() -> None:
    driver = SessionDriver(shipped_game("gruff"))
    assert driver.type("look dingbuket") == (
        'nothing in this game is called "dingbuket"; did you mean "dingbucket"?'
    )
    assert driver.type("look ing").startswith("Which one? ")


def test_rules_finds_cards_too() -> None:
    driver = SessionDriver(shipped_game("gruff"))
    output = driver.type("rules stay-in-step")
    assert output.startswith('No rule contains "stay-in-step", but there is:\nStay in Step (card')


@pytest.mark.parametrize("name", ["ggt", "grudge", "gruff", "grumbles"])
def test_the_symbols_of_the_position_are_explained(name: str) -> None:
    driver = SessionDriver(shipped_game(name))
    assert driver.type("legend").replace("\n  ", " ") == driver.session.history.game.legend != ""


def test_a_game_of_plain_data_has_card_texts_without_its_own_code() -> None:
    tutorial = Path(__file__).parents[2] / "tutorial"
    driver = SessionDriver(load_game("lanterns", tutorial / "data/lanterns", tutorial / "games"))
    driver.type("draw")
    known: Any = driver.session.history.state.view(0)
    (drawn,) = [*known["lantern"], *known["discard"]][:1]
    output = driver.type(f"look {drawn}")
    assert "(card; in sight: " in output
    assert "in sight: deck" not in output
    assert "deck: " not in driver.type("look")
