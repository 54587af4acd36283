"""Layout of <group>, <row>, <column>, <grid>, <link> and <anchor>."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect, mm
from generator.press.layout.context import MAX_DRAWN, LayoutContext
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.layout.text import natural_height
from generator.press.markup.attribute_types import AUTO
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Anchor, Group, Item, Link


def group(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <group>: content in its own coordinates, with the origin at the upper left."""
    values = node.values
    box = own_box(values, frame)
    inner = Rect(0, 0, box.width, box.height)
    matrix = Matrix.move(box.x, box.y)
    if values["view"]:
        width, height = values["view"]
        scale = min(box.width / width, box.height / height)
        inner = Rect(0, 0, width, height)
        left, top = (box.width - width * scale) / 2, (box.height - height * scale) / 2
        matrix = Matrix(scale, 0, 0, scale, left, top).then(matrix)
    x, y = box.center
    if values["mirror"]:
        matrix = matrix.then(Matrix(-1, 0, 0, 1, 2 * x, 0))
    if values["scale"] != 1:
        s = values["scale"]
        matrix = matrix.then(Matrix(s, 0, 0, s, x - s * x, y - s * y))
    if values["turn"]:
        matrix = matrix.then(Matrix.turn(values["turn"], x, y))
    clip = values["clip-path"]
    if clip is None and values["clip"] == "box":
        clip = paths.rectangle(inner, resolve(values["radius"], min(inner.width, inner.height)))
    elif clip is None and values["clip"] == "ellipse":
        clip = paths.ellipse(inner)
    items = layout.draw_all(node.children, frame.under(matrix, inner))
    return (Group(items, matrix, clip, values["symbol"]),)


def link(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <link>: its content, and a link over its box."""
    box = own_box(node.values, frame)
    return (*layout.draw_all(node.children, frame.at(box)), Link(box, node.values["to"]))


def anchor(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <anchor>: a place that links lead to."""
    return (Anchor(node.values["name"], frame.box.y, node.values["title"]),)


def row(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <row>: children side by side."""
    return _lay_out_line(layout, node, frame, along="width")


def column(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <column>: children one below the other."""
    return _lay_out_line(layout, node, frame, along="height")


def _lay_out_line(layout: LayoutContext, node: Node, frame: Frame, along: str) -> tuple[Item, ...]:
    """Lay out children along one axis; those without a stated length share the rest."""
    outer = own_box(node.values, frame)
    padding = resolve(node.values["padding"], min(outer.width, outer.height))
    box = outer.grown(-padding)
    total = box.width if along == "width" else box.height
    gap = resolve(node.values["gap"], total)
    lengths: list[float | None] = []
    for child in node.children:
        stated = child.values.get(along)
        if stated is None:
            lengths.append(None)
        elif stated == AUTO:
            lengths.append(natural_height(layout, child, frame.at(box)))
        else:
            lengths.append(resolve(stated, total))
    shares = [
        0.0 if length is not None else child.values.get("grow") or 1.0
        for child, length in zip(node.children, lengths, strict=True)
    ]
    room = total - gap * (len(lengths) - 1) - sum(length or 0.0 for length in lengths)
    if room < -0.01 or (room <= 0 and any(shares)):
        problem = f"are {mm(-room):g} mm too long" if room < 0 else "leave no room for the rest"
        message = f"the contents of the {node.name} {problem}"
        raise KitError(message, hint=f"make them smaller: it has {mm(total):g} mm", check="no-room")
    items: list[Item] = []
    offset = 0.0
    unit = room / sum(shares) if any(shares) else 0.0
    for child, length, share in zip(node.children, lengths, shares, strict=True):
        size = share * unit if length is None else length
        if along == "width":
            cell = Rect(box.x + offset, box.y, size, box.height)
        else:
            cell = Rect(box.x, box.y + offset, box.width, size)
        items += layout.draw(_filling_cell(child, along), frame.at(cell))
        offset += size + gap
    return rotated(tuple(items), node.values["turn"], outer)


@lru_cache(MAX_DRAWN)
def _filling_cell(child: Node, along: str) -> Node:
    """The child as it is in its cell, with the cell's length as its stated length."""
    if child.values.get(along) is None:
        return child
    return replace(child, values={**child.values, along: None})


def grid(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <grid>: children in columns, row after row."""
    values = node.values
    outer = own_box(values, frame)
    box = outer.grown(-resolve(values["padding"], min(outer.width, outer.height)))
    gap = resolve(values["gap"], box.width)
    columns = values["columns"]
    rows = values["rows"] or -(-len(node.children) // columns) or 1
    if len(node.children) > columns * rows:
        message = f"the grid has {columns} × {rows} cells, but {len(node.children)} elements"
        raise KitError(message, hint="leave out rows, or increase it", check="grid-shape")
    lefts, widths = _tracks(values["tracks"] or (1.0,) * columns, columns, box.width, gap)
    height = (box.height - gap * (rows - 1)) / rows
    if height <= 0:
        message = f"there is no room for {rows} rows in {mm(box.height):g} mm"
        raise KitError(message, check="no-room")
    items: list[Item] = []
    for number, child in enumerate(node.children):
        down, across = divmod(number, columns)
        cell = Rect(box.x + lefts[across], box.y + down * (height + gap), widths[across], height)
        items += layout.draw(child, frame.at(cell))
    return rotated(tuple(items), values["turn"], outer)


def _tracks(
    shares: Sequence[float], columns: int, total: float, gap: float
) -> tuple[list[float], list[float]]:
    """Left edges and widths of columns that share `total` points."""
    if len(shares) != columns:
        message = f"tracks gives {len(shares)} shares for {columns} columns"
        raise KitError(message, check="grid-shape")
    room = total - gap * (columns - 1)
    if room <= 0:
        message = f"there is no room for {columns} columns in {mm(total):g} mm"
        raise KitError(message, check="no-room")
    widths = [room * share / sum(shares) for share in shares]
    lefts = [sum(widths[:i]) + gap * i for i in range(columns)]
    return lefts, widths
