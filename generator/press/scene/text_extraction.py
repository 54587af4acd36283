"""Text extraction: the visible text of a scene with its places, and what may cover it.

Text marked as `decor` is left out: nobody has to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import is_

from generator.base.units import IDENTITY, Matrix, Rect
from generator.press.scene import paths
from generator.press.scene.items import (
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    Scene,
    Use,
    is_opaque,
    memoize_per_scene,
)
from generator.press.scene.polygons import Point, contains, polygon_of

Corners = tuple[Point, Point, Point, Point]
"""Corners of a box, in order around it."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text run in a scene: the `corners` of its ink, and its `order` in the drawing."""

    run: GlyphRun
    matrix: Matrix
    corners: Corners
    order: int
    depth: int
    """Depth of nested uses of scenes."""

    @property
    def size(self) -> float:
        """The type size as printed, in points."""
        return self.run.size * self.matrix.growth

    @property
    def box(self) -> Rect:
        return paths.around(self.corners)

    @property
    def is_bold(self) -> bool:
        """Whether its font is bold or black, judged by its name."""
        name = self.run.words[0].font.name.lower()
        return any(weight in name for weight in ("bold", "black", "heavy"))


@dataclass(frozen=True, slots=True)
class Occluder:
    """A filled path or an image, which hides what was drawn before it."""

    item: Path | Image
    matrix: Matrix
    order: int

    def hides(self, point: Point) -> bool:
        """Whether it covers a point; a path with several loops does if any loop does."""
        item = self.item
        outline = paths.rectangle(item.box) if isinstance(item, Image) else item.outline
        placed = paths.transformed(outline, self.matrix)
        box = paths.bounds(placed)
        if not (box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom):
            return False
        return contains(polygon_of(placed), point)


def extract_text(scene: Scene) -> tuple[list[PlacedText], list[Occluder]]:
    """All text of a scene that must be readable, and everything that may cover it."""
    words: list[PlacedText] = []
    occluders: list[Occluder] = []
    for order, (item, matrix, depth, decor) in enumerate(drawn_items(scene.items)):
        if isinstance(item, GlyphRun):
            if not decor:
                words.append(
                    PlacedText(item, matrix, _corners(ink_box(item), matrix), order, depth)
                )
        elif isinstance(item, Image) or is_opaque(item.fill):
            occluders.append(Occluder(item, matrix, order))
    return words, occluders


@memoize_per_scene
def without_text(scene: Scene) -> Scene:
    """The scene without text, as the background of that text; the same scene if it has none."""
    items = _without_text(scene.items)
    return scene if items is scene.items else replace(scene, items=items)


def ink_box(run: GlyphRun) -> Rect:
    """The bounding box of a run's ink, in its own coordinates."""
    top = max([word.top for word in run.words]) * run.size
    bottom = max([word.bottom for word in run.words]) * run.size
    return Rect(run.x, run.y - top, run.width, top + bottom)


def drawn_items(
    items: Iterable[Item], matrix: Matrix = IDENTITY, depth: int = 0, decor: bool = False
) -> Iterator[tuple[GlyphRun | Path | Image, Matrix, int, bool]]:
    """Everything that is drawn, in order, with its matrix, its depth in uses, and whether it is decor."""
    for item in items:
        match item:
            case GlyphRun() | Path() | Image():
                yield item, matrix, depth, decor
            case Group():
                inner = item.matrix.then(matrix)
                yield from drawn_items(item.items, inner, depth, decor or item.decor)
            case Use():
                yield from drawn_items(item.scene.items, item.matrix.then(matrix), depth + 1, decor)


def _without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items without text; those that have none stay the same objects."""
    kept: list[Item] = []
    for item in items:
        match item:
            case GlyphRun():
                pass
            case Group(items=inner) if (bare := _without_text(inner)) is not inner:
                kept.append(replace(item, items=bare))
            case Use(scene=scene) if (background := without_text(scene)) is not scene:
                kept.append(replace(item, scene=background))
            case _:
                kept.append(item)
    return items if len(kept) == len(items) and all(map(is_, kept, items)) else tuple(kept)


def _corners(box: Rect, matrix: Matrix) -> Corners:
    upper_left, lower_left, upper_right, lower_right = paths.corners(box, matrix)
    return upper_left, upper_right, lower_right, lower_left
