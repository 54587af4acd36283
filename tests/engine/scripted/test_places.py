"""Tests of places on a map: two on one cell, distances without places, and loops over all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from tests.engine.scripted.maps import NEAR, on_grid
from tests.engine.scripted.small import after, small


def test_two_rows_on_one_cell_are_reported_with_both_lines(with_cells: Path) -> None:
    fault = r'map.csv:4: "map-3" lies on the cell of "map-1" \(.*map.csv:2\); give each row a cell'
    with pytest.raises(KitError, match=fault):
        on_grid(with_cells, "{names: even, flat: true}", "0101 0102 0101")


@pytest.mark.parametrize(
    "test",
    [
        "distance(it) == 1",
        "distance(it, home, it) == 1",
        "distance(one=it, other=home) == 1",
        "adjacent(stacks)",
    ],
)
def test_a_distance_needs_two_places(with_cells: Path, test: str) -> None:
    name = test.split("(")[0]
    turns = NEAR.replace("distance(it, home) == 1", test)
    with pytest.raises(KitError, match=rf'13: "{name}" needs two values in .*; write {name}\('):
        on_grid(with_cells, "{names: even, flat: true}", "0101 0102", turns)


@pytest.mark.parametrize("more", ["", ", {note: 0, as: idle}"])
def test_a_loop_goes_through_all_rows_but_acts_where_its_condition_holds(
    with_cells: Path, more: str
) -> None:
    turns = f"""\
turn:
  - {{pick: stacks, as: goal}}
  - {{draw: deck, into: stacks, at: goal}}
  - repeat: map
    as: hex
    do:
      - if: stacks[hex.id] and hex.id != "map-2"
        then: [{{gain: score, by: 1}}]
      {more and "- {note: 0, as: idle}"}
"""
    game = on_grid(with_cells, "{names: even, flat: true}", "0101 0102 0103", turns)
    stacks: list[list[str]] = [["gull"], ["gull"], []]
    state, _ = after(game, "map-2", stacks=stacks, deck=["crab", "crab", "crab"])
    assert state.position["score"] == [1, 0]
    state.apply("map-3")
    assert state.position["score"] == [1, 2]


def test_a_place_that_fitted_before_is_not_offered_when_it_does_not_now(with_cells: Path) -> None:
    turns = """\
turn:
  - {pick: stacks, as: goal, where: 'not stacks[it.id]'}
  - {draw: deck, into: stacks, at: goal}
"""
    game = on_grid(with_cells, "{names: even, flat: true}", "0101 0102", turns)
    state, _ = after(game, "map-1", deck=["crab", "crab", "crab"])
    assert state.legal_moves() == ["map-2"]
    state.apply("map-2")
    assert state.legal_moves() == ["turn"]


@pytest.mark.parametrize(
    ("which", "left", "heap"),
    [
        ("number: 1", ["crab", "gull"], ["gull"]),
        ("where: it.worth == 2", ["crab"], ["gull", "gull"]),
        ("where: it.worth == 2, number: score + 1", ["crab", "gull"], ["gull"]),
        ("where: it.worth == 2, number: 5", ["crab"], ["gull", "gull"]),
        ("where: it.worth == 9", ["gull", "crab", "gull"], []),
        ("number: 0", ["gull", "crab", "gull"], []),
    ],
)
def test_cards_of_a_hand_that_fit_are_put_away(
    tmp_path: Path, which: str, left: list[str], heap: list[str]
) -> None:
    game = small(tmp_path, f"turn: [{{discard: hand, into: heap, {which}}}]\n")
    state, _ = after(game, "turn", hand=[["gull", "crab", "gull"], []])
    assert (state.position["hand"][0], state.position["heap"]) == (left, heap)


def test_a_named_card_is_put_away_as_it_is(tmp_path: Path) -> None:
    steps = "{pick: hand, as: card}, {discard: card, into: heap, number: 2}"
    with pytest.raises(KitError, match='puts away the one card "card", but says which or how many'):
        small(tmp_path, f"turn: [{steps}]\n")


def test_a_value_of_nothing_says_so(tmp_path: Path) -> None:
    steps = "{pick: hand, as: card}, {gain: score, by: card.worth}"
    game = small(tmp_path, f"turn: [{steps}]\n")
    with pytest.raises(KitError, match='what should have "worth" is none; test for it first'):
        after(game, "turn", hand=[[], []])
