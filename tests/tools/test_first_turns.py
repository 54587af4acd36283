"""Tests of first turns: they can be played at once, whatever the cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.engine.bots.baselines import random
from generator.engine.playthrough import play
from generator.engine.registry import load_game
from tests.press.running import run

GAME_YAML = """
title: Tiny
version: "1"
players: [2, 4]
tables:
  beasts: {file: beasts.csv, one: beast, fields: {id: {type: id}, how-big: {type: integer}}}
components:
  - {id: beast, title: Beasts, part: cards, each: beasts, front: beast.xml}
"""


def test_a_new_kit_can_be_played_with_first_turns(tmp_path: Path) -> None:
    run("new", "mygame", "--in", tmp_path)
    result = run("play", "mygame", "--data", tmp_path / "data")
    assert (
        "`grimoire new mygame --turns` writes first turns into data/mygame/turns.yaml" in result.err
    )
    result = run("new", "mygame", "--in", tmp_path, "--turns")
    assert result.code == 0
    assert f"now play it: grimoire play mygame --data {tmp_path}/data" in result.out
    result = run("play", "mygame", "--data", tmp_path / "data", "--turns", "1")
    assert result.code == 0
    assert "Player 1 takes Lion Heart." in result.out
    where = ("--data", tmp_path / "data", "--templates", tmp_path / "templates")
    assert run("check", "mygame", *where).code == 0


def test_a_new_kit_may_begin_with_its_first_turns(tmp_path: Path) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--turns", "--title", "My Game")
    assert result.code == 0
    assert f"{tmp_path}/data/mygame/turns.yaml\n" in result.out
    assert result.out.endswith(f"or play it: grimoire play mygame --data {tmp_path}/data\n")
    assert 'title: "My Game"' in (tmp_path / "data/mygame/game.yaml").read_text()
    turns = (tmp_path / "data/mygame/turns.yaml").read_text()
    assert "{count: table, where: it.kind ==" in turns  # plain words, where there are any
    assert "selectattr" not in turns
    played = run("play", "mygame", "--data", tmp_path / "data", "--turns", "1")
    assert played.code == 0


@pytest.mark.parametrize("table", ["csv", "yaml"])
def test_the_game_of_the_rulebook_is_played(tmp_path: Path, table: str) -> None:
    """With the words on the cards: taken at once, swept, and counted at the end."""
    run("new", "mygame", "--in", tmp_path, "--turns", "--players", "1-4", "--table", table)
    game = load_game("mygame", tmp_path / "data/mygame")
    told = {
        sentence.text.removeprefix("Player 1 ").removeprefix("Player 2 ")
        for seed in range(9)
        for step in play(game, [random], seed, 2, {})
        for sentence in game.narrate(step.events)
    }
    assert told >= {
        "takes Falling Star.",
        "adds Mirror Shield to the table.",
        "Lion Heart is turned up.",
        "has 2 of the sets: 6 points.",
    }
    for end in ("to the discards.", ", too."):
        assert any(each.endswith(end) for each in told)
    results = set()
    for seed in range(60):
        *_, last = play(game, [random], seed, 1, {})
        state: Any = last.state
        results.add((state.to_data()["points"][0] >= 26, *state.outcome.worth))
    assert results == {(True, 1.0), (False, 0.0)}


def test_the_score_is_that_of_the_cards(tmp_path: Path) -> None:
    run("new", "mygame", "--in", tmp_path, "--turns")
    game = load_game("mygame", tmp_path / "data/mygame")
    table: Any = game.records.tables["cards"]
    kinds = {row.id: row.kind for row in table}
    for seed in range(40):
        *_, last = play(game, [random], seed, 3, {})
        state: Any = last.state.to_data()
        assert [score(Counter(cards), kinds) for cards in state["table"]] == state["points"]


def score(cards: Counter[str], kinds: Mapping[str, str]) -> int:
    """The points for the cards of a player, by what is printed on them."""
    number = Counter(kinds[card] for card in cards.elements())
    worth = {"north-star": 4, "lion-heart": 4, "mirror-shield": 3, "falling-star": 1}
    worth |= {"old-shield": 1, "kind-heart": 1}
    points = sum(worth.get(card, 2) for card in cards.elements())
    points += 2 * cards["lucky-star"] * (number["star"] > 1)
    points += (number["heart"] - 1) * cards["kind-heart"]
    points += 3 * cards["old-shield"] * (number["shield"] == 1)
    points -= 3 * cards["mirror-shield"] * (number["shield"] == 1)
    return points + 3 * min(number[kind] for kind in ("star", "heart", "shield"))


def test_other_words_on_the_cards_get_turns_for_any_cards(tmp_path: Path) -> None:
    run("new", "mygame", "--in", tmp_path)
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(cards.read_text().replace("Take a second", "Take a third"))
    run("new", "mygame", "--in", tmp_path, "--turns")
    assert "again: discard" in (tmp_path / "data/mygame/turns.yaml").read_text()


def test_words_on_a_card_without_an_effect_are_one_fault(tmp_path: Path) -> None:
    run("new", "mygame", "--in", tmp_path, "--turns")
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(cards.read_text().replace("Take a second", "Take a third"))
    (fault,) = run("play", "mygame", "--data", tmp_path / "data").err.splitlines()
    assert 'cards.csv:2: there is no effect "Take a third card from the row at once."' in fault


def test_a_copy_gets_no_first_turns(tmp_path: Path) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--turns", "--from-kit", "grumbles")
    assert "--turns cannot be combined with --from-kit" in result.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(("rows", "seats"), [(1, 2), (9, 4)])
def test_few_cards_are_enough(tmp_path: Path, rows: int, seats: int) -> None:
    data = tmp_path / "data/tiny"
    data.mkdir(parents=True)
    (tmp_path / "templates/tiny").mkdir(parents=True)
    (data / "game.yaml").write_text(GAME_YAML)
    cards = "".join(f"b-{n},{n}\n" for n in range(rows))
    (data / "beasts.csv").write_text(f"id,how-big\n{cards}")
    assert run("new", "tiny", "--in", tmp_path, "--turns").code == 0
    text = (data / "turns.yaml").read_text()
    assert "{of: beasts}" in text
    assert "by: card.how_big" in text
    *_, last = play(load_game("tiny", data, None), [random], 1, seats, {})
    assert last.state.outcome


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--turns",), "data/mygame/turns.yaml: this kit has rules already, and nothing is overwritten"),
        (("--turns", "--title", "X"), "--turns cannot be combined with other options; name only "
                                          "the kit and, with --in, its folder"),
        (("--turns", "--rules", "games"), "--turns cannot be combined with other options; name "
                                              "only the kit and, with --in, its folder"),
    ],
)  # fmt: skip
def test_nothing_is_overwritten(tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    run("new", "mygame", "--in", tmp_path)
    turns = tmp_path / "data/mygame/turns.yaml"
    turns.write_text("mine")
    result = run("new", "mygame", "--in", tmp_path, *words)
    assert result.code in (1, 2)
    assert expected in result.err
    assert turns.read_text() == "mine"


def test_a_kit_without_cards_gets_no_first_turns(tmp_path: Path) -> None:
    data = tmp_path / "data/tiny"
    data.mkdir(parents=True)
    (tmp_path / "templates/tiny").mkdir(parents=True)
    (data / "game.yaml").write_text(
        'title: Tiny\nversion: "1"\nplayers: [2, 2]\ncomponents:\n'
        "  - {id: map, title: Map, part: maps, front: map.xml}\n"
    )
    result = run("new", "tiny", "--in", tmp_path, "--turns")
    assert result.code in (1, 2)
    assert "no component has a piece for each row of a table" in result.err
    assert not (data / "turns.yaml").exists()


@pytest.mark.parametrize("players", [2, 3])
def test_all_have_as_many_turns_in_the_first_game(players: int, tmp_path: Path) -> None:
    assert run("new", "deck", "--like", "cards", "--in", tmp_path).code == 0
    assert run("new", "deck", "--turns", "--in", tmp_path).code == 0
    game = load_game("deck", tmp_path / "data" / "deck")
    for seed in range(20):
        *_, last = play(game, [random], seed, players)
        assert last.state.turn % players == 0
