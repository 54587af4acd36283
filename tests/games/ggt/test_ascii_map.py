"""Tests of ASCII maps: parsing to cells, and drawing them."""

from __future__ import annotations

from typing import Any

from generator.games.ggt.map import ascii_map, hexes
from generator.games.ggt.map.ascii_map import (
    Crowd,
    HexMap,
    Terrain,
    draw_rows,
    read_map,
    regions,
    rim,
)

KNOWN = {
    "o": Terrain("rim", "edge"),
    ".": Terrain("ground", "open"),
    "T": Terrain("tree", "obstacle"),
    "W": Terrain("water", "obstacle"),
}


def record(rows: list[str], *objects: str) -> dict[str, Any]:
    return {"id": "m", "name": "Meadow", "players": 2, "rows": rows, "objects": objects}


SMALL = ["  o o o", " o . T o", "o . 1 . o", " W . . o", "  o o T"]


def small() -> HexMap:
    return read_map(record(SMALL, "cart"), KNOWN)


def test_a_picture_is_parsed_to_cells() -> None:
    found = small()
    assert list(found.kinds)[:4] == [(1, 0), (2, 0), (3, 0), (0, 1)]
    assert len(found.kinds) == 19
    assert found.starts == {"cart": (1, 2)}
    assert found.kinds[1, 2] == "open"
    assert found.terrain[1, 2] == "ground"
    assert {cell for cell, id in found.terrain.items() if id == "water"} == {(-1, 3)}
    assert found.edge == tuple(cell for cell in found.kinds if found.kinds[cell] == "edge")
    assert len(found.free) == 19 - 3


def test_neighbours_in_the_picture_are_neighbours_on_the_map() -> None:
    """The cell half a hex to the right in the next row is direction 1."""
    at = {(c, r): ((c - r) // 2, r) for c, r, _ in ascii_map.picture(SMALL)}
    for (column, row), cell in at.items():
        for direction, (right, down) in enumerate(
            [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
        ):
            if (column + right, row + down) in at:
                assert at[column + right, row + down] == hexes.step(cell, direction)


def test_cells_are_drawn_as_they_were_parsed() -> None:
    terrain = {**small().terrain, (1, 2): "1"}
    assert draw_rows(terrain, KNOWN) == SMALL
    shifted = {(q + 5, r + 3): id for (q, r), id in terrain.items()}
    drawn = draw_rows(shifted, KNOWN)
    assert [line.strip() for line in drawn] == [line.strip() for line in SMALL]
    again = read_map(record(drawn, "cart"), KNOWN)
    assert len(again.kinds) == 19
    assert again.crowd(5) == small().crowd(5)


def test_the_rim_is_where_neighbours_are_missing() -> None:
    found = small()
    assert rim(found.kinds) == set(hexes.ring((1, 2), 2))
    assert set(found.edge) == {cell for cell in rim(found.kinds) if found.kinds[cell] != "obstacle"}


def test_the_crowding_at_the_edge_of_a_large_hexagon() -> None:
    """The example of `id-map-room`: 48 edge cells, at most 9 of them less than 5 apart."""
    cells = hexes.disc((0, 0), 8)
    border = rim(cells)
    kinds = {cell: "edge" if cell in border else "open" for cell in cells}
    assert HexMap("m", "Meadow", 6, kinds, kinds, {}).crowd(5) == Crowd(48, 9)


def test_connected_parts() -> None:
    left, right = hexes.disc((0, 0), 1), hexes.ring((9, 0), 2)
    assert regions([*left, *right]) == [set(right), set(left)]
    assert regions([]) == []


def test_marks_come_from_the_terrain_table() -> None:
    rows = [{"id": "tree", "mark": "T", "kind": "obstacle", "name": "tree"}]
    assert ascii_map.marks(rows) == {"T": Terrain("tree", "obstacle")}
