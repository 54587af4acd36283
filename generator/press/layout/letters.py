"""Letters as outlines: rims around them, and lines of text along an arc."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect, mm
from generator.press.scene import paths
from generator.press.scene.items import (
    Color,
    GlyphRun,
    Group,
    Item,
    Outline,
    Path,
    Scene,
    Segment,
    Stroke,
    Use,
    memoize_per_scene,
)

MAX_ARC_DEGREES = 350
"""Maximum angle of an arc, in degrees; a full circle would have no beginning."""


def outline_of(run: GlyphRun) -> Outline:
    """The outlines of all letters of a run, in place."""
    return tuple(segment for _, letter in paths.letters_of(run) for segment in letter)


def rims(items: Iterable[Item], width: float, color: Color) -> tuple[Item, ...]:
    """A line around the letters of all runs, drawn below them: half of it is hidden."""
    pen = Stroke(color, 2 * width, join="round", cap="round")
    outlines = (outline_of(item) for item in items if isinstance(item, GlyphRun))
    return tuple(Path(outline, None, pen) for outline in outlines if outline)


def as_shapes(items: Iterable[Item]) -> tuple[Item, ...]:
    """The same picture with its text as shapes, which cannot be copied or read aloud.

    Letters without ink, such as spaces, are left out.
    """
    shapes = map(_as_shape, items)
    return tuple(each for each in shapes if not isinstance(each, Path) or each.outline)


def _as_shape(item: Item) -> Item:
    match item:
        case GlyphRun():
            return Path(outline_of(item), item.color)
        case Group():
            return replace(item, items=as_shapes(item.items), mask=as_shapes(item.mask), symbol="")
        case Use(scene=scene):
            return replace(item, scene=_shapes_of(scene))
        case _:
            return item


@memoize_per_scene
def _shapes_of(scene: Scene) -> Scene:
    """The scene with its text as shapes."""
    return replace(scene, items=as_shapes(scene.items))


class Arc:
    """The arc that the baseline of a text follows: as wide as a box, curved upward or downward."""

    def __init__(self, box: Rect, degrees: float) -> None:
        """Raises KitError for an impossible arc."""
        if not 1 <= abs(degrees) <= MAX_ARC_DEGREES:
            message = f"an arc must span 1 to {MAX_ARC_DEGREES} degrees, not {degrees:g}"
            hint = "leave arc out for a straight line"
            raise KitError(message, hint=hint, check="attribute-value")
        self._up = degrees > 0
        self._half = math.radians(abs(degrees)) / 2
        # beyond half a circle it bulges to the box's sides
        half_angle = min(self._half, math.pi / 2)
        self._radius = box.width / 2 / math.sin(half_angle)
        self.length = 2 * self._half * self._radius
        self.rise = self._radius * (1 - math.cos(self._half))
        """Height of the middle of the arc above its ends (negative: below)."""
        if self.rise >= box.height:
            room = f"its box only {mm(box.height):.1f} mm"
            message = f"the arc is {mm(self.rise):.1f} mm high, but {room}"
            raise KitError(message, hint="make the box taller, or the arc flatter", check="no-room")
        self._middle = box.x + box.width / 2

    def bend(self, run: GlyphRun, top: float) -> Path:
        """A run as outlines along the arc; its baseline is as far below `top` as on a straight line."""
        turned = -1 if self._up else 1
        apex = top + run.y if self._up else top + run.y + self.rise
        center = apex - turned * self._radius
        segments: list[Segment] = []
        for middle, letter in paths.letters_of(run):
            angle = -turned * (middle / self.length - 0.5) * 2 * self._half
            matrix = Matrix.move(-middle, turned * self._radius - run.y)
            matrix = matrix.then(Matrix.turn(math.degrees(angle)))
            matrix = matrix.then(Matrix.move(self._middle, center))
            segments += paths.transformed(letter, matrix)
        return Path(tuple(segments), run.color)
