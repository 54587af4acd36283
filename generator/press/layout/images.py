"""Layout of <image>, <icon> and <use>: images, symbols and other scenes."""

from __future__ import annotations

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect
from generator.press.layout.context import LayoutContext, Source, is_in_own_size
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.alt_text import icon_alt_text
from generator.press.scene.items import Color, Group, Image, Item, Use
from generator.press.svg.importer import Drawing
from generator.press.svg.recolor import in_color, recolored, repainted


def image(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <image>: an image file, contained in its box, covering it or stretched to it."""
    values = node.values
    box = own_box(values, frame)
    picture = layout.resources.picture(values["src"])
    size = (picture.width, picture.height) if isinstance(picture, Drawing) else picture.pixels
    placed = _fitted(size, box, values["fit"])
    item: Item
    if isinstance(picture, Drawing):
        across, down = placed.width / picture.width, placed.height / picture.height
        matrix = Matrix(across, 0, 0, down, placed.x, placed.y)
        color = values["recolor"] and layout.color(values["recolor"])
        shown = repainted(picture, color) if color else recolored(picture, frame.color)
        item = Group(shown.items, matrix)
    elif values["recolor"]:
        message = "recolor works only for SVG drawings"
        hint = "leave it out, or blend a colour over the picture"
        raise KitError(message, hint=hint, check="conflicting-attributes")
    else:
        item = Image(picture.file, placed, picture.pixels)
        layout.sources.setdefault(item, Source(node.place))
    visible = box if values["fit"] == "cover" else placed
    radius = resolve(values["radius"], min(visible.width, visible.height))
    if values["clip"] == "ellipse":
        item = Group((item,), clip=paths.ellipse(visible))
    elif radius or values["fit"] == "cover":
        item = Group((item,), clip=paths.rectangle(visible, radius))
    return rotated((item,), values["turn"], box)


def _fitted(size: tuple[float, float], box: Rect, fit: str) -> Rect:
    """The box of an image of this size: within the box, covering it, or stretched to it."""
    if fit == "stretch":
        return box
    choose = max if fit == "cover" else min
    scale = choose(box.width / size[0], box.height / size[1])
    width, height = size[0] * scale, size[1] * scale
    return Rect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)


def icon(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <icon>: a symbol in one colour."""
    values = node.values
    box = own_box(values, frame)
    color = frame.color if values["fill"] is None else layout.color(values["fill"])
    if color is None:
        message = "an icon needs a colour"
        raise KitError(message, hint="leave fill out, or name a colour", check="color-missing")
    item = icon_symbol(
        layout, values["name"], box, color, decor=values["decor"], recolor_all=values["recolor"]
    )
    return rotated((item,), values["turn"], box)


def icon_symbol(
    layout: LayoutContext,
    name: str,
    box: Rect,
    color: Color,
    *,
    decor: bool = False,
    recolor_all: bool = False,
) -> Group:
    """An icon fitted into a box; the safe-zone check covers it unless it is decor.

    The colour fills what the icon leaves open, or with `recolor_all` all of it.
    """
    drawing = layout.resources.icon(name)
    placed = _fitted((drawing.width, drawing.height), box, "contain")
    scale = placed.width / drawing.width
    matrix = Matrix(scale, 0, 0, scale, placed.x, placed.y)
    label = "" if decor else icon_alt_text(name, layout.resources.words)
    shown = in_color(drawing, color) if recolor_all else recolored(drawing, color)
    return Group(shown.items, matrix, symbol=label)


def use(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <use>: another scene at its own size, or fitted into a stated width and height."""
    values = node.values
    if (values["template"] is None) == (values["component"] is None):
        raise KitError("<use> needs either a template or a component", check="missing-attribute")
    if values["template"] is not None:
        scene = layout.resources.template(values["template"], values["extra"])
    else:
        scene = layout.resources.face(values["component"], values["id"], values["face"])
    box = own_box(values, frame)
    natural = Rect(box.x, box.y, scene.width, scene.height)
    if is_in_own_size(node):
        placed = box = natural
    else:
        placed = _fitted((scene.width, scene.height), box, "contain")
    scale = placed.width / scene.width
    matrix = Matrix(scale, 0, 0, scale, placed.x, placed.y)
    item: Item = Use(scene, matrix)
    if values["component"] is not None:  # a piece is shown as it is once cut out
        item = Group((Use(scene),), matrix, paths.cut_of(scene))
    return rotated((item,), values["turn"], box)
