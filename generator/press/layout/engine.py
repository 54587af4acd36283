"""Turns a tree of markup nodes into a frozen scene: every box placed, every line broken.

`Layout.scene` is the whole of it.  What an element does stands in the `draw_*` modules, one
function each, found through the table `DRAW`; all of them take the layout, the node and the frame
the node stands in, and return items.  Whatever cannot be placed (a text too long, an unknown
colour, a box without room) is a KitError that names the template's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Protocol

from generator.base.errors import KitError, Place, did_you_mean
from generator.base.units import MM, Rect, Size
from generator.kit.words import Translator
from generator.press.layout import containers, folds, grids, images, shapes, text
from generator.press.layout.checks import overlap, safe_zone
from generator.press.layout.checks.complexity import prove_bounded
from generator.press.layout.frame import Frame, resolve
from generator.press.markup.attribute_types import Share
from generator.press.markup.parser import Node
from generator.press.scene import paths, polygons
from generator.press.scene.items import Color, GlyphRun, Image, Item, Outline, Path, Scene
from generator.press.svg.importer import Drawing
from generator.press.text.fonts import FontBook
from generator.press.text.hyphenation import Hyphenate, prepare_hyphenated
from generator.press.text.line_breaking import Prepare, prepare

_SMALLEST, _LARGEST = 1 * MM, 10_000.0
"""Points; nobody cuts out a piece with a shorter side, or has a table for one with a longer."""

Draw = Callable[["Layout", Node, Frame], tuple[Item, ...]]

DRAW: Mapping[str, Draw] = {
    "group": containers.group,
    "rect": shapes.rect,
    "ellipse": shapes.ellipse,
    "line": shapes.line,
    "fold": folds.fold,
    "path": shapes.path,
    "polygon": shapes.polygon,
    "image": images.image,
    "icon": images.icon,
    "text": text.text,
    "row": containers.row,
    "column": containers.column,
    "grid": containers.grid,
    "squaregrid": grids.squaregrid,
    "hexgrid": grids.hexgrid,
    "use": images.use,
    "link": containers.link,
    "anchor": containers.anchor,
}


class Resources(Protocol):
    """What layout asks of the kit.  All of these raise KitError for a name they do not know."""

    fonts: FontBook
    words: Translator
    hyphenate: Hyphenate | None
    """How long words are divided where a text does not fit, if they may be."""

    def family(self, role: str) -> str:
        """The font family for a role of the kit ("title") or a family's own name."""

    def size(self, name: str) -> Size:
        """A named size of a piece, in points."""

    def icon(self, name: str) -> Drawing:
        """An icon of the kit, or a shared one."""

    def picture(self, src: str) -> Drawing | Image:
        """A file of the kit's data folder; an `Image` without a place, or an imported SVG."""

    def template(self, name: str, arguments: tuple[tuple[str, str], ...]) -> Scene:
        """Another template's scene; the same object for the same arguments."""

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """A face of a piece of the kit; the same object each time."""


class Layout:
    """Lays out nodes with one kit's resources and one palette (colour names -> "#rrggbb")."""

    def __init__(self, resources: Resources, palette: Mapping[str, Color]) -> None:
        self.resources = resources
        self.palette = palette
        self.stated: dict[Image | GlyphRun, Place] = {}
        """Where a template first states a picture of this file, box and so on, or these words."""
        self.prepare = lru_cache(maxsize=8192)(prepare)
        """Most texts are set many times.  What is known of them goes with this layout."""
        self.prepare_hyphenated: Prepare | None = (
            partial(prepare_hyphenated, hyphenate=resources.hyphenate)
            if resources.hyphenate
            else None
        )
        self._colors: dict[str, Color | None] = {"none": None}

    def scene(self, root: Node, name: str) -> Scene:
        """A root node -> its scene, proved to keep its texts and symbols in the safe zone."""
        values = root.values
        with self.placing(root):
            size = self._size(root)
            background = self.color(values["fill"])
            bleed, inside = (resolve(values[key], min(size)) for key in ("bleed", "safe"))
            box = Rect(0, 0, *size)
            frame = Frame(
                box,
                self.resources.family(values["font"]),
                self.color(values["color"]) or "#000000",
                reach=None if root.name == "drawing" else box.grown(bleed),
            )
        items = self.draw_all(root.children, frame)
        if background:
            items = (Path(paths.rectangle(frame.box.grown(bleed)), background), *items)
        with self.placing(root):
            shape, trim = self._cut(root, frame.box)
            scene = Scene(name, size.width, size.height, items, bleed, inside, trim)
            prove_bounded(scene)
            if inside > 0:
                safe_zone.check(scene, shape)
            overlap.check(scene, self.stated.get)
        return scene

    def draw(self, node: Node, frame: Frame) -> tuple[Item, ...]:
        """One node -> its items."""
        with self.placing(node):
            return DRAW[node.name](self, node, frame)

    def draw_all(self, nodes: tuple[Node, ...], frame: Frame) -> tuple[Item, ...]:
        """Nodes one over the other in the same frame -> their items, the lowest first."""
        items: list[Item] = []
        for node in nodes:
            items += self.draw(node, frame)
        return tuple(items)

    def color(self, name: str) -> Color | None:
        """A colour attribute -> "#rrggbb", or None for `none`."""
        try:
            return self._colors[name]
        except KeyError:
            pass
        color = name if name.startswith("#") else self.palette.get(name)
        if color is None:
            hint = did_you_mean(name, self.palette) or "add it to the palette in game.yaml"
            raise KitError(f'there is no colour "{name}"', hint=hint, check="unknown-color")
        self._colors[name] = color
        return color

    def icon_width(self, name: str) -> float:
        """Width of an icon within a text, in font sizes."""
        drawing = self.resources.icon(name)
        return text.ICON_SIZE * drawing.width / drawing.height

    @contextmanager
    def placing(self, node: Node) -> Iterator[None]:
        """Whatever goes wrong inside is said to stand at this node's line."""
        try:
            yield
        except KitError as error:
            raise error.within(place=node.place) from None

    def _cut(self, root: Node, box: Rect) -> tuple[str, Outline | None]:
        """The kind of outline that a root is cut along, and that outline (None: its box)."""
        shape, outline = str(root.values["shape"]), root.values["outline"]
        if outline is not None:
            if shape != "rect":
                raise KitError(
                    "give either shape or outline",
                    hint="leave one of them out",
                    check="conflicting-attributes",
                )
            return safe_zone.OUTLINE, polygons.cut_outline(outline, box)
        if shape == "round":
            return shape, paths.ellipse(box)
        if shape == "rect":
            return shape, None
        return shape, paths.hexagon(box, flat_top=shape == "hex-flat")

    def _size(self, root: Node) -> Size:
        values = root.values
        if values["size"] is not None:
            if values["width"] is not None or values["height"] is not None:
                raise KitError(
                    "give either size or width and height",
                    hint="leave one of them out",
                    check="conflicting-attributes",
                )
            size = self.resources.size(values["size"])
            return Size(size.height, size.width) if values["turned"] else size
        if values["width"] is None or values["height"] is None:
            raise KitError(
                f"<{root.name}> needs a size",
                hint='write size="poker", or width and height',
                check="piece-size",
            )
        width, height = values["width"], values["height"]
        if isinstance(width, Share) or isinstance(height, Share):
            raise KitError(
                f"<{root.name}> stands in no box to have a share of",
                hint='write width="63mm"',
                check="piece-size",
            )
        least = 0 if root.name == "drawing" else _SMALLEST
        if not (0 < width <= _LARGEST and 0 < height <= _LARGEST) or min(width, height) < least:
            raise KitError(
                f"a piece cannot be {width / MM:.6g} × {height / MM:.6g} mm large",
                hint=f"each side takes {_SMALLEST / MM:g} to {_LARGEST / MM:.0f} mm",
                check="piece-size",
            )
        return Size(width, height)
