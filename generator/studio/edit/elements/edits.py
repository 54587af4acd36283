"""Element edits: gives an element other attributes, words or another place in the order, or removes it."""

from __future__ import annotations

import re
from html import unescape

from generator.base.errors import KitError
from generator.press.markup.elements import ELEMENTS
from generator.press.templates.source_lines import NO_TEXT
from generator.studio.edit.elements.origins import DrawnElement
from generator.studio.edit.elements.source import (
    ElementEdit,
    ElementSource,
    FileEdit,
    FixedElementError,
)
from generator.studio.edit.elements.tag_edits import with_attributes
from generator.studio.open_kit import OpenKit

WORDS = "words"
"""What stands for the words between the tags of a `<text>`, beside its attributes."""
_CODE = re.compile(f"({NO_TEXT})")


def stated(kit: OpenKit, element: DrawnElement) -> dict[str, str]:
    """The attributes of an element as its template states them, and the words of a text.

    Raises KitError if its template is not the kit's own.
    """
    source = ElementSource(kit, element)
    found = {
        name: _unescaped(source.text[attribute.start : attribute.end])
        for name, attribute in source.tag.attributes.items()
    }
    part = source.part
    if not ELEMENTS[element.name].text or not part.is_whole:
        return found
    return {WORDS: _unescaped(source.text[part.content : part.content_end]), **found}


def set_attribute(kit: OpenKit, element: DrawnElement, name: str, value: str) -> FileEdit:
    """The edit that gives an element an attribute, or other words; "" leaves the attribute out.

    Jinja code in the value stays code.  Raises KitError for what the element does not have.
    """
    source = ElementSource(kit, element)
    text, tag, does = source.text, source.tag, f"{name} of <{element.name}>"
    schema = ELEMENTS[element.name]
    is_extra = bool(schema.extra) and re.fullmatch(rf"{schema.extra}[a-z][a-z0-9-]*", name)
    if name not in (WORDS, "box", *schema.attributes) and not is_extra:
        message = f'<{element.name}> has no attribute "{name}"'
        raise KitError(message, place=element.place, check="unknown-attribute")
    if name == WORDS:
        part = source.part
        if not part.is_whole or not schema.text:
            raise FixedElementError(element, "its template computes its words")
        words = _escaped(value, "<")
        if tag.is_closed:
            opened = text[tag.start : tag.end].removesuffix("/>").rstrip()
            new = f"{opened}>{words}</{tag.name}>"
            return source.edit(does, text[: tag.start] + new + text[part.end :])
        return source.edit(does, text[: part.content] + words + text[part.content_end :])
    attribute = tag.attributes.get(name)
    if value:
        quote = text[attribute.start - 1] if attribute else '"'
        text = with_attributes(text, tag, {name: _escaped(value, quote)}, [name])
    elif attribute:
        text = text[: attribute.name_start].rstrip() + text[attribute.end + 1 :]
    return source.edit(does, text)


def remove(kit: OpenKit, element: DrawnElement) -> FileEdit:
    """The edit that removes an element with everything in it, and its lines if they are then empty."""
    source = ElementSource(kit, element)
    text, part = source.text, source.part
    if not part.is_whole:
        raise FixedElementError(element, "a block of its template ends within it")
    start, end = part.start, part.end
    line_start = text.rfind("\n", 0, start) + 1
    rest = re.compile(r"[ \t]*\n").match(text, end)
    if rest and not text[line_start:start].strip():
        start, end = line_start, rest.end()
    return source.edit(f"remove <{element.name}>", text[:start] + text[end:])


def can_exchange(kit: OpenKit, element: DrawnElement) -> tuple[bool, bool]:
    """Whether an element can change places with what is drawn just before, and just after it."""
    part = ElementSource(kit, element).part
    return part.beside(-1) is not None, part.beside(1) is not None


def exchange(kit: OpenKit, element: DrawnElement, step: int) -> ElementEdit:
    """The edit by which an element changes places with what is drawn next (1) or just before it (-1).

    Raises KitError if there is nothing in the same block of its template.
    """
    source = ElementSource(kit, element)
    part, text = source.part, source.text
    other = part.beside(step)
    if other is None:
        where = "in front of" if step > 0 else "behind"
        raise FixedElementError(element, f"it is {where} everything else that is beside it already")
    first, last = (part, other) if step > 0 else (other, part)
    middle = (
        text[last.start : last.end] + text[first.end : last.start] + text[first.start : first.end]
    )
    start = last.end - (first.end - first.start) if step > 0 else first.start
    does = f"{'raise' if step > 0 else 'lower'} <{element.name}>"
    new = text[: first.start] + middle + text[last.end :]
    return source.element_edit(does, new, start, element.number)


def _escaped(value: str, sign: str) -> str:
    """A value as it is written between quotes or tags: `sign` stays only in code."""
    escape = {"<": "&lt;", '"': "&quot;", "'": "&apos;"}[sign]
    return "".join(
        piece if number % 2 else piece.replace("&", "&amp;").replace(sign, escape)
        for number, piece in enumerate(_CODE.split(value))
    )


def _unescaped(text: str) -> str:
    """A value as it is meant, with its code."""
    pieces = enumerate(_CODE.split(text))
    return "".join(piece if number % 2 else unescape(piece) for number, piece in pieces)
