"""Cut lines: the outlines that a machine cuts on a sheet, and the folds that it scores.

Most sheets of a deck are cut alike, so they share one file for the machine.  Files are numbered in the
order in which their sheets are printed, and the caption of a sheet names its file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.base.units import Matrix, Rect, Size
from generator.press.cutter import Mark
from generator.press.layout.folds import fold_lines
from generator.press.scene.items import Outline, Scene
from generator.press.scene.paths import rectangle, transformed
from generator.press.scene.polygons import Point

_DIGITS = 3
"""Decimals of a point in which sheets that are cut alike agree."""


@dataclass(frozen=True, slots=True)
class CutLines:
    """What a machine does to a sheet: points from its upper left corner.

    Sheets with equal lines are cut with the same file.
    """

    paper: Size
    marks: tuple[Mark, ...]
    outlines: tuple[Outline, ...]
    folds: tuple[tuple[Point, Point], ...]


def cut_lines(
    paper: Size, marks: tuple[Mark, ...], faces: Iterable[tuple[Scene, Matrix]]
) -> CutLines:
    """The lines of a sheet from its faces, each with the matrix from it to the sheet."""
    outlines: list[Outline] = []
    folds: list[tuple[Point, Point]] = []
    for scene, matrix in faces:
        box = Rect(0.0, 0.0, scene.width, scene.height)
        outlines.append(_rounded(transformed(scene.trim or rectangle(box), matrix)))
        folds += fold_lines(scene.items, matrix)
    rounded = tuple((_round(*start), _round(*end)) for start, end in folds)
    return CutLines(paper, marks, tuple(outlines), rounded)


def _rounded(outline: Outline) -> Outline:
    return tuple((kind, *(round(value, _DIGITS) for value in values)) for kind, *values in outline)  # type: ignore[misc]


def _round(x: float, y: float) -> Point:
    return round(x, _DIGITS), round(y, _DIGITS)


def numbered(lines: Iterable[CutLines | None]) -> dict[CutLines, int]:
    """The number of each file, from the lines of all sheets in print order (None: cut by hand)."""
    found = dict.fromkeys(each for each in lines if each)
    return {each: number for number, each in enumerate(found, start=1)}
