"""Tests of board tables: they agree with the plain geometry that they are computed from."""

from __future__ import annotations

from generator.games.ggt.game import Ggt
from generator.games.ggt.map import hexes
from generator.games.ggt.map.board import FAR, NOWHERE
from tests.games.ggt.conftest import ARENA


def test_tables_agree_with_geometry(game: Ggt) -> None:
    for board in game.box.boards.values():
        cells = board.cells
        for number, cell in enumerate(cells[::7]):
            here = cells.index(cell)
            assert board.number[board.names[here]] == here
            for direction, other in enumerate(board.near[here]):
                beside = hexes.step(cell, direction)
                assert (other == NOWHERE) == (beside not in cells)
                assert other == NOWHERE or cells[other] == beside
            for there in cells[number::5]:
                other = cells.index(there)
                assert board.distance[here][other] == hexes.distance(cell, there)
                for facing in range(6):
                    seen = bool(board.arc[here][other] >> facing & 1)
                    assert seen == hexes.in_front(cell, facing, there)


def test_steps_go_round_objects_but_reach_them(game: Ggt) -> None:
    board = game.box.drawn(["o . . o"], [])
    assert board.steps(0, ()) == [0, 1, 2, 3]
    assert board.steps(0, (1,)) == [0, 1, FAR, FAR]


def test_within_is_a_disc(game: Ggt) -> None:
    board = game.box.drawn(ARENA["rows"], [])
    middle = board.number["1,2"]
    assert len(board.within(middle, 1)) == 7
    assert len(board.within(middle, 2)) == 19
