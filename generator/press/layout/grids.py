"""Layout of <squaregrid> and <hexgrid> with their cells."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, resolve
from generator.press.layout.shapes import styled_path
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Item, Outline


def squaregrid(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <squaregrid>: cells "a1", "b1", ... with a1 at the lower left."""
    values = node.values
    columns, rows, side = values["columns"], values["rows"], values["cell"]
    left = frame.box.x + resolve(values["x"], frame.box.width)
    top = frame.box.y + resolve(values["y"], frame.box.height)

    def box(at: str) -> Rect:
        match = re.fullmatch(r"([a-z])([1-9][0-9]?)", at)
        column, up = (ord(match[1]) - ord("a"), int(match[2])) if match else (columns, rows)
        if not match or column >= columns or up > rows:
            last = f"{chr(ord('a') + min(columns, 26) - 1)}{rows}"
            raise KitError(
                f'the map has no cell "{at}"',
                hint=f"its cells are a1 to {last}",
                check="unknown-cell",
            )
        return Rect(left + column * side, top + (rows - up) * side, side, side)

    return _cells(layout, node, frame, box, paths.rectangle)


def hexgrid(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <hexgrid>: cells "q,r"; the middle of 0,0 lies at (x, y), q runs right, r down."""
    values = node.values
    side, flat = values["cell"], values["flat"]
    across = side * 2 / math.sqrt(3)
    width, height = (across, side) if flat else (side, across)
    left = frame.box.x + resolve(values["x"], frame.box.width)
    top = frame.box.y + resolve(values["y"], frame.box.height)

    def box(at: str) -> Rect:
        match = re.fullmatch(r"(-?[0-9]{1,3}),\s*(-?[0-9]{1,3})", at)
        if not match:
            raise KitError(
                f'"{at}" is not a cell of a hex map', hint='write q,r: "0,-3"', check="unknown-cell"
            )
        q, r = int(match[1]), int(match[2])
        if flat:
            x, y = left + 0.75 * width * q, top + height * (r + q / 2)
        else:
            x, y = left + width * (q + r / 2), top + 0.75 * height * r
        return Rect(x - width / 2, y - height / 2, width, height)

    return _cells(layout, node, frame, box, lambda b: paths.hexagon(b, flat_top=flat))


def _cells(
    layout: LayoutContext,
    node: Node,
    frame: Frame,
    box: Callable[[str], Rect],
    outline: Callable[[Rect], Outline],
) -> tuple[Item, ...]:
    """Each cell's outline, if it has a fill or stroke, and what the cell holds in its box."""
    items: list[Item] = []
    for cell in node.children:
        with layout.errors_at(cell):
            inside = box(cell.values["at"])
            _check_inside(inside, cell, frame)
        if cell.values["fill"] != "none" or cell.values["stroke"] != "none":
            with layout.errors_at(cell):
                items.append(styled_path(layout, cell.values, outline(inside)))
        items += layout.draw_all(cell.children, frame.at(inside))
    return tuple(items)


def _check_inside(cell: Rect, node: Node, frame: Frame) -> None:
    """Raise KitError for a cell that lies wholly outside the piece."""
    bleed_box = frame.bleed_box
    if bleed_box and not paths.touches(cell, bleed_box):
        raise KitError(
            f'the cell "{node.values["at"]}" lies wholly outside the piece',
            hint="move the grid with x and y, make its cells smaller, or leave the cell out",
            check="cell-outside",
        )
