"""Tests of maps in scripted games: piles on the places of a table, and the distances between them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.testing.laws import play, trials
from generator.kit.cells import cell_number
from tests.engine.scripted.maps import HEAD, TABLE, on_grid
from tests.engine.scripted.small import GAME, TURNS, after, event_texts, small
from tests.readme_steps import PIECES_GUIDE, RULES_FOR_A_MAP

MARCH = """\
turn:
  - {pick: stacks, as: cell, where: 'it.cost < 3 and not stacks[it.id]'}
  - {draw: deck, into: stacks, at: cell}
  - {gain: score, by: cell.cost}
"""


def test_piles_lie_on_the_places_of_a_table(mapped: Path) -> None:
    game = small(mapped, MARCH, HEAD)
    state, events = after(game, "map-0102", deck=["crab", "gull"], stacks=[[], [], []])
    assert state.to_data()["stacks"] == [[], ["gull"], []]
    assert state.legal_moves() == ["map-0201"]
    assert state.position["score"] == [2, 0]
    told = ["Player 1 picks Hill.", "Player 1 puts Gull on Hill."]
    assert event_texts(game, events)[:2] == told
    assert game.move_sentence(state, "map-0102") == "Hill"
    assert "stacks Hill: Gull" in state.text()
    assert "stacks Ford" not in state.text()


def test_a_numbered_place_is_told_with_the_name_of_its_row(mapped: Path) -> None:
    turns = "turn: [{draw: deck, into: aside}, {discard: aside, into: stacks, at: '2'}]\n"
    head = HEAD.replace("number: map", "number: 3").replace("piles: {", "piles: {aside: , ")
    game = small(mapped, turns, head)
    _, events = after(game, "turn", deck=["gull"])
    assert "Player 1 puts Gull on stacks 2." in event_texts(game, events)


@pytest.mark.parametrize("at", ["cell", "cell.id", "2", '"map-0102"', "map-0102"])
def test_a_place_is_named_in_any_way(mapped: Path, at: str) -> None:
    turns = f"turn: [{{pick: stacks, as: cell}}, {{draw: deck, into: stacks, at: '{at}'}}]\n"
    state, _ = after(small(mapped, turns, HEAD), "map-0102", deck=["gull"])
    assert state.to_data()["stacks"] == [[], ["gull"], []]


def test_a_misspelt_place_is_compared_with_those_there(mapped: Path) -> None:
    turns = "turn: [{draw: deck, into: stacks, at: mpa-0102}]\n"
    with pytest.raises(KitError, match=r'there is no "mpa-0102"; did you mean "map-0102"\?'):
        small(mapped, turns, HEAD)


@pytest.mark.parametrize(("at", "value"), [('"map-0303"', "map-0303"), ("4", "4"), ("0", "0")])
def test_a_place_that_is_not_there_is_reported(mapped: Path, at: str, value: str) -> None:
    turns = f"turn: [{{draw: deck, into: stacks, at: '{at}'}}]\n"
    with pytest.raises(KitError, match=f'turns.yaml:11: "stacks" has no space "?{value}'):
        after(small(mapped, turns, HEAD), "turn", deck=["gull"])


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        ("mop", r'there is no table "mop"; did you mean "map"\?'),
        ("[north, north]", "two spaces have the same name"),
        ("{}", "must be a number from 2 to 1,000, a list of names, or a table"),
    ],
)
def test_places_that_cannot_be_are_reported(mapped: Path, number: str, fault: str) -> None:
    with pytest.raises(KitError, match=rf"turns\.yaml:9: .*{fault}"):
        small(mapped, MARCH, HEAD.replace("number: map", f"number: {number}"))


def test_a_map_has_a_thousand_places_at_most(mapped: Path) -> None:
    rows = "".join(f"map-{number},Field,clear,1\n" for number in range(1001))
    (mapped / "map.csv").write_text(f"id,name,terrain,cost\n{rows}", encoding="utf-8")
    with pytest.raises(KitError, match='"stacks" has more than 1,000 piles'):
        small(mapped, MARCH, HEAD)


def test_piles_can_have_names(tmp_path: Path) -> None:
    head = HEAD.replace("number: map", "number: [north, south], deal: 1, from: deck")
    game = small(
        tmp_path, "turn: [{pick: stacks, as: side}, {draw: stacks, at: side, into: hand}]\n", head
    )
    state, _ = after(game, "south", stacks=[["gull"], ["crab"]])
    assert state.to_data()["stacks"] == [["gull"], []]


@pytest.mark.parametrize(
    ("grid", "cells", "near"),
    [
        ("{names: odd, flat: true}", "0202 0101 0103 0302 0303", [2, 4]),
        ("{names: even, flat: true}", "0202 0101 0103 0302 0303", [3, 4, 5]),
        ("{names: odd}", "0202 0101 0103 0301 0303", [2, 3]),
        ("{names: even}", "0202 0101 0103 0301 0303", [4, 5]),
        ('{names: "q,r"}', "0,0 1,-1 1,1 -1,1 2,0", [2, 4]),
        ("{names: a1}", "c3 c4 d4 b3 a3", [2, 4]),
        ("{names: a1, diagonal: true}", "c3 c4 d4 b3 a3", [2, 3, 4]),
        ('{names: "0101"}', "0303 0304 0404 0203 0103", [2, 4]),
    ],
)
def test_distances_are_those_of_the_grid(
    with_cells: Path, grid: str, cells: str, near: list[int]
) -> None:
    game = on_grid(with_cells, grid, cells)
    state, _ = after(game, "map-1")
    assert state.legal_moves() == [f"map-{number}" for number in near]


def test_a_distance_is_a_number_of_steps(with_cells: Path) -> None:
    turns = "turn: [{pick: stacks, as: goal}, {gain: score, by: 'distance(\"map-1\", goal)'}]\n"
    game = on_grid(with_cells, "{names: even, flat: true}", "0101 1209 - 0109", turns)
    state, _ = after(game, "map-2", "map-4", "map-1")
    assert state.position["score"] == [14, 8]
    with pytest.raises(KitError, match='evaluated: "map-3" lies on no grid'):
        after(game, "map-3")


PATHS = """\
turn:
  - {pick: stacks, as: home}
  - {pick: stacks, as: goal, where: '0 < path_cost(home, it) <= 3'}
"""
COSTS = {"1": "a1 1", "2": "b1 3", "3": "a2 ", "4": "b2 1", "5": "c1 1", "6": "e5 1"}


@pytest.fixture
def with_costs(mapped: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a small game whose map has cells and costs of entering them."""
    old = "      terrain: {type: text}\n      cost: {type: integer}\n"
    columns = "      cell: {type: text}\n      cost: {type: integer, optional: true}\n"
    game_file = GAME.replace("tables:\n", TABLE.replace(old, columns))
    monkeypatch.setattr("tests.engine.scripted.small.GAME", game_file)
    rows = "".join(f"map-{at},Field,{row.replace(' ', ',')}\n" for at, row in COSTS.items())
    (mapped / "map.csv").write_text(f"id,name,cell,cost\n{rows}", encoding="utf-8")
    return mapped


@pytest.mark.parametrize(
    ("grid", "home", "near"),
    [
        ("", "1", [2]),  # 4 costs 4, by way of 2; nothing enters 3
        (", diagonal: true", "1", [2, 4, 5]),
        ("", "4", [2]),
        ("", "5", [2]),
        ("", "3", [1, 4]),  # leaving costs nothing
        ("", "6", []),
    ],
)
def test_a_path_costs_what_entering_its_places_costs(
    with_costs: Path, grid: str, home: str, near: list[int]
) -> None:
    head = HEAD.replace("number: map", f"number: map, grid: {{names: a1, cost: cost{grid}}}")
    turns = (
        f"{PATHS}  - {{gain: score, by: 'path_cost(home, home) + path_cost(home, \"map-6\")'}}\n"
    )
    game = small(with_costs, turns, head)
    state, _ = after(game, f"map-{home}")
    if near:
        assert state.legal_moves() == [f"map-{number}" for number in near]
    else:
        assert state.position["score"] == [0, 0]  # of a place from itself


def test_no_path_costs_more_than_any(with_costs: Path) -> None:
    head = HEAD.replace("number: map", "number: map, grid: {names: a1, cost: cost}")
    turns = "turn: [{pick: stacks, as: home}, {gain: score, by: 'path_cost(home, \"map-6\")'}]\n"
    state, _ = after(small(with_costs, turns, head), "map-1", "map-6")
    assert state.position["score"] == [1_000_000, 0]


@pytest.mark.parametrize(
    ("grid", "cost", "fault"),
    [
        ("cost: price", "3", r'turns.yaml:9: the rows of "map" have no field "price"'),
        (
            "cost: cost",
            "-1",
            r"map.csv:3: entering a place costs a whole number from 0 to 1,000, not -1",
        ),
        ("cost: name", "3", r"map.csv:2: entering a place costs .*, not Field"),
        (
            "cell: cell",
            "3",
            r'"path_cost" can be measured; give .* grid: \{names: odd, cell: FIELD, cost',
        ),
    ],
)
def test_an_invalid_cost_is_reported(with_costs: Path, grid: str, cost: str, fault: str) -> None:
    rows = (with_costs / "map.csv").read_text(encoding="utf-8").replace("b1,3", f"b1,{cost}")
    (with_costs / "map.csv").write_text(rows, encoding="utf-8")
    head = HEAD.replace("number: map", f"number: map, grid: {{names: a1, {grid}}}")
    with pytest.raises(KitError, match=fault):
        small(with_costs, PATHS, head)


def test_a_unit_is_picked_out_of_a_stack(mapped: Path) -> None:
    turns = """\
turn:
  - {pick: stacks, as: home, where: 'stacks[it.id]'}
  - {pick: stacks, at: home, as: unit, where: it.worth < 2}
  - {discard: unit, into: stacks, at: '"map-0101"'}
"""
    game = small(mapped, turns, HEAD)
    state, _ = after(game, "map-0102", stacks=[[], ["gull", "crab", "gull"], []])
    assert state.legal_moves() == ["crab"]
    assert game.prompt(state.position) == "pick a card from the stacks"
    told = event_texts(game, state.apply("crab"))
    assert told[:2] == ["Player 1 picks Crab.", "Player 1 puts Crab on Ford."]
    assert state.to_data()["stacks"] == [["crab"], ["gull", "gull"], []]


def test_a_place_without_rows_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match='has "at", but no rows to number'):
        small(tmp_path, "turn: [{pick: hand, at: 1, as: card}]\n")


def test_spaces_of_a_track_can_be_cells(tmp_path: Path) -> None:
    head = TURNS.replace("[a, b, c]", "[a1, a2, b2], grid: {names: a1}")
    turns = "turn: [{pick: ring, as: goal, where: 'distance(it, boat) == 1'}]\n"
    state, _ = small(tmp_path, turns, head.replace("start: b", "start: a1")).start(1, 2)
    assert state.legal_moves() == ["a2"]


@pytest.mark.parametrize(
    ("grid", "cells", "fault"),
    [
        ("{names: odd}", "0101 2", r'map.csv:3: "2" is not a numbered cell; write "0312"'),
        ("{names: a1}", "a1 0101", r'map.csv:3: "0101" is not a square; write "c4"'),
        ("{names: odd, cell: hex}", "0101", r'turns.yaml:9: the rows of "map" have no field "hex"'),
        ("{names: hexes}", "0101", r"turns.yaml:9: .*; known: 0101, a1, even, odd, q,r"),
    ],
)
def test_an_invalid_grid_is_reported(with_cells: Path, grid: str, cells: str, fault: str) -> None:
    with pytest.raises(KitError, match=fault):
        on_grid(with_cells, grid, cells)


def test_the_cards_next_to_a_place_are_listed(with_cells: Path) -> None:
    turns = """\
turn:
  - pick: stacks
    as: home
    where: 'adjacent(stacks, it) | map(attribute="id") | list == ["gull", "crab"]'
  - {gain: score, by: 'adjacent(stacks, home) | length'}
"""
    game = on_grid(with_cells, "{names: even, flat: true}", "0101 0102 0201 0202 0301", turns)
    state, _ = after(game, deck=[], stacks=[["gull"], ["crab"], [], [], []])
    assert state.legal_moves() == ["map-3"]  # 0202 lies at 0102 alone, and no place at itself
    state.apply("map-3")
    assert state.position["score"] == [2, 0]


def test_what_is_adjacent_needs_the_piles_of_that_grid(with_cells: Path) -> None:
    turns = "turn: [{gain: score, by: 'adjacent(deck, \"map-1\") | length'}]\n"
    game = on_grid(with_cells, "{names: even, flat: true}", "0101 0102", turns)
    with pytest.raises(KitError, match='the piles are not on the grid of "map-1"'):
        after(game, "turn")


def test_the_cost_of_a_place_can_be_read_from_another_table(with_costs: Path) -> None:
    cost = 'cost: "none if row.cost is none else row.cost * 2"'
    head = HEAD.replace("number: map", f"number: map, grid: {{names: a1, {cost}}}")
    turns = PATHS.replace("<= 3", "in [2, 6]")
    state, _ = after(small(with_costs, turns, head), "map-5")
    assert state.legal_moves() == ["map-2"]  # nothing enters 3, and b1 costs twice 3


def test_places_of_two_grids_have_no_distance(with_cells: Path) -> None:
    path = "path: {spaces: [a1, b1], grid: {names: a1}}"
    head = HEAD.replace("number: map", "number: map, grid: {names: a1}")
    (with_cells / "map.csv").write_text("id,name,cell\nmap-1,Field,a1\n", encoding="utf-8")
    turns = "turn: [{pick: stacks, as: goal}, {gain: score, by: 'distance(goal, pawn)'}]\n"
    game = small(with_cells, turns, head.replace("path: {spaces: 5}", path))
    with pytest.raises(KitError, match='"map-1" and "a1" lie on different grids'):
        after(game, "map-1")
    twice = head.replace(
        "path: {spaces: 5}", "path: {spaces: map, grid: {names: a1, diagonal: true}}"
    )
    with pytest.raises(KitError, match='"map-1" lies on two different grids'):
        small(with_cells, turns, twice)


def test_a_distance_without_a_grid_is_reported(tmp_path: Path) -> None:
    for name in ("distance", "path_cost"):
        fault = (
            rf'turns.yaml:10: there is no grid on which "{name}" can be measured; give rows or a'
        )
        with pytest.raises(KitError, match=fault):
            small(tmp_path, f"turn: [{{gain: score, by: '{name}(1, 2)'}}]\n")


def test_a_game_can_call_something_else_distance(tmp_path: Path) -> None:
    head = TURNS.replace("score: ,", "score: , distance: {start: 7},")
    state, _ = after(small(tmp_path, "turn: [{gain: score, by: distance}]\n", head), "turn")
    assert state.position["score"] == [7, 0]


def test_the_guide_moves_units_on_a_map(mapped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = PIECES_GUIDE.read_text(encoding="utf-8").partition(RULES_FOR_A_MAP)[2]
    rows, turns, placed = re.findall(r"```(?:csv|yaml)\n(.*?)```", section, re.DOTALL)
    fields = "      terrain: {type: text}\n      cell: {type: text}\n"
    fields += "      march: {type: integer, optional: true}\n"
    table = TABLE.partition("      terrain:")[0].replace(
        "{type: id}", "{type: id, from-field: name}"
    )
    game_file = GAME.replace("tables:\n", table + fields)
    monkeypatch.setattr("tests.engine.scripted.small.GAME", game_file)
    (mapped / "map.csv").write_text(rows, encoding="utf-8")
    head = "piles: {deck: {of: cards}}\ncounters: {score: }\nwinner: {most: score}\n"
    game = small(mapped, turns, head)
    stated = (
        placed.replace("each.start", "chapel").replace("units", "cards").replace("reserve", "deck")
    )
    state, _ = small(mapped, turns + stated, head).start(1, 2)
    assert state.to_data()["stacks"] == [[], [], ["gull", "crab"]]
    state, _ = after(game, "old-mill", deck=[], stacks=[["gull", "crab"], [], []])
    state.apply("gull")
    assert state.legal_moves() == ["chapel"]
    state.apply("chapel")
    assert state.to_data()["stacks"] == [["crab"], [], ["gull"]]


def test_games_on_a_map_obey_the_laws(with_cells: Path) -> None:
    turns = """\
turn:
  - {pick: stacks, as: home, where: 'stacks[it.id]'}
  - {pick: stacks, as: goal, where: '0 < distance(it, home) <= 2'}
  - {draw: stacks, at: home, into: lawn}
  - {discard: lawn, into: stacks, at: goal}
  - {gain: score, by: 'distance(home, goal)'}
end: [{rounds: 4}]
"""
    cells = " ".join(cell_number(column, row) for column in (1, 2) for row in (1, 2, 3))
    deal = HEAD.replace("{number: map", "{number: map, deal: 1, from: deck").replace(
        "hand: {deal: 1, from: deck}", "hand: "
    )
    game = on_grid(with_cells, "{names: even, flat: true}", cells, turns, deal)
    assert all(play(trial, 1) for trial in trials(game))
