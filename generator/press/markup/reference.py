"""Turns the tables of `elements` and `kinds` into the markup's reference page (Markdown).

The page is `templates/REFERENCE.md`; a test compares it with what this makes, and lays out every
example, so the page cannot go stale.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.press.markup.attribute_types import ATTRIBUTE_TYPES
from generator.press.markup.elements import ELEMENTS, HOLDS, Attribute, Element

PICTURES = "../output/gallery/markup"

HEAD = """\
<!-- `make reference` makes this page; do not edit it. -->
# Scene markup

What a template draws, element by element. This page is made from the tables that Grimoire itself
checks markup by; `grimoire reference templates` prints it.

A template is Jinja2 that renders to one root element: {roots}. Lengths without a unit are
millimetres, font sizes without a unit are points. `x` and `y` are counted from the upper left
corner of the box an element stands in; a box that is left out reaches as far as that one does.
Any element takes `box="name"`: the attributes of that box in `boxes.yaml`, unless it states its
own. Colours are names of the kit's palette (`game.yaml`), `#rgb`, `#rrggbb` or `none`.

Templates may use these variables: `row` (the record a piece is made of), `face` ("front" or
"back"), `tables`, `kit`, `ink` ("full" or "low"), `paper`, what the component states under `with`,
and `arg` (what a `use` hands over).

What is written between tags is translated as it is. Words inside an expression go through `_`,
`{{{{ _("Cut") if cut else _("Fold") }}}}`, and through `_n` if they are counted,
`{{{{ _n("{{n}} page", "{{n}} pages", pages) }}}}`. `{{{{ length | figure }}}}` is a number with the decimal
mark of the language; `{{{{ name | plain }}}}` is a text whose signs, such as `*`, mean themselves.
"""


def reference() -> str:
    """The whole page."""
    roots = ", ".join(f"`<{name}>`" for name, element in ELEMENTS.items() if element.root)
    parts = [HEAD.format(roots=roots), "## Kinds of values\n\n" + "\n".join(_kinds()) + "\n"]
    parts += ["\n".join(_element(element)) for element in ELEMENTS.values()]
    return "\n".join(parts)


def _kinds() -> Iterator[str]:
    yield "| kind | what it is |"
    yield "|---|---|"
    for kind, parser in ATTRIBUTE_TYPES.items():
        yield f"| {kind} | {_cell(_first_line(parser.__doc__))} |"


def _element(element: Element) -> Iterator[str]:
    yield f"## `<{element.name}>`"
    yield ""
    yield element.description
    yield ""
    if element.text:
        yield "Holds text."
    elif element.holds:
        names = [name for name in ELEMENTS if name in HOLDS[element.holds]]
        yield "Holds " + ("all drawing elements." if len(names) > 3 else f"`<{names[0]}>`.")
    else:
        yield "Holds nothing."
    yield ""
    yield "| attribute | kind | default | meaning |"
    yield "|---|---|---|---|"
    for name, attribute in element.attributes.items():
        yield _attribute(name, attribute)
    if element.extra:
        yield f"| `{element.extra}…` | text | | handed to the template as `arg.…` |"
    yield ""
    yield "```xml"
    yield element.example
    yield "```"
    yield ""
    yield f"![what it draws]({PICTURES}/{element.name}.png)"
    yield ""


def _attribute(name: str, attribute: Attribute) -> str:
    kind = " or ".join(f"`{choice}`" for choice in attribute.choices) or attribute.kind
    default = "**needed**" if attribute.required else ""
    if attribute.default:
        default = f"`{attribute.default}`"
    return f"| `{name}` | {kind} | {default} | {_cell(attribute.description)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _first_line(text: str | None) -> str:
    return (text or "").strip().split("\n")[0]
