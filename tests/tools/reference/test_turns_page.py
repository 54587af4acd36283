"""Tests of the reference page of turns.yaml: generated from the schema, with playable examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from generator.base.formats.yaml import parse_yaml
from generator.engine.game import Game
from generator.engine.registry import load_game
from generator.engine.scripted.script.step_schema import STEPS, StepSpec, key_of
from generator.engine.testing.examples import KINDS
from generator.engine.testing.expectations import EXPECTED, malformed
from generator.engine.testing.laws import play, trials
from generator.tools.reference.schema_tables import MODELS
from tests.tools.reference.sections import PAGES, examples, section, table

TITLES = [each.title for each in PAGES["turns"].sections if each.title in MODELS]
STEP_EXAMPLES = table("turns", "A step", "example")
PAGE = Path(__file__).parents[3] / "data" / "TURNS.md"
SUIT_FIELDS = "{id: {type: id}, suit: {type: text}, rank: {type: integer}}"
GAME = """\
title: Tricks
version: "1"
players: [2, 4]
tables:
  cards:
    file: cards.csv
    fields: FIELDS
components: [{id: card, title: Cards, part: cards, each: cards, front: card.xml}]
"""


def test_the_reference_page_is_current() -> None:
    """Update it with `make reference`."""
    assert PAGE.read_text(encoding="utf-8") == PAGES["turns"].text


@pytest.mark.parametrize("title", [title for title in TITLES if title != "A step"])
def test_the_example_of_every_section_is_valid(title: str) -> None:
    model = MODELS[title]
    (example,) = examples("turns", title)
    data = parse_yaml(example, "example").data
    known = {field.alias or name for name, field in model.model_fields.items()}
    assert model.model_validate(data)
    assert set(data) <= known
    assert all(f"| `{key}` |" in section("turns", title).text for key in known)


def test_every_section_of_the_page_exists() -> None:
    assert len(TITLES) == 11
    assert list(STEP_EXAMPLES) == [key_of(verb) for verb in STEPS]


@pytest.mark.parametrize("verb", STEPS)
def test_the_example_of_every_step_is_valid(verb: str) -> None:
    data = parse_yaml(STEP_EXAMPLES[key_of(verb)][-1].strip("`"), "example").data
    assert TypeAdapter(StepSpec).validate_python(data).verb == verb
    assert next(iter(data)) == key_of(verb)


def test_every_key_has_a_description() -> None:
    rows = [line.split("|") for line in PAGES["turns"].text.splitlines() if line.startswith("| `")]
    assert len(rows) > 60
    assert [row for row in rows if not row[2].strip() or not row[-2].strip()] == []


SUITS = ["id,suit,rank", *(f"{suit}-{rank},{suit},{rank}"
         for suit in ("cup", "coin", "sword", "crown") for rank in range(1, 7))]  # fmt: skip
"""Four suits of six cards."""


def game_on(
    page_section: str, folder: Path, cards: list[str] = SUITS, fields: str = SUIT_FIELDS
) -> Game[Any]:
    """The game of a section, played with these cards."""
    (turns,) = examples("turns", page_section)
    kit = GAME.replace("FIELDS", fields)
    (folder / "game.yaml").write_text(kit, encoding="utf-8")
    (folder / "cards.csv").write_text("\n".join([*cards, ""]), encoding="utf-8")
    (folder / "turns.yaml").write_text(turns, encoding="utf-8")
    return load_game("tricks", folder)


def test_the_game_of_several_hands_obeys_the_laws(tmp_path: Path) -> None:
    game = game_on("Several hands", tmp_path)
    for trial in trials(game):
        decisions_in_a_hand = 1 + trial.players * (1 + 5)  # deal; each calls and plays five cards
        assert play(trial, 1, every=6) == trial.players * decisions_in_a_hand


def test_the_deck_builder_obeys_the_laws(tmp_path: Path) -> None:
    cards = ["id,cost,coins,points,start,copies", "copper,0,1,0,7,28", "rag,0,0,0,3,12",
             "silver,3,2,0,0,20", "gold,6,3,0,0,8", "farm,2,0,1,0,8", "castle,8,0,6,0,8"]  # fmt: skip
    number = "{type: integer}"
    keys = ("cost", "coins", "points", "start", "copies")
    fields = f"{{id: {{type: id}}, {', '.join(f'{key}: {number}' for key in keys)}}}"
    game = game_on("Deck building", tmp_path, cards, fields)
    assert all(play(trial, 1, every=40) for trial in trials(game))
    hands = {"hand": [["gold", "gold", "copper"], []], "deck": [["rag"], []]}
    position = {"discards": [["farm", "rag"], []], "market": ["castle", "farm"], "players": 2}
    state = game.load({**hands, **position, "supply": ["silver"]})
    for move in ("turn", "copper", "farm"):
        state.apply(move)
    assert state.legal_moves() == ["silver", "pass"]  # seven coins less two, refilled with silver
    state.apply("pass")
    assert [state.view(None)[key] for key in ("scrapped", "points")] == [
        ["copper"],
        [2, 0],
    ]  # of two farms
    assert sorted(state.to_data()["hand"][0] + state.to_data()["deck"][0]) == [
        "farm", "farm", "gold", "gold", "rag", "rag"]  # fmt: skip


def test_the_game_of_contracts_obeys_the_laws(tmp_path: Path) -> None:
    cards = ["id,kind,silk,tea,points", *(f"silk-{n},silk,0,0,0" for n in range(9)),
             *(f"tea-{n},tea,0,0,0" for n in range(9)), "tailor,job,2,0,3", "inn,job,1,2,5",
             "court,job,3,2,9", "shop,job,0,1,1"]  # fmt: skip
    number = "{type: integer}"
    fields = f"{{id: {{type: id}}, kind: {{type: text}}, silk: {number}, tea: {number}, points: {number}}}"
    game = game_on("Sets and contracts", tmp_path, cards, fields)
    assert all(play(trial, 1, every=30) for trial in trials(game))
    hand = ["tea-1", "silk-1", "tea-2", "tea-3"]
    position = {"hand": [hand, []], "contracts": ["court", "inn"], "offers": ["shop"], "players": 2}
    state = game.load({**position, "market": [], "goods": []})
    assert state.legal_moves() == ["inn", "pass"]
    state.apply("inn")
    view = state.view(None)
    assert (view["hand"][0], view["points"], view["done"]) == (["tea-3"], [5, 0], ["inn"])
    assert view["spent"] == ["silk-1", "tea-1", "tea-2"]


def test_the_trick_taking_game_on_the_page_obeys_the_laws(tmp_path: Path) -> None:
    game = game_on("The whole file", tmp_path)
    assert all(play(trial, 1, every=6) == 6 * trial.players for trial in trials(game))
    hands = {"hand": [["cup-2", "cup-6"], ["cup-4", "coin-1"]], "players": 2}
    state = game.load(hands)
    state.apply("cup-2")
    assert state.legal_moves() == ["cup-4"]  # players follow suit if they can
    state.apply("cup-4")
    assert (state.to_act, state.view(None)["points"]) == (1, [0, 1])  # the winner leads


def test_the_page_lists_every_key_of_an_example() -> None:
    (text,) = examples("turns", "Examples of play")
    data = parse_yaml(text, "example").data
    said = data["examples"]
    assert {key for example in said for key in example} == set(KINDS)
    assert {key for example in said for key in example["expect"]} == set(EXPECTED)
    for example in said:
        assert not [*malformed(example["expect"])]
