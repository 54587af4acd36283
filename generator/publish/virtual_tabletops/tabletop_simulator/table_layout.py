"""Table layout: objects in rows that do not touch.

Boards are in the middle, decks beyond them, mats at the seats, all else on the near side.  The table
is seen from above, x to the right and z away from the first seat, in units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.publish.virtual_tabletops.tabletop_simulator.objects import Object

Zone: TypeAlias = Literal["middle", "far", "near", "seat"]


@dataclass(frozen=True, slots=True)
class TableItem:
    """Object with its width and depth in units, and its zone."""

    object: Object
    across: float
    deep: float
    zone: Zone


def arrange(items: Sequence[TableItem], width: float, gap: float) -> list[Object]:
    """Place the objects in rows, at least `gap` apart and, if possible, no wider than `width`."""
    by_zone: dict[Zone, list[TableItem]] = {"middle": [], "far": [], "near": [], "seat": []}
    for each in items:
        by_zone[each.zone].append(each)
    seats = by_zone["seat"]
    middle = _rows(by_zone["middle"], width, gap)
    far = [*_rows(by_zone["far"], width, gap), *_rows(seats[1::2], width, gap)]
    near = [*_rows(by_zone["near"], width, gap), *_rows(seats[::2], width, gap)]
    depth = sum(map(_depth, middle)) + gap * max(0, len(middle) - 1)
    placed = list(_place_rows(middle, depth / 2, gap, -1))
    placed += _place_rows(far, depth / 2 + gap, gap, 1)
    placed += _place_rows(near, -depth / 2 - gap, gap, -1)
    opposite = {id(each) for each in seats[1::2]}
    return [_positioned(each, x, z, id(each) in opposite) for each, x, z in placed]


def _rows(items: Sequence[TableItem], width: float, gap: float) -> list[list[TableItem]]:
    """Split the items into rows of about equal width, in their order."""
    total = sum(each.across + gap for each in items)
    even = total / max(1, -(-total // width))
    rows: list[list[TableItem]] = []
    room = 0.0
    for each in items:
        if not rows or room + each.across / 2 > even or room + each.across > width:
            rows.append([])
            room = 0.0
        rows[-1].append(each)
        room += each.across + gap
    return rows


def _depth(row: Sequence[TableItem]) -> float:
    return max(each.deep for each in row)


def _place_rows(
    rows: Sequence[Sequence[TableItem]], z: float, gap: float, direction: int
) -> Iterator[tuple[TableItem, float, float]]:
    """Place rows from `z` on, away from the first seat (way 1) or towards it (-1)."""
    for row in rows:
        x = -(sum(each.across for each in row) + gap * (len(row) - 1)) / 2
        for each in row:
            yield each, x + each.across / 2, z + direction * _depth(row) / 2
            x += each.across + gap
        z += direction * (_depth(row) + gap)


def _positioned(item: TableItem, x: float, z: float, reverse: bool) -> Object:
    """The object at its position; at the seat opposite the first it is turned round."""
    moved = dict(item.object["Transform"])
    moved |= {"posX": round(x, 3), "posZ": round(z, 3)}
    if reverse:
        moved["rotY"] = 0.0
    return {**item.object, "Transform": moved}
