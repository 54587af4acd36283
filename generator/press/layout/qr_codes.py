"""Layout of <qr>: a QR code that a phone can read from the printed piece."""

from __future__ import annotations

import math

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect, mm
from generator.press.layout.context import LayoutContext
from generator.press.layout.frame import Frame, own_box, rotated
from generator.press.markup.parser import Node
from generator.press.scene import paths
from generator.press.scene.items import Color, Group, Item, Path, channels
from generator.press.scene.qr_code import qr_code

QR_CODE = "QR code"
"""What a screen reader says before the text of a code."""
MIN_MODULE = 0.35 * MM
"""The narrowest module, in points, that home printers and phones can tell apart."""
MIN_DIFFERENCE = 0.5
"""The least difference in brightness (0 to 1) between light and dark modules."""


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
    """The perceived brightness of a colour, from 0 to 1 (ITU-R BT.601); nothing is as white as paper."""
    if color is None:
        return 1.0
    red, green, blue = (level / 255 for level in channels(color))
    return 0.299 * red + 0.587 * green + 0.114 * blue
