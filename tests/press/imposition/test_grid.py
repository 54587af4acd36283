"""Tests of grids: the positions of cells, and how far the art around them may extend."""

import pytest

from generator.base.units import Rect, Size
from generator.press.imposition.pages.grid import Grid

AREA = Rect(0, 0, 100, 90)


@pytest.mark.parametrize("count", [3, 4])
def test_art_extends_to_the_edge_and_half_way_to_neighbours(count: int) -> None:
    grid = Grid(2, 2, Size(30, 20), gutter=4, turned=False)
    cells = list(grid.cells(count, AREA, 10, 15))
    trims = [trim for trim, _ in cells]
    assert trims == [(10, 15, 30, 20), (44, 15, 30, 20), (10, 39, 30, 20), (44, 39, 30, 20)][:count]
    reaches = [(box.x, box.y, box.right, box.bottom) for _, box in cells]
    last = 42 if count == 4 else 100
    lower_right = 37 if count == 4 else 90
    assert (
        reaches
        == [(0, 0, 42, 37), (42, 0, 100, lower_right), (0, 37, last, 90), (42, 37, 100, 90)][:count]
    )
