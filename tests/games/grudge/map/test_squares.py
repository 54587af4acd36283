"""Tests of the numbered board: names, neighbours, distances, edges."""

from __future__ import annotations

import pytest

from generator.games.grudge.map.squares import (
    ALL,
    BESIDE,
    DISTANCE,
    EDGES,
    NAMES,
    NUMBER,
    STEPS,
    at,
    slide,
    square,
)


def names(squares: tuple[int, ...]) -> list[str]:
    return sorted(NAMES[each] for each in squares)


def test_squares_are_named_by_file_then_rank() -> None:
    assert (NAMES[0], NAMES[7], NAMES[8], NAMES[63]) == ("a1", "h1", "a2", "h8")
    assert at("c5") == (2, 4)
    assert NAMES[square(2, 4)] == "c5"
    assert [NUMBER[name] for name in NAMES] == list(ALL)


def test_adjacent_is_a_kings_move_and_a_step_is_straight() -> None:
    assert names(BESIDE[NUMBER["a1"]]) == ["a2", "b1", "b2"]
    assert names(BESIDE[NUMBER["d4"]]) == ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    assert names(STEPS[NUMBER["a1"]]) == ["a2", "b1"]
    assert names(STEPS[NUMBER["d4"]]) == ["c4", "d3", "d5", "e4"]
    assert names(STEPS[NUMBER["h5"]]) == ["g5", "h4", "h6"]


@pytest.mark.parametrize(
    ("one", "other", "far"), [("a1", "h8", 7), ("a1", "a1", 0), ("b2", "d3", 2), ("h1", "e7", 6)]
)
def test_distance_is_in_kings_moves(one: str, other: str, far: int) -> None:
    assert DISTANCE[NUMBER[one]][NUMBER[other]] == DISTANCE[NUMBER[other]][NUMBER[one]] == far


def test_the_edges_are_named_by_compass_directions() -> None:
    assert {edge: "".join(names(squares)) for edge, squares in EDGES.items()} == {
        "north": "a8b8c8d8e8f8g8h8",
        "east": "h1h2h3h4h5h6h7h8",
        "south": "a1b1c1d1e1f1g1h1",
        "west": "a1a2a3a4a5a6a7a8",
    }


def test_sliding_continues_to_the_edge() -> None:
    assert [NAMES[each] for each in slide(NUMBER["f3"], 1, 0)] == ["g3", "h3"]
    assert [NAMES[each] for each in slide(NUMBER["b3"], 0, -1)] == ["b2", "b1"]
    assert slide(NUMBER["d8"], 0, 1) == ()
