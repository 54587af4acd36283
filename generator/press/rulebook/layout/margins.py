"""Margin marks: the slugs of the rules cited on a page, in its outer margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from generator.base.errors import Place
from generator.base.units import IDENTITY, MM, Matrix
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.fragments import moved
from generator.press.rulebook.layout.paragraphs import CITED, ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle, Face
from generator.press.scene.items import Anchor, Group, Item, Tag

Edge: TypeAlias = Literal["left", "right"]
_GAP = 1.5 * MM
"""Space between the text and a slug."""
_FREE = 3.5 * MM
"""Space between a slug and the edge of the page."""
_APART = 1.6
"""Minimum space between two slugs, one below the other, in points."""


class CitedRule(NamedTuple):
    """A rule cited in a line of a page, with the line's baseline."""

    slug: str
    y: float


def cited_rules(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[CitedRule]:
    """The rules cited among the items, groups included."""
    for item in items:
        if isinstance(item, Anchor) and item.name.startswith(CITED):
            yield CitedRule(item.name.removeprefix(CITED), matrix.apply(0.0, item.y)[1])
        elif isinstance(item, Group):
            yield from cited_rules(item.items, item.matrix.then(matrix))


def margin_marks(
    cited: Sequence[CitedRule],
    text: tuple[float, float],
    outer: Edge,
    bottom: float,
    style: BookStyle,
    paragraphs: ParagraphLayout,
    place: Place,
) -> tuple[Item, ...]:
    """Each slug once, beside the first line that cites it; several stand one below another.

    `text` is where the column begins and ends across the page; no slug goes below `bottom`.
    """
    room = style.left("left") - _GAP - _FREE
    first: dict[str, float] = {}
    for slug, y in sorted(cited, key=lambda each: each.y):
        first.setdefault(slug, y)
    marks = [(*_lines(slug, room, style.slug, paragraphs, place), y) for slug, y in first.items()]
    tops: list[float] = []
    next_top = 0.0
    for lines, face, y in marks:
        tops.append(max(y - paragraphs.baseline(face), next_top))
        next_top = tops[-1] + len(lines) * face.leading + _APART
    next_bottom = bottom
    for number in range(len(marks) - 1, -1, -1):
        lines, face, _ = marks[number]
        tops[number] = min(tops[number], next_bottom - len(lines) * face.leading)
        next_bottom = tops[number] - _APART
    items: list[Item] = []
    for (lines, face, _), top in zip(marks, tops, strict=True):
        for number, line in enumerate(lines):
            prose = plain_prose(line, place)
            align = "right" if outer == "left" else "left"
            (words,) = paragraphs.lines(prose, room + 0.01, face, align)
            x = text[0] - _GAP - room if outer == "left" else text[1] + _GAP
            items += moved(words.items, x, top + number * face.leading)
    return (Group(tuple(items), decor=True, tags=(Tag("Artifact"),)),) if items else ()


def _lines(
    slug: str, room: float, face: Face, paragraphs: ParagraphLayout, place: Place
) -> tuple[list[str], Face]:
    """A slug in lines that fit the margin, and their face: smaller for a long word.

    Each line but the last ends with a hyphen of the slug; no word is divided.
    """
    parts = slug.replace("-", "-\0").split("\0")

    def width(line: str) -> float:
        return paragraphs.measures(plain_prose(line, place), face)[1]

    if (widest := max(map(width, parts))) > room:
        face = replace(face, size=face.size * room / widest)
    lines = [""]
    for part in parts:
        if lines[-1] and width(lines[-1] + part) > room:
            lines.append("")
        lines[-1] += part
    return lines, face
