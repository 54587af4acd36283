"""Drawings of an imported deck: an SVG without what cannot be printed, where it holds such things."""

from __future__ import annotations

import re
from collections.abc import Set
from pathlib import Path

from lxml import etree

from generator.base.errors import KitError
from generator.press.svg.importer import EFFECTS, read_color
from generator.press.svg.sanitizer import LINE, read_svg

_DECLARATION = re.compile(r"(?<![\w-])([\w-]++)(\s*+:\s*+)([^;{}]++)(;?)")
_HEAD = b'<svg xmlns="http://www.w3.org/2000/svg"'


def simplified(path: Path) -> bytes:
    """The drawing without texts, pictures and effects, and without colours that there are not.

    Raises KitError or OSError if it cannot be read at all.
    """
    root, _ = read_svg(path)
    known = {str(each.get("id")) for each in root.iter("linearGradient", "radialGradient")}

    def kept(found: re.Match[str]) -> str:
        return found[0] if _is_printed(found[1], found[3].strip(), known) else ""

    for element in root.iter():
        for key, value in element.attrib.items():
            if key == LINE or not _is_printed(str(key), str(value), known):
                del element.attrib[key]
        if element.get("style"):
            element.set("style", _DECLARATION.sub(kept, str(element.get("style"))))
        if element.tag == "style":
            element.text = _DECLARATION.sub(kept, element.text or "")
    return etree.tostring(root).replace(b"<svg", _HEAD, 1)


def _is_printed(key: str, value: str, gradients: Set[str]) -> bool:
    """Whether a property can be printed as it is stated."""
    if key in EFFECTS or key == "stroke-dashoffset":
        return False
    if key not in ("fill", "stroke"):
        return True
    if value.startswith("url("):
        return key == "fill" and value.strip("url()#'\" ") in gradients
    try:
        read_color(value)
    except KitError:
        return False
    return True
