"""Pictures of the examples in the markup reference, in a palette of their own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.locations import data_root
from generator.press.layout.engine import Layout
from generator.press.library import fonts, palette, sizes
from generator.press.markup.elements import ELEMENTS
from generator.press.markup.named_boxes import read_boxes
from generator.press.markup.parser import MarkupParser
from generator.press.scene.items import Scene
from generator.press.templates.environment import Templates
from generator.press.templates.renderer import Renderer, Style
from generator.press.templates.style import FAMILIES

SAMPLE = "reference"
"""The folder in `data/shared` with what the examples use: colours, a picture and a template."""
ROOM = '<drawing width="56mm" height="24mm"><group inset="2mm">{}</group></drawing>'


def pictures() -> Iterator[tuple[str, Scene]]:
    """Yield the example of each element by its name; one that is no root is put in a small drawing."""
    shared = data_root() / "shared"
    sample = shared / SAMPLE
    made = Style(
        templates=Templates([sample / "templates"]),
        fonts=fonts((shared,)),
        families={**FAMILIES, "title": "Amatic SC"},
        palette=palette((sample, shared), "full"),
        sizes=sizes((shared,)),
        boxes=read_boxes([]),
        icons=(shared / "icons",),
        pictures=sample,
    )
    layout = Layout(Renderer(made, _no_faces), made.palette)
    for name, element in ELEMENTS.items():
        markup = element.example if element.root else ROOM.format(element.example)
        yield name, layout.scene(MarkupParser({}).parse(markup, "example"), "example")


def _no_faces(component: str, id: str | None, face: str) -> Scene:
    raise AssertionError("an example uses no pieces of a kit")
