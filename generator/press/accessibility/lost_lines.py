"""Lost lines: lines of a face that disappear when it is printed with low ink.

Low ink leaves the backgrounds of pieces white, so a white or very pale line can no longer be seen.
What a line changes is taken from two rasters of its face, with the pale lines and without them,
once with all the ink and once with low ink.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import NamedTuple

import numpy

from generator.base.errors import Fault, Place, counted
from generator.base.units import MM, Matrix, Rect
from generator.press.accessibility.color_vision import Pixels, luminance
from generator.press.accessibility.legibility import pixel_area, sampled_faces
from generator.press.paint.raster import Raster, SceneRasters
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece
from generator.press.scene import paths
from generator.press.scene.items import Color, Item, Path, Scene, Stroke, channels
from generator.press.scene.text_extraction import drawn_items, with_each

DPI = 100
"""Resolution of the rasters: a line a third of a millimetre wide is more than one pixel."""
_MAX_WIDTH, _MIN_LENGTH = 2 * MM, 3 * MM
"""Maximum width and minimum extent of a line.  Anything wider is an area, which low ink may leave
white; anything shorter is a highlight."""
_MIN_LUMINANCE = 0.9
"""Minimum luminance of a line that may be lost on white."""
_MIN_CONTRAST_MEANT, _MAX_CONTRAST_LOST = 2.0, 1.25
"""Contrast of a line with its background: minimum if meant to be seen, maximum if lost."""
_MAX_VISIBLE_SHARE = 0.1
"""Maximum share of a lost line's pixels that may still be visible, e.g. where another line runs."""


class _Line(NamedTuple):
    """A pale line with low ink (`path`), and the same line with all the ink (`full`)."""

    path: Path
    full: Path
    box: Rect
    colors: tuple[Color, Color]
    """Its colour with all the ink, and with low ink."""

    @property
    def is_edge(self) -> bool:
        """Whether it is the edge of an area in the same colour."""
        return self.full.fill == self.colors[0]


class _Face(NamedTuple):
    """A face with pale lines, and the same face with all the ink."""

    piece: Piece
    scene: Scene
    full: Scene
    lines: Sequence[_Line]

    @property
    def pictures(self) -> tuple[Scene, Scene, Scene, Scene]:
        """The face, the face without its pale lines, and both with all the ink."""
        below = _without_strokes(self.scene, {id(line.path) for line in self.lines})
        full_below = _without_strokes(self.full, {id(line.full) for line in self.lines})
        return self.scene, below, self.full, full_below


def lost_lines_warning(faces: FaceSet, full: FaceSet, parts: Sequence[Part]) -> str:
    """A warning of a build about lines that low ink makes invisible; "" if there are none.

    `full` are the same faces with all the ink.
    """
    faults = "; ".join(map(str, _faults(faces, full, parts)))
    return f"warning: {faults}" if faults else ""


def _faults(faces: FaceSet, full: FaceSet, parts: Sequence[Part]) -> Iterator[Fault]:
    """One fault for each colour of lost lines, with the name of the first face that has them."""
    found = list(_faces(faces, full, parts))
    rasters = SceneRasters([scene for face in found for scene in face.pictures]).render(DPI)
    lost: defaultdict[tuple[Color, Color], list[str]] = defaultdict(list)
    for face, scene, below, whole, whole_below in zip(found, *4 * [rasters], strict=False):
        seen, seen_full = _contrast(scene, below), _contrast(whole, whole_below)
        for line in face.lines:
            area = pixel_area(line.box, face.scene, scene)
            meant = int((seen_full[area] >= _MIN_CONTRAST_MEANT).sum())
            if meant and (seen[area] >= _MAX_CONTRAST_LOST).sum() <= _MAX_VISIBLE_SHARE * meant:
                lost[line.colors].append(face.piece.name)
    file = faces.kit.file
    full_palette, palette = file.palette("full"), file.palette("low")
    for colors, names in lost.items():
        known = (each for each in palette if (full_palette[each], palette[each]) == colors)
        color = next(known, "")
        place = file.place("palette", color) if color else None
        yield _fault(color or colors[0], names, place)


def _fault(color: str, names: Sequence[str], place: Place | None) -> Fault:
    message = f'{counted(len(names), "line")} in the colour "{color}" cannot be seen with low ink'
    hint = "give the colour a darker `low`, or leave them out where `ink` is low"
    return Fault(message, place, names[0], hint, "eyes-lost")


def _faces(faces: FaceSet, full: FaceSet, parts: Sequence[Part]) -> Iterator[_Face]:
    """The sampled faces with pale lines.

    A template that draws other lines with low ink has taken care of them, so its faces are left
    out.
    """
    for scene, (piece, side) in sampled_faces(faces, parts).items():
        lines = list(_strokes(scene))
        pale = [number for number, line in enumerate(lines) if _is_pale(line) and _is_thin(line)]
        if not pale:
            continue
        (whole,) = full.part_of(piece.component, piece.row).pieces
        other = whole.front if side == "front" else whole.back
        full_lines = list(_strokes(other)) if other else []
        if other and len(full_lines) == len(lines):
            pairs = [_line(lines[number], full_lines[number]) for number in pale]
            yield _Face(piece, scene, other, [line for line in pairs if not line.is_edge])


_Placed = tuple[Path, Stroke, Matrix]


def _strokes(scene: Scene) -> Iterator[_Placed]:
    """The stroked paths of a scene that are more than decoration."""
    for item, matrix, _, decor, _ in drawn_items(scene.items):
        if isinstance(item, Path) and item.stroke and not decor:
            yield item, item.stroke, matrix


def _is_pale(line: _Placed) -> bool:
    color = numpy.array([[channels(line[1].color)]], numpy.uint8)
    return float(luminance(color)[0, 0]) >= _MIN_LUMINANCE


def _is_thin(line: _Placed) -> bool:
    path, stroke, matrix = line
    box = paths.bounds(paths.transformed(path.outline, matrix))
    return (
        stroke.width * matrix.growth <= _MAX_WIDTH and hypot(box.width, box.height) >= _MIN_LENGTH
    )


def _line(line: _Placed, full: _Placed) -> _Line:
    path, stroke, matrix = line
    box = paths.bounds(paths.transformed(path.outline, matrix))
    return _Line(
        path, full[0], box.grown(stroke.width * matrix.growth / 2), (full[1].color, stroke.color)
    )


def _without_strokes(scene: Scene, lines: set[int]) -> Scene:
    """The scene with these paths (given by their `id`) reduced to their fill."""

    def change(item: Item) -> Item | None:
        if not isinstance(item, Path) or id(item) not in lines:
            return item
        return replace(item, stroke=None) if item.fill else None

    return with_each(scene, change, lambda inner: _without_strokes(inner, lines))


def _contrast(one: Raster, other: Raster) -> Pixels:
    """The contrast of each pixel of a raster with that of another."""
    light, dark = luminance(one) + 0.05, luminance(other) + 0.05
    contrast: Pixels = numpy.maximum(light, dark) / numpy.minimum(light, dark)
    return contrast
