"""Layout of <squaregrid> and <hexgrid>: where each cell lies, by name or number, and what is on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from generator.base.errors import KitError, errors_at
from generator.base.units import Rect
from generator.kit.cells import MAX_NUMBERED, Point, cell_number, column_and_row, coordinates
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, resolve
from generator.press.layout.shapes import stroke, styled_path
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Item, Outline, Path, Segment
from generator.press.text.fonts import Fonts


class MapCells(Protocol):
    """The cells of one map."""

    def box(self, at: str) -> Rect:
        """The box around a cell.  Raises KitError for a name that no cell has."""

    def outline(self, box: Rect) -> Outline:
        """The outline of the cell in a box."""

    def side(self, box: Rect, name: str) -> tuple[Point, Point]:
        """The ends of a side, clockwise.  Raises KitError for a side that such cells do not have."""

    def corner(self, box: Rect, name: str) -> Point:
        """A corner.  Raises KitError for a corner that such cells do not have."""

    def canonical_name(self, at: str) -> str:
        """The canonical name of a cell that has two spellings: "0312", not "3,12"."""

    def numbered(self, column: int, row: int) -> str:
        """The number of the cell in a column and row (from 1).  Raises KitError if cells have names."""


class _Polygon:
    """The sides and corners of cells of one shape, by name."""

    def __init__(self, corners: Mapping[str, Point], sides: Sequence[str], numbers: bool) -> None:
        """`corners` run clockwise in a 1 × 1 box; side number n starts at corner number n."""
        self._corners, self._sides, self._numbers = corners, sides, numbers

    def side(self, box: Rect, name: str) -> tuple[Point, Point]:
        if name not in self._sides:
            message = f'these cells have no side "{name}"'
            hint = f"they have: {', '.join(self._sides)}"
            raise KitError(message, hint=hint, check="unknown-cell")
        points, index = list(self._corners.values()), self._sides.index(name)
        return _point_in(box, points[index]), _point_in(box, points[(index + 1) % len(points)])

    def corner(self, box: Rect, name: str) -> Point:
        if name not in self._corners:
            message = f'these cells have no corner "{name}"'
            hint = f"they have: {', '.join(self._corners)}"
            raise KitError(message, hint=hint, check="unknown-cell")
        return _point_in(box, self._corners[name])

    def canonical_name(self, at: str) -> str:
        return self.numbered(*column_and_row(at)) if self._numbers else at

    def numbered(self, column: int, row: int) -> str:
        if not self._numbers:
            message = "terrain needs numbered cells"
            hint = 'give the grid names="0101" (squares), "odd" or "even" (hexes)'
            raise KitError(message, hint=hint, check="unknown-cell")
        return cell_number(column, row)


def _point_in(box: Rect, point: Point) -> Point:
    return box.x + box.width * point[0], box.y + box.height * point[1]


class SquareCells(_Polygon):
    """Cells "a1" from the lower left, or "0101" from the upper left."""

    def __init__(
        self, left: float, top: float, side: float, names: str, columns: int, rows: int
    ) -> None:
        corners = {"nw": (0.0, 0.0), "ne": (1.0, 0.0), "se": (1.0, 1.0), "sw": (0.0, 1.0)}
        super().__init__(corners, ("n", "e", "s", "w"), names != "a1")
        self._names = names
        self._left, self._top, self._side = left, top, side
        self._columns, self._rows = columns, rows

    def box(self, at: str) -> Rect:
        columns, rows, side = self._columns, self._rows, self._side
        column, row = coordinates(at, self._names)
        across, down = column - 1, row - 1 if self._numbers else rows - row
        if self._numbers:
            last = f"0101 to {min(columns, MAX_NUMBERED):02}{min(rows, MAX_NUMBERED):02}"
        else:
            last = f"a1 to {chr(ord('a') + min(columns, 26) - 1)}{rows}"
        if not (0 <= across < columns and 0 <= down < rows):
            message = f'the map has no cell "{at}"'
            raise KitError(message, hint=f"its cells are {last}", check="unknown-cell")
        return Rect(self._left + across * side, self._top + down * side, side, side)

    def outline(self, box: Rect) -> Outline:
        return paths.rectangle(box)


class HexCells(_Polygon):
    """Cells "q,r" around 0,0 in the middle; or "0101", with odd or even lines shifted by half a cell."""

    def __init__(self, left: float, top: float, side: float, names: str, flat: bool) -> None:
        if flat:
            corners = {"nw": (0.25, 0.0), "ne": (0.75, 0.0), "e": (1.0, 0.5), "se": (0.75, 1.0),
                       "sw": (0.25, 1.0), "w": (0.0, 0.5)}  # fmt: skip
            sides = ("n", "ne", "se", "s", "sw", "nw")
        else:
            corners = {"n": (0.5, 0.0), "ne": (1.0, 0.25), "se": (1.0, 0.75), "s": (0.5, 1.0),
                       "sw": (0.0, 0.75), "nw": (0.0, 0.25)}  # fmt: skip
            sides = ("ne", "e", "se", "sw", "w", "nw")
        super().__init__(corners, sides, names != "q,r")
        across = side * 2 / math.sqrt(3)
        self._width, self._height = (across, side) if flat else (side, across)
        self._left, self._top, self._flat = left, top, flat
        self._names = names

    def box(self, at: str) -> Rect:
        q, r = coordinates(at, self._names, self._flat)
        width, height = self._width, self._height
        if self._flat:
            x, y = self._left + 0.75 * width * q, self._top + height * (r + q / 2)
        else:
            x, y = self._left + width * (q + r / 2), self._top + 0.75 * height * r
        return Rect(x - width / 2, y - height / 2, width, height)

    def outline(self, box: Rect) -> Outline:
        return paths.hexagon(box, flat_top=self._flat)


_ContentLayout = Callable[[LayoutContext, Node, Frame, MapCells], Iterator[Item]]


def squaregrid(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <squaregrid>: cells "a1", "b1", ... with a1 at the lower left, or numbered ones."""
    values = node.values
    left = frame.box.x + resolve(values["x"], frame.box.width)
    top = frame.box.y + resolve(values["y"], frame.box.height)
    size = values["columns"], values["rows"]
    return _map(layout, node, frame, SquareCells(left, top, values["cell"], values["names"], *size))


def hexgrid(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <hexgrid>: cells "q,r", or numbered ones."""
    values = node.values
    left = frame.box.x + resolve(values["x"], frame.box.width)
    top = frame.box.y + resolve(values["y"], frame.box.height)
    cells = HexCells(left, top, values["cell"], values["names"], values["flat"])
    return _map(layout, node, frame, cells)


def _map(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> tuple[Item, ...]:
    """The contents of a map, in the order they are written, below the cells' numbers."""
    items: list[Item] = []
    numbered: dict[str, None] = {}
    for child in node.children:
        with errors_at(child.place):
            items += _CONTENT_LAYOUTS[child.name](layout, child, frame, cells)
            numbered |= dict.fromkeys(_drawn_cells(child, cells))
    if node.values["numbers"] is not None:
        size = layout.resources.growth.sizes(node.values["numbers"]).largest
        items += [_number(layout, frame, cells.box(at), at, size) for at in numbered]
    return tuple(items)


def _drawn_cells(child: Node, cells: MapCells) -> list[str]:
    """The cells that an element draws."""
    if child.name == "terrain":
        return [at for at, _ in _letters(child, cells)]
    return [cells.canonical_name(child.values["at"])] if child.name == "cell" else []


def _number(layout: LayoutContext, frame: Frame, box: Rect, at: str, size: float) -> Item:
    """The name of a cell, at the middle of its top; it may leave the safe zone."""
    words, width = Fonts(layout.resources.fonts, frame.font).line(at)
    x = box.x + (box.width - width * size) / 2
    run = GlyphRun(x, box.y + 0.12 * box.height + words[0].top * size, size, frame.color, words)
    return Group((run,), decor=True)


def _cell(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> Iterator[Item]:
    """A cell's outline, if it has a fill or stroke, and the cell's content in its box."""
    box = cells.box(node.values["at"])
    _check_inside(box, node.values["at"], frame)
    if node.values["fill"] != "none" or node.values["stroke"] != "none":
        yield styled_path(layout, node.values, cells.outline(box))
    yield from layout.draw_all(node.children, frame.at(box))


def _terrain(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> Iterator[Item]:
    """The outlines of all cells that a letter stands for."""
    key = _key(node.values["key"])
    pen = stroke(layout, {**node.values, "dash": None, "cap": "butt"})
    for at, letter in _letters(node, cells):
        if letter not in key:
            message = f'the letter "{letter}" of the cell {at} is not in the key'
            hint = f"the key has: {' '.join(key)}; write . for no cell"
            raise KitError(message, hint=hint, check="unknown-cell")
        box = cells.box(at)
        _check_inside(box, at, frame)
        yield Path(cells.outline(box), layout.color(key[letter]), pen)


def _key(text: str) -> Mapping[str, str]:
    parts = [part.partition("=") for part in text.split()]
    if not parts or any(len(letter) != 1 or not color for letter, _, color in parts):
        message = f'"{text}" is not a key'
        raise KitError(message, hint='write "f=grass h=sun"', check="attribute-value")
    return {letter: color for letter, _, color in parts}


def _letters(node: Node, cells: MapCells) -> list[tuple[str, str]]:
    """The number and letter of each cell that is drawn as a letter."""
    return [
        (cells.numbered(column, row), letter)
        for row, line in enumerate(node.text.split("\n"), 1)
        for column, letter in enumerate(line.replace(" ", ""), 1)
        if letter != "."
    ]


def _edge(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> Iterator[Item]:
    """A line along sides of a cell."""
    box = cells.box(node.values["at"])
    _check_inside(box, node.values["at"], frame)
    segments: list[Segment] = []
    last: tuple[float, float] | None = None
    for side in node.values["sides"].split():
        start, end = cells.side(box, side)
        if last is None or max(abs(last[0] - start[0]), abs(last[1] - start[1])) > 1e-6:
            segments.append(("M", *start))
        segments.append(("L", *end))
        last = end
    yield Path(tuple(segments), None, stroke(layout, {**node.values, "join": "round"}))


def _way(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> Iterator[Item]:
    """A line through the centres of cells."""
    boxes = [cells.box(at) for at in node.values["through"].split()]
    if len(boxes) < 2:
        message = "a way needs at least two cells"
        raise KitError(message, hint='write "0101 0102"', check="unknown-cell")
    points = [box.center for box in boxes]
    line = _curve(points) if node.values["curved"] else paths.polygon(points, closed=False)
    yield Path(line, None, stroke(layout, {**node.values, "join": "round"}))


def _curve(points: list[tuple[float, float]]) -> Outline:
    """A line that curves at each point, between the midpoints of the segments around it."""
    segments: list[Segment] = [("M", *points[0])]
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(points)]
    segments.append(("L", *middles[0]))
    for (x, y), (a, b), (c, d) in zip(points[1:-1], middles[:-1], middles[1:], strict=True):
        third = 2 / 3
        segments.append(
            ("C", a + (x - a) * third, b + (y - b) * third, c + (x - c) * third,
             d + (y - d) * third, c, d)
        )  # fmt: skip
    segments.append(("L", *points[-1]))
    return tuple(segments)


def _corner(layout: LayoutContext, node: Node, frame: Frame, cells: MapCells) -> Iterator[Item]:
    """The content at a corner of a cell, in a box around it."""
    box = cells.box(node.values["at"])
    _check_inside(box, node.values["at"], frame)
    x, y = cells.corner(box, node.values["which"])
    side = node.values["size"]
    yield from layout.draw_all(
        node.children, frame.at(Rect(x - side / 2, y - side / 2, side, side))
    )


_CONTENT_LAYOUTS: Mapping[str, _ContentLayout] = {
    "cell": _cell, "terrain": _terrain, "edge": _edge, "way": _way, "corner": _corner,
}  # fmt: skip


def _check_inside(cell: Rect, at: str, frame: Frame) -> None:
    """Raise KitError for a cell that lies wholly outside the piece."""
    bleed_box = frame.bleed_box
    if bleed_box and not paths.touches(cell, bleed_box):
        message = f'the cell "{at}" is entirely outside the piece'
        hint = "move the grid with x and y, make its cells smaller, or leave the cell out"
        raise KitError(message, hint=hint, check="cell-outside")
