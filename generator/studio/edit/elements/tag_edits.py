"""Tag edits: one opening tag of a template gets other attributes, and every other character stays.

An attribute whose value the template computes, or that stands in a condition, is not changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from generator.press.templates.source_lines import NO_TEXT, opening_tags

_PIECES = re.compile(
    rf"(?P<code>{NO_TEXT})|(?P<name>(?<!\}}\}})[A-Za-z_][\w.-]*+(?=\s*=))?\s*=\s*"
    rf"(?:\"(?P<double>(?:{NO_TEXT}|[^\"])*+)\"|'(?P<single>(?:{NO_TEXT}|[^'])*+)')|(?P<end>/?>)"
)
"""In a tag: Jinja code, an attribute (without a name if code computes it), or the end."""
_BLOCK = re.compile(r"\{%[-+]?\s*(end)?(?:if|for|call|filter|with|block|macro|autoescape|raw)\b")


@dataclass(frozen=True, slots=True)
class StatedAttribute:
    """An attribute in a tag: where its name begins, where its value is, and the value.

    The value is None if the template computes it.
    """

    name_start: int
    start: int
    end: int
    value: str | None


@dataclass(frozen=True, slots=True)
class TemplateTag:
    """An opening tag in a template: where it is, and its attributes by name."""

    name: str
    start: int
    name_end: int
    end: int
    is_closed: bool
    """Whether it ends in "/>"."""
    attributes: Mapping[str, StatedAttribute]


def tag_at(template: str, line: int, number: int) -> TemplateTag | None:
    """The opening tag with that number in a line of a template; None if there is none."""
    for match, at, nth in opening_tags(template):
        if (at, nth) == (line, number):
            return tag_of(template, match)
    return None


def tag_of(template: str, beginning: re.Match[str]) -> TemplateTag:
    """The opening tag that begins there."""
    found: dict[str, StatedAttribute] = {}
    depth, end, is_closed = 0, len(template), False
    for piece in _PIECES.finditer(template, beginning.end()):
        if piece["end"]:
            end, is_closed = piece.end(), piece["end"] == "/>"
            break
        if piece["code"]:
            depth += _nesting(piece["code"])
            continue
        if not piece["name"]:
            continue
        kind = "double" if piece["double"] is not None else "single"
        is_plain = not depth and not re.search(NO_TEXT, piece[kind])
        value = unescape(piece[kind]) if is_plain else None
        found[piece["name"]] = StatedAttribute(piece.start(), *piece.span(kind), value)
    name = beginning[0].removeprefix("<")
    return TemplateTag(name, beginning.start(), beginning.end(), end, is_closed, found)


def _nesting(code: str) -> int:
    """By how much Jinja code changes the depth of blocks."""
    block = _BLOCK.match(code)
    return (-1 if block[1] else 1) if block else 0


def with_attributes(
    template: str, tag: TemplateTag, values: Mapping[str, str], order: Sequence[str]
) -> str:
    """The template with these values in a tag; new attributes are put in, in the order of all names."""
    edits: list[tuple[int, int, str]] = []
    for number, name in enumerate(order):
        if name not in values:
            continue
        if stated := tag.attributes.get(name):
            edits.append((stated.start, stated.end, values[name]))
        else:
            before = (tag.attributes[each] for each in order[:number] if each in tag.attributes)
            ends = (stated.end + 1 for stated in before if stated.value is not None)
            at = max(ends, default=tag.name_end)
            edits.append((at, at, f' {name}="{values[name]}"'))
    pieces: list[str] = []
    done = 0
    for start, end, text in sorted(edits, key=lambda edit: edit[0]):
        pieces += [template[done:start], text]
        done = end
    return "".join([*pieces, template[done:]])
