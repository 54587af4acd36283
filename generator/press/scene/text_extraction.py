"""Text extraction: the visible text of a scene with its places, and what may cover it.

Text marked as `decor` is left out: nobody has to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import is_
from typing import NamedTuple

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
    memoize_by_identity,
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
    """How deeply the text is nested in used scenes."""
    clips: tuple[Rect, ...] = ()
    """The clipping boxes: the text is cut off outside any of them."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the text lies wholly outside one of its clips."""
        return any(not paths.touches(clip, self.box) for clip in self.clips)

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
    for order, (item, matrix, depth, decor, clips) in enumerate(drawn_items(scene.items)):
        if isinstance(item, GlyphRun):
            if not decor:
                corners = _corners(ink_box(item), matrix)
                words.append(PlacedText(item, matrix, corners, order, depth, clips))
        elif isinstance(item, Image) or is_opaque(item.fill):
            occluders.append(Occluder(item, matrix, order))
    return words, occluders


@memoize_per_scene
def without_text(scene: Scene) -> Scene:
    """The scene without text, as the background of that text; the same scene if it has none."""
    return with_each(scene, lambda item: None if isinstance(item, GlyphRun) else item, without_text)


def with_each(
    scene: Scene, change: Callable[[Item], Item | None], inner: Callable[[Scene], Scene]
) -> Scene:
    """The scene with `change` applied to each item (None removes it) and `inner` to each nested scene.

    It is the same object if nothing changes.
    """
    items = _with_each(scene.items, change, inner)
    return scene if items is scene.items else replace(scene, items=items)


@memoize_by_identity
def ink_box(run: GlyphRun) -> Rect:
    """The bounding box of a run's ink, in its own coordinates."""
    top = max([word.top for word in run.words]) * run.size
    bottom = max([word.bottom for word in run.words]) * run.size
    return Rect(run.x, run.y - top, run.width, top + bottom)


class DrawnItem(NamedTuple):
    """A drawn item: how deeply it is nested in used scenes, and the boxes to which clips limit it."""

    item: GlyphRun | Path | Image
    matrix: Matrix
    depth: int
    decor: bool
    clips: tuple[Rect, ...]


def drawn_items(
    items: Iterable[Item],
    matrix: Matrix = IDENTITY,
    depth: int = 0,
    decor: bool = False,
    clips: tuple[Rect, ...] = (),
) -> Iterator[DrawnItem]:
    """Everything that is drawn, in order."""
    for item in items:
        match item:
            case GlyphRun() | Path() | Image():
                yield DrawnItem(item, matrix, depth, decor, clips)
            case Group():
                inner = item.matrix.then(matrix)
                outline = item.clip and paths.transformed(item.clip, inner)
                more = (paths.bounds(outline),) if outline else ()
                below = decor or item.decor
                yield from drawn_items(item.items, inner, depth, below, (*clips, *more))
            case Use():
                inner = item.matrix.then(matrix)
                yield from drawn_items(item.scene.items, inner, depth + 1, decor, clips)


def _with_each(
    items: tuple[Item, ...], change: Callable[[Item], Item | None], inner: Callable[[Scene], Scene]
) -> tuple[Item, ...]:
    """Changed items; those in which nothing changes stay the same objects."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group(items=old) if (new := _with_each(old, change, inner)) is not old:
                kept.append(replace(item, items=new))
            case Use(scene=scene) if (background := inner(scene)) is not scene:
                kept.append(replace(item, scene=background))
            case _ if (changed := change(item)) is not None:
                kept.append(changed)
    return items if len(kept) == len(items) and all(map(is_, kept, items)) else tuple(kept)


def _corners(box: Rect, matrix: Matrix) -> Corners:
    upper_left, lower_left, upper_right, lower_right = paths.corners(box, matrix)
    return upper_left, upper_right, lower_right, lower_left
