"""Folding of a net in space: its outline is divided at the folds into panels at right angles.

The net is a grid of square millimetres.  A panel is a set of cells connected without crossing a
fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.base.units import mm
from generator.press.layout.folds import folds_in
from generator.press.scene.items import Path, Scene
from generator.press.scene.paths import bounds
from generator.press.scene.polygons import polygon_of

Cell = tuple[int, int]
Vector = tuple[float, float, float]
_REACH = 0.9
"""How many millimetres short of the cut a fold may end."""


@dataclass(frozen=True)
class Fold:
    """A fold up (`upright`) or across the net at `at`, from `start` to `end`, in millimetres."""

    upright: bool
    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start

    def parts(self, one: Cell, other: Cell) -> bool:
        """Whether it runs between two neighbouring cells."""
        across = 0 if self.upright else 1
        low, high = sorted((one[across] + 0.5, other[across] + 0.5))
        along = one[1 - across] + 0.5
        on = self.start - _REACH < along < self.end + _REACH
        return low < self.at <= high and on and one[1 - across] == other[1 - across]


@dataclass(frozen=True)
class Panel:
    """The cells of a panel, and the position of a point (x, y) of the net in space: p + x·ex + y·ey."""

    cells: frozenset[Cell]
    p: Vector
    ex: Vector
    ey: Vector

    def spots(self) -> list[Vector]:
        """The centres of its cells in space, in millimetres."""
        spots: list[Vector] = []
        for x, y in self.cells:
            right, up, ahead = (
                p + (x + 0.5) * u + (y + 0.5) * v
                for p, u, v in zip(self.p, self.ex, self.ey, strict=True)
            )
            spots.append((right, up, ahead))
        return spots

    def span(self, axis: int) -> tuple[float, float]:
        """Its extent along an axis in space, to half a millimetre."""
        values = [spot[axis] for spot in self.spots()]
        flat = max(values) - min(values) < 0.01
        return (min(values), max(values)) if flat else (min(values) - 0.5, max(values) + 0.5)


def folds(scene: Scene) -> list[Fold]:
    found = []
    for group in folds_in(scene.items):
        line = next(item for item in group.items if isinstance(item, Path))
        x, y, width, height = (mm(value) for value in bounds(line.outline))
        upright = width < height
        found.append(Fold(True, x, y, y + height) if upright else Fold(False, y, x, x + width))
    return found


def folded(scene: Scene, root: tuple[float, float]) -> list[Panel]:
    """All panels in space; the one with the point `root` (mm) lies in the plane z = 0, the rest behind."""
    creases = folds(scene)
    groups = _panels(*_inside(scene), creases)
    of = {cell: group for group in groups for cell in group}
    first = Panel(of[int(root[0]), int(root[1])], (0, 0, 0), (1, 0, 0), (0, 1, 0))
    placed = {first.cells: first}
    left = list(creases)
    while left:
        for fold in left:
            near, far = (of.get(cell) for cell in _beside(fold))
            assert near, "there is paper before every fold"
            assert far, "and behind it"
            if near in placed or far in placed:
                break
        else:
            raise AssertionError("the net falls apart")
        left.remove(fold)
        if near in placed and far in placed:
            raise AssertionError("two panels hang together by two folds")
        to, way = (far, 1) if near in placed else (near, -1)
        placed[to] = _bent(placed[near if way == 1 else far], to, fold, way)
    assert len(placed) == len(groups), "every panel hangs on a fold"
    return list(placed.values())


def _bent(parent: Panel, cells: frozenset[Cell], fold: Fold, way: int) -> Panel:
    ex, ey = parent.ex, parent.ey
    normal = (
        ex[1] * ey[2] - ex[2] * ey[1],
        ex[2] * ey[0] - ex[0] * ey[2],
        ex[0] * ey[1] - ex[1] * ey[0],
    )
    right, up, ahead = (way * value for value in normal)
    new = right, up, ahead
    old = ex if fold.upright else ey
    x, y, z = (a + fold.at * (b - c) for a, b, c in zip(parent.p, old, new, strict=True))
    return Panel(cells, (x, y, z), *((new, ey) if fold.upright else (ex, new)))


def _beside(fold: Fold) -> tuple[Cell, Cell]:
    """A cell before the middle of a fold, and one behind it."""
    middle = int((fold.start + fold.end) / 2)
    near, far = int(fold.at - 1), int(fold.at + 1)
    return ((near, middle), (far, middle)) if fold.upright else ((middle, near), (middle, far))


def _inside(scene: Scene) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """The cells whose centres lie within the cut, each with the numbers of its runs in row and column.

    Between two runs there is a cut, however narrow.
    """
    assert scene.trim
    corners = [(mm(x), mm(y)) for x, y in polygon_of(scene.trim)]
    rows = dict(_runs(corners, int(mm(scene.height)) + 1))
    turned = dict(_runs([(y, x) for x, y in corners], int(mm(scene.width)) + 1))
    return rows, {(column, row): run for (row, column), run in turned.items()}


def _runs(corners: Sequence[tuple[float, float]], rows: int) -> Iterator[tuple[Cell, int]]:
    sides = list(pairwise([*corners, corners[0]]))
    for row in range(rows):
        y = row + 0.5
        cuts = sorted(
            x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            for (x1, y1), (x2, y2) in sides
            if (y1 > y) != (y2 > y)
        )
        for run, (start, end) in enumerate(zip(cuts[::2], cuts[1::2], strict=True)):
            for column in range(int(end) + 1):
                if start < column + 0.5 < end:
                    yield (column, row), run


def _panels(
    rows: dict[Cell, int], columns: dict[Cell, int], creases: Sequence[Fold]
) -> list[frozenset[Cell]]:
    groups = []
    left = set(rows) & set(columns)
    while left:
        begun = [left.pop()]
        group = set(begun)
        while begun:
            here = begun.pop()
            for cell in _neighbours(here):
                runs = rows if cell[1] == here[1] else columns
                joined = cell in left and runs[cell] == runs[here]
                if joined and not any(fold.parts(here, cell) for fold in creases):
                    left.remove(cell)
                    group.add(cell)
                    begun.append(cell)
        groups.append(frozenset(group))
    return groups


def _neighbours(cell: Cell) -> Iterator[Cell]:
    x, y = cell
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
