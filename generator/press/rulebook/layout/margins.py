"""Margin marks: the slugs of the rules that a page's lines cite, in its outer margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from generator.base.errors import Place
from generator.base.units import IDENTITY, MM, Matrix
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.fragments import moved
from generator.press.rulebook.layout.paragraphs import CITED, ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.items import Anchor, Group, Item, Tag

Edge: TypeAlias = Literal["left", "right"]
_GAP = 1.5 * MM
"""White between the text and a slug."""
_FREE = 3.5 * MM
"""White between a slug and the edge of the page."""
_APART = 1.6
"""Least white between two slugs, one below the other."""


class CitedRule(NamedTuple):
    """A rule that a line of a page cites, and where the base line is."""

    slug: str
    y: float


def cited_rules(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[CitedRule]:
    """The rules that the words among the items cite, groups included."""
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
    """Each slug once, beside the first line that cites it; several stand one below the other.

    `text` is where the column begins and ends across the page; no slug stands below `bottom`.
    """
    face = style.slug
    room = style.left("left") - _GAP - _FREE
    first: dict[str, float] = {}
    for slug, y in sorted(cited, key=lambda each: each.y):
        first.setdefault(slug, y)
    marks = [(_lines(slug, room, style, paragraphs, place), y) for slug, y in first.items()]
    tops: list[float] = []
    least = 0.0
    for lines, y in marks:
        tops.append(max(y - paragraphs.baseline(face), least))
        least = tops[-1] + len(lines) * face.leading + _APART
    most = bottom
    for number in range(len(marks) - 1, -1, -1):
        tops[number] = min(tops[number], most - len(marks[number][0]) * face.leading)
        most = tops[number] - _APART
    items: list[Item] = []
    for (lines, _), top in zip(marks, tops, strict=True):
        for number, line in enumerate(lines):
            prose = plain_prose(line, place)
            align = "right" if outer == "left" else "left"
            (words,) = paragraphs.lines(prose, room + 0.01, face, align)
            x = text[0] - _GAP - room if outer == "left" else text[1] + _GAP
            items += moved(words.items, x, top + number * face.leading)
    return (Group(tuple(items), decor=True, tags=(Tag("Artifact"),)),) if items else ()


def _lines(
    slug: str, room: float, style: BookStyle, paragraphs: ParagraphLayout, place: Place
) -> list[str]:
    """A slug in lines that find room in the margin, each but the last ending with a hyphen."""

    def fits(line: str) -> bool:
        return paragraphs.measures(plain_prose(line, place), style.slug)[1] <= room

    lines = [""]
    for part in slug.replace("-", "-\0").split("\0"):
        if lines[-1] and not fits(lines[-1] + part):
            lines.append("")
        lines[-1] += part
        while not fits(lines[-1]):
            whole = lines.pop()
            end = next(end for end in range(len(whole) - 1, 0, -1) if fits(f"{whole[:end]}-"))
            lines += [f"{whole[:end]}-", whole[end:]]
    return lines
