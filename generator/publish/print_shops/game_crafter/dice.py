"""Dice: pieces that fold into a cube, exported as a picture of each of the six faces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.base.units import Rect
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.press.scene.paths import cut_of
from generator.press.scene.polygons import contains, polygon_of
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob, flat_name
from generator.publish.print_shops.game_crafter.box_and_booklet import OrderLine
from generator.publish.shapes import folds, without_folds
from generator.publish.shop_limits import TgcLimits

_INSET = 0.03
"""Distance from the corners at which a face is tested against the cut, as a share of its side."""
Vector: TypeAlias = tuple[int, int, int]
_Cell: TypeAlias = tuple[int, int]
_RIGHT, _DOWN, _TOWARD = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@dataclass(frozen=True, slots=True)
class Die:
    """Die: a piece and the boxes of its faces; the first is opposite the last, the second the fifth."""

    piece: Piece
    faces: tuple[Rect, ...]


def die_of(piece: Piece) -> Die | None:
    """The die that a piece folds into, if its folds make a cube."""
    faces = _squares(piece.front)
    if len(faces) != 6:
        return None
    left, top = min(face.x for face in faces), min(face.y for face in faces)
    cells = {
        (round((face.x - left) / face.width), round((face.y - top) / face.height)): face
        for face in faces
    }
    directions = _fold_net(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    if len(set(directions.values())) != 6:
        return None
    order: list[_Cell] = []
    for cell, direction in directions.items():
        if cell not in order:
            opposite = next(each for each in directions if directions[each] == _reversed(direction))
            order[len(order) // 2 : len(order) // 2] = [cell, opposite]
    return Die(piece, tuple(cells[cell] for cell in order))


def _squares(scene: Scene) -> list[Rect]:
    """The squares next to fold lines that are entirely within the cut, in reading order."""
    lines = folds(scene)
    side = min((math.dist(*line) for line in lines), default=0.0)
    if side <= 0:
        return []
    outline = polygon_of(cut_of(scene))
    found: dict[tuple[int, int], Rect] = {}
    for (x1, y1), (x2, y2) in lines:
        x, y, across = min(x1, x2), min(y1, y2), abs(x1 - x2) > abs(y1 - y2)
        for index in range(round(math.dist((x1, y1), (x2, y2)) / side)):
            for offset in (0, -side):
                box = (
                    Rect(x + index * side, y + offset, side, side)
                    if across
                    else Rect(x + offset, y + index * side, side, side)
                )
                inner = box.grown(-_INSET * side)
                corners = [(a, b) for a in (inner.x, inner.right) for b in (inner.y, inner.bottom)]
                if all(contains(outline, corner) for corner in corners):
                    found[round(4 * box.y / side), round(4 * box.x / side)] = box
    return [found[place] for place in sorted(found)]


def _fold_net(cells: Sequence[_Cell]) -> dict[_Cell, Vector]:
    """The outward direction of each cell after the net is folded away from the viewer."""
    frames = {cells[0]: (_RIGHT, _DOWN, _TOWARD)}
    pending = [cells[0]]
    while pending:
        x, y = cell = pending.pop()
        right, down, outward = frames[cell]
        neighbors = {
            (x + 1, y): (_reversed(outward), down, right),
            (x - 1, y): (outward, down, _reversed(right)),
            (x, y + 1): (right, _reversed(outward), down),
            (x, y - 1): (right, outward, _reversed(down)),
        }
        for other, frame in neighbors.items():
            if other in cells and other not in frames:
                frames[other] = frame
                pending.append(other)
    return {cell: frames[cell][2] for cell in cells if cell in frames}


def _reversed(vector: Vector) -> Vector:
    x, y, z = vector
    return -x, -y, -z


def write_dice(job: ExportJob, limits: TgcLimits, dice: Sequence[Die]) -> Iterator[OrderLine]:
    """Write the faces of each die, and yield what to order."""
    for die in dice:  # empty if the shop has no product for dice
        slug, product = next(iter(limits.dice.items()))
        scene = without_folds(die.piece.front)
        folder = f"{slug}/{flat_name(die.piece)}"
        requests = {
            f"{folder}/side-{number}.png": ImageRequest(scene, face, product.pixels)
            for number, face in enumerate(die.faces, 1)
        }
        job.write_pictures("draw dice", requests, limits.dpi, dict.fromkeys(requests, slug))
        note = f"six pictures, one for each side: {folder}"
        title = job.title(die.piece)
        job.bundle.add_piece(
            die.piece, title=title, product=slug, front=next(iter(requests)), note=note
        )
        yield OrderLine(product.name, die.piece.copies, title, f"its sides are in {folder}")
