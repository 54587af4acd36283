"""Completion: the valid input at a place in a kit's file, by its schemas and the element reference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.base.text_files import inside
from generator.engine.text.rule_texts import RULES, load_rules
from generator.kit.json_schema import manifest_schema
from generator.kit.locate import KIT_MANIFEST
from generator.press.markup.elements import ELEMENTS, HOLDS, Attribute
from generator.press.templates.source_lines import NO_MARKUP
from generator.studio.edit.cell_pictures import CellPictures
from generator.studio.edit.yaml_completion import complete_yaml
from generator.studio.open_kit import OpenKit
from generator.tools.editor_schemas import describe

MOST = 400
_ICON_ATTRIBUTES = {("icon", "name")}
_OPEN_TAG = re.compile(r"<([\w-]+)((?:[^<>\"]|\"[^\"]*\")*)(?:\s([\w-]*)|\s([\w-]+)=\"([^\"]*))$")
"""An unfinished tag: its name, its attributes, and an unfinished attribute or value."""
_WORDS = {
    "row": "the row of its table that the piece is made from",
    "tables": "the tables of the kit, by their names",
    "style": "the style of the kit",
    "loop": "inside a loop: index, index0, first, last",
}


class CompletionItem(NamedTuple):
    """One completion; `detail` is shown next to it, `info` below."""

    label: str
    detail: str = ""
    info: str = ""


class Completion(NamedTuple):
    """The completions that can replace the text since `start`."""

    start: int
    options: list[CompletionItem]
    kind: str = ""
    """"attribute" if quotes follow."""


def complete(kit: OpenKit, file: str, text: str, at: int) -> Completion | None:
    """The completions at an offset in a file, in characters; None if there are none."""
    before = text[:at]
    ending = file.rpartition(".")[2]
    if ending in ("yaml", "yml"):
        found = complete_yaml(schema_of(kit, file), before)
        if found is None:
            return None
        start, options = found
        return _completion(start, (CompletionItem(*each) for each in options))
    if ending in ("xml", "j2", "md"):
        return _in_jinja(kit, file, before) or (
            _in_markup(kit, before) if ending == "xml" else _in_manuscript(kit, before)
        )
    return None


def schema_of(kit: OpenKit, file: str) -> Mapping[str, Any]:
    """The schema of a YAML file of a kit; an empty one if it has none."""
    folders = kit.folders
    with suppress(KitError):
        for each in describe(folders):
            if each.file.resolve() == kit.path(file).resolve():
                return each.schema
    return manifest_schema() if file == f"data/{KIT_MANIFEST}" else {}


def _completion(start: int, options: Iterable[CompletionItem], kind: str = "") -> Completion | None:
    found = list(dict.fromkeys(options))[:MOST]
    return Completion(start, found, kind) if found else None


def _in_jinja(kit: OpenKit, file: str, before: str) -> Completion | None:
    """Inside {{ … }} and {% … %}: the fields of the row, tables, and template variables."""
    inside_tag = re.search(r"(?:\{\{|\{%)(?:(?!\}\}|%\}).)*$", before, re.DOTALL)
    if inside_tag is None or kit.manifest is None:
        return None
    manifest = kit.manifest
    dotted = re.search(r"\b(row|tables)\.(\w*)$", before)
    if dotted and dotted[1] == "tables":
        names = (CompletionItem(name, "table") for name in manifest.tables)
        return _completion(dotted.start(2), names)
    if dotted:
        template = file.removeprefix("templates/")
        own = [one.each for one in manifest.components if template in (one.front, one.back)]
        tables = [name for name in own if name] or list(manifest.tables)
        return _completion(
            dotted.start(2),
            (
                CompletionItem(field.replace("-", "_"), getattr(spec, "type", ""), f"of {name}")
                for name in dict.fromkeys(tables)
                for field, spec in manifest.tables[name].fields.items()
            ),
        )
    word = re.search(r"(?<![\w.\"'])(\w*)$", before)
    return (
        _completion(word.start(), (CompletionItem(n, "", i) for n, i in _WORDS.items()))
        if word
        else None
    )


def _in_markup(kit: OpenKit, before: str) -> Completion | None:
    """In scene markup: elements, their attributes, possible values, and icons in words."""
    tag = re.search(r"<(/?)([\w-]*)$", before)
    if tag:
        open_elements = _open_elements(before)
        if tag[1]:
            return _completion(tag.start(2), (CompletionItem(each) for each in open_elements[-1:]))
        children = HOLDS.get(ELEMENTS[open_elements[-1]].holds, ()) if open_elements else ()
        names = [name for name, each in ELEMENTS.items() if each.root or not open_elements]
        return _completion(
            tag.start(2),
            (
                CompletionItem(n, "element", ELEMENTS[n].description)
                for n in (list(children) or names)
            ),
        )
    opened = _OPEN_TAG.search(before)
    if opened and opened[1] in ELEMENTS:
        attributes = ELEMENTS[opened[1]].attributes
        if opened[4] is None:
            present = set(re.findall(r"([\w-]+)=", opened[2]))
            options = (
                CompletionItem(name, each.kind, describe_attribute(each))
                for name, each in attributes.items()
                if name not in present
            )
            return _completion(opened.start(3), options, "attribute")
        each = attributes.get(opened[4])
        return (
            _completion(opened.start(5), attribute_values(kit, opened[1], opened[4], each))
            if each
            else None
        )
    return _icons(kit, before)


def _open_elements(before: str) -> list[str]:
    """The open elements at the end of markup, the outermost first."""
    found: list[str] = []
    plain = re.sub(NO_MARKUP, "", before)
    for closing, name, rest in re.findall(r"<(/?)([\w-]+)((?:[^<>\"]|\"[^\"]*\")*)>", plain):
        if closing:
            while found and found.pop() != name:
                pass
        elif not rest.endswith("/") and name in ELEMENTS:
            found.append(name)
    return found


def describe_attribute(attribute: Attribute) -> str:
    default = f"; default: {attribute.default}" if attribute.default else ""
    return f"{attribute.description}{default}{'; required' if attribute.required else ''}"


def attribute_values(
    kit: OpenKit, element: str, name: str, attribute: Attribute
) -> Iterator[CompletionItem]:
    """The possible values of an attribute, if they can be listed."""
    yield from (CompletionItem(choice) for choice in attribute.choices)
    manifest = kit.manifest
    if attribute.kind == "flag":
        yield from (CompletionItem("yes"), CompletionItem("no"))
    elif attribute.kind in ("color", "paint") and manifest:
        yield from (CompletionItem(name, code) for name, code in manifest.palette("full").items())
        yield CompletionItem("none")
    elif (element, name) in _ICON_ATTRIBUTES:
        yield from (CompletionItem(name, "icon") for name in CellPictures(kit.folders).icons)
    elif name == "src":
        yield from (CompletionItem(name, "picture") for name in CellPictures(kit.folders).files)
    elif name == "font" and manifest:
        yield from (CompletionItem(role, str(family)) for role, family in manifest.fonts.items())
    elif name == "component" and manifest:
        yield from (CompletionItem(one.id, one.title) for one in manifest.components)
    elif name == "template":
        files = (name.removeprefix("templates/") for name in kit.files())
        yield from (CompletionItem(name, "template") for name in files if name.endswith(".xml"))


def _in_manuscript(kit: OpenKit, before: str) -> Completion | None:
    """In a rulebook: the rules that can be cited, and icons."""
    cited = re.search(r"\[\[([\w-]*)$", before)
    path = inside(kit.folders.data, RULES)
    if cited and path.is_file():
        with suppress(KitError):
            rules = load_rules(path).values()
            return _completion(
                cited.start(1),
                (CompletionItem(rule.slug, rule.section, rule.text) for rule in rules),
            )
    return _icons(kit, before)


def _icons(kit: OpenKit, before: str) -> Completion | None:
    found = re.search(r"(?<![\w:]):([a-z][a-z0-9-]*)$", before)
    icons = CellPictures(kit.folders).icons if found else {}
    return (
        _completion(found.start(1), (CompletionItem(f"{n}:", "icon") for n in icons))
        if found
        else None
    )
