"""Layout engine: lays out a tree of markup nodes as a frozen scene.

`Layout.scene` places every box and breaks every line.  Each element has a function in one of the
modules of this package, listed in `ELEMENT_LAYOUTS`.  What cannot be placed (a text that is too
long, an unknown colour, a box without room) raises KitError with the template's line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.base.errors import KitError, errors_at
from generator.base.units import MM, Matrix, Rect, Size
from generator.press.layout import containers, folds, grids, images, shapes, text
from generator.press.layout.checks import overlap, safe_zone
from generator.press.layout.checks.complexity import check_complexity
from generator.press.layout.context import ElementLayout, LayoutContext, states
from generator.press.layout.effects import with_effects
from generator.press.layout.frame import Frame, resolve
from generator.press.markup.attribute_types import Percentage
from generator.press.markup.parser import Node
from generator.press.markup.scaling import scaled
from generator.press.scene import paths, polygons
from generator.press.scene.items import Item, Outline, Path, Scene

_MIN_SIZE, _MAX_SIZE = 1 * MM, 10_000.0
"""Minimum and maximum side length of a piece, in points."""

_SAFE = 3 * MM
"""Default safe zone of a card; one with short sides gets a tenth of the shorter side."""

_DRAWING: Mapping[str, ElementLayout] = {
    "group": containers.group,
    "rect": shapes.rect,
    "ellipse": shapes.ellipse,
    "line": shapes.line,
    "fold": folds.fold,
    "path": shapes.path,
    "polygon": shapes.polygon,
    "image": images.image,
    "icon": images.icon,
    "qr": images.qr,
    "text": text.text,
    "row": containers.row,
    "column": containers.column,
    "grid": containers.grid,
    "squaregrid": grids.squaregrid,
    "hexgrid": grids.hexgrid,
    "use": images.use,
    "link": containers.link,
}
ELEMENT_LAYOUTS: Mapping[str, ElementLayout] = {
    **{name: with_effects(draw) for name, draw in _DRAWING.items()},
    "anchor": containers.anchor,
}


class Layout(LayoutContext):
    """Lays out nodes with one kit's resources and one palette (colour names -> "#rrggbb")."""

    element_layouts = ELEMENT_LAYOUTS

    def scene(self, root: Node, name: str, *, printed: bool = True) -> Scene:
        """Lay out a root node as a scene and check its safe zone, overlaps and complexity.

        A scene that is not `printed` may have texts on top of each other.
        """
        values, children = root.values, root.children
        with errors_at(root.place):
            size = self._size(root)
            if values["scale-to"] is not None:
                original, size = size, self.resources.size(values["scale-to"])
                if (original.width > original.height) != (size.width > size.height):
                    size = Size(size.height, size.width)
                ratio = size.width / original.width, size.height / original.height
                children = tuple(scaled(child, *ratio, original) for child in children)
                if (cut := values["outline"]) is not None:
                    cut = paths.transformed(cut, Matrix.scale(*ratio))
                    root = replace(root, values={**values, "outline": cut})
            bleed = resolve(values["bleed"], min(size))
            stated = values["safe"]
            safe = min(_SAFE, min(size) / 10) if stated is None else resolve(stated, min(size))
            box = Rect(0, 0, *size)
            background = self.paint(values["fill"], box.grown(bleed))
            frame = Frame(
                box,
                self.resources.family(values["font"]),
                self.color(values["color"]) or "#000000",
                bleed_box=None if root.name == "drawing" else box.grown(bleed),
            )
        outer, self.enclosing = self.enclosing, None
        try:
            items = self._draw_equal_sizes(children, frame)
        finally:
            self.enclosing = outer
        if background:
            items = (Path(paths.rectangle(frame.box.grown(bleed)), background), *items)
        with errors_at(root.place):
            shape, trim = self._cut_shape(root, frame.box)
            scene = Scene(name, size.width, size.height, items, bleed, safe, trim)
            check_complexity(scene)
            if safe > 0:
                self._check_safe_zone(scene, shape, children, frame)
            if printed:
                overlap.check(scene, self.place_of)
        return scene

    def _draw_equal_sizes(self, nodes: tuple[Node, ...], frame: Frame) -> tuple[Item, ...]:
        """Lay out nodes; if some texts are `alike` in size, a second time once the smallest is known."""
        if not any(states(node, "alike") for node in nodes):
            return self.draw_all(nodes, frame)
        outer_limits, self.size_limits = self.size_limits, {}
        try:
            self.draw_all(nodes, frame)
            return self.draw_all(nodes, frame)
        finally:
            self.size_limits = outer_limits

    def _check_safe_zone(
        self, scene: Scene, shape: str, children: tuple[Node, ...], frame: Frame
    ) -> None:
        """Raise KitError for anything outside the safe zone, with the line of its own element."""
        try:
            safe_zone.check(scene, shape)
        except KitError:
            with self.tracing_places() as place_of:
                traced = replace(scene, items=self.draw_all(children, frame))
                safe_zone.check(traced, shape, place_of)
            raise

    def _cut_shape(self, root: Node, box: Rect) -> tuple[str, Outline | None]:
        """The shape along which a piece is cut, and its outline (None: its box)."""
        shape, outline = str(root.values["shape"]), root.values["outline"]
        if outline is not None:
            if shape != "rect":
                message = "shape and outline cannot be combined"
                hint = "leave one of them out"
                raise KitError(message, hint=hint, check="conflicting-attributes")
            return safe_zone.OUTLINE, polygons.cut_outline(outline, box)
        if shape == "round":
            return shape, paths.ellipse(box)
        if shape == "rect":
            shorter = min(box.width, box.height)
            radius = resolve(root.values["corners"], shorter)
            if radius > shorter / 2:
                message = f"corners of {radius / MM:.6g} mm are more than half of the shorter side"
                most = f"{shorter / 2 / MM:.6g}mm"
                hint = f'write at most corners="{most}"; shape="round" is a circle'
                raise KitError(message, hint=hint, check="attribute-value")
            return shape, paths.rectangle(box, radius) if radius else None
        return shape, paths.hexagon(box, flat_top=shape == "hex-flat")

    def _size(self, root: Node) -> Size:
        values = root.values
        if values["size"] is not None:
            if values["width"] is not None or values["height"] is not None:
                message = "size cannot be combined with width and height"
                hint = "leave one of them out"
                raise KitError(message, hint=hint, check="conflicting-attributes")
            size = self.resources.size(values["size"])
            return Size(size.height, size.width) if values["turned"] else size
        if values["width"] is None or values["height"] is None:
            message = f"<{root.name}> needs a size"
            hint = 'write size="poker", or width and height'
            raise KitError(message, hint=hint, check="piece-size")
        width, height = values["width"], values["height"]
        if isinstance(width, Percentage) or isinstance(height, Percentage):
            message = f"<{root.name}> cannot have a size in %, since no box surrounds it"
            raise KitError(message, hint='write width="63mm"', check="piece-size")
        least = 0 if root.name == "drawing" else _MIN_SIZE
        if not (0 < width <= _MAX_SIZE and 0 < height <= _MAX_SIZE) or min(width, height) < least:
            message = f"a piece cannot be {width / MM:.6g} × {height / MM:.6g} mm large"
            hint = f"each side must be {_MIN_SIZE / MM:g} to {_MAX_SIZE / MM:.0f} mm"
            raise KitError(message, hint=hint, check="piece-size")
        return Size(width, height)
