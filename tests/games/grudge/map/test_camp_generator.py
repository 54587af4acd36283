"""Tests of generated Challenges: legal, playable, reproducible, and drawn correctly."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import generator
from generator.base.errors import KitError
from generator.engine.game import NewMap
from generator.engine.options import read_options
from generator.games.grudge.checks_map import challenge_findings
from generator.games.grudge.game import Grudge
from generator.games.grudge.map.camp_generator import MAP_OPTIONS, new_map
from generator.games.grudge.map.placement import good_places, open_ground
from generator.games.grudge.map.sight_diagram import hidden, hiding, line, rays
from generator.games.grudge.map.squares import ALL, EDGES, NAMES, NUMBER
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.records import table_named
from tests.shipped import shipped_game

DATA = Path(generator.__file__).parent.parent / "data" / "grudge"


@cache
def game() -> Grudge:
    grudge = shipped_game("grudge")
    assert isinstance(grudge, Grudge)
    return grudge


def camp_map(seed: int, **options: str) -> NewMap:
    return game().new_map(seed, 1, read_options(MAP_OPTIONS, options))


def squares(names: str) -> frozenset[int]:
    return frozenset(NUMBER[name] for name in names.split())


def covered(row: Any) -> frozenset[int]:
    return frozenset(NUMBER[name] for each in row["elements"] for name in each["squares"])


@pytest.mark.parametrize("seed", range(24))
def test_a_generated_challenge_follows_the_rules(seed: int) -> None:
    found = camp_map(seed)
    kit = load_kitfile(DATA / "game.yaml") if seed == 0 else None
    if kit is not None:
        assert found.component in {component.id for component in kit.components if component.map}
        kit.tables["challenges"].model().model_validate(dict(found.row))
    assert list(challenge_findings(found.row, game().records.tables)) == []
    assert open_ground(frozenset(), covered(found.row))
    assert all(len(set(edge) - covered(found.row)) >= 4 for edge in EDGES.values())


def test_rooms_and_encounters_differ_between_seeds() -> None:
    rows = [camp_map(seed).row for seed in range(24)]
    assert len({row["room"] for row in rows}) == 6
    assert len({row["encounter"] for row in rows}) >= 4
    assert len({str(row["elements"]) for row in rows}) == 24


def test_the_seed_alone_determines_the_challenge() -> None:
    before = random.getstate()
    assert camp_map(7) == camp_map(7)
    assert new_map(game(), 7, read_options(MAP_OPTIONS, {})) == camp_map(7)
    assert random.getstate() == before


def test_a_ready_challenge_has_all_parts_of_a_generated_one() -> None:
    for ready in table_named(game().records.tables, "challenges"):
        assert {*ready} == {*camp_map(14).row}
        assert ready["from"] == ready["warrior"]


# Visibility from a square


@pytest.mark.parametrize("origin", ["e4", "a1", "h8", "d5"])
def test_no_tent_or_fence_is_on_the_requested_square(origin: str) -> None:
    for seed in range(6):
        row: Mapping[str, Any] = camp_map(seed, **{"from": origin}).row
        hides = hiding(row["elements"], table_named(game().records.tables, "elements"))
        assert row["from"] == origin
        assert NUMBER[origin] not in hides
        assert row["hidden"] == hidden(origin, hides)
        assert list(challenge_findings(row, game().records.tables)) == []


def test_the_default_square_is_the_warriors() -> None:
    row = camp_map(3).row
    assert row["from"] == row["warrior"]


def test_an_invalid_square_is_refused() -> None:
    with pytest.raises(KitError, match='there is no from "e9"'):
        read_options(MAP_OPTIONS, {"from": "e9"})


def test_every_square_is_seen_hidden_or_covered() -> None:
    row: Mapping[str, Any] = camp_map(3).row
    hides = hiding(row["elements"], table_named(game().records.tables, "elements"))
    seen = {each["square"] for each in rays(row["from"], hides)} | {row["from"]}
    assert not seen & {*row["hidden"]}
    assert seen | {*row["hidden"]} | {NAMES[each] for each in hides} == {*NAMES}


def test_a_line_begins_in_a_middle_and_ends_where_the_other_square_begins() -> None:
    assert line("a4", "h4", frozenset()) == {"tail": [0.5, 3.5], "tip": [7.0, 3.5]}
    assert line("a4", "h4", squares("d4 d5 d3")) is None
    assert line("c6", "f3", squares("d4 e5")) == {"tail": [2.5, 5.5], "tip": [5.0, 3.0]}


# The message


def test_two_sentences_describe_all_the_dice() -> None:
    found = camp_map(31)
    row: Mapping[str, Any] = found.row
    room, rest = found.says
    for die in row["dice"]:
        assert str(die["rolled"]) in (
            room if die["for"] in ("room", "pig-rank", "pig-file") else rest
        )
    assert "Pig" in room
    assert row["warrior"] in rest
    assert all(sentence.count(". ") == 0 and sentence.endswith(".") for sentence in found.says)


# Suitable squares


def places(*names: str) -> list[tuple[str, frozenset[int]]]:
    return [(each, squares(each)) for each in names]


def test_a_good_square_is_off_the_rim_and_apart_but_near_others() -> None:
    stands = squares("d4")
    assert good_places(places("a1", "d5", "e5", "f4", "g7"), stands) == ["f4"]


def test_without_good_squares_lesser_ones_are_accepted() -> None:
    stands = squares("d4")
    assert good_places(places("a1", "d5", "e5", "g7"), stands) == ["g7"]
    assert good_places(places("a1", "d5", "e5"), stands) == ["e5"]
    assert good_places(places("a1", "d5"), stands) == ["a1"]
    assert good_places(places("d5"), stands) == ["d5"]


def test_no_figure_is_shut_in() -> None:
    stands = squares("a2 b2")
    assert not open_ground(squares("c1"), stands)
    assert open_ground(squares("c2"), stands)
    assert good_places(places("c1", "c2"), stands) == ["c2"]


def test_reserved_squares_stay_free() -> None:
    assert good_places(places("d4", "e5"), frozenset(), keep=squares("d4")) == ["e5"]
    assert good_places(places("d4"), frozenset(), keep=squares("d4")) == []
    assert len(ALL) == 64
