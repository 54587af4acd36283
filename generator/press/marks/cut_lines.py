"""Cut lines: what a machine cuts on a sheet (outlines, holes), folds, and the registration marks.

Most sheets of a deck are cut alike, so they share one file for the machine.  Files are numbered in
the order in which their sheets are printed, and the caption of a sheet names its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.base.units import IDENTITY, Matrix, Rect, Size
from generator.press.cutter import Mark
from generator.press.layout import folds
from generator.press.layout.shapes import HOLE
from generator.press.scene.items import Group, Item, Outline, Path, Scene, walk
from generator.press.scene.paths import polygon, rectangle, transformed

_DIGITS = 3
"""Decimal places to which coordinates are rounded, so that sheets cut alike have equal lines."""


@dataclass(frozen=True, slots=True)
class CutLines:
    """What a machine does to a sheet, in points from its upper left corner.

    Sheets with equal lines are cut with the same file.
    """

    paper: Size
    marks: tuple[Mark, ...]
    outlines: tuple[Outline, ...]
    holes: tuple[Outline, ...]
    folds: tuple[Outline, ...]


def cut_lines(
    paper: Size, marks: tuple[Mark, ...], faces: Iterable[tuple[Scene, Matrix]]
) -> CutLines:
    """The lines of a sheet; each face comes with the matrix from its own coordinates to the sheet."""
    outlines: list[Outline] = []
    found: dict[str, list[Outline]] = {HOLE: [], folds.SYMBOL: []}
    for scene, matrix in faces:
        box = Rect(0.0, 0.0, scene.width, scene.height)
        outlines.append(_rounded(transformed(scene.trim or rectangle(box), matrix)))
        for symbol, line in holes_and_folds(scene.items, matrix):
            found[symbol].append(_rounded(line))
    return CutLines(paper, marks, tuple(outlines), *map(tuple, found.values()))


def holes_and_folds(
    items: Sequence[Item], matrix: Matrix = IDENTITY
) -> Iterator[tuple[str, Outline]]:
    """Every hole and fold among the items, under a matrix."""
    for item, above in walk(items, matrix):
        if isinstance(item, Group) and item.decor and item.symbol in (HOLE, folds.SYMBOL):
            path = next(each for each in item.items if isinstance(each, Path))
            yield item.symbol, transformed(path.outline, item.matrix.then(above))


def _rounded(outline: Outline) -> Outline:
    return tuple((kind, *(round(value, _DIGITS) for value in values)) for kind, *values in outline)  # type: ignore[misc]


def numbered(lines: Iterable[CutLines | None]) -> dict[CutLines, int]:
    """The number of each file, from the lines of all sheets in print order (None: cut by hand)."""
    found = dict.fromkeys(each for each in lines if each)
    return {each: number for number, each in enumerate(found, start=1)}


INK = "#000000"
"""Black: sensors look for black marks."""


def registration_marks(marks: Iterable[Mark]) -> Path | None:
    """The marks as one black path; None without any."""
    outline = tuple(segment for mark in marks for segment in mark_outline(mark))
    return Path(outline, fill=INK) if outline else None


def mark_outline(mark: Mark) -> Outline:
    """The closed outline of a mark, on the sheet."""
    if mark.shape == "square":
        return rectangle(mark.box)
    x, y, width, height = mark.box
    left, top = mark.corner.endswith("left"), mark.corner.startswith("top")
    corner_x, end_x = (x, x + width) if left else (x + width, x)
    corner_y, end_y = (y, y + height) if top else (y + height, y)
    inner_x = corner_x + (mark.thickness if left else -mark.thickness)
    inner_y = corner_y + (mark.thickness if top else -mark.thickness)
    return polygon(
        (
            (corner_x, corner_y), (end_x, corner_y), (end_x, inner_y),
            (inner_x, inner_y), (inner_x, end_y), (corner_x, end_y),
        )
    )  # fmt: skip
