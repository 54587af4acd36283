"""Tests of generated maps: legal, fair, and the same for the same seed."""

from __future__ import annotations

import os
import time
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import generator
from generator.base.errors import KitError
from generator.games.ggt.checks_map import FINDERS, MapData, object_weights
from generator.games.ggt.game import Ggt
from generator.games.ggt.map import hexes, map_generator
from generator.games.ggt.map.ascii_map import OBSTACLE, marks, read_map, rim
from generator.games.ggt.map.fairness import clockwise, fairness, walk
from generator.games.ggt.map.map_generator import (
    MAP_OPTIONS,
    MAX_SPREAD,
    GeneratedMap,
    make_map,
    new_map,
)
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Table, Tables

DATA = Path(generator.__file__).parent.parent / "data" / "ggt"
USUAL = {name: option.default for name, option in MAP_OPTIONS.items()}
WISHES = list(product(MAP_OPTIONS["size"].choices, MAP_OPTIONS["woods"].choices))
APART = 5
SEEDS = max(3 * len(WISHES), int(os.environ.get("GRIMOIRE_LAW_GAMES", "0")))
"""The number of seeds for each number of players; more in `make soak`."""


@cache
def tables() -> Tables:
    return load_tables(load_kitfile(DATA / "game.yaml").tables, DATA)


def faults(export: GeneratedMap) -> list[str]:
    """The faults that the map checks find in the record alone."""
    terrain = tables()["terrain"]
    assert isinstance(terrain, Table)
    data = MapData(export.row, marks(terrain), object_weights(tables()), APART)
    return [fault.message for find in FINDERS.values() for fault in find(data)]


@pytest.mark.parametrize("players", range(2, 7))
def test_maps_of_many_seeds_are_legal_and_fair(players: int) -> None:
    for seed in range(SEEDS):
        size, woods = WISHES[seed % len(WISHES)]
        generated = make_map(tables(), seed, players, {"size": size, "woods": woods})
        assert faults(generated) == []
        assert generated.row["players"] == players
        fair = generated.fairness
        assert fair.room >= 1
        assert fair.spread <= MAX_SPREAD
        assert len(fair.starts) == players
        for start in fair.starts:
            others = [other for other in fair.starts if other != start]
            assert min(hexes.distance(start, other) for other in others) >= APART


@pytest.mark.parametrize("players", range(2, 7))
def test_the_last_to_place_has_the_promised_room(players: int) -> None:
    """Whoever places first takes away as much room as possible, one after the other."""
    for seed in range(20):
        generated = make_map(tables(), seed, players, USUAL)
        left = set(generated.map.edge)
        for _ in range(players - 1):
            taken = max(
                sorted(left),
                key=lambda cell: sum(hexes.distance(cell, other) < APART for other in left),
            )
            left = {other for other in left if hexes.distance(taken, other) >= APART}
        assert len(left) >= generated.fairness.room


def test_objects_are_placed_in_gaps() -> None:
    """Most objects have an obstacle on two opposite sides."""
    plugs, every = 0, 0
    for seed in range(40):
        generated = make_map(tables(), seed, 4, USUAL)
        for cell in generated.map.starts.values():
            near = [generated.map.kinds[other] == OBSTACLE for other in hexes.neighbours(cell)]
            plugs += any(a and b for a, b in zip(near[:3], near[3:], strict=True))
            every += 1
    assert every >= 80
    assert plugs == every


def test_contents_of_a_map_suit_its_ground() -> None:
    """Objects, and obstacles inside and at the rim, follow the tables; each ground occurs."""
    terrain, objects = tables()["terrain"], tables()["objects"]
    assert isinstance(terrain, Table)
    assert isinstance(objects, Table)
    grounds = set()
    for seed in range(40):
        generated = make_map(tables(), seed, 4, USUAL)
        ground = generated.row["ground"]
        grounds.add(ground)
        obstacles = {id for id in generated.map.terrain.values() if terrain[id]["kind"] == OBSTACLE}
        assert {id for id in obstacles if ground not in terrain[id]["suits"]} == set(), seed
        assert [id for id in generated.map.starts if ground not in objects[id]["suits"]] == [], seed
    assert grounds == {row["ground"] for row in terrain if row["ground"]}


def test_a_seed_determines_the_map() -> None:
    first = new_map(tables(), 7, 4, USUAL)
    assert first == new_map(tables(), 7, 4, USUAL)
    assert first.row["rows"] != new_map(tables(), 8, 4, USUAL).row["rows"]
    assert first.row["rows"] != new_map(tables(), 7, 5, USUAL).row["rows"]
    negative = new_map(tables(), -7, 4, USUAL).row["id"]
    assert isinstance(negative, str)
    assert negative.endswith("-7")


def test_the_record_has_every_field_of_the_table() -> None:
    row = new_map(tables(), 3, 3, USUAL).row
    maps = tables()["maps"]
    assert isinstance(maps, Table)
    assert set(row) == set(maps.rows[0])
    assert row["id"] not in maps


def test_the_message_has_the_measured_values() -> None:
    generated = make_map(tables(), 12, 5, USUAL)
    room, steps = new_map(tables(), 12, 5, USUAL).says
    assert f" {generated.fairness.room} start space" in room
    assert f" {min(generated.fairness.steps)}" in steps
    for start, count in zip(generated.fairness.starts, generated.fairness.steps, strict=True):
        walked = walk(generated.map.free, start)
        assert count == min(walked[other] for other in generated.fairness.starts if other != start)


def test_larger_and_denser_maps_are_as_requested() -> None:
    cells = {
        size: len(make_map(tables(), 1, 4, {**USUAL, "size": size}).map.kinds)
        for size in MAP_OPTIONS["size"].choices
    }
    assert cells["small"] < cells["medium"] < cells["large"]
    blocked = {
        woods: [
            sum(kind == OBSTACLE for kind in generated.map.kinds.values())
            for seed in range(10)
            for generated in [make_map(tables(), seed, 3, {"size": "large", "woods": woods})]
        ]
        for woods in MAP_OPTIONS["woods"].choices
    }
    assert sum(blocked["sparse"]) < sum(blocked["mixed"]) < sum(blocked["dense"])


def test_a_map_is_made_in_less_than_two_seconds() -> None:
    start = time.process_time()
    make_map(tables(), 99, 6, {"size": "large", "woods": "dense"})
    assert time.process_time() - start < 2


def test_an_impossible_request_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_generator, "MAX_SPREAD", -1)
    with pytest.raises(KitError, match="no fair map was found for 2 players and seed 1"):
        make_map(tables(), 1, 2, USUAL)


def test_the_shipped_maps_are_fair_for_their_numbers_of_players() -> None:
    terrain, maps = tables()["terrain"], tables()["maps"]
    assert isinstance(terrain, Table)
    assert isinstance(maps, Table)
    for row in maps:
        fair = fairness(read_map(row, marks(terrain)), row["players"], APART)
        assert fair is not None, row["name"]
        assert fair.spread <= MAX_SPREAD, row["name"]


def test_clockwise_goes_round_in_steps() -> None:
    cells = map_generator.hexagon(5, 4, 3)
    walk_round = clockwise(rim(cells), cells)
    assert len(walk_round) == len(set(walk_round)) == 24
    for one, other in zip(walk_round, walk_round[1:] + walk_round[:1], strict=True):
        assert hexes.distance(one, other) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_can_be_played_on_a_generated_map(game: Ggt, players: int) -> None:
    state, events = game.start(3, players, {"map": "random"})
    again, _ = game.start(3, players, {"map": "random"})
    other, _ = game.start(4, players, {"map": "random"})
    assert state == again
    assert state.to_data()["map"] != other.to_data()["map"]
    assert state.pieces() == game.printed_pieces()
    name = events[0].facts["map"]
    assert isinstance(name, str)
    assert name.split()[0] in tables()["map_words"]["first"]
    for _ in range(40):
        state.apply(state.legal_moves()[0])
    assert game.load(state.to_data()) == state


def test_a_position_on_a_generated_map_must_include_the_map(game: Ggt) -> None:
    with pytest.raises(KitError, match="has rows and objects"):
        game.load({"options": {"map": "random"}})
