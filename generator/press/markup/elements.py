"""The scene markup's vocabulary: every element, its attributes, and what it may contain.

It is read from `vocabulary.xml`.  Markup is checked against it, layout reads its defaults from it
and the reference page is generated from it, so the three cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lxml import etree

from generator.base.text_files import bytes_of


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: the kind of its value (see `ATTRIBUTE_TYPES`), its default and what it means.

    `default` is markup text, or None where leaving the attribute out has its own meaning.
    """

    kind: str
    description: str
    default: str | None = None
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Element:
    """One element: what it does, its attributes, which elements it may hold, and an example.

    `holds` names a set of elements: "drawing" (all that draw), "cells", "" (none); `belongs` is the
    set that it is in, or "root".  `extra` is the prefix of attributes that may have any name, such
    as `arg-`.
    """

    name: str
    description: str
    attributes: Mapping[str, Attribute]
    holds: str
    belongs: str
    text: bool
    extra: str
    example: str = field(repr=False)

    @property
    def root(self) -> bool:
        """Whether templates begin with it."""
        return self.belongs == "root"


def _read_elements() -> dict[str, Element]:
    vocabulary = etree.fromstring(bytes_of(Path(__file__).with_name("vocabulary.xml")))
    sets: dict[str, dict[str, Attribute]] = {}
    for each in vocabulary.iterfind("set"):
        sets[each.get("name", "")] = _attributes(each, sets)
    elements = [
        Element(
            each.get("name", ""),
            _prose(each.findtext("about", "")),
            _attributes(each, sets),
            holds=each.get("holds", ""),
            belongs=each.get("belongs", "drawing"),
            text=each.get("text") == "yes",
            extra=each.get("extra", ""),
            example="".join(
                etree.tostring(one, encoding="unicode") for one in each.iterfind("example/*")
            ),
        )
        for each in vocabulary.iterfind("element")
    ]
    return {element.name: element for element in elements}


def _attributes(
    tree: etree._Element, sets: Mapping[str, Mapping[str, Attribute]]
) -> dict[str, Attribute]:
    """The attributes of an element or a set, with those of the sets that it includes."""
    found: dict[str, Attribute] = {}
    for each in tree.iterchildren("include", "attribute"):
        for name in each.get("sets", "").split():
            found |= sets[name]
        if each.tag == "attribute":
            stated: dict[str, Any] = {str(name): value for name, value in each.items()}
            name = stated.pop("name")
            if each.text:
                stated["description"] = _prose(each.text)
            if "required" in stated:
                stated["required"] = stated["required"] == "yes"
            if "choices" in stated:
                stated["choices"] = tuple(stated["choices"].split())
            found[name] = replace(found[name], **stated) if name in found else Attribute(**stated)
    return found


def _prose(text: str) -> str:
    return " ".join(text.split())


ELEMENTS: Mapping[str, Element] = _read_elements()
"""Every element by its name, in the order of the reference page."""

HOLDS: Mapping[str, frozenset[str]] = {
    holds: frozenset(name for name, element in ELEMENTS.items() if element.belongs == holds)
    for holds in ("", "cells", "drawing")
}
"""Which elements an element may contain, by the name in its `holds`."""
