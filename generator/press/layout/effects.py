"""Effects: opacity, blend modes, masks, shadows and glows on anything an element draws.

A shadow is a stack of outlines, each larger than the one before, that fade out together: it looks
the same in every kind of file, at the printer's own resolution, and takes a few hundred bytes.  A
picture casts the shadow of its box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.base.errors import KitError
from generator.base.units import IDENTITY, Matrix, Rect
from generator.press.layout.context import ElementLayout, LayoutContext
from generator.press.layout.frame import Frame, own_box
from generator.press.layout.letters import as_shapes, outline_of
from generator.press.markup.attribute_types import GradientValue, ShadowValue, parse_paint
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import (
    Anchor,
    Color,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Path,
    Stroke,
    Tag,
    Use,
    channels,
    grey,
    opacity_of,
)
from generator.press.svg.importer import Drawing

LAYERS = 10
"""Number of outlines in a soft edge."""


_NAMES = ("opacity", "blend", "mask", "shadow", "glow")
FIGURE = "Figure"
"""The role of a picture."""


def with_effects(draw: ElementLayout) -> ElementLayout:
    """Wrap the layout function of an element so that it applies the effect attributes."""

    def draw_with_effects(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
        items, values = draw(layout, node, frame), node.values
        if any(values.get(name) is not None for name in _NAMES):
            items = apply_effects(layout, node, frame, items)
        if (role := values.get("role")) is None:
            return items
        if (role == FIGURE) != bool(values["alt"]):
            message = 'role="Figure" and alt go together'
            hint = 'write both role="Figure" and alt="what it shows", or neither'
            raise KitError(message, hint=hint, check="conflicting-attributes")
        items = as_shapes(items) if role == FIGURE else items
        return (Group(items, tags=(Tag(role, values["alt"] or ""),)),)

    def apply_effects(
        layout: LayoutContext, node: Node, frame: Frame, items: tuple[Item, ...]
    ) -> tuple[Item, ...]:
        values = node.values
        if (mask := values["mask"]) is not None:
            box = own_box(values, frame) if "inset" in values else frame.box
            items = (Group(items, mask=_mask(layout, mask, box)),)
        shades = [each for each in (values["shadow"], values["glow"]) if each is not None]
        items = (*(item for each in shades for item in _soft_edge(layout, items, each)), *items)
        opacity = 1.0 if values["opacity"] is None else values["opacity"]
        blend = values["blend"] or "normal"
        if opacity < 1 or blend != "normal":
            items = (Group(items, opacity=opacity, blend=blend),)
        return items

    return draw_with_effects


def _mask(layout: LayoutContext, stated: str, box: Rect) -> tuple[Item, ...]:
    """A mask that is white where content shows: a gradient's opacity, or a picture over the box."""
    if "(" in stated:
        value = parse_paint(stated)
        assert isinstance(value, GradientValue)  # anything else with a bracket is refused
        gradient = layout.paint(value, box)
        assert isinstance(gradient, Gradient)
        grey_stops = tuple((share, _mask_grey(color)) for share, color in gradient.stops)
        return (Path(paths.rectangle(box.grown(max(box.width, box.height))),
                     replace(gradient, stops=grey_stops)),)  # fmt: skip
    picture = layout.resources.picture(stated)
    if isinstance(picture, Drawing):
        matrix = Matrix(box.width / picture.width, 0, 0, box.height / picture.height, box.x, box.y)
        return (Group(picture.items, matrix),)
    return (Image(picture.file, box, picture.pixels),)


def _mask_grey(color: Color) -> Color:
    """The grey of a mask for a colour: as light and as opaque as the colour."""
    red, green, blue = channels(color)
    return grey((0.2126 * red + 0.7152 * green + 0.0722 * blue) * opacity_of(color))


def _soft_edge(
    layout: LayoutContext, items: tuple[Item, ...], value: ShadowValue
) -> Iterator[Item]:
    """The shapes of some items in one colour, fading out beyond their edges."""
    color = layout.color(value.color)
    if color is None:
        message = "a shadow needs a colour"
        raise KitError(message, hint="leave it out, or name one", check="color-missing")
    shapes = tuple(_silhouettes(items, IDENTITY))
    offset, solid, full_opacity = Matrix.move(value.x, value.y), color[:7], opacity_of(color)
    covered = 0.0
    layers = LAYERS if value.soft else 0
    for layer in range(layers, -1, -1):
        distance = value.soft * layer / max(layers, 1)
        nearer = 1 - layer / (layers + 1)
        target = full_opacity * nearer * nearer * (3 - 2 * nearer)  # ease in and out
        opacity = (target - covered) / (1 - covered) if covered < 1 else 0.0
        covered = target
        pen = Stroke(solid, 2 * distance, join="round", cap="round") if distance else None
        drawn = tuple(_in_one_color(shape, solid, pen) for shape in shapes)
        yield Group(drawn, offset, opacity=opacity)


def _in_one_color(shape: Path, color: Color, widening: Stroke | None) -> Path:
    """A shape in one colour, with its line (or its edge) made wider by the `widening` stroke."""
    stroke = shape.stroke
    if stroke:
        width = stroke.width + (widening.width if widening else 0.0)
        stroke = replace(stroke, color=color, width=width, join="round")
    return replace(shape, fill=color if shape.fill else None, stroke=stroke or widening)


def _silhouettes(items: Iterable[Item], matrix: Matrix) -> Iterator[Path]:
    """The outlines of everything that items draw, under a matrix."""
    for item in items:
        match item:
            case Path():
                yield _transformed(item, matrix)
            case GlyphRun():
                if outline := outline_of(item):
                    yield _transformed(Path(outline, "#000000"), matrix)
            case Image():
                yield _transformed(Path(paths.rectangle(item.box), "#000000"), matrix)
            case Group(clip=clip, items=inner) if clip and {*map(type, inner)} <= {Image}:
                yield _transformed(Path(clip, "#000000"), item.matrix.then(matrix))
            case Group():
                yield from _silhouettes(item.items, item.matrix.then(matrix))
            case Use():
                cut = Path(paths.cut_of(item.scene), "#000000")
                yield _transformed(cut, item.matrix.then(matrix))
            case Link() | Anchor():
                pass  # invisible


def _transformed(path: Path, matrix: Matrix) -> Path:
    if matrix == IDENTITY:
        return path
    pen = path.stroke
    if pen:
        pen = replace(pen, width=pen.width * matrix.growth)
    return replace(path, outline=paths.transformed(path.outline, matrix), stroke=pen)
