"""Markup parser: reads strict XML into a tree of nodes with parsed values.

Each element is checked against `elements.ELEMENTS`.  A template's loader writes into the attribute
`_src` which line of which template an element stands on, so that an error can name that line even
when the element came out of a macro.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from lxml import etree

from generator.base.errors import Fault, KitError, Place, did_you_mean, raise_faults, short
from generator.press.markup.attribute_types import ATTRIBUTE_TYPES
from generator.press.markup.elements import ELEMENTS, HOLDS, Attribute, Element
from generator.press.markup.well_formed import (
    SOURCE,
    explain_malformed,
    place_of_source,
    stray_text_fault,
)

_BLANKS = re.compile(r"[ \t\r]+")

MAX_BYTES = 8_000_000
"""Maximum length of markup in bytes; more is taken for a runaway loop."""

MAX_CHARACTERS = 50_000
"""Maximum number of characters in one text: some thirty pages."""

MAX_ATTRIBUTES = 1_000
"""Maximum number of attributes of an element: the time to read them grows with their square."""

MAX_CACHED = 1_024
"""Maximum number of nodes that a parser caches, to give the same node for the same markup."""

Boxes = Mapping[str, Mapping[str, str]]
"""Named boxes: their attributes by name, with everything they extend merged in."""


_SHOWN_ATTRIBUTES = 20
"""Maximum number of attributes in a snippet of markup."""
_Key: TypeAlias = tuple[object, ...]
"""An element's name and its attributes as written."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One element: its name, all attributes as values, its child nodes and its text.

    `source` is its place in the template, as `SOURCE` holds it.
    What a template writes for every row alike is the same `Node` each time, so that it is laid out
    once.
    """

    name: str
    values: Mapping[str, Any]
    children: tuple[Node, ...]
    text: str
    source: str

    @property
    def place(self) -> Place:
        return _place_named(self.source)


@lru_cache(1_024)
def _place_named(source: str) -> Place:
    return place_of_source(source) or Place(source)


class _Values(dict[str, Any]):
    """The values of an element's attributes, compared by identity."""

    def __init__(self, key: _Key) -> None:
        """`key` identifies these values in the cache."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__


class MarkupParser:
    """Parser for the markup of one kit; caches the values of attribute lists."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes = boxes
        self._xml = ""
        self._values = lru_cache(MAX_CACHED)(_Values)
        self._nodes = lru_cache(MAX_CACHED)(Node)
        self._parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
            remove_pis=True, huge_tree=False,
        )  # fmt: skip

    def parse(self, xml: str, template: str) -> Node:
        """Parse markup into its root node.  Raises KitError with the template's name and line."""
        self._xml = xml
        if len(xml) > MAX_BYTES:
            message = (
                f"the template produces {len(xml):,} characters of markup, more than {MAX_BYTES:,}"
            )
            raise _runaway(message, Place(template))
        try:
            root = etree.fromstring(xml.strip().encode(), self._parser)
        except UnicodeEncodeError:
            message = "contains an incomplete character"
            raise KitError(message, place=Place(template), check="markup-syntax") from None
        except etree.XMLSyntaxError as error:
            raise explain_malformed(xml, error, template) from None
        document: Any = root.getroottree().docinfo
        if document.doctype:
            message = "<!DOCTYPE> is not allowed in markup"
            raise KitError(message, place=Place(template), hint="delete it", check="markup-syntax")
        schema = ELEMENTS.get(str(root.tag))
        if schema is None or not schema.root:
            roots = [name for name, element in ELEMENTS.items() if element.root]
            message = f"a template must begin with one of {', '.join(roots)}, not <{root.tag}>"
            raise KitError(message, place=_place(root, template), check="misplaced-element")
        return self._node(root, schema, template)

    def _node(self, tree: etree._Element, schema: Element, template: str) -> Node:
        text = ""
        if schema.text:
            text = _without_layout(tree.text)
            if len(text) > MAX_CHARACTERS:
                message = f"the text has more than {MAX_CHARACTERS:,} characters"
                raise _runaway(message, _place(tree, template))
        elif tree.text and not tree.text.isspace():
            raise self._stray_text(tree, template)
        children: list[Node] = []
        allowed = HOLDS[schema.holds]
        for child in tree:
            name = str(child.tag)
            if name not in allowed:
                raise _misplaced_error(child, name, schema, template)
            if child.tail and not child.tail.isspace():
                raise self._stray_text(child, template, is_tail=True)
            children.append(self._node(child, ELEMENTS[name], template))
        attributes = tree.attrib
        if len(attributes) > MAX_ATTRIBUTES:
            message = f"<{schema.name}> has more than {MAX_ATTRIBUTES:,} attributes"
            raise _runaway(message, _place(tree, template))
        key = (schema.name, *attributes.items())
        values = self._values(key)
        if not values:  # every element has at least one attribute
            raw = {str(name): str(value) for name, value in attributes.items()}
            values.update(self._attribute_values(tree, schema, raw, template))
        source = str(attributes.get(SOURCE, template))
        return self._nodes(schema.name, values, tuple(children), text, source)

    def _stray_text(
        self, tree: etree._Element, template: str, *, is_tail: bool = False
    ) -> KitError:
        place, item = _place(tree, template), _snippet(tree)
        return stray_text_fault(self._xml, tree, place, item, is_tail=is_tail)

    def _attribute_values(
        self, tree: etree._Element, schema: Element, raw: dict[str, str], template: str
    ) -> Mapping[str, Any]:
        """The values of all attributes of an element.  Raises KitError with all of its faults."""
        place = _place(tree, template)
        item = _snippet(tree)
        raw.pop(SOURCE, None)
        faults: list[Fault] = []
        box = raw.pop("box", None)
        if box is not None:
            if box not in self.boxes:
                hint = did_you_mean(box, self.boxes)
                message = f'there is no box "{box}"'
                raise KitError(message, place=place, item=item, hint=hint, check="unknown-box")
            raw = {**self.boxes[box], **raw}

        def where(name: str) -> tuple[Place, str]:
            """The place to correct, and what is faulty there: a value in `boxes.yaml`, or the element."""
            written = getattr(raw.get(name), "place", None)
            return (written, f"{item} in {place}") if written else (place, item)

        values: dict[str, Any] = {}
        if schema.extra:
            extras = [name for name in raw if name.startswith(schema.extra)]
            values["extra"] = tuple((n.removeprefix(schema.extra), raw.pop(n)) for n in extras)
        for name in raw:
            if name not in schema.attributes:
                hint = did_you_mean(name, [*schema.attributes, "box"])
                message = f'<{schema.name}> has no attribute "{name}"'
                faults.append(Fault(message, *where(name), hint, check="unknown-attribute"))
        for name, attribute in schema.attributes.items():
            text = raw.get(name, attribute.default)
            if text is None:
                values[name] = None
                if attribute.required:
                    message = f'<{schema.name}> needs the attribute "{name}"'
                    faults.append(Fault(message, place, item, check="missing-attribute"))
                continue
            try:
                values[name] = _value(text, attribute)
            except KitError as error:
                at, what = where(name)
                faults += [
                    Fault(f"{name}: {fault.message}", at, what, fault.hint, fault.check or VALUE)
                    for fault in error.faults
                ]
        raise_faults(faults)
        return values


VALUE = "attribute-value"
"""Slug of the error of an attribute whose type gives no other."""


def _value(text: str, attribute: Attribute) -> Any:
    if attribute.choices and text not in attribute.choices:
        choices = ", ".join(attribute.choices)
        message = f'"{short(text)}" is not one of {choices}'
        raise KitError(message, hint=did_you_mean(text, attribute.choices), check="attribute-value")
    return ATTRIBUTE_TYPES[attribute.kind](text)


def _without_layout(text: str | None) -> str:
    """The text without the indentation and empty lines of the template's own layout."""
    lines = (_BLANKS.sub(" ", line).strip() for line in (text or "").split("\n"))
    return "\n".join(line for line in lines if line)


def _place(tree: etree._Element, template: str) -> Place:
    return _place_named(str(tree.get(SOURCE, template)))


def _runaway(message: str, place: Place) -> KitError:
    """The error for markup so long that it must come from a runaway loop."""
    hint = "look for a loop that repeats too often"
    return KitError(message, place=place, hint=hint, check="drawing-too-complex")


def _snippet(tree: etree._Element) -> str:
    """The element's opening tag, shortened to one line."""
    names = [name for name in tree.attrib if name != SOURCE][:_SHOWN_ATTRIBUTES]
    text = " ".join([f"<{tree.tag!s}", *(f'{name!s}="{tree.get(name)}"' for name in names)])
    return f"{text}>" if len(text) <= 60 else f"{text[:58]}…>"


def _misplaced_error(child: etree._Element, name: str, schema: Element, template: str) -> KitError:
    place = _place(child, template)
    if name not in ELEMENTS:
        hint = did_you_mean(name, HOLDS[schema.holds] or ELEMENTS)
        message = f"there is no element <{name}>"
        item = _snippet(child)
        return KitError(message, place=place, item=item, hint=hint, check="unknown-element")
    if schema.text:
        hint = "write *bold* or _italic_ for emphasis, :name: for an icon"
        message = f"<{name}> is not allowed in a <text>"
        return KitError(message, place=place, hint=hint, check="misplaced-element")
    holds = sorted(HOLDS[schema.holds])
    content = ", ".join(holds) if len(holds) < 6 else "drawing elements"
    hint = f"<{schema.name}> can contain {content}" if holds else f"<{schema.name}> must be empty"
    message = f"<{name}> is not allowed in <{schema.name}>"
    return KitError(message, place=place, hint=hint, check="misplaced-element")
