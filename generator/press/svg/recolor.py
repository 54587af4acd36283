"""Recolouring: a drawing in one colour, perhaps on a plain background, gets another colour.

Icons from collections are often white on a black square, or black on a white one.  The square is
removed, and anything drawn later in its colour becomes a hole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.scene.items import Color, Group, Item, Outline, Paint, Path, walk
from generator.press.scene.paths import bounds, covers, rectangle
from generator.press.svg.importer import CURRENT, Drawing

_SLACK = 0.01
"""Maximum gap between a background and the edges of the drawing, as a share of its size."""
_ROUNDING = 1e-3
"""Tolerance for rounding, in points."""
_SEEN, _HOLE = "#ffffff", "#000000"


@lru_cache(maxsize=4096)
def recolored(drawing: Drawing, color: Color) -> Drawing:
    """The drawing with `color` where it leaves the colour open ("currentColor")."""
    return _with_colors(drawing, lambda own: color if own == CURRENT else own)


@lru_cache(maxsize=4096)
def repainted(drawing: Drawing, color: Color) -> Drawing:
    """The drawing in that colour, without its background.  Raises KitError if it has several colours."""
    items = drawing.items
    whole = Rect(0.0, 0.0, drawing.width, drawing.height)
    ground = next(_paths(items), None)
    ground_color = ground.fill if ground and _is_ground(ground, whole) else None
    rest = _without_ground(items, ground) if ground_color is not None and ground else items
    colors = _colors(rest) - {CURRENT} - {ground_color}
    if len(colors) > 1 or not (colors or CURRENT in _colors(rest)):
        count = f"this one has {len(colors)}, apart from its background"
        hint = "leave recolor out, or draw it in one colour"
        message = f"recolor needs a drawing in one colour; {count}"
        raise KitError(message, hint=hint, check="svg-feature")
    if ground_color not in _colors(rest):
        return _with_colors(replace(drawing, items=rest), lambda own: color)
    mask = _recolor_items(rest, lambda own: _HOLE if own == ground_color else _SEEN)
    return replace(drawing, items=(Group((Path(rectangle(whole), color),), mask=mask),))


def in_color(drawing: Drawing, color: Color) -> Drawing:
    """An icon in a colour: the parts that leave it open, or everything if it has a single colour."""
    if CURRENT in _colors(drawing.items):
        return recolored(drawing, color)
    try:
        return repainted(drawing, color)
    except KitError:
        return drawing  # an icon with several colours keeps them


def _paths(items: Iterable[Item]) -> Iterator[Path]:
    return (item for item, _ in walk(items) if isinstance(item, Path))


def _is_ground(path: Path, whole: Rect) -> bool:
    """Whether a path fills a box as large as the drawing."""
    slack = _SLACK * max(whole.width, whole.height)
    return (
        isinstance(path.fill, str)
        and path.stroke is None
        and covers(bounds(path.outline), whole, slack)
        and _is_box(path.outline)
    )


def _is_box(outline: Outline) -> bool:
    """Whether an outline is one upright box, perhaps with rounded corners."""
    box = bounds(outline)
    corners = [segment for segment in outline if segment[0] == "M"]
    ends = [segment[-2:] for segment in outline if len(segment) != 1]
    on_edge = (
        min(abs(x - box.x), abs(x - box.right), abs(y - box.y), abs(y - box.bottom)) < _ROUNDING
        for x, y in ends
        if isinstance(x, float | int)
    )
    return len(corners) == 1 and all(on_edge)


def _without_ground(items: tuple[Item, ...], ground: Path) -> tuple[Item, ...]:
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(replace(item, items=_without_ground(item.items, ground)))
        elif item is not ground:
            kept.append(item)
    return tuple(kept)


def _colors(items: Iterable[Item]) -> set[Paint]:
    found: set[Paint] = set()
    for path in _paths(items):
        found |= {path.fill} if path.fill else set()
        found |= {path.stroke.color} if path.stroke else set()
    return found


def _with_colors(drawing: Drawing, color_of: Callable[[Paint], Paint]) -> Drawing:
    return replace(drawing, items=_recolor_items(drawing.items, color_of))


def _recolor_items(items: Iterable[Item], color_of: Callable[[Paint], Paint]) -> tuple[Item, ...]:
    """Items with other colours."""
    return tuple(_recolor_item(item, color_of) for item in items)


def _recolor_item(item: Item, color_of: Callable[[Paint], Paint]) -> Item:
    if isinstance(item, Group):
        return replace(item, items=_recolor_items(item.items, color_of))
    if not isinstance(item, Path):
        return item
    pen = item.stroke and replace(item.stroke, color=str(color_of(item.stroke.color)))
    return replace(item, fill=color_of(item.fill) if item.fill else None, stroke=pen)
