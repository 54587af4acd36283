"""Layout of <squaregrid> and <hexgrid> with their contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from generator.base.errors import KitError, errors_at
from generator.base.units import Rect
from generator.press.layout.cells import HexCells, MapCells, SquareCells
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, resolve
from generator.press.layout.shapes import stroke, styled_path
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Item, Outline, Path, Segment
from generator.press.text.fonts import Fonts

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
