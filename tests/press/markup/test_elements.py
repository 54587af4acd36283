"""Tests of the markup's elements: all can be drawn, their examples work, the reference is current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.press.layout.engine import ELEMENT_LAYOUTS
from generator.press.markup.attribute_types import ATTRIBUTE_TYPES
from generator.press.markup.elements import ELEMENTS, HOLDS
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.scene.items import Anchor, Scene, Use
from tests.press.scene.drawing import laid_out
from tests.tools.reference.sections import PAGES

ROOT = Path(__file__).parents[3]


def example(name: str) -> Scene:
    """An element's example as the reference page shows it: on a drawing, unless it is a root."""
    element = ELEMENTS[name]
    if element.root:
        return laid_out(element.example)
    return laid_out(f'<drawing width="60mm" height="40mm">{element.example}</drawing>')


@pytest.mark.parametrize("name", ELEMENTS)
def test_every_example_can_be_laid_out_and_painted(name: str) -> None:
    scene = example(name)
    assert scene.items
    assert f"<{name}" in ELEMENTS[name].example
    page = Scene("page", 300, 300, (Anchor("rules"), Use(scene)))
    assert paint_pdf([page], DocumentInfo(name)).startswith(b"%PDF")


def test_every_element_is_drawn_by_something() -> None:
    roots = {name for name, element in ELEMENTS.items() if element.root}
    assert set(ELEMENT_LAYOUTS) == set(ELEMENTS) - roots - HOLDS["cells"] == set(HOLDS["drawing"])


def test_every_attribute_has_a_type_that_parses_its_default() -> None:
    for element in ELEMENTS.values():
        for name, attribute in element.attributes.items():
            parse = ATTRIBUTE_TYPES[attribute.kind]
            for text in (attribute.default, *attribute.choices):
                if text is not None:
                    assert parse(text) is not None, (element.name, name)


def test_every_attribute_type_is_used() -> None:
    used = {each.kind for element in ELEMENTS.values() for each in element.attributes.values()}
    assert used == set(ATTRIBUTE_TYPES)


def test_the_reference_page_is_generated_from_the_tables() -> None:
    """`make reference` writes it."""
    page = (ROOT / "templates" / "REFERENCE.md").read_text(encoding="utf-8")
    assert page == PAGES["templates"].text


def test_the_reference_page_lists_every_element_and_attribute() -> None:
    page = PAGES["templates"].text
    for name, element in ELEMENTS.items():
        section = page.partition(f"## `<{name}>`")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `([a-z0-9-]+)` \|", section, re.MULTILINE) == [*element.attributes]
        assert element.example in section
