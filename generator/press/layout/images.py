"""Layout of <image>, <icon>, <use> and <qr>: images, symbols, other scenes, and codes for phones."""

from __future__ import annotations

import math

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect, mm
from generator.press.layout.context import LayoutContext, Source, is_in_own_size
from generator.press.layout.frame import Frame, own_box, resolve, rotated
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.alt_text import icon_alt_text
from generator.press.scene.items import Color, Group, Image, Item, Path, Stroke, Use, channels
from generator.press.scene.qr_code import qr_code
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

    The colour fills the parts of the icon without a colour of their own; with `recolor_all`, all
    parts.
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
    items: tuple[Item, ...] = (item,)
    if color := layout.color(values["stroke"]):
        edge = paths.transformed(paths.cut_of(scene), matrix)
        items = (item, Path(edge, None, Stroke(color, values["line"])))
    return rotated(items, values["turn"], box)


QR_CODE = "QR code"
"""What a screen reader says before the text of a code."""
MIN_MODULE = 0.35 * MM
"""Minimum width of a module, in points, that home printers and phones can resolve."""
MIN_DIFFERENCE = 0.5
"""Minimum difference in brightness (0 to 1) between light and dark modules."""


def qr(layout: LayoutContext, node: Node, frame: Frame) -> tuple[Item, ...]:
    """Lay out <qr>: the largest square in its box, with the quiet zone inside its edge."""
    values = node.values
    box = own_box(values, frame)
    side = min(box.width, box.height)
    code = qr_code(values["text"], values["level"])
    module = side / code.side
    if module * frame.scale < MIN_MODULE:
        message = (
            f"the QR code would be {mm(side * frame.scale):.3g} mm wide, too fine to be scanned"
        )
        least = math.ceil(mm(MIN_MODULE * code.side))
        hint = f"make it at least {least} mm wide, or shorten its text"
        raise KitError(message, hint=hint, check="qr-code")
    dark, light = layout.color(values["fill"]), layout.color(values["background"])
    if dark is None or _brightness(light) - _brightness(dark) < MIN_DIFFERENCE:
        message = "the QR code is not dark enough on its background to be scanned"
        raise KitError(message, hint="use a dark fill on a light background", check="qr-code")
    x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
    label = f"{layout.resources.words.text(QR_CODE)}: {values['text']}"
    modules = Path(code.outline, dark)
    items: list[Item] = [Group((modules,), Matrix(module, 0, 0, module, x, y), symbol=label)]
    if light is not None:
        items.insert(0, Path(paths.rectangle(Rect(x, y, side, side)), light))
    return rotated(tuple(items), values["turn"], box)


def _brightness(color: Color | None) -> float:
    """The perceived brightness of a colour, from 0 to 1 (ITU-R BT.601); None is as white as paper."""
    if color is None:
        return 1.0
    red, green, blue = (level / 255 for level in channels(color))
    return 0.299 * red + 0.587 * green + 0.114 * blue
