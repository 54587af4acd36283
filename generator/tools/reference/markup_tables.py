"""Tables of the reference generated from the elements and attributes of scene markup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.press.markup.attribute_types import ATTRIBUTE_TYPES
from generator.press.markup.attributes import Attribute, Element
from generator.press.markup.elements import ELEMENTS, HOLDS

PICTURES = "../output/gallery/markup"


def context() -> dict[str, Any]:
    """The variables of the page's template."""
    return {
        "roots": ", ".join(f"`<{name}>`" for name, element in ELEMENTS.items() if element.root),
        "kinds": [
            (kind, _cell((parser.__doc__ or "").strip().split("\n")[0]))
            for kind, parser in ATTRIBUTE_TYPES.items()
        ],
        "elements": [
            {
                "name": element.name,
                "description": element.description,
                "holds": _content(element),
                "attributes": list(_rows(element)),
                "example": element.example,
            }
            for element in ELEMENTS.values()
        ],
        "pictures": PICTURES,
    }


def _content(element: Element) -> str:
    if element.text:
        return "Holds text."
    if not element.holds:
        return "Holds nothing."
    names = [name for name in ELEMENTS if name in HOLDS[element.holds]]
    return "Holds " + ("all drawing elements." if len(names) > 3 else f"`<{names[0]}>`.")


def _rows(element: Element) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, kind, default and meaning of each attribute."""
    for name, each in element.attributes.items():
        kind = " or ".join(f"`{choice}`" for choice in each.choices) or each.kind
        yield f"`{name}`", kind, _default(each), _cell(each.description)
    if element.extra:
        yield f"`{element.extra}…`", "text", "", "available to the template as `arg.…`"


def _default(attribute: Attribute) -> str:
    if attribute.default:
        return f"`{attribute.default}`"
    return "**required**" if attribute.required else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
